//! Counts of action sequences, computed independently of this program.

use std::sync::Arc;

use crate::harness::{ENGINES, beginning, game};
use oriflamme::analysis::perft::perft;
use oriflamme::catalog::{Catalog, SourceText, shipped};
use oriflamme::model::game::Game;
use oriflamme::play::Play;

fn counts(scenario: &str, expected: &[u64]) {
    counts_of(&game(scenario), scenario, expected);
}

fn counts_of(game: &Arc<Game>, scenario: &str, expected: &[u64]) {
    for (engine, make) in ENGINES {
        let mut play = Play::new(game, &beginning(game), 0, true, make).expect("the game begins");
        for (depth, count) in expected.iter().enumerate() {
            let found = perft(&mut play, depth as u32 + 1).expect("no rule is faulty");
            assert_eq!(found, *count, "{scenario} at depth {} by {engine}", depth + 1);
        }
    }
}

#[test]
fn connect_four_has_as_many_sequences_as_counted_elsewhere() {
    let all = [7, 49, 343, 2401, 16807, 117_649, 823_536];
    let depth = if cfg!(debug_assertions) { 5 } else { 7 };
    counts("connect-four", &all[..depth]);
}

#[test]
fn breakthrough_has_as_many_sequences_as_counted_elsewhere() {
    let all = [22, 484, 11_132, 256_036, 6_182_818];
    let depth = if cfg!(debug_assertions) { 3 } else { 4 };
    counts("breakthrough", &all[..depth]);
}

/// A chain needs at least eleven stones of one player: without a swap it is 121 · 120 · 119 …
#[test]
fn hex_has_as_many_sequences_as_there_are_orders_of_laying() {
    counts("hex", &[121, 14_520]);
}

#[test]
fn nine_mens_morris_has_as_many_sequences_as_counted_elsewhere() {
    let all = [24, 552, 12_144, 255_024, 5_100_480];
    let depth = if cfg!(debug_assertions) { 3 } else { 5 };
    counts("morris", &all[..depth]);
}

/// Positions of Nine Men's Morris: men in hand, points of White and of Black.
const MILLS: [(&str, [u8; 2], &str, &str); 4] = [
    ("laying", [3, 3], "a1 d1 b2 b4 f6 e4", "a7 d7 g4 d3 c3 e5"),
    ("all in mills", [1, 1], "a1 d1 a4 f6 b6", "a7 d7 g7 e3"),
    ("moving", [0, 0], "a1 d1 g4 b6 d6 f4 c5", "a7 d7 g7 b4 c3 f2 e5"),
    ("flying", [0, 0], "a1 d1 f6", "a7 d7 b4 e3"),
];

#[test]
fn positions_with_mills_have_as_many_sequences_as_an_independent_count() {
    for (name, hand, white, black) in MILLS {
        let army = |side: &str, hand: u8, points: &str| {
            let held = if hand > 0 { format!("hand: Man x{hand};  ") } else { String::new() };
            format!("{side} {{ {held}{}: Man }}\n", points.replace(' ', ", "))
        };
        let (white_army, black_army) = (army("White", hand[0], white), army("Black", hand[1], black));
        let text = format!("scenario mills \"Mills\" for morris @1 {{\n{white_army}{black_army}}}\n");
        let own = SourceText { path: "scenarios/morris/mills.ori".to_owned(), text };
        let catalog = Catalog::new(shipped().into_iter().chain([own]));
        let (entry, _) = catalog.find("mills").expect("the scenario is there");
        let compiled = catalog.compile(entry, Some("mills"), &[]);
        let game = compiled.game.unwrap_or_else(|| panic!("{name}: {:#?}", compiled.diagnostics));

        let mut table = Morris { points: [None; 24], hand };
        for (side, points) in [(0, white), (1, black)] {
            points
                .split(' ')
                .for_each(|point| table.points[NAMES.iter().position(|one| *one == point).unwrap()] = Some(side));
        }
        let expected: Vec<u64> = (1..=4).map(|depth| table.sequences(0, depth)).collect();
        counts_of(&game, name, &expected);
    }
}

/// The points ring by ring from the outside, each clockwise from its lower left corner.
#[rustfmt::skip]
const NAMES: [&str; 24] = [
    "a1", "a4", "a7", "d7", "g7", "g4", "g1", "d1",
    "b2", "b4", "b6", "d6", "f6", "f4", "f2", "d2",
    "c3", "c4", "c5", "d5", "e5", "e4", "e3", "d3",
];

/// An independent Nine Men's Morris, without the rules language.
#[derive(Clone, Copy)]
struct Morris {
    points: [Option<usize>; 24],
    hand: [u8; 2],
}

impl Morris {
    /// The lines: the four sides of each ring, and the four spokes.
    fn lines() -> impl Iterator<Item = [usize; 3]> {
        let sides =
            (0..3).flat_map(|ring| (0..8).step_by(2).map(move |at| [at, at + 1, (at + 2) % 8].map(|at| ring * 8 + at)));
        sides.chain((1..8).step_by(2).map(|at| [at, at + 8, at + 16]))
    }

    fn in_mill(&self, point: usize) -> bool {
        let full = |line: &[usize; 3]| line.iter().all(|at| self.points[*at] == self.points[point]);
        Morris::lines().any(|line| line.contains(&point) && full(&line))
    }

    fn men(&self, side: usize) -> Vec<usize> {
        (0..24).filter(|at| self.points[*at] == Some(side)).collect()
    }

    /// The number of sequences of `depth` actions; taking a man is an action of its own.
    fn sequences(&self, side: usize, depth: u32) -> u64 {
        let (men, laying) = (self.men(side), self.hand[side] > 0);
        if depth == 0 {
            return 1;
        }
        if men.len() + usize::from(self.hand[side]) < 3 {
            return 0;
        }
        let next = |from: usize, to: usize| {
            Morris::lines().any(|line| line.windows(2).any(|two| two == [from, to] || two == [to, from]))
        };
        let mut count = 0;
        for from in if laying { vec![24] } else { men.clone() } {
            for to in (0..24).filter(|to| self.points[*to].is_none()) {
                if !laying && men.len() > 3 && !next(from, to) {
                    continue;
                }
                let mut after = *self;
                if laying {
                    after.hand[side] -= 1
                } else {
                    after.points[from] = None
                }
                after.points[to] = Some(side);
                count += if after.in_mill(to) {
                    after.taking(side, depth - 1)
                } else {
                    after.sequences(1 - side, depth - 1)
                };
            }
        }
        count
    }

    /// The number of sequences that begin by taking a man of the other side.
    fn taking(&self, side: usize, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let men = self.men(1 - side);
        let loose: Vec<usize> = men.iter().copied().filter(|man| !self.in_mill(*man)).collect();
        let taken = |man: usize| {
            let mut after = *self;
            after.points[man] = None;
            after.sequences(1 - side, depth - 1)
        };
        if loose.is_empty() { men } else { loose }.into_iter().map(taken).sum()
    }
}
