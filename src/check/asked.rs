//! An expression that a person asks during play: checked like those of the rules, against the finished game.

use crate::diagnostic::Diagnostic;
use crate::model::api::{Effect, Form, TABLE};
use crate::model::game::{Game, Param};
use crate::model::id::ScopeId;
use crate::model::names::Symbol;
use crate::model::node::Node;
use crate::model::reading;
use crate::model::types::Type;
use crate::source::Span;
use crate::syntax::ast::ExprText;

use super::env::{Env, Frame};
use super::expr::{check_expression, fit};
use super::free::free_names;

/// The surroundings of an expression that is asked.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// Names bound besides those of the game, by slot.
    pub locals: Vec<Param>,
    /// The scopes that run, whose parameters are known by bare name; the innermost last.
    pub scopes: Vec<ScopeId>,
    /// True if a side acts, so that `me` and `mine` are known.
    pub acts: bool,
}

/// A checked expression.
#[derive(Debug)]
pub struct Asked {
    /// The typed tree. It changes nothing, rolls nothing and asks no one.
    pub node: Node,
    /// The number of slots it needs.
    pub slots: u16,
    /// The type of its value in words: `a set of pieces`.
    pub kind: String,
}

/// Checks an expression against a finished game.
///
/// # Errors
/// The checker's diagnostics, at the text's span.
pub fn asked(game: &Game, around: &Around, text: &str, span: Span) -> Result<Asked, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut frame = Frame { scopes: around.scopes.clone(), acts: around.acts, ..Frame::of(&around.locals) };
    let mut env = Env { game, names: &game.names, frame: &mut frame, diagnostics: &mut diagnostics };
    let node = check_expression(&mut env, &ExprText::new(text.to_owned(), span), None);
    let slots = frame.needed;
    diagnostics.retain(Diagnostic::is_error);
    if diagnostics.is_empty() { Ok(Asked { kind: fit::name(game, node.ty), node, slots }) } else { Err(diagnostics) }
}

/// The free names of an expression to which the game gives no meaning, as written, and those of named pieces, which
/// may be out of play.
pub fn names_of_pieces<'t>(game: &Game, text: &'t str) -> Vec<&'t str> {
    let is_named = |name: &str| game.uniques.iter().any(|unique| unique.name == name);
    free_names(text).into_iter().filter(|name| game.names.get(name).is_empty() || is_named(name)).collect()
}

/// The words that may follow a dot after a value of this type: those of the game, then those of the language.
pub fn words_of(game: &Game, ty: Type) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        if !found.iter().any(|one| one == name) {
            found.push(name.to_owned());
        }
    };
    let (domain, many) = match fit::of_pieces(ty) {
        Type::One(domain, _) => (domain, false),
        Type::Set(domain) => (domain, true),
        _ => return found,
    };
    let terms = game.terms.keys().filter(|(_, of)| *of == domain);
    terms.filter(|(name, _)| !name.starts_with("un") || many).for_each(|(name, _)| add(name));
    for entry in TABLE.iter().filter(|entry| entry.effect == Effect::Pure) {
        match entry.form {
            Form::Property if reading::receives(entry.api, domain, many) => add(entry.name),
            Form::Method if reading::receives(entry.api, domain, many) => add(&format!("{}(", entry.name)),
            _ => {}
        }
    }
    found
}

/// The words that may begin a value: those of the game, then those of the language.
pub fn bare_words(game: &Game, around: &Around) -> Vec<String> {
    let called = |params: usize, name: &str| if params == 0 { name.to_owned() } else { format!("{name}(") };
    let locals = around.locals.iter().map(|local| local.name.clone());
    let scopes = around.scopes.iter().filter_map(|scope| game.scopes.get(scope.at()));
    let params = scopes.flat_map(|scope| scope.params.iter().map(|param| param.name.clone()));
    let symbols = game.names.symbols.iter().filter_map(|(name, symbols)| {
        Some(match symbols.first()? {
            Symbol::Procedure(_) | Symbol::Noun { plural: false, .. } => return None,
            Symbol::Quantity(id) => called(game.quantities.get(id.at())?.params.len(), name),
            Symbol::Word { word, .. } => called(game.words.get(word.at())?.params.len(), name),
            Symbol::Permission(_) | Symbol::Table(_) | Symbol::Function(_) | Symbol::Link(_) | Symbol::Walk(_) => {
                called(1, name)
            }
            _ => name.clone(),
        })
    });
    let acting = ["me", "mine", "theirs"].into_iter().filter(|_| around.acts);
    let everywhere = acting.chain(["game", "winner", "none"]).map(str::to_owned);
    let language = TABLE.iter().filter(|entry| entry.effect == Effect::Pure).filter_map(|entry| match entry.form {
        Form::Word => Some(entry.name.to_owned()),
        Form::Function => Some(format!("{}(", entry.name)),
        _ => None,
    });
    let mut found: Vec<String> = Vec::new();
    for name in params.chain(locals).chain(symbols).chain(everywhere).chain(language) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
