//! A game as a page: the report beside the board, which shows the position after each line. One self-contained file,
//! which needs no program but a browser.

use std::fmt::Write as _;

use indexmap::{IndexMap, IndexSet};

use crate::draw::{Area, Frame, Line, Role, columns};
use crate::model::id::SectionId;
use crate::play::log::{Entry as LogEntry, Event};
use crate::source::plain_words;

use super::html::{self, PAGE_MARK, ROLES, anchor, escaped};
use super::place::trail;
use super::story::{Speaker, line_number};
use super::{Session, Standing, Telling};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The least hanging indentation of a line.
const HANG: usize = 4;
/// The column before which the title of a step ends.
const MOST_TITLE: usize = 24;

/// A line of the report with its number.
struct Told {
    /// The number: `3`, `3.2`. Empty for a line without one.
    number: String,
    /// Its first entry in the log; that of the line before if it has no number.
    at: usize,
    /// The moments up to it.
    moment: usize,
    line: Line,
}

impl Told {
    /// True for the title of a step or side above its lines.
    fn is_heading(&self) -> bool {
        self.line.0.iter().all(|span| matches!(span.role, Role::Title | Role::Side(_)) || span.text.trim().is_empty())
    }
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
    /// The game so far as a page in HTML, as a seat sees it; `None` sees all. `keep_going` receives the number of positions
    /// drawn and of all, and returns false to stop.
    ///
    /// # Errors
    /// The game cannot be played again to its end, or was stopped.
    pub fn page(&self, seat: Option<u16>, keep_going: &mut dyn FnMut(usize, usize) -> bool) -> Result<String, String> {
        let entries = self.play.look(|run| run.journal.entries.clone());
        // The board changes with each answer, and with each change by hand.
        let moments: Vec<usize> = (0..entries.len()).filter(|at| self.is_moment(&entries[*at])).collect();
        // The position before a moment, counted from 0, as the number of entries before it.
        let cut = |moment: usize| moments.get(moment).copied().unwrap_or(entries.len());
        // The position with which the game began may have been set up by hand.
        let first = moments.partition_point(|at| *at < self.given);
        let told = self.report_lines(seat, &moments);
        // A click on a line shows the position before the next moment with a line of its own.
        let mut after: Vec<usize> = Vec::with_capacity(told.len());
        for (at, one) in told.iter().enumerate() {
            let next = told[at + 1..].iter().find(|later| later.moment > one.moment);
            after.push(next.map_or(moments.len(), |next| next.moment - 1).max(first));
        }
        let marks = self.marks_here(&moments);
        let mut positions: Vec<usize> = vec![first];
        positions.extend(&after);
        positions.extend(marks.iter().map(|(_, moment)| *moment.max(&first)));
        positions.sort_unstable();
        positions.dedup();
        let mut texts = Texts::default();
        let mut shown = Vec::with_capacity(positions.len());
        let mut there = self.replayed_entries(entries[..cut(first)].to_vec(), 0, true)?;
        let mut before = first;
        for (done, position) in positions.iter().enumerate() {
            if !keep_going(done, positions.len()) {
                return Err("stopped: nothing was written".to_owned());
            }
            for moment in before..*position {
                let (from, to) = (cut(moment), cut(moment + 1));
                there.follow_to(&entries[from..to], entries.get(to))?;
            }
            before = *position;
            shown.push(self.shown_in(&there, seat, &mut texts));
        }
        let step_of = |position: usize| positions.binary_search(&position).unwrap_or(0);
        let steps: Vec<usize> = after.into_iter().map(step_of).collect();
        let marks: Vec<(&str, usize)> = marks.iter().map(|(name, moment)| (&**name, step_of(*moment))).collect();
        let data = serde_json::json!({ "lines": Vec::from_iter(&texts.lines), "positions": shown, "marks": marks });
        // In a script element only `</` and `<!` could end it or hide its end.
        let data = data.to_string().replace('<', "\\u003c");
        Ok(self.written(seat, &told, &steps, &data))
    }

    /// The marks in this line of play, each with the number of moments before it.
    fn marks_here(&self, moments: &[usize]) -> Vec<(String, usize)> {
        let (line, at, _) = self.line_here();
        let here = &line[..at.min(line.len())];
        let marks = self.branches.list.iter().filter(|one| one.is_mark && here.starts_with(&one.line));
        let before = |length: usize| moments.partition_point(|at| *at < length);
        marks.map(|one| (one.name.clone(), before(one.line.len()))).collect()
    }

    /// The report with numbers and sections, in the names that the picture has.
    fn report_lines(&self, seat: Option<u16>, moments: &[usize]) -> Vec<Told> {
        let telling = Telling { details: false, cites: true, numbers: true, ..Telling::FULL };
        let log = self.play.log();
        let begins = |entry: &LogEntry| matches!(entry.event, Event::Arbitrated(_)) && entry.at <= self.given;
        let lines = self.report(&log, telling, &[seat], Speaker::one(seat), true, |at| !begins(&log[at])).0;
        let answers = self.play.answers();
        let places: IndexMap<String, usize> = (0..log.len()).map(|at| (line_number(&log, &answers, at), at)).collect();
        let mut at = 0;
        let told = lines.into_iter().map(|mut line| {
            let mut number = String::new();
            if let Some(first) = line.0.first_mut() {
                // The number stands in front, with two blanks behind it.
                let (before, rest) = first.text.trim_start().split_once("  ").unwrap_or((&first.text, ""));
                if let Some(place) = places.get(before) {
                    at = *place;
                    number = before.to_owned();
                    first.text = rest.to_owned();
                }
            }
            let moment = log.get(at).map_or(0, |entry| moments.partition_point(|moment| *moment < entry.at));
            Told { number, at, moment, line }
        });
        told.collect()
    }

    fn shown_in(&self, there: &Session, seat: Option<u16>, texts: &mut Texts) -> Shown {
        let frame = Frame { names: seat, ..self.picture(Area::All) };
        let (board, values, trail) =
            there.view(seat, |view| (view.svg(&frame), view.beside_board(), trail(view.world())));
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
             {PAGE_MARK}\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>{ROLES}\n{STYLE}</style>\n</head>\n<body>\n<header><h1>{title}</h1>\n"
        );
        let mut about: Vec<String> = self.ended().iter().map(Line::text).collect();
        about.extend(seat.map(|seat| format!("Seen by {}", game.side_title(seat))));
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
        let mut begins: Vec<usize> = told.iter().map(|one| one.at).collect();
        begins.sort_unstable();
        let entries = self.play.log().len();
        // What follows a heading belongs to the line below it. Orders given earlier stand where they are carried out.
        let (mut heading, mut shown) = (None, 0);
        for (one, step) in told.iter().zip(steps) {
            let mut sums = Vec::new();
            if one.is_heading() {
                heading.get_or_insert(one.at);
            } else if !one.number.is_empty() {
                let next = begins.get(begins.partition_point(|at| *at <= one.at)).copied().unwrap_or(entries);
                let from = heading.take().filter(|at| (shown..=one.at).contains(at)).unwrap_or(one.at);
                sums = self.sums_of(from..next, seat);
                shown = next.max(shown);
            }
            self.write_line(&mut page, one, *step, &sums);
            let spans = sums.iter().chain([&one.line]).flat_map(|line| &line.0).filter(|span| span.role == Role::Cite);
            for number in spans.flat_map(|span| span.text.split(' ')).filter_map(|word| word.strip_prefix('§')) {
                let found = game.sections.iter().position(|section| section.is_numbered(number));
                cited.extend(found.map(|at| SectionId(at as u16)));
            }
        }
        page.push_str("</ol>\n");
        cited.sort_unstable_by_key(|section| section.at());
        self.write_rules(&mut page, &cited);
        page.push_str("</div>\n</main>\n");
        let _ = write!(
            page,
            "<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
        );
        page
    }

    /// The sections that the page cites, with their summaries.
    fn write_rules(&self, page: &mut String, cited: &IndexSet<SectionId>) {
        if cited.is_empty() {
            return;
        }
        page.push_str("<section id=\"rules\"><h2>The rules in this game</h2>\n<dl>\n");
        for section in cited {
            let section = self.game.section(*section);
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

    /// A line of the report; if it rests on dice or numbers, with their computation, folded.
    fn write_line(&self, page: &mut String, one: &Told, step: usize, sums: &[Line]) {
        let text = one.line.text();
        let kind = if one.is_heading() { " class=\"head\"" } else { "" };
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
