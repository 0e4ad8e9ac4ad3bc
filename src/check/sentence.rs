//! The sentences of tests, checked before play: every word must have a meaning in the game.

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, nearest};
use crate::model::game::Game;
use crate::model::node::{Expr, Node};
use crate::model::offer::Source;
use crate::model::sequence::Body;
use crate::model::value::Value;
use crate::source::fold;
use crate::syntax::ast::Sentence;

use super::builder::GameBuilder;
use super::never::each_node;

/// Words of answers in any game.
const PLAIN: &[&str] =
    &["yes", "no", "y", "n", "true", "false", "none", "nobody", "nothing", "all", "pass", "nr", "done"];

/// Every word that a sentence of this game can contain.
pub(crate) struct Vocabulary {
    words: FxHashSet<String>,
    /// The names that actions begin with, for the help.
    actions: Vec<String>,
}

impl Vocabulary {
    /// The words of a game: names of its offers, pieces, places, cards and values.
    pub(crate) fn of(builder: &GameBuilder) -> Vocabulary {
        let game = &builder.game;
        let mut words: FxHashSet<String> = PLAIN.iter().map(|word| (*word).to_owned()).collect();
        let mut add = |text: &str| {
            for word in fold(text).split(' ') {
                if !words.contains(word) {
                    words.insert(word.to_owned());
                }
            }
        };
        for offer in &game.offers {
            add(&offer.name);
            add(&offer.title);
            offer.params.iter().for_each(|param| add(&param.name));
        }
        // Texts that rules offer as choices: those of a parameter, and those in the lists of scripts.
        for_each_choice(game, &mut add);
        game.kinds.iter().for_each(|one| [&one.name, &one.title].into_iter().for_each(|text| add(text)));
        game.uniques.iter().for_each(|one| [&one.name, &one.title].into_iter().for_each(|text| add(text)));
        game.sides.iter().for_each(|one| [&one.name, &one.title].into_iter().for_each(|text| add(text)));
        game.card_defs.iter().for_each(|one| [&one.name, &one.title].into_iter().for_each(|text| add(text)));
        game.vars.iter().for_each(|one| [&one.name, &one.title].into_iter().for_each(|text| add(text)));
        game.modes.iter().for_each(|mode| add(&mode.name));
        game.facts.iter().for_each(|fact| add(&fact.name));
        for member in game.lists.iter().flat_map(|list| &list.members) {
            [&member.name, &member.title].into_iter().chain(&member.code).for_each(|text| add(text));
        }
        for space in &game.board.spaces {
            [&space.name, &space.title].into_iter().chain(&space.titles).for_each(|text| add(text));
        }
        game.board.regions.iter().for_each(|region| add(&region.name));
        game.board.links.iter().for_each(|one| [&one.name, &one.title].into_iter().for_each(|text| add(text)));
        game.board.directions.iter().for_each(|direction| add(&direction.name));
        for step in &game.steps {
            add(&step.name);
            add(&step.title);
            if let Body::Actions { pass: Some(pass), .. } = &step.body {
                add(pass);
            }
        }
        if game.walks.iter().any(|walk| !walk.via.is_empty()) {
            add("via");
        }
        for purse in &game.purses {
            add(&purse.name);
            add(&purse.title);
            purse.sources.iter().for_each(|source| add(&source.name));
        }
        let actions = game.offers.iter().filter(|offer| !offer.is_family).map(|offer| fold(&offer.title)).collect();
        Vocabulary { words, actions }
    }

    /// Reports words of a sentence that have no meaning in any position. Words with digits may be labels, values or
    /// numbers, which only play can resolve.
    pub(crate) fn check(&self, builder: &mut GameBuilder, sentence: &Sentence, labels: &[String]) {
        let mut at = 0;
        for (place, written) in words_of(&sentence.text) {
            at += 1;
            for word in fold(written).split(' ').filter(|word| !word.is_empty()) {
                let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
                let is_label = || labels.iter().any(|label| fold(label).split(' ').any(|part| part == word));
                if has_digit || self.words.contains(word) || is_label() {
                    continue;
                }
                let span = sentence.span.part(place, written.len());
                // In order, so that of several that are as near the same one is proposed every time.
                let mut words: Vec<&str> = self.words.iter().map(String::as_str).collect();
                words.sort_unstable();
                let near = if at == 1 {
                    let firsts = self.actions.iter().filter_map(|title| title.split(' ').next());
                    nearest(word, firsts).or_else(|| nearest(word, words.iter().copied()))
                } else {
                    nearest(word, labels.iter().map(String::as_str).chain(words.iter().copied()))
                };
                let unknown = Diagnostic::error("unsayable", format!("`{word}` is not a word of this game"))
                    .at(span, "no action, piece, place, card or value has this name");
                let problem = if at > 1 && LINES.contains(&word) {
                    unknown.help(format!("a command ends with its line: write `;` or a line end before `{word}`"))
                } else {
                    unknown.did_you_mean(near)
                };
                let after = sentence.text.get(place + written.len()..).unwrap_or_default().split_whitespace().next();
                let problem = match after {
                    Some(next) if word == "because" && next.starts_with(|sign: char| sign.is_ascii_digit()) => {
                        let behind = place + written.len();
                        let gap = sentence.text.get(behind..).and_then(|rest| rest.find(next)).unwrap_or(0);
                        Diagnostic::error("unsayable", format!("found `{next}`, expected a section"))
                            .at(sentence.span.part(behind + gap, next.len()), "not a section")
                            .help(format!("write `@{next}`: a section begins with `@`"))
                    }
                    Some(next) if word == "because" && next.starts_with('"') => {
                        problem.help("name the section of the rule that refuses it: `because @9.1`")
                    }
                    _ => problem,
                };
                builder.report(problem);
                // One unknown word is enough: the others may depend on it.
                return;
            }
        }
    }
}

/// Visits the texts that rules may offer as choices.
fn for_each_choice(game: &Game, visit: &mut impl FnMut(&str)) {
    for param in game.offers.iter().flat_map(|offer| &offer.params) {
        let Source::Literals(nodes) = &param.source else { continue };
        nodes.iter().for_each(|node| for_each_text(node, visit));
    }
    each_node(game, &mut |node| {
        if let Expr::Array(items) = &node.expr {
            items.iter().for_each(|item| for_each_text(item, visit));
        }
    });
}

/// Visits the texts written in an expression.
fn for_each_text(node: &Node, visit: &mut impl FnMut(&str)) {
    node.walk(&mut |node| {
        if let Expr::Const(Value::Text(text)) = &node.expr {
            visit(text);
        }
    });
}

/// The words with which the lines of a test begin.
const LINES: [&str; 10] = ["given", "then", "play", "dice", "draw", "refused", "offered", "asked", "ended", "do"];

/// The words of a text with their positions.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = |sign: char| sign.is_whitespace() || sign == ',' || sign == '"';
    let mut at = 0;
    text.split(end).filter_map(move |word| {
        let here = at;
        at += word.len() + text.get(here + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((here, word))
    })
}
