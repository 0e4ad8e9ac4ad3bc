//! `explain`: the page of an error code, or what the manual of the language says of a word.

use oriflamme::diagnostic::{codes, did_you_mean};
use oriflamme::draw::Line;
use oriflamme::syntax::manual::{Form, form_words, forms, forms_with, mentioned_words, mentions};

use crate::paint::Paint;
use crate::{Ending, Run, pager};

/// The page of a code, or what the manual says of a word; without either, all codes and words.
pub(crate) fn explain(about: Option<&str>, paint: Paint) -> Run {
    let rows = match about.map(str::trim) {
        None | Some("") => all(),
        Some(about) => match codes::find(about) {
            Some(row) => {
                let page = joined(row.page.trim_end().lines().map(str::to_owned).collect());
                [format!("{} {}", row.number, row.name), String::new()].into_iter().chain(page).collect()
            }
            None => word(about).ok_or_else(|| {
                let names = codes::all().iter().flat_map(|row| [row.name, row.number]);
                let meant = did_you_mean(about, names.chain(form_words()).chain(mentioned_words()));
                format!("no code and no word of the language `{about}`{meant}\n`oriflamme explain` lists all")
            })?,
        },
    };
    pager::show(&wrapped(rows, paint.width));
    Ok(Ending::Fine)
}

/// The rows with the lines of each paragraph joined. Forms, examples, tables, lists and headings keep their lines.
fn joined(rows: Vec<String>) -> Vec<String> {
    let (mut joined, mut inside, mut goes_on): (Vec<String>, _, _) = (Vec::new(), false, false);
    for row in rows {
        let is_fence = row.starts_with("```");
        inside ^= is_fence;
        let is_prose = !inside && !is_fence && !row.is_empty() && !row.starts_with(['#', '|', '-', ' ']);
        match joined.last_mut() {
            Some(last) if is_prose && goes_on => *last = format!("{last} {row}"),
            _ => joined.push(row),
        }
        goes_on = is_prose;
    }
    joined
}

/// The rows, none wider than this, but for those of examples: a broken line would be no rule.
fn wrapped(rows: Vec<String>, width: usize) -> Vec<String> {
    let mut inside = false;
    let mut wrap = |row: String| {
        if row.trim_start().starts_with("```") {
            inside = row.trim_start().starts_with("```ori");
        }
        if inside {
            return vec![row];
        }
        let lead = row.chars().take_while(|sign| *sign == ' ').count();
        Line::plain(row).wrapped(width, lead + 2).iter().map(Line::text).collect()
    };
    rows.into_iter().flat_map(&mut wrap).collect()
}

fn all() -> Vec<String> {
    let codes = codes::all().iter().map(|row| format!("{}  {:<24} {}", row.number, row.name, row.headline));
    let words: Vec<&str> = form_words().collect();
    let inside: Vec<&str> = mentioned_words().filter(|word| !words.contains(word)).collect();
    let lists = [("Words that begin a rule", words), ("Words inside a rule", inside)];
    let lists = lists.into_iter().flat_map(|(what, words)| [String::new(), format!("{what}: {}", words.join(", "))]);
    codes.chain(lists).collect()
}

/// The sections of the manual about the items that begin with a word; for the word of a line in their braces, the
/// form of that line. For a word that begins no item, what the manual says of it inside lines follows.
fn word(about: &str) -> Option<Vec<String>> {
    let mut sections: Vec<&str> = forms(about).map(|form| form.section).collect();
    sections.dedup();
    let mut rows: Vec<String> =
        sections.iter().flat_map(|section| joined(section.trim_end().lines().map(str::to_owned).collect())).collect();
    let inside: Vec<&Form> = forms_with(about).collect();
    for form in inside {
        if !rows.is_empty() {
            rows.push(String::new());
        }
        rows.push(format!("In `{}` ({}):", form.word, form.heading()));
        rows.extend(form.parts(about).map(|line| format!("  {line}")));
    }
    let mentioned = if sections.is_empty() { mentions(about) } else { Vec::new() };
    for mention in mentioned {
        // A form that begins with the word is shown above.
        let new: Vec<String> =
            mention.lines.iter().map(|line| format!("  {line}")).filter(|line| !rows.contains(line)).collect();
        if new.is_empty() {
            continue;
        }
        if !rows.is_empty() {
            rows.push(String::new());
        }
        rows.push(format!("{}:", mention.heading));
        rows.extend(new);
    }
    (!rows.is_empty()).then_some(rows)
}
