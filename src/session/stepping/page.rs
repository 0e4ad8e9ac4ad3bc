//! A trace as a page: a tree with folding, in one self-contained file.

use std::fmt::Write as _;

use crate::model::game::Game;
use crate::play::observer::sort;

use super::super::html::{PAGE_MARK, escaped};
use super::shown;
use super::trace::{Answer, Node, words};

const STYLE: &str = "body{font:15px/1.5 Georgia,serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222;background:#fdfcf8}\
details>*:not(summary){margin-left:1.2em;padding-left:.5em;border-left:1px solid #ddd8c8}\
summary,.leaf{padding:.1em .3em}summary{cursor:pointer}.leaf{padding-left:1.3em}\
.yes{color:#176117;font-weight:bold}.no{color:#a01c1c}.value{color:#1a3e80;font-weight:bold}\
.cites{color:#7a5200}.at{color:#999;font-size:85%}code{font-size:90%;color:#555}";

/// The page of a tree. `more` is the number of nodes left out.
pub(super) fn write(game: &Game, title: &str, nodes: &[Node], more: usize) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{PAGE_MARK}\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}: every rule that was asked, with its \
         answer.</p>\n",
        escaped(&format!("{}, {}", game.title, game.scenario_title))
    );
    let mut open: Vec<usize> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        while open.last().is_some_and(|depth| *depth >= node.depth) {
            open.pop();
            page.push_str("</details>\n");
        }
        let asks = nodes.get(at + 1).is_some_and(|next| next.depth > node.depth);
        if asks {
            // Deeper levels are folded at first.
            let unfolded = if open.len() < 2 { " open" } else { "" };
            let _ = writeln!(page, "<details{unfolded}><summary>{}</summary>", line(game, node));
            open.push(node.depth);
        } else {
            let _ = writeln!(page, "<div class=\"leaf\">{}</div>", line(game, node));
        }
    }
    page.push_str(&"</details>\n".repeat(open.len()));
    if more > 0 {
        let _ = writeln!(page, "<p>… and {more} more, which are left out.</p>");
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn line(game: &Game, node: &Node) -> String {
    let text = escaped(&words(game, node));
    let mut line = if node.place.sort == sort::STATEMENT { format!("<code>{text}</code>") } else { text };
    match &node.answer {
        Some(Answer::Yes) => line.push_str(" <span class=\"yes\">yes</span>"),
        Some(Answer::No) => line.push_str(" <span class=\"no\">no</span>"),
        Some(Answer::Value(value)) => {
            let _ = write!(line, " <span class=\"value\">= {}</span>", escaped(value));
        }
        None => {}
    }
    if !node.place.cites.is_empty() {
        let _ = write!(line, " <span class=\"cites\">{}</span>", escaped(&shown::sections(game, &node.place.cites)));
    }
    let _ = write!(line, " <span class=\"at\">{}</span>", escaped(&shown::place(game, node.place.span)));
    line
}
