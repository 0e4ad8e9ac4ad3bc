//! A game as a page: the report beside the board, which shows the position after each line. One self-contained file,
//! which needs no program but a browser.

use std::fmt::Write as _;

use indexmap::{IndexMap, IndexSet};

use crate::draw::{Area, Line, Role, columns};
use crate::model::id::SectionId;
use crate::source::plain_words;

use super::branch::decisions_in;
use super::html::{self, ROLES, anchor, escaped};
use super::place::trail;
use super::story::line_number;
use super::{Session, Sight, Standing, Telling};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The columns of the values below the board.
const WIDTH: usize = 96;
/// The least hanging indentation of a line.
const HANG: usize = 4;
/// The column before which the title of a step ends.
const MOST_TITLE: usize = 24;

/// A line of the report with its number.
struct Told {
    /// The number: `3`, `3.2`. Empty for a line without one.
    number: String,
    /// Its entry in the log.
    at: Option<usize>,
    /// The decision it belongs to or follows; 0 before the first.
    decision: usize,
    line: Line,
}

/// The texts of all positions, each text stored once.
#[derive(Default)]
struct Texts {
    lines: IndexSet<String>,
}

impl Texts {
    /// The lines of a text as runs of numbers, `0-311 4130 313-400`: two positions differ in few lines.
    fn runs(&mut self, text: &str) -> String {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for line in text.lines() {
            let (at, _) = self.lines.insert_full(line.to_owned());
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == at => *last = at,
                _ => runs.push((at, at)),
            }
        }
        let words = runs.iter().map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// What a page shows of one position.
#[derive(serde::Serialize)]
struct Shown {
    /// Its place in the sequence of play.
    place: String,
    /// The lines of the board, and of the values below it.
    board: String,
    values: String,
}

impl Session {
    /// The game so far as a page in HTML, as a seat sees it; `None` sees all. `keep_going` is told how many of how many
    /// positions have been drawn, and returns false to stop.
    ///
    /// # Errors
    /// The game cannot be played again to its end, or was stopped.
    pub fn page(&self, seat: Option<u16>, keep_going: &mut dyn FnMut(usize, usize) -> bool) -> Result<String, String> {
        let told = self.report_lines(seat);
        // A click on a line shows the position before the next decision with a line of its own.
        let mut after: Vec<usize> = Vec::with_capacity(told.len());
        let last = self.decisions();
        for (at, one) in told.iter().enumerate() {
            let next = told[at + 1..].iter().find(|later| later.decision > one.decision);
            after.push(next.map_or(last, |next| next.decision - 1));
        }
        let marks = self.marks_here();
        let mut positions: Vec<usize> = vec![0];
        positions.extend(&after);
        positions.extend(marks.iter().map(|(_, decisions)| *decisions));
        positions.sort_unstable();
        positions.dedup();
        let mut texts = Texts::default();
        let mut shown = Vec::with_capacity(positions.len());
        let entries = self.play.look(|run| run.journal.entries.clone());
        let answers = self.play.answers();
        // The position before a decision, counted from 0, as the number of entries before it.
        let cut = |decision: usize| answers.get(decision).copied().unwrap_or(entries.len());
        let mut there = self.replayed_entries(entries[..cut(0)].to_vec(), 0, true)?;
        let mut before = 0;
        for (done, position) in positions.iter().enumerate() {
            if !keep_going(done, positions.len()) {
                return Err("stopped: nothing was written".to_owned());
            }
            for decision in before..*position {
                let (from, to) = (cut(decision), cut(decision + 1));
                there.follow_to(&entries[from..to], entries.get(to))?;
            }
            before = *position;
            shown.push(self.shown_in(&there, seat, &mut texts));
        }
        let step_of = |position: usize| positions.binary_search(&position).unwrap_or(0);
        let steps: Vec<usize> = after.into_iter().map(step_of).collect();
        let marks: Vec<(&str, usize)> = marks.iter().map(|(name, decisions)| (&**name, step_of(*decisions))).collect();
        let data = serde_json::json!({ "lines": Vec::from_iter(&texts.lines), "positions": shown, "marks": marks });
        // In a script element only `</` and `<!` could end it or hide its end.
        let data = data.to_string().replace('<', "\\u003c");
        Ok(self.written(seat, &told, &steps, &data))
    }

    /// The marks in this line of play, each with the number of decisions before it.
    fn marks_here(&self) -> Vec<(String, usize)> {
        let (line, at, _) = self.line_here();
        let here = &line[..at.min(line.len())];
        let marks = self.branches.list.iter().filter(|one| one.is_mark && here.starts_with(&one.line));
        marks.map(|one| (one.name.clone(), decisions_in(&one.line))).collect()
    }

    /// The report with numbers and sections.
    fn report_lines(&self, seat: Option<u16>) -> Vec<Told> {
        let telling = Telling { details: false, cites: true, numbers: true, ..Telling::FULL };
        let log = self.play.log();
        let lines = self.tell(&log, telling, &[seat], true, |_| true).0;
        let answers = self.play.answers();
        let places: IndexMap<String, usize> = (0..log.len()).map(|at| (line_number(&log, &answers, at), at)).collect();
        let mut decision = 0;
        let told = lines.into_iter().map(|mut line| {
            let Some(first) = line.0.first_mut() else {
                return Told { number: String::new(), at: None, decision, line };
            };
            // The number stands in front, with two blanks behind it.
            let (number, rest) = first.text.trim_start().split_once("  ").unwrap_or((&first.text, ""));
            let whole = number.split('.').next().and_then(|whole| whole.parse().ok());
            let number = whole.map_or_else(String::new, |_| number.to_owned());
            if let Some(whole) = whole {
                decision = whole;
                first.text = rest.to_owned();
            }
            Told { at: places.get(&number).copied(), number, decision, line }
        });
        told.collect()
    }

    fn shown_in(&self, there: &Session, seat: Option<u16>, texts: &mut Texts) -> Shown {
        let sight = Sight { width: WIDTH, height: 36, colours: true };
        let mut frame = self.frame(sight, Some(Area::All));
        frame.names = seat;
        let (board, values, trail) = there.view(seat, |view| {
            let mut lines = view.status(false, true, WIDTH);
            lines.extend(view.hand());
            (view.svg(&frame), lines, trail(view.world()))
        });
        let place = match there.ended().first() {
            Some(ended) => ended.text(),
            None => trail.join(" › "),
        };
        let values: Vec<String> = values.iter().map(|line| self.as_html(line)).collect();
        Shown { place, board: texts.runs(&board), values: texts.runs(&values.join("\n")) }
    }

    /// A line of the page, with the rulebook behind its sections.
    fn as_html(&self, line: &Line) -> String {
        html::line(line, &|number| {
            let section = self.game.sections.iter().find(|section| section.is_numbered(number))?;
            Some(format!("{}: {}", section.title, section.text.as_deref().unwrap_or_default()))
        })
    }

    fn written(&self, seat: Option<u16>, told: &[Told], steps: &[usize], data: &str) -> String {
        let game = &*self.game;
        let titles = [game.title.as_str(), game.scenario_title.as_str()];
        let title = escaped(&titles.into_iter().filter(|title| !title.is_empty()).collect::<Vec<_>>().join(": "));
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>{ROLES}\n{STYLE}</style>\n</head>\n<body>\n<header><h1>{title}</h1>\n"
        );
        let mut about: Vec<String> = self.ended().iter().map(Line::text).collect();
        about.extend(seat.map(|seat| format!("As {} sees it", game.side_title(seat))));
        if matches!(self.standing, Standing::Over(_)) {
            // Before the end it would tell what the dice will be.
            about.push(format!("Seed {}", self.opening.seed));
        }
        about.extend(game.rulings.iter().zip(&game.readings).filter_map(|(ruling, at)| {
            let (reading, _) = ruling.values.get(usize::from(*at))?;
            (*at != ruling.default).then(|| format!("Ruling {}: {}", ruling.name, plain_words(reading)))
        }));
        let _ = writeln!(page, "<p>{}</p></header>", escaped(&about.join(". ")));
        page.push_str(
            "<main>\n<div class=\"left\"><nav><button id=\"first\" title=\"Home\">«</button><button id=\"back\" \
             title=\"←\">‹</button><button id=\"next\" title=\"→\">›</button><button id=\"last\" title=\"End\">»</button>\
             <input id=\"step\" type=\"range\" min=\"0\" aria-label=\"position\"><output id=\"place\"></output><span id=\"marks\"></span></nav>\n\
             <div id=\"board\"></div>\n<pre id=\"values\"></pre>\n<noscript>The board needs JavaScript; the report does \
             not.</noscript></div>\n<div class=\"right\"><ol id=\"report\">\n",
        );
        let mut cited: IndexSet<SectionId> = IndexSet::new();
        for (one, step) in told.iter().zip(steps) {
            self.write_line(&mut page, one, *step, seat);
            let numbers =
                one.line.0.iter().filter(|span| span.role == Role::Cite).flat_map(|span| span.text.split(' '));
            for number in numbers.filter_map(|word| word.strip_prefix('§')) {
                let found = game.sections.iter().position(|section| section.is_numbered(number));
                cited.extend(found.map(|at| SectionId(at as u16)));
            }
        }
        page.push_str("</ol>\n");
        cited.sort_unstable_by_key(|section| section.at());
        if !cited.is_empty() {
            page.push_str("<section id=\"rules\"><h2>The rules in this game</h2>\n<dl>\n");
            for section in &cited {
                let section = game.section(*section);
                let _ = writeln!(
                    page,
                    "<dt id=\"{}\">§{} {}</dt><dd>{}</dd>",
                    anchor(&section.number),
                    escaped(&section.number),
                    escaped(&section.title),
                    escaped(section.text.as_deref().unwrap_or_default())
                );
            }
            page.push_str("</dl></section>\n");
        }
        page.push_str("</div>\n</main>\n");
        let _ = write!(
            page,
            "<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
        );
        page
    }

    /// A line of the report; if it rests on dice or numbers, with their computation, folded.
    fn write_line(&self, page: &mut String, one: &Told, step: usize, seat: Option<u16>) {
        let text = one.line.text();
        let is_heading = one.line.0.iter().all(|span| matches!(span.role, Role::Title | Role::Side(_)));
        let kind = if is_heading { " class=\"head\"" } else { "" };
        let sums = one.at.map_or_else(Vec::new, |at| self.sums(at, seat));
        let told = format!("style=\"--hang:{}ch\">{}", hang(&text), self.as_html(&one.line));
        let _ = write!(page, "<li{kind} data-step=\"{step}\"><i>{}</i>", escaped(&one.number));
        let _ = if sums.is_empty() {
            write!(page, "<p {told}</p>")
        } else {
            let lines: Vec<String> = sums.iter().map(|line| self.as_html(line)).collect();
            write!(page, "<details><summary {told}</summary><pre>{}</pre></details>", lines.join("\n"))
        };
        page.push_str("</li>\n");
    }
}

/// The column at which further lines of a text begin: behind the title of a step, which stands at least two columns in
/// front of its first line.
fn hang(text: &str) -> usize {
    let body = text.trim_start();
    let indent = text.len() - body.len();
    let Some(gap) = body.find("  ").filter(|gap| indent + gap < MOST_TITLE) else { return indent.max(HANG) };
    let rest = body[gap..].trim_start();
    indent + columns(&body[..gap]) + (body.len() - gap - rest.len())
}
