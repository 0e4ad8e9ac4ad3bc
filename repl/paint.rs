//! Colours for roles, line width, and output that never panics.

use std::cell::RefCell;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use oriflamme::diagnostic::render;
use oriflamme::draw::{Line, Role};
use oriflamme::model::drawing::Ink;
use oriflamme::play::Fault;
use oriflamme::session::as_html;
use oriflamme::source::{SourceMap, visible};
use serde::Serialize;

/// The width of output, unless the terminal is narrower.
pub(crate) const WIDTH: usize = 80;
/// Below this width the terminal wraps lines: few words would fit.
const LEAST_WIDTH: usize = 20;
/// The height of a map if the terminal's height is unknown.
pub(crate) const HEIGHT: usize = 36;

/// The colours and width of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    /// True if output is coloured.
    pub colours: bool,
    /// The width of text in columns.
    pub width: usize,
    /// True if output is HTML, for a page in a browser.
    pub markup: bool,
}

impl Paint {
    /// Colours on a terminal, unless the user has turned them off.
    pub(crate) fn new(terminal: bool) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        Paint { colours: terminal && !refused && !dumb, width: WIDTH, markup: false }
    }

    /// Output as HTML.
    pub(crate) fn page() -> Self {
        Paint { colours: false, width: WIDTH, markup: true }
    }

    /// True if colours tell things apart.
    pub(crate) fn is_coloured(self) -> bool {
        self.colours || self.markup
    }

    /// Limits lines to the width of the terminal.
    pub(crate) fn fit(&mut self, columns: usize) {
        self.width = columns.clamp(LEAST_WIDTH, WIDTH);
    }

    /// A line with colour codes, or as HTML.
    pub(crate) fn line(self, line: &Line) -> String {
        if self.markup {
            let mut shown = Line::new();
            line.0.iter().for_each(|span| shown.push(span.role, visible(&span.text)));
            return as_html(&shown);
        }
        if !self.colours {
            return visible(&line.text()).into_owned();
        }
        let mut text = String::new();
        for span in &line.0 {
            let style = style(span.role);
            text.push_str(&format!("{style}{}{style:#}", visible(&span.text)));
        }
        text
    }

    /// Writes a line to standard output, wrapped if it is too long; continuation lines are indented by `indent`. A page
    /// wraps it to its own width, whenever that changes.
    pub(crate) fn tell(self, line: Line, indent: usize) {
        if self.markup {
            let row = self.row(&line, indent);
            put_at(&row.html, row.hang);
        } else {
            self.rows(line, indent).iter().for_each(|row| self.show(row));
        }
    }

    /// A line for a page.
    pub(crate) fn row(self, line: &Line, indent: usize) -> Row {
        Row { html: self.line(line), hang: line.goes_on_at(indent) }
    }

    /// The rows that a line fills, or the line with the column at which it goes on, for a page that wraps it.
    pub(crate) fn rows(self, line: Line, indent: usize) -> Vec<Line> {
        if self.markup { vec![line.hanging(indent)] } else { line.wrapped(self.width, indent) }
    }

    /// Writes a line to standard output without wrapping.
    pub(crate) fn show(self, line: &Line) {
        put(&self.line(line));
    }

    /// Text in the colours of one role.
    pub(crate) fn text(self, role: Role, text: &str) -> String {
        self.line(&Line::of(role, text))
    }
}

/// The style of a role.
fn style(role: Role) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match role {
        Role::Plain => Style::new(),
        Role::Title => Style::new().bold(),
        Role::Dim => Style::new().dimmed(),
        Role::Key => colour(AnsiColor::Cyan).bold(),
        Role::Number => colour(AnsiColor::Yellow).bold(),
        Role::Cite => colour(AnsiColor::Blue),
        // White on white paper would be unreadable: a white side has the colour of plain text.
        Role::Side(Ink::White) => Style::new().bold(),
        Role::Side(ink) => colour(nearest(ink)).bold(),
        Role::Ink(ink) => colour(nearest(ink)),
        Role::Good => colour(AnsiColor::Green).bold(),
        Role::Bad => colour(AnsiColor::Red),
        Role::Marked => colour(AnsiColor::Black).bg_color(Some(AnsiColor::Yellow.into())).bold(),
    }
}

/// The colour of terminals that is nearest to a colour.
fn nearest(ink: Ink) -> AnsiColor {
    match ink {
        Ink::Black | Ink::Grey => AnsiColor::BrightBlack,
        Ink::Blue => AnsiColor::BrightBlue,
        Ink::Beige | Ink::Brown | Ink::Orange | Ink::Yellow => AnsiColor::Yellow,
        Ink::Green => AnsiColor::Green,
        Ink::Red => AnsiColor::Red,
        Ink::Violet => AnsiColor::Magenta,
        Ink::White => AnsiColor::White,
    }
}

/// The indentation of continuation lines of messages.
const INDENT: usize = 4;

/// A line on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    /// Its HTML.
    pub html: String,
    /// The column at which it goes on where it does not fit. None for a part of a picture or table, which stays whole.
    pub hang: Option<usize>,
}

/// What the program says to a page in a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A line.
    Line(Row),
    /// Everything before is no longer shown.
    Cleared,
}

thread_local! {
    /// What was said since the page last took it; `None` while the program writes to the terminal.
    static PAGE: RefCell<Option<Vec<Said>>> = const { RefCell::new(None) };
}

/// From now on this thread says everything to a page.
pub(crate) fn begin_page() {
    PAGE.set(Some(Vec::new()));
}

/// From now on this thread writes to the terminal again.
pub(crate) fn end_page() {
    PAGE.set(None);
}

/// What was said to the page since the last time.
pub(crate) fn said_to_page() -> Vec<Said> {
    PAGE.with_borrow_mut(|page| page.as_mut().map(std::mem::take).unwrap_or_default())
}

/// Says something to the page; `false` if there is none.
fn tell_page(said: impl FnOnce() -> Said) -> bool {
    PAGE.with_borrow_mut(|page| page.as_mut().map(|page| page.push(said())).is_some())
}

/// Writes a line to standard output, with control characters made visible.
pub(crate) fn say(text: &str) {
    if !tell_page(|| told(as_html(&Line::plain(visible(text))), Some(INDENT))) {
        put(&visible(text));
    }
}

fn told(html: String, hang: Option<usize>) -> Said {
    Said::Line(Row { html, hang })
}

/// Writes painted text to standard output; on a page it goes on at this column. See [`put`].
pub(crate) fn put_at(text: &str, hang: Option<usize>) {
    if !tell_page(|| told(text.to_owned(), hang)) {
        put(text);
    }
}

/// Writes painted text to standard output; on a page it is not wrapped. A closed pipe ends the program without an error;
/// any other failure to write ends it with exit code 1.
pub(crate) fn put(text: &str) {
    if tell_page(|| told(text.to_owned(), None)) {
        return;
    }
    if let Err(problem) = writeln!(std::io::stdout().lock(), "{text}") {
        if problem.kind() == std::io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        complain(&format!("cannot write: {problem}"));
        std::process::exit(1);
    }
}

/// Clears the terminal's screen, so that the next player does not see the previous player's information.
pub(crate) fn clear_screen() {
    if tell_page(|| Said::Cleared) {
        return;
    }
    // Erases the display and moves the cursor to the top left; every terminal with line editing supports both. Many
    // also erase the lines that have scrolled off (`3J`).
    let _ = write!(std::io::stdout().lock(), "\x1b[2J\x1b[3J\x1b[H");
}

/// Writes a line to standard error, with control characters made visible.
pub(crate) fn complain(text: &str) {
    complain_painted(&visible(text));
}

/// Writes a message to standard error, wrapped if that is a terminal. Elsewhere its lines stay whole, for programs.
pub(crate) fn complain_wrapped(text: &str) {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    match size.filter(|_| !is_drawn(text)) {
        Some((columns, _)) => complain(&wrapped(text, usize::from(columns.0).max(LEAST_WIDTH))),
        None => complain(text),
    }
}

/// True for a message with lines of rules, which are underlined below.
fn is_drawn(text: &str) -> bool {
    text.contains('│')
}

/// A text with its lines wrapped.
fn wrapped(text: &str, width: usize) -> String {
    let rows = text.lines().flat_map(|line| Line::plain(line).wrapped(width, INDENT));
    rows.map(|row| row.text()).collect::<Vec<_>>().join("\n")
}

/// An error in the rules that was found in play, with its place.
pub(crate) fn fault_text(fault: &Fault, sources: &SourceMap) -> String {
    render::plain(&oriflamme::session::diagnostic(fault), sources).trim_end().to_owned()
}

/// Writes a line to the terminal, also while a page shows everything else.
pub(crate) fn warn_at_terminal(text: &str) {
    write_error(&visible(text));
}

/// Writes painted text to standard error; a closed standard error is ignored.
pub(crate) fn complain_painted(text: &str) {
    let mut is_told = false;
    // Under lines of rules there are marks, which must stay below what they mark.
    let hang = (!is_drawn(text)).then_some(INDENT);
    for line in text.lines() {
        is_told |= tell_page(|| told(as_html(&Line::of(Role::Bad, line)), hang));
    }
    if !is_told {
        write_error(text);
    }
}

fn write_error(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_is_wrapped_line_by_line() {
        let names = (1..40).map(|number| format!("battle-{number}")).collect::<Vec<_>>().join(", ");
        let text = wrapped(&format!("no scenario `x`\nthe scenarios are: {names}"), 40);
        assert!(text.starts_with("no scenario `x`\nthe scenarios are: battle-1,"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 40) && text.contains("\n    battle-"), "{text}");
        assert_eq!(text.replace("\n   ", "").lines().last(), Some(&*format!("the scenarios are: {names}")));
    }
}
