//! Lines of text as HTML, for the pages that the program writes.

use std::fmt::Write as _;

pub(crate) use crate::draw::escaped;
use crate::draw::{Line, Role, ink_colour};
use crate::model::drawing::Ink;

/// The looks of the roles, for the style of a page.
pub const ROLES: &str = "b{font-weight:600}.dim{color:#6d685c}.n{color:#1a3e80;font-weight:600}\
.good{color:#176117;font-weight:600}.bad{color:#a01c1c;font-weight:600}.cite{color:#7a5200;text-decoration:none}\
a.cite:hover{text-decoration:underline}.ink{color:var(--ink)}";

/// The element in the head of a page that says who wrote it. A page without it is not replaced.
pub const PAGE_MARK: &str = "<meta name=\"generator\" content=\"Oriflamme\">";

/// The anchor of a section on its page.
pub(crate) fn anchor(section: &str) -> String {
    format!("s{}", escaped(section).replace(' ', "-"))
}

/// A line as HTML. A section is a link to its place on the page; `about` gives the title and text to show with it.
pub(super) fn line(line: &Line, about: &dyn Fn(&str) -> Option<String>) -> String {
    let mut html = String::new();
    for span in &line.0 {
        let text = escaped(&span.text);
        let _ = match span.role {
            Role::Plain => write!(html, "{text}"),
            // White on white paper would be unreadable.
            Role::Title | Role::Key | Role::Marked | Role::Side(Ink::White) | Role::Ink(Ink::White) => {
                write!(html, "<b>{text}</b>")
            }
            Role::Dim => write!(html, "<span class=\"dim\">{text}</span>"),
            Role::Number => write!(html, "<span class=\"n\">{text}</span>"),
            Role::Good => write!(html, "<span class=\"good\">{text}</span>"),
            Role::Bad => write!(html, "<span class=\"bad\">{text}</span>"),
            Role::Side(ink) | Role::Ink(ink) => {
                write!(html, "<b class=\"ink\" style=\"--ink:{}\">{text}</b>", ink_colour(ink))
            }
            Role::Cite => write!(html, "{}", cited(&span.text, about)),
        };
    }
    html
}

/// A line as HTML for a page without the sections of the rulebook.
pub fn as_html(text: &Line) -> String {
    line(text, &|_| None)
}

/// A text with sections, `§5.1 §6.2`, as links.
fn cited(text: &str, about: &dyn Fn(&str) -> Option<String>) -> String {
    let words = text.split(' ').map(|word| {
        let Some(number) = word.strip_prefix('§') else { return escaped(word) };
        match about(number) {
            Some(about) => format!(
                "<a class=\"cite\" href=\"#{}\" title=\"{}\">{}</a>",
                anchor(number),
                escaped(&about),
                escaped(word)
            ),
            None => format!("<span class=\"cite\">{}</span>", escaped(word)),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}
