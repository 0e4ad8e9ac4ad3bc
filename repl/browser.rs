//! A game in a browser: a small server for this machine alone. The page says to the dialogue what a person would type,
//! and shows what it answers, beside the board and the options.

use std::hash::{BuildHasher, Hasher};
use std::io::Read;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use oriflamme::session::ROLES;
use serde::Serialize;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::dialogue::{Dialogue, Panel};
use crate::paint::{self, Said, complain, put, say};
use crate::reader::{Next, Talk, pasted};
use crate::{Ending, stop};

const PAGE: &str = include_str!("browser/page.html");
const STYLE: &str = include_str!("browser/page.css");
const SCRIPT: &str = include_str!("browser/page.js");

/// A page loads nothing from elsewhere, and asks this program alone.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; form-action 'none'";

/// The longest text that a page may send, in bytes.
const MOST_SENT: u64 = 100_000;
/// The most lines of the dialogue that a page can show again.
const MOST_LINES: usize = 5_000;

/// What a page sends: the number of lines that it has, the columns of its dialogue, and below them a text.
struct Sent<'t> {
    since: usize,
    columns: usize,
    text: &'t str,
}

impl<'t> Sent<'t> {
    fn read(sent: &'t str) -> Self {
        let (head, text) = sent.split_once('\n').unwrap_or((sent, ""));
        let mut numbers = head.split(' ').map(|number| number.parse().ok());
        let mut next = |otherwise| numbers.next().flatten().unwrap_or(otherwise);
        // A page that does not say what it has gets everything.
        Sent { since: next(usize::MAX), columns: next(paint::WIDTH), text }
    }
}

/// What the page receives after each request: what was said since, and what stands beside it.
#[derive(Serialize)]
struct State<'a> {
    /// The number of lines said so far.
    until: usize,
    /// True if the page must forget all lines that it shows.
    afresh: bool,
    /// The lines it does not have, in HTML.
    said: &'a [String],
    /// True if the game has been left.
    left: bool,
    panel: Option<Panel>,
}

/// The lines of the dialogue.
#[derive(Default)]
struct Record {
    /// The number of the first line that is still shown.
    first: usize,
    lines: Vec<String>,
}

impl Record {
    /// Takes over what was said since the last time.
    fn take(&mut self) {
        for said in paint::said_to_page() {
            match said {
                Said::Line(line) => self.lines.push(line),
                // The next player must not see what was shown to the one before.
                Said::Cleared => self.drop_first(self.lines.len()),
            }
        }
        self.drop_first(self.lines.len().saturating_sub(MOST_LINES));
    }

    fn drop_first(&mut self, count: usize) {
        self.first += count;
        self.lines.drain(..count);
    }

    fn until(&self) -> usize {
        self.first + self.lines.len()
    }

    /// The lines from this number on; true if the page must forget those before.
    fn since(&self, number: usize) -> (bool, &[String]) {
        match number.checked_sub(self.first).and_then(|at| self.lines.get(at..)) {
            Some(lines) => (false, lines),
            None => (true, &self.lines),
        }
    }
}

/// Holds a dialogue with a page in a browser, after `open`, until it is left.
pub(crate) fn serve(dialogue: &mut Dialogue, open: impl FnOnce(&mut Dialogue)) -> Ending {
    let key = key();
    let (server, address) = match listen() {
        Ok(found) => found,
        Err(problem) => {
            complain(&format!(
                "no page can be shown: {problem}\nwithout `--browser` the game is played in the terminal"
            ));
            return Ending::Failed;
        }
    };
    say(&format!("Open this address in a browser on this machine: http://{address}/{key}/"));
    say("`quit` on the page or Ctrl-C here ends the program.");
    let events = received(server.clone(), format!("/{key}/"));
    paint::begin_page();
    // The game is told once a page can say how wide it is.
    let mut open = Some(open);
    let mut record = Record::default();
    let (mut left, mut is_warned) = (false, false);
    while !left {
        let (place, mut request) = match events.recv() {
            Ok(Event::Asked(place, request)) => (place, request),
            Ok(Event::Interrupted) if !is_warned && dialogue.is_unsaved() => {
                is_warned = true;
                paint::warn_at_terminal("The game is not saved (`save FILE` on the page). Ctrl-C again leaves it.");
                continue;
            }
            Ok(Event::Interrupted) | Err(_) => break,
        };
        let mut sent = String::new();
        if request.as_reader().take(MOST_SENT).read_to_string(&mut sent).is_err() {
            respond(request, 400, "text/plain", format!("a line is text of at most {MOST_SENT} bytes"));
            continue;
        }
        let Sent { since, columns, text } = Sent::read(&sent);
        if request.method() == &Method::Post {
            dialogue.fit_page(columns);
            if let Some(open) = open.take() {
                open(dialogue);
                dialogue.tell();
                record.take();
            }
        }
        match (request.method(), &*place) {
            (Method::Get, "") => respond(request, 200, "text/html", page()),
            (Method::Post, "state") => respond_state(request, dialogue, &record, since, left),
            (Method::Post, "line") => {
                left = answer(dialogue, text) == Next::Leave;
                record.take();
                respond_state(request, dialogue, &record, since, left);
            }
            (Method::Post, "complete") => respond_json(request, &dialogue.completions(text)),
            (Method::Post, "with") => respond_json(request, &dialogue.commands_with(text)),
            _ => respond(request, 404, "text/plain", "not found".to_owned()),
        }
    }
    paint::end_page();
    server.unblock();
    if dialogue.is_lost() { Ending::Failed } else { Ending::Fine }
}

/// Carries out what the page sent, and shows what follows.
fn answer(dialogue: &mut Dialogue, text: &str) -> Next {
    let first = text.lines().next().unwrap_or_default();
    if !first.trim().is_empty() {
        let said = dialogue.echo(first);
        put(&format!("<span class=\"said\">{said}</span>"));
    }
    let next = pasted(dialogue, text);
    if next == Next::GoOn {
        dialogue.tell();
    }
    next
}

/// A server that only this machine reaches, and its address.
fn listen() -> Result<(Arc<Server>, String), String> {
    let server = Server::http("127.0.0.1:0").map_err(|problem| problem.to_string())?;
    let address = server.server_addr().to_ip().ok_or("the server has no address")?;
    Ok((Arc::new(server), address.to_string()))
}

/// A part of the address that cannot be guessed: other pages and programs do not reach the game without it.
fn key() -> String {
    let drawn = || std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", drawn(), drawn())
}

/// What the dialogue waits for.
enum Event {
    /// A request below the key, with the rest of its path.
    Asked(String, Request),
    /// Ctrl-C in the terminal.
    Interrupted,
}

/// The requests below `front`. They wait while the dialogue is busy; only `stop` does not.
fn received(server: Arc<Server>, front: String) -> Receiver<Event> {
    let (to, from) = channel();
    let interrupts = to.clone();
    // If the other end no longer listens, the program ends anyway.
    stop::when_idle(move || drop(interrupts.send(Event::Interrupted)));
    std::thread::spawn(move || {
        for request in server.incoming_requests() {
            let place = request.url().strip_prefix(&front).map(str::to_owned);
            match place.as_deref() {
                None => respond(request, 404, "text/plain", "not found".to_owned()),
                Some("stop") => {
                    stop::stop();
                    respond(request, 200, "text/plain", String::new());
                }
                Some(place) => {
                    if to.send(Event::Asked(place.to_owned(), request)).is_err() {
                        return;
                    }
                }
            }
        }
    });
    from
}

fn page() -> String {
    PAGE.replace("{style}", &format!("{ROLES}\n{STYLE}")).replace("{script}", SCRIPT)
}

fn respond_state(request: Request, dialogue: &Dialogue, record: &Record, since: usize, left: bool) {
    let (afresh, said) = record.since(since);
    let panel = (!left).then(|| dialogue.panel());
    respond_json(request, &State { until: record.until(), afresh, said, left, panel });
}

fn respond_json(request: Request, what: &impl Serialize) {
    match serde_json::to_string(what) {
        Ok(text) => respond(request, 200, "application/json", text),
        Err(problem) => respond(request, 500, "text/plain", problem.to_string()),
    }
}

fn respond(request: Request, status: u16, kind: &str, text: String) {
    let kind = format!("{kind}; charset=utf-8");
    let headers = [
        ("Content-Type", kind.as_str()),
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Content-Security-Policy", POLICY),
    ];
    let mut response = Response::from_string(text).with_status_code(status);
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // The page that asked may be closed.
    let _ = request.respond(response);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_what_it_lacks_and_nothing_from_before_a_handover() {
        paint::begin_page();
        let mut record = Record::default();
        put("one");
        put("two");
        record.take();
        assert_eq!(record.since(0), (false, &["one".to_owned(), "two".to_owned()][..]));
        assert_eq!(record.since(1), (false, &["two".to_owned()][..]));
        assert_eq!(record.since(2), (false, &[][..]));
        assert!(record.since(3).0, "it knows another game");
        paint::clear_screen();
        put("three");
        record.take();
        for old in [0, 1, usize::MAX] {
            assert_eq!(record.since(old), (true, &["three".to_owned()][..]));
        }
        assert_eq!(record.until(), 3);
        paint::end_page();
    }

    #[test]
    fn keys_differ() {
        assert!(key() != key() && key().len() == 32);
    }
}
