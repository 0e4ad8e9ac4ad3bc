//! Numbered lists as text: the possible answers, under a heading with the side and the question.

use oriflamme::draw::{Line, Role};
use oriflamme::session::{Item, Menu};

use crate::paint::Paint;

/// Above this number of items, they are listed in columns without their notes.
const MOST_ROWS: usize = 30;
/// Up to this number of items, they are not listed side by side with their notes.
const FEW: usize = 4;

/// The possible answers, headed by the side that chooses. If `known`, the reader has seen all notes, and only names are
/// shown.
pub(crate) fn menu(menu: &Menu, side: Line, paint: Paint, known: bool) -> Vec<Line> {
    let mut head = side.and(Role::Plain, ": ").and(Role::Title, menu.heading.as_str());
    if let Some(advice) = &menu.advice {
        head.push(Role::Dim, format!("  ({advice})"));
    }
    if menu.items.iter().all(|item| matches!(item.key.as_str(), "y" | "n")) && !menu.items.is_empty() {
        head.push(Role::Key, "  (y/n)");
        return paint.rows(head, 4);
    }
    let mut lines = paint.rows(head, 4);
    let plain = menu.items.iter().all(|item| item.note.is_empty());
    if known && !plain {
        lines.extend(named(menu, paint));
        return lines;
    }
    if menu.items.len() > MOST_ROWS && menu.items.iter().any(|item| !item.group.is_empty()) {
        lines.extend(in_groups(&menu.items, paint));
    } else if plain || menu.items.len() > MOST_ROWS {
        lines.extend(side_by_side(&menu.items, paint.width, text));
    } else {
        lines.extend(with_notes(&menu.items, paint));
    }
    if let Some(pass) = &menu.pass {
        let mut line = Line::of(Role::Key, "   0").and(Role::Plain, format!("  {pass}"));
        if let Some(given_up) = &menu.given_up {
            line.push(Role::Dim, format!("  ({given_up})"));
        }
        lines.push(line);
    }
    lines
}

/// The lines of a list that is too long for a window: the question, the first choices in this many lines, how to see all
/// of them, and how to leave.
pub(crate) fn shortened(menu: &Menu, mut lines: Vec<Line>, most: usize) -> Vec<Line> {
    let pass = menu.pass.as_ref().and_then(|_| lines.pop());
    lines.truncate(most);
    let note = format!("   …  `options` lists all {} choices", menu.items.len());
    lines.push(Line::of(Role::Dim, note));
    lines.extend(pass);
    lines
}

fn key(item: &Item) -> Line {
    Line::of(Role::Key, format!("{:>4}", item.key))
}

fn text(item: &Item) -> Line {
    Line::of(item.role, item.text.as_str())
}

/// The names of all items in one paragraph.
fn named(menu: &Menu, paint: Paint) -> Vec<Line> {
    let mut line = Line::plain("  ");
    for item in &menu.items {
        line.push(Role::Plain, "  ");
        line.push(Role::Key, item.key.as_str());
        // A name is not broken across lines.
        line.push(Role::Plain, format!("\u{a0}{}", item.text.replace(' ', "\u{a0}")));
    }
    if let Some(pass) = &menu.pass {
        line.push(Role::Plain, "  ");
        line.push(Role::Key, "0");
        line.push(Role::Plain, format!("\u{a0}{}", pass.replace(' ', "\u{a0}")));
        if let Some(given_up) = &menu.given_up {
            line.push(Role::Dim, format!("\u{a0}({})", given_up.replace(' ', "\u{a0}")));
        }
    }
    // Where all may be chosen at once, an empty line does that.
    let takes_all = menu.items.first().is_some_and(|item| item.text == "all");
    line.push(Role::Dim, if takes_all { "  (Enter:\u{a0}all)" } else { "  (Enter\u{a0}describes\u{a0}them)" });
    paint.rows(line, 4)
}

/// Items with their notes: in two columns if they fit, otherwise one below the other, wrapped.
fn with_notes(items: &[Item], paint: Paint) -> Vec<Line> {
    let columns = paint.width;
    let widest = items.iter().map(|item| text(item).width()).max().unwrap_or(0);
    let whole = |item: &Item| {
        let mut line = text(item).padded(widest);
        line.push(Role::Dim, format!("  {}", item.note));
        line
    };
    let width = items.iter().map(|item| whole(item).width()).max().unwrap_or(0) + 8;
    if items.len() > FEW && width * 2 <= columns {
        return side_by_side(items, columns, whole);
    }
    // Beside long items a note has little room: then it stands below its item.
    let is_beside = widest + 6 < columns / 2 || width <= columns + 2;
    let row = |item: &Item| {
        let mut line = key(item).and(Role::Plain, "  ");
        if is_beside {
            line.append(whole(item));
            return paint.rows(line, widest + 8);
        }
        line.append(text(item));
        let mut lines = paint.rows(line, 8);
        if !item.note.is_empty() {
            lines.extend(paint.rows(Line::of(Role::Dim, format!("        {}", item.note)), 8));
        }
        lines
    };
    items.iter().flat_map(row).collect()
}

/// Many items under the headings of their groups, in order of first appearance.
fn in_groups(items: &[Item], paint: Paint) -> Vec<Line> {
    let mut groups: Vec<(&str, Vec<&Item>)> = Vec::new();
    for item in items {
        match groups.iter_mut().find(|(group, _)| *group == item.group) {
            Some((_, found)) => found.push(item),
            None => groups.push((&item.group, vec![item])),
        }
    }
    let row = |(group, items): (&str, Vec<&Item>)| {
        let mut line = Line::of(Role::Dim, format!("  {group}:"));
        for item in items {
            line.push(Role::Plain, "  ");
            line.push(Role::Key, item.key.as_str());
            line.push(Role::Plain, "\u{a0}");
            line.append(text(item));
        }
        paint.rows(line, 6)
    };
    groups.into_iter().flat_map(row).collect()
}

fn side_by_side(items: &[Item], most: usize, text: impl Fn(&Item) -> Line) -> Vec<Line> {
    let width = items.iter().map(|item| key(item).width() + 4 + text(item).width()).max().unwrap_or(0).max(8);
    let columns = (most / width).max(1);
    let row = |items: &[Item]| {
        let mut line = Line::new();
        for item in items {
            let mut part = key(item).and(Role::Plain, "  ");
            part.append(text(item));
            line.append(part.padded(width));
        }
        line.cut(most)
    };
    items.chunks(columns).map(row).collect()
}
