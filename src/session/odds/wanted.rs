//! `odds of EXPRESSION after SENTENCE`: the distribution of a chosen value.

use crate::analysis::odds::{Found, Wanted};
use crate::check::asked::asked;
use crate::draw::{Line, Role};
use crate::model::types::Type;
use crate::play::World;
use crate::session::ask::{self, span_of, surroundings};
use crate::session::table::table;

use super::dim;
use super::shares::{bar, decimal, halves, mean_of, share_cells, within};
use super::told::{case_heading, conditions, how_words};

/// Reads the expression.
///
/// # Errors
/// The error in it, or a value that is neither a number nor yes or no.
pub(super) fn read(world: &World<'_>, seat: u16, text: &str) -> Result<Wanted, String> {
    if text.len() > ask::MOST_LETTERS {
        return Err(format!("an expression has at most {} letters", ask::MOST_LETTERS));
    }
    let world = world.acting(seat);
    let (around, values) = surroundings(&world, text);
    let asked = asked(world.game, &around, text, span_of(world.game.sources.iter().count(), text));
    let asked = asked.map_err(|found| {
        let first = found.first();
        let help = first.and_then(|one| one.help.as_deref()).map_or_else(String::new, |help| format!("; {help}"));
        format!("`{text}`: {}{help}", first.map_or("it cannot be read", |one| one.headline.as_str()))
    })?;
    match asked.node.ty {
        Type::Flag | Type::Int(_) | Type::Half(_) => {}
        _ => {
            return Err(format!(
                "`{text}` is {}: ask for a number or for yes or no, as in `units.count` or `winner == me`",
                asked.kind
            ));
        }
    }
    Ok(Wanted { node: asked.node, slots: asked.slots, values, side: seat })
}

/// The distribution in lines: each value with its share, the largest share first, and the mean of numbers.
pub(super) fn tell(world: &World<'_>, seat: u16, text: &str, command: &str, found: &Found, hidden: bool) -> Vec<Line> {
    let heading = format!("{text} after: {command}");
    let mut lines = vec![Line::of(Role::Title, heading).and(Role::Dim, format!("  {}", how_words(found)))];
    for case in &found.cases {
        if !case.made.is_empty() || found.cases.len() > 1 {
            lines.push(case_heading(world, case));
        }
        let mut values: Vec<_> = case
            .outcomes
            .iter()
            .map(|(share, outcome)| (outcome.value.clone().unwrap_or_default(), within(*share, case.reached)))
            .collect();
        values.sort_by(|(one, _), (other, _)| halves(other).cmp(&halves(one)).then(other.cmp(one)));
        let rows = values.iter().map(|(value, share)| {
            let [percent, exact] = share_cells(*share, found.how);
            let shown = if value.is_none() { "none".to_owned() } else { ask::show(world, value) };
            vec![percent, exact, Line::of(Role::Key, bar(*share)), Line::plain(shown)]
        });
        lines.extend(table(rows.collect(), 0));
        let shares: Vec<_> = values.iter().map(|(value, share)| (value, *share)).collect();
        if let Some(mean) = mean_of(&shares).filter(|_| values.len() > 1) {
            lines.push(dim(format!("  on average {}", decimal(&mean))));
        }
    }
    let own = world.game.side_title(seat);
    let best =
        format!("Best: {own} makes `{text}` as great as it can on average, every other side as small as it can.");
    lines.extend(conditions(world, found, hidden, &best));
    lines
}
