//! From syntax trees to the checked game: names, types, and everything that can be checked before play.
//!
//! [`compile`] lists the steps. Declarations come first, so the order of files and items never matters. Then texts
//! become typed trees, dependencies first. Clauses are then attached to their targets. Set-ups and tests come last.

mod aftermath;
pub mod asked;
mod board;
mod bounds;
mod builder;
mod choice;
mod clause;
mod columns;
mod counters;
mod deck;
mod draw;
mod elsewhere;
pub mod env;
mod error;
pub mod expr;
mod facing;
mod free;
mod gather;
mod idle;
mod kind;
mod lesson;
mod limits;
mod lints;
mod list;
mod mix;
mod muster;
mod namesakes;
mod never;
mod noun;
mod offer;
mod one_meaning;
mod phrase;
mod position;
mod purse;
mod puzzle;
mod quantity;
mod reading;
pub mod reads;
mod ready;
mod replace;
mod replaced;
mod reserved;
mod running;
mod scenario;
mod scope;
mod script;
mod sentence;
mod sequence;
mod settled;
mod started;
mod state;
mod subject;
mod table;
mod terms;
mod test;
#[cfg(test)]
mod tests;
mod together;
pub mod touches;
mod unacted;
mod value;
mod visible;
mod walk;
mod watch;
mod weight;
mod word;

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, in_measure};
use crate::model::game::Game;
use crate::model::id::RulingId;
use crate::source::{SourceMap, plain};
use crate::syntax::ast;

use builder::GameBuilder;

pub use position::{read_change, read_typed};
pub(crate) use reserved::is_reserved;

pub use lesson::{LessonName, lessons};

pub use aftermath::{together, without_aftermath};

/// A scenario that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioName {
    /// Its name, as typed on the command line.
    pub name: String,
    /// The title shown to players.
    pub title: String,
    /// The plain name of its game.
    pub game: String,
}

/// The scenarios of these files in written order.
pub fn scenarios(files: &[ast::File]) -> Vec<ScenarioName> {
    gather::scenario_items(files)
        .map(|(scenario, _)| ScenarioName {
            name: scenario.name.text.clone(),
            title: builder::title(scenario.title.as_ref(), &scenario.name),
            game: scenario.game.as_ref().map(|game| plain(&game.text)).unwrap_or_default(),
        })
        .collect()
}

/// Builds the game from these files under the given readings of rulings, with a scenario or without one (for tests that
/// give their own position). Returns all diagnostics. There is no game if any of them is an error outside the tests.
///
/// The files are those of one game in order: `game.ori`, then rules, cards and scenarios, each by name.
pub fn compile(
    sources: &Arc<SourceMap>,
    files: &[ast::File],
    scenario: Option<&str>,
    readings: &[(String, String)],
) -> (Option<Game>, Vec<Diagnostic>) {
    in_measure(|| make(sources, files, scenario, readings))
}

fn make(
    sources: &Arc<SourceMap>,
    files: &[ast::File],
    scenario: Option<&str>,
    readings: &[(String, String)],
) -> (Option<Game>, Vec<Diagnostic>) {
    let mut builder = GameBuilder::new(sources);
    let m = &mut builder;
    let items = gather::gather(m, files, scenario);

    // Components.
    subject::declare_sections(m, &items);
    subject::declare_game(m, &items);
    subject::declare_rulings(m, &items, readings);
    list::declare_lists(m, &items);
    kind::declare_kinds(m, &items);
    let board = board::chosen(m, &items);
    if let Some(board) = board {
        board::declare_board(m, board);
    }
    facing::declare_facing(m, &items);
    purse::declare_purses(m, &items);
    deck::declare_decks(m, &items);
    noun::declare_nouns(m, &items);
    counters::declare_counters(m, &items);
    value::declare_facts(m, &items);
    let state = state::declare_state(m, &items);

    // Signatures of words, quantities, procedures and sequences.
    scope::declare_builtin(m);
    let steps = sequence::declare_sequence(m, &items);
    sequence::acting_scopes(m, &steps);
    let words = word::declare_words(m, &items);
    quantity::declare_quantities(m, &items);
    table::declare_tables(m, &items);
    walk::declare_walks(m, &items);
    let mut offers = offer::declare_actions(m, &items);
    deck::declare_cards(m, &items, &mut offers);
    offer::lay_out(m, &mut offers);
    terms::enter_terms(m);
    one_meaning::look_over(m, &items);
    started::name_words(m, &items);
    facing::fill_facing(m, &items);

    // Values.
    kind::fill_kinds(m, &items);
    state::fill_terrains(m, &items);
    scenario::fill_subjects(m, &items);
    deck::fill_cards(m, &items);
    if let Some(board) = board {
        board::fill_spaces(m, board);
        board::fill_regions(m, board);
        board::fill_slots(m, board);
    }

    // Expressions, dependencies first.
    reserved::look_over(m);
    let needs = word::needs_of(&words);
    let order = word::in_order(&needs);
    word::fill_words(m, &words, &needs, &order);
    reading::replace_words(m, &items);
    if let Some(board) = board {
        board::fill_links(m, board);
    }
    quantity::fill_quantities(m, &items);
    state::fill_state(m, &state);
    walk::fill_walks(m, &items);
    offer::fill_offers(m, &offers);
    word::fill_procedures(m, &words, &order);
    reading::replace_procedures(m, &items);
    purse::fill_purses(m, &items);
    sequence::fill_sequence(m, &items, &steps);
    offer::fill_offer_scripts(m, &offers);
    offer::fill_windows(m, &offers);
    watch::fill_watches(m, &items);

    // Clauses.
    let placed = clause::collect(m, &items);
    let labelled = clause::hang(m, &placed);
    clause::lift(m, &placed, labelled);
    clause::sort(m);

    // Set-up and tests.
    counters::fill_counters(m, &items);
    muster::fill_muster(m, &items);
    scenario::fill_setup(m, &items);
    test::fill_tests(m, &items);
    puzzle::fill_puzzles(m, &items);
    muster::look_over(m, &items);
    subject::sort_citations(m);

    together::fill_asks_unseen(&mut m.game);
    columns::fill_reads(&mut m.game);
    weight::fill_light(&mut m.game);
    board::fill_lists(&mut m.game);
    running::fill_makes_pieces(&mut m.game);
    draw::fill_drawing(m, &items, board);
    bounds::fill_least(m);
    bounds::report_below_zero(m);
    columns::find_circles(m);
    limits::look_over(m, &items);
    namesakes::look_over(m, &items);
    lints::look_over(m, files, &items);
    elsewhere::look_over(m, files, &items);
    replaced::look_over(m, &items);

    let mut diagnostics = builder.diagnostics;
    in_written_order(&mut diagnostics);
    let mut game = builder.game;
    game.names = builder.names;
    // An error in a test affects only that test: the game and all other tests can be played.
    let tests = test::spans(files);
    let of_rules = |one: &&Diagnostic| one.is_error() && !test::is_in(&tests, one);
    let playable = diagnostics.iter().find(of_rules).is_none();
    test::note_mistakes(&mut game, diagnostics.iter());
    (playable.then_some(game), diagnostics)
}

/// A game under other readings of these rulings, each with the position of its reading.
pub fn under_readings(game: &Game, readings: &[(RulingId, u16)]) -> Game {
    let mut game = game.clone();
    for (ruling, reading) in readings {
        game.readings[ruling.at()] = *reading;
    }
    // All else is the same under every reading.
    columns::fill_reads(&mut game);
    weight::fill_light(&mut game);
    running::fill_makes_pieces(&mut game);
    game
}

/// The `test` items of these files, at any level.
pub use test::{is_in, items as tests_of, note_mistakes, puzzles, spans as test_spans, titles as test_titles};

pub(crate) use test::each as each_item;

/// All diagnostics of these files across all scenarios, without duplicates.
pub fn check_all(sources: &Arc<SourceMap>, files: &[ast::File]) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let scenarios = scenarios(files);
    let names = std::iter::once(None).chain(scenarios.iter().map(|scenario| Some(scenario.name.as_str())));
    for name in names {
        for diagnostic in compile(sources, files, name, &[]).1 {
            if !found.contains(&diagnostic) {
                found.push(diagnostic);
            }
        }
    }
    in_written_order(&mut found);
    found
}

/// Sorts diagnostics by file and line, and removes duplicates.
fn in_written_order(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span());
    diagnostics.dedup();
}
