//! `simulate --profile`: which rules take most of the time.
//!
//! An observer sees each rule begin and end. Its own work counts too, so small rules look a little dearer than they
//! are.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use oriflamme::model::game::Game;
use oriflamme::model::value::Value;
use oriflamme::play::observer::{Asked, Observe};
use oriflamme::play::world::World;
use oriflamme::source::Span;

/// The number of rules shown.
const MOST_ROWS: usize = 25;

/// The measurements of one rule.
#[derive(Clone, Debug, Default)]
struct Row {
    sort: &'static str,
    name: String,
    calls: u64,
    /// The time without that of the rules it asked.
    own: Duration,
}

/// A rule: where it is written and the address of its name, for items of the kernel itself stand nowhere.
type Key = (Span, usize);

/// A rule that has begun and not yet ended.
struct Open {
    key: Key,
    begun: Instant,
    /// The time of the rules that it has asked.
    asked: Duration,
}

#[derive(Default)]
struct Record {
    rows: HashMap<Key, Row>,
    open: Vec<Open>,
}

/// Counts calls and time by rule. Copies share one record.
#[derive(Clone, Default)]
pub(super) struct Profile(Rc<RefCell<Record>>);

impl Observe for Profile {
    fn begins(&mut self, asked: &Asked<'_>, _world: &World<'_>, _with: &[Value]) {
        let mut record = self.0.borrow_mut();
        let key = (asked.span, asked.name.as_ptr() as usize);
        let row = record.rows.entry(key).or_default();
        if row.calls == 0 {
            row.sort = asked.sort;
            row.name = asked.name.to_owned();
        }
        row.calls += 1;
        record.open.push(Open { key, begun: Instant::now(), asked: Duration::ZERO });
    }

    fn ends(&mut self, _answer: Option<Value>, _world: &World<'_>) {
        let mut record = self.0.borrow_mut();
        let Some(Open { key, begun, asked }) = record.open.pop() else { return };
        let whole = begun.elapsed();
        if let Some(row) = record.rows.get_mut(&key) {
            row.own += whole.saturating_sub(asked);
        }
        if let Some(around) = record.open.last_mut() {
            around.asked += whole;
        }
    }
}

impl Profile {
    /// The rules with the most time, as a table: share of the time of all rules, calls for each decision, place.
    pub(super) fn table(&self, game: &Game, decisions: u64) -> String {
        let record = self.0.borrow();
        let mut rows: Vec<(Span, &Row)> = record.rows.iter().map(|((span, _), row)| (*span, row)).collect();
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.own));
        let all: f64 = rows.iter().map(|(_, row)| row.own.as_secs_f64()).sum();
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["share", "calls a decision", "rule", "where"]);
        for (span, row) in rows.into_iter().take(MOST_ROWS) {
            table.add_row([
                format!("{:.1} %", if all > 0.0 { 100.0 * row.own.as_secs_f64() / all } else { 0.0 }),
                format!("{:.2}", row.calls as f64 / decisions.max(1) as f64),
                format!("{} {}", row.sort, row.name).trim_end().to_owned(),
                place(game, span),
            ]);
        }
        for column in 0..2 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.to_string()
    }
}

fn place(game: &Game, span: Span) -> String {
    if span == Span::default() { "the kernel".to_owned() } else { game.sources.place(span) }
}
