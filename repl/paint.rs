//! Roles into colours, on a terminal that wants them; how wide everything is; and writing that never panics.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use oriflamme::draw::{Line, Role};
use oriflamme::model::drawing::Ink;
use oriflamme::source::visible;

/// How wide everything is, unless the terminal is narrower.
pub(crate) const WIDTH: usize = 80;
/// Below this width the terminal wraps lines: no table would be readable.
const LEAST_WIDTH: usize = 30;
/// The height of a map if the terminal's height is unknown.
pub(crate) const HEIGHT: usize = 36;

/// True if and how text is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    /// True if there are colours at all.
    pub colours: bool,
    /// How many columns text takes.
    pub width: usize,
}

impl Paint {
    /// Colours on a terminal, unless the user has turned them off.
    pub(crate) fn new(terminal: bool) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        Paint { colours: terminal && !refused && !dumb, width: WIDTH }
    }

    /// Limits lines to the width of the terminal.
    pub(crate) fn fit(&mut self, columns: usize) {
        self.width = columns.clamp(LEAST_WIDTH, WIDTH);
    }

    /// A line as the terminal takes it.
    pub(crate) fn line(self, line: &Line) -> String {
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

    /// Writes a line to standard output, in several where it is too long; those behind the first are set in so far.
    pub(crate) fn tell(self, line: Line, indent: usize) {
        line.wrapped(self.width, indent).iter().for_each(|part| self.show(part));
    }

    /// Writes a line to standard output as it is.
    pub(crate) fn show(self, line: &Line) {
        put(&self.line(line));
    }

    /// Text in one role.
    pub(crate) fn text(self, role: Role, text: &str) -> String {
        self.line(&Line::of(role, text))
    }
}

/// The style of a role. Sides take turns with four colours that can be told apart by most.
fn style(role: Role) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match role {
        Role::Plain => Style::new(),
        Role::Title => Style::new().bold(),
        Role::Dim => Style::new().dimmed(),
        Role::Key => colour(AnsiColor::Cyan).bold(),
        Role::Number => colour(AnsiColor::Yellow).bold(),
        Role::Cite => colour(AnsiColor::Blue),
        Role::Side(side) => match side % 4 {
            0 => colour(AnsiColor::Red).bold(),
            1 => colour(AnsiColor::BrightBlue).bold(),
            2 => colour(AnsiColor::Green).bold(),
            _ => colour(AnsiColor::Magenta).bold(),
        },
        Role::Ink(ink) => colour(match ink {
            Ink::Black | Ink::Grey => AnsiColor::BrightBlack,
            Ink::Blue => AnsiColor::BrightBlue,
            Ink::Brown | Ink::Orange | Ink::Yellow => AnsiColor::Yellow,
            Ink::Green => AnsiColor::Green,
            Ink::Red => AnsiColor::Red,
            Ink::Violet => AnsiColor::Magenta,
            Ink::White => AnsiColor::White,
        }),
        Role::Good => colour(AnsiColor::Green).bold(),
        Role::Bad => colour(AnsiColor::Red),
    }
}

/// Writes a line to standard output; what would steer a terminal is shown instead.
pub(crate) fn say(text: &str) {
    put(&visible(text));
}

/// Writes painted text to standard output. A closed pipe ends the program without an error.
/// If it cannot be written for another reason, what was asked for has not been done.
pub(crate) fn put(text: &str) {
    if let Err(problem) = writeln!(std::io::stdout().lock(), "{text}") {
        if problem.kind() == std::io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        complain(&format!("this could not be written: {problem}"));
        std::process::exit(1);
    }
}

/// Clears the terminal's screen, so that the next player does not read what the previous one was shown.
pub(crate) fn clear_screen() {
    // Erase the display, cursor to the first place: every terminal that edits lines knows both.
    let _ = write!(std::io::stdout().lock(), "\x1b[2J\x1b[H");
}

/// Writes a line to standard error; what would steer a terminal is shown instead.
pub(crate) fn complain(text: &str) {
    complain_painted(&visible(text));
}

/// Writes painted text to standard error; a closed standard error is ignored.
pub(crate) fn complain_painted(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
