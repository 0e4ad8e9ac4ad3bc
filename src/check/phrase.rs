//! Phrases after `for`: words side by side, resolved for the first parameter that fits them all.

use crate::diagnostic::nearest;
use crate::model::clause::{About, Phrase, PhrasePart, PhraseTest, PhraseWord};
use crate::model::game::{NounFilter, Param, WordForm};
use crate::model::id::{Domain, Ref};
use crate::model::node::Term;
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast;

use super::builder::GameBuilder;
use super::error;
use super::subject::side_named;
use super::value;

/// The sort of a word. Words of one sort are alternatives; different sorts must all apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Side,
    Kind,
    Mode,
    /// Values of one list.
    List(u16),
    /// Spaces the thing may be in.
    On,
    /// A sort of its own: must always apply.
    Own,
}

struct Word {
    word: PhraseWord,
    sort: Sort,
}

/// The phrase about one of these parameters or the acting side. `None` if no parameter fits it; errors are reported if
/// `report` is true.
pub(crate) fn resolve(
    builder: &mut GameBuilder,
    phrase: &ast::Phrase,
    params: &[Param],
    acts: bool,
    report: bool,
) -> Option<Phrase> {
    let words: Vec<&ast::PhraseWord> = phrase.groups.iter().flat_map(|group| &group.words).collect();
    for (slot, param) in params.iter().enumerate() {
        // A way stands for the space where it ends.
        let domain = match param.ty {
            Type::One(domain, _) | Type::Set(domain) => domain,
            Type::Way(_) => Domain::Space,
            _ => continue,
        };
        if let Some(found) = all_words(builder, domain, &words) {
            if report {
                report_pairs(builder, phrase, domain);
                report_params(builder, phrase, params);
            }
            return Some(Phrase { about: About::Slot(slot as u16), all: parts(found) });
        }
    }
    if acts {
        if let Some(found) = all_words(builder, Domain::Side, &words) {
            return Some(Phrase { about: About::Me, all: parts(found) });
        }
    }
    if report {
        report_phrase(builder, phrase, &words, params, acts);
    }
    None
}

/// Reports `for target Guns` where `target` is a parameter: a phrase says what its thing is, not which parameter it is.
fn report_params(builder: &mut GameBuilder, phrase: &ast::Phrase, params: &[Param]) {
    for group in &phrase.groups {
        let [ast::PhraseWord::Word { name, not: false }, ast::PhraseWord::Word { name: other, not }] =
            group.words.as_slice()
        else {
            continue;
        };
        if params.iter().any(|param| param.name == plain(&name.text)) {
            let not = if *not { "!" } else { "" };
            let text =
                format!("`{0}` is a parameter, and `for` is about the first thing that fits its words", name.text);
            let problem = error::unfit(&text, name.span);
            builder.report(problem.help(format!("write `when {not}{}.{}`", name.text, other.text)));
        }
    }
}

/// Reports `for Red Tank, Blue Foot`: words of one sort are alternatives in all groups, so this is about every tank and
/// every foot soldier of both sides.
fn report_pairs(builder: &mut GameBuilder, phrase: &ast::Phrase, domain: Domain) {
    let sorts_of = |group: &ast::PhraseGroup| {
        let words = group.words.iter().filter_map(|word| one_word(builder, domain, word));
        let mut sorts: Vec<Sort> = Vec::new();
        for Word { word, sort } in words {
            if sort != Sort::Own && !word.negated && !sorts.contains(&sort) {
                sorts.push(sort);
            }
        }
        sorts
    };
    let pairs = phrase.groups.iter().filter(|group| sorts_of(group).len() > 1).count();
    if pairs > 1 {
        let text =
            format!("`{}` pairs nothing: its words of one sort are alternatives", builder.sources.text(phrase.span));
        builder.report(error::unfit(&text, phrase.span).help("write a clause for each of the two"));
    }
}

/// A phrase about the acting side: the owner of an offer, the player of a card.
pub(crate) fn about_me(builder: &mut GameBuilder, phrase: &ast::Phrase) -> Option<Phrase> {
    resolve(builder, phrase, &[], true, true)
}

/// A phrase about things of a domain, for set-up lines without parameters.
pub(crate) fn about_things(builder: &mut GameBuilder, words: &[ast::PhraseWord], domain: Domain) -> Option<Phrase> {
    let words: Vec<&ast::PhraseWord> = words.iter().collect();
    all_words(builder, domain, &words).map(|found| Phrase { about: About::Slot(0), all: parts(found) })
}

fn all_words(builder: &GameBuilder, domain: Domain, words: &[&ast::PhraseWord]) -> Option<Vec<Word>> {
    words.iter().map(|word| one_word(builder, domain, word)).collect()
}

fn parts(words: Vec<Word>) -> Vec<PhrasePart> {
    let mut parts: Vec<(Sort, PhrasePart)> = Vec::new();
    for Word { word, sort } in words {
        // A negated word must always apply.
        let joins = sort != Sort::Own && !word.negated;
        let same =
            parts.iter_mut().find(|(other, part)| joins && *other == sort && part.any.iter().all(|word| !word.negated));
        match same {
            Some((_, part)) => part.any.push(word),
            None => parts.push((sort, PhrasePart { any: vec![word] })),
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

fn one_word(builder: &GameBuilder, domain: Domain, word: &ast::PhraseWord) -> Option<Word> {
    match word {
        ast::PhraseWord::On { not, spaces } => {
            if domain != Domain::Piece {
                return None;
            }
            let (term, negated) = question(builder, &spaces.text, Domain::Space)?;
            Some(Word { word: PhraseWord { test: PhraseTest::On(term), negated: *not != negated }, sort: Sort::On })
        }
        ast::PhraseWord::Word { not, name } => {
            let (test, negated, sort) = test_of(builder, domain, &name.text)?;
            Some(Word { word: PhraseWord { test, negated: *not != negated }, sort })
        }
    }
}

fn test_of(builder: &GameBuilder, domain: Domain, name: &str) -> Option<(PhraseTest, bool, Sort)> {
    if let Some(side) =
        side_named(builder, name).filter(|_| matches!(domain, Domain::Side | Domain::Piece | Domain::Card))
    {
        return Some((PhraseTest::Side(side), false, Sort::Side));
    }
    if let Some((term, negated)) = question(builder, name, domain) {
        let sort = match term {
            Term::Kind(_) => Sort::Kind,
            Term::Mode(_) => Sort::Mode,
            // A noun that renames a kind counts as a kind.
            Term::Noun(noun) => match builder.game.nouns[noun.at()].filter {
                NounFilter::Kind(_) => Sort::Kind,
                _ => Sort::Own,
            },
            _ => Sort::Own,
        };
        return Some((PhraseTest::Term(term), negated, sort));
    }
    if domain == Domain::Kind {
        return value::thing_named(builder, domain, name).map(|thing| (PhraseTest::Thing(thing), false, Sort::Kind));
    }
    if let Domain::List(list) = domain {
        if let Some(thing) = value::thing_named(builder, domain, name) {
            return Some((PhraseTest::Thing(thing), false, Sort::List(list)));
        }
    }
    value_of(builder, domain, name)
}

/// A value of a list that a fact or variable of these things has.
fn value_of(builder: &GameBuilder, domain: Domain, name: &str) -> Option<(PhraseTest, bool, Sort)> {
    for ((_, subject), (term, _)) in &builder.game.terms {
        if *subject != domain {
            continue;
        }
        let list = match term {
            Term::Fact(fact) => builder.game.facts[fact.at()].ty.domain(),
            Term::Var(var) => builder.game.vars[var.at()].ty.domain(),
            Term::Line(list) => Some(Domain::List(list.0)),
            _ => None,
        };
        let Some(Domain::List(list)) = list else { continue };
        if let Some(thing) = value::thing_named(builder, Domain::List(list), name) {
            return Some((
                PhraseTest::Value(*term, Ref::new(Domain::List(list), thing.index)),
                false,
                Sort::List(list),
            ));
        }
    }
    None
}

/// A condition word for the things of a domain.
pub(crate) fn question(builder: &GameBuilder, name: &str, domain: Domain) -> Option<(Term, bool)> {
    let &(term, negated) = builder.game.terms.get(&(plain(name), domain))?;
    let asks = match term {
        Term::Fact(fact) => builder.game.facts[fact.at()].ty == Type::Flag,
        Term::Var(var) => builder.game.vars[var.at()].ty == Type::Flag,
        Term::Word(word) => builder.game.words[word.at()].form == WordForm::Is,
        Term::Kind(_) | Term::Mode(_) | Term::Noun(_) | Term::Region(_) | Term::Grid(_) => true,
        Term::Quantity(_)
        | Term::Zone(_)
        | Term::Box(_)
        | Term::Line(_)
        | Term::Purse(_)
        | Term::Facing
        | Term::Arc(_) => false,
    };
    asks.then_some((term, negated))
}

fn report_phrase(
    builder: &mut GameBuilder,
    phrase: &ast::Phrase,
    words: &[&ast::PhraseWord],
    params: &[Param],
    acts: bool,
) {
    let mut domains: Vec<Domain> = params.iter().filter_map(|param| param.ty.domain()).collect();
    if domains.is_empty() || acts {
        domains.push(Domain::Side);
    }
    for (at, word) in words.iter().enumerate() {
        if domains.iter().any(|&domain| one_word(builder, domain, word).is_some()) {
            continue;
        }
        let (text, span) = word_text(word);
        if let Some(help) = on_place(builder, phrase, text, span, words.get(at + 1).copied()) {
            builder.report(error::unknown("word", (text, span), error::NO_NAMES).help(help));
            return;
        }
        let everywhere = [Domain::Piece, Domain::Space, Domain::Side, Domain::Card, Domain::Kind];
        if everywhere.iter().any(|&domain| one_word(builder, domain, word).is_some()) {
            builder.report(error::empty_phrase(text, span, "no parameter here can be this"));
        } else {
            let mut names: Vec<String> = Vec::new();
            for ((name, domain), _) in &builder.game.terms {
                if domains.contains(domain) {
                    names.push(name.clone());
                }
            }
            names.extend(builder.game.sides.iter().map(|side| side.name.clone()));
            let problem = error::unknown("word", (text, span), &names);
            // A misspelt part of the clause is read as one more word of the phrase.
            let parts = ["during", "when", "under", "because"];
            let part = nearest(text, parts).filter(|_| words.iter().any(|other| word_text(other).1 != span));
            let part = part.filter(|_| nearest(text, names.iter().map(String::as_str)).is_none());
            let problem = problem.did_you_mean(part);
            let spelt = plain(text);
            let one = builder.game.uniques.iter().find(|one| one.name == spelt);
            let of_piece = params.iter().find(|param| param.ty.domain() == Some(Domain::Piece));
            let help = one
                .zip(of_piece)
                .map(|(one, param)| format!("write `when {} == {}` for this one piece", param.name, one.name));
            builder.report(problem.help_if(help));
        }
        return;
    }
    let text = builder.sources.text(phrase.span).to_owned();
    let help = side_apart(builder, words, params, acts);
    builder.report(error::empty_phrase(&text, phrase.span, "no single parameter can be all of this").help_if(help));
}

/// The help for a place behind another word than `on`: `for LB in Woods`.
fn on_place(
    builder: &GameBuilder,
    phrase: &ast::Phrase,
    text: &str,
    span: Span,
    next: Option<&ast::PhraseWord>,
) -> Option<String> {
    if !matches!(text, "in" | "inside" | "within" | "into") {
        return None;
    }
    let next = next?;
    one_word(builder, Domain::Space, next)?;
    let before = builder.sources.text(Span { end: span.start, ..phrase.span }).trim();
    let place = word_text(next).0;
    let who = before.strip_prefix("for").unwrap_or(before).trim_start();
    Some(format!("write `for {who} on {place}`"))
}

/// The help for a phrase that is about two things, a side and another: `for Clan Monk` of an action that hires monks.
fn side_apart(builder: &GameBuilder, words: &[&ast::PhraseWord], params: &[Param], acts: bool) -> Option<String> {
    let is_side = |word: &ast::PhraseWord| side_named(builder, word_text(word).0).is_some();
    let (sides, others): (Vec<_>, Vec<_>) = words.iter().copied().partition(|word| is_side(word));
    let [ast::PhraseWord::Word { name: side, not: false }] = sides.as_slice() else { return None };
    let of_side = params.iter().find(|param| param.ty.domain() == Some(Domain::Side));
    let whose = of_side.map(|param| param.name.as_str()).or_else(|| acts.then_some("me"))?;
    let others: Vec<&str> = others.iter().map(|word| word_text(word).0).collect();
    (!others.is_empty()).then(|| format!("write `for {} when {whose} == {}`", others.join(", "), side.text))
}

fn word_text(word: &ast::PhraseWord) -> (&str, Span) {
    match word {
        ast::PhraseWord::Word { name, .. } => (&name.text, name.span),
        ast::PhraseWord::On { spaces, .. } => (&spaces.text, spaces.span),
    }
}
