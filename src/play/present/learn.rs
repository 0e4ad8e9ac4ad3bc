//! What lessons need of a position: pieces by their names on the board, the modifiers of a number, the meaning of
//! marks, and whether a command is the expected one.

use crate::model::clause::How;
use crate::model::id::*;
use crate::model::node::{Expr, Node, Term};
use crate::model::set::BitSet;
use crate::model::setup::Test;
use crate::model::value::Value;
use crate::source::{plain, plain_words};

use super::sentence::{self, fold, spellings};
use crate::play::answers::question::{Answer, Kind, Question};
use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};

/// The maximum number of modifiers in a question to a learner.
const MOST_CHOICES: usize = 8;

/// A modifier that may or may not apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Its text.
    pub text: String,
    /// The sections cited.
    pub cites: Vec<SectionId>,
    /// Its effect on the number here. `None` if it does not apply.
    pub effect: Option<String>,
}

/// The marks of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Pieces.
    pub pieces: BitSet,
    /// Places.
    pub spaces: BitSet,
    /// Words of the game.
    pub words: Vec<String>,
}

/// A wrong answer, as the game spells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelt {
    /// The command, or its beginning.
    pub words: String,
    /// True if it is a complete, legal command.
    pub whole: bool,
    /// True if it is a choice from a list, whose members may be named in any order.
    pub listed: bool,
}

impl Spelt {
    /// True if it matches this command. The beginning of a command matches all commands that begin with it. A complete
    /// command that one of the `wanted` extends matches only itself, because the omission is the mistake.
    pub fn means(&self, command: &str, wanted: &[String]) -> bool {
        if self.listed {
            return same_members(command, &self.words);
        }
        let alone = self.whole && wanted.iter().any(|wanted| goes_on(wanted, &self.words));
        if alone { fold(command) == fold(&self.words) } else { begins(command, &self.words) }
    }
}

/// How play passes over a trivial question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trifle {
    /// A window that passes in silence.
    Silence,
    /// The first way to pay, the first slot.
    Answer(Answer),
}

/// The answer to a question that tests and lessons pass over: a window, a choice of payment, a choice of slot.
pub fn trifle(question: &Question) -> Option<Trifle> {
    match &question.kind {
        Kind::Window { .. } => Some(Trifle::Silence),
        Kind::Pay { .. } => Some(Trifle::Answer(Answer::Way(0))),
        Kind::One { of, optional: false, slots: true, .. } => {
            of.first().cloned().map(|first| Trifle::Answer(Answer::One(first)))
        }
        _ => None,
    }
}

impl World<'_> {
    /// The pieces that a test names, which are the first slots of its scripts and expressions: by the labels of its
    /// position, and in a lesson by their names on the board.
    pub fn label_values(&self, test: &Test) -> Vec<Value> {
        let value = |name: &String| {
            let called = || if test.is_lesson { self.piece_called(name) } else { None };
            Value::optional(Domain::Piece, self.layout.labelled(name).or_else(called))
        };
        test.labels.iter().map(value).collect()
    }

    /// The piece with this name on the board. Case matters only if two names differ in nothing else.
    pub fn piece_called(&self, name: &str) -> Option<u16> {
        let mut alike = None;
        let pieces = self.ever(Domain::Piece);
        for piece in pieces.iter().filter(|piece| !self.is_face_down(*piece)) {
            let label = self.name(Ref::piece(piece));
            if label == name {
                return Some(piece);
            }
            if fold(&label) == fold(name) {
                alike = match alike {
                    None => Some(Some(piece)),
                    Some(_) => Some(None),
                };
            }
        }
        if alike.is_some() {
            return alike.flatten();
        }
        // Commands take the name of the kind with a number too.
        let is_it = |piece: &u16| {
            !self.is_face_down(*piece) && self.own_letters(*piece).is_none() && self.kind_name(*piece) == name
        };
        let labelled = || self.layout.labelled(name).filter(|piece| !self.is_face_down(*piece));
        pieces.iter().find(is_it).or_else(labelled)
    }

    /// The quantity that a node evaluates, with its arguments. `None` if it evaluates something else, or an argument is
    /// `none`.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn quantity_asked(&self, node: &Node, locals: &mut Locals) -> Read<Option<(QuantityId, Vec<Value>)>> {
        Ok(match &node.expr {
            Expr::Quantity { quantity, args } => Some((*quantity, self.values(args, locals)?.to_vec())),
            Expr::Get { term: Term::Quantity(quantity), of, .. } => {
                let of = self.eval(of, locals)?;
                // `none` has no quantities.
                (!of.is_none()).then(|| (*quantity, vec![of]))
            }
            _ => None,
        })
    }

    /// The modifiers of a quantity that apply, among others that do not, in written order.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn modifiers_of(&self, quantity: QuantityId, args: &[Value]) -> Read<Vec<Modifier>> {
        let (_, ledger) = self.ledger(quantity, args)?;
        let item = &self.game.quantities[quantity.at()];
        let written = |node: &Node| self.game.sources.text(node.span).trim().to_owned();
        let mut found: Vec<Modifier> = Vec::new();
        for modifier in &item.modifiers {
            let line = ledger.lines.iter().find(|line| line.depth == 0 && line.span == modifier.span);
            let constant = modifier.reason.as_ref().map(|reason| self.plain_reason(reason));
            let shown = line.filter(|_| modifier.is_named()).map(|line| line.text.clone());
            let own = shown.or(constant);
            let named = || self.clause_name(&modifier.guard, modifier.label.as_deref());
            let own = own.or_else(|| modifier.is_named().then(named)).unwrap_or_default();
            let change = match &modifier.how {
                How::By(Node { expr: Expr::Const(Value::Int(by)), .. }) => format!("{by:+}"),
                How::Halved(true) => "halved up".to_owned(),
                How::Halved(false) => "halved down".to_owned(),
                How::Doubled => "doubled".to_owned(),
                // A limit without a name is described by its effect.
                How::AtLeast(to) if own.is_empty() => format!("at least {}", written(to)),
                How::AtMost(to) if own.is_empty() => format!("at most {}", written(to)),
                How::NeverBelow(to) if own.is_empty() => format!("never below {}", written(to)),
                How::Exactly(to, _) if own.is_empty() => format!("exactly {}", written(to)),
                How::By(by) if own.is_empty() => written(by),
                _ => String::new(),
            };
            let text = format!("{} {change}", plain_words(&own)).trim().to_owned();
            let effect = line.map(|line| line.effect.clone());
            match found.iter_mut().find(|other| other.text == text) {
                // Modifiers with the same text are shown once.
                Some(other) => {
                    if other.effect.is_none() {
                        *other = Modifier { text, cites: modifier.cites.clone(), effect };
                    }
                }
                None => found.push(Modifier { text, cites: modifier.cites.clone(), effect }),
            }
        }
        let mut left = MOST_CHOICES.saturating_sub(found.iter().filter(|one| one.effect.is_some()).count());
        found.retain(|one| {
            let stays = one.effect.is_some() || left > 0;
            left = left.saturating_sub(usize::from(one.effect.is_none() && stays));
            stays
        });
        Ok(found)
    }

    /// The text of a reason. A text that depends on the case stays as written.
    fn plain_reason(&self, reason: &Node) -> String {
        match &reason.expr {
            Expr::Const(value) => self.show(value),
            Expr::Text(parts) => parts.iter().map(|part| self.plain_reason(part)).collect(),
            _ => format!("({})", self.game.sources.text(reason.span).trim()),
        }
    }

    /// Adds the meaning of a mark: a piece, a place, a region, all pieces of a kind, or a word of the game. Returns
    /// false if it has none.
    pub fn mark(&self, text: &str, seat: u16, marks: &mut Marks) -> bool {
        let said = fold(text);
        if let Some(piece) = self.piece_called(text) {
            marks.pieces.insert(piece);
            return true;
        }
        let places = self.places_named(seat, text);
        if !places.is_empty() {
            places.iter().for_each(|space| marks.spaces.insert(*space));
            return true;
        }
        if let Some(region) = self.game.board.regions.iter().find(|region| fold(&region.name) == said) {
            marks.spaces.extend(&region.spaces);
            return true;
        }
        let on_board = |piece: &u16| self.space_of(Ref::piece(*piece)).is_some() && !self.is_face_down(*piece);
        let called = |piece: &u16| spellings(self, &Value::Ref(Ref::piece(*piece)), seat).contains(&said);
        let pieces: Vec<u16> = (0..self.state.pieces.len() as u16).filter(on_board).filter(called).collect();
        if !pieces.is_empty() {
            pieces.into_iter().for_each(|piece| marks.pieces.insert(piece));
            return true;
        }
        let is_word = self.is_word(text, &said);
        if is_word {
            marks.words.push(text.to_owned());
        }
        is_word
    }

    /// True for a name that the game declares, and for the title of an action, card or step.
    fn is_word(&self, text: &str, said: &str) -> bool {
        let game = self.game;
        let named = |name: &str, title: &str| fold(name) == said || fold(title) == said;
        !game.names.get(&plain(text).replace(' ', "_")).is_empty()
            || game.offers.iter().any(|offer| named(&offer.name, &offer.title))
            || game.card_defs.iter().any(|card| named(&card.name, &card.title))
            || game.steps.iter().any(|step| named(&step.name, &step.title))
            || game.vars.iter().any(|var| named(&var.name, &var.title))
            || game.quantities.iter().any(|quantity| named(&quantity.name, &quantity.title))
            || game.facts.iter().any(|fact| named(&fact.name, &fact.name))
    }

    /// A command or its beginning, as the game spells it. `None` if no legal command begins so.
    pub fn spelt(&self, question: &Question, seat: u16, text: &str) -> Option<Spelt> {
        if let Ok(answer) = sentence::read(self, question, seat, text) {
            let listed = matches!(answer, Answer::Several(_));
            return Some(Spelt { words: sentence::write(self, question, seat, &answer), whole: true, listed });
        }
        let begun = |words: String| Spelt { words, whole: false, listed: false };
        if let Some((offer, values)) = sentence::begun(self, question, seat, text) {
            return Some(begun(sentence::act_sentence(self, offer, &values, seat)));
        }
        // The beginning of a title, for a card with several uses.
        let offers: Vec<OfferId> = match &question.kind {
            Kind::Act { offers, .. } => offers.clone(),
            Kind::Window { offers } => offers.iter().map(|(_, offer)| *offer).collect(),
            _ => Vec::new(),
        };
        offers.iter().any(|offer| begins(&self.game.offers[offer.at()].title, text)).then(|| begun(text.to_owned()))
    }
}

/// True if a command begins with these words.
pub fn begins(command: &str, words: &str) -> bool {
    let command = fold(command);
    let words = fold(words);
    command.strip_prefix(words.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// True if two lists name the same members in any order.
pub fn same_members(one: &str, other: &str) -> bool {
    let members = |list: &str| {
        let mut members: Vec<String> = list.split(',').map(fold).collect();
        members.sort_unstable();
        members
    };
    members(one) == members(other)
}

/// True if a command extends these words: by further words, or further members of a list.
pub fn goes_on(command: &str, words: &str) -> bool {
    let command = fold(command);
    let words = fold(words);
    command.strip_prefix(words.as_str()).is_some_and(|rest| rest.starts_with([' ', ',']))
}
