//! The wire: requests of pages, and the answers to them. Sockets are read and written in threads of their own, so that
//! no other machine can hold up the game, whether it never ends what it sends or never reads what it gets.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde::Serialize;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::stop;

/// A page loads nothing from elsewhere, and asks this program alone.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; form-action 'none'";

/// The longest text that a page may send, in bytes.
const MOST_SENT: usize = 100_000;

/// The most requests of pages that may be under way.
const MOST_OPEN: usize = 512;

/// How often the end of the program looks whether the last answers are on their way, and how long it waits each time.
const LAST_LOOKS: usize = 100;
const LAST_WAIT: Duration = Duration::from_millis(10);

/// What the dialogues wait for.
pub(super) enum Event {
    /// A page asks.
    Asked(Asked),
    /// Ctrl-C in the terminal.
    Interrupted,
}

/// A request of a page, which waits for its answer.
pub(super) struct Asked {
    /// The number of the page.
    pub page: usize,
    /// The rest of the path.
    pub place: String,
    /// True for a request that may change something.
    pub is_post: bool,
    /// The text that was sent.
    pub sent: String,
    reply: Sender<Answer>,
}

impl Asked {
    /// Answers it.
    pub(super) fn reply(self, answer: Answer) {
        // The page that asked may be closed.
        let _ = self.reply.send(answer);
    }
}

/// An answer to a request.
pub(super) struct Answer {
    status: u16,
    kind: &'static str,
    text: String,
}

impl Answer {
    /// Plain text with a status of HTTP.
    pub(super) fn text(status: u16, text: impl Into<String>) -> Self {
        Answer { status, kind: "text/plain; charset=utf-8", text: text.into() }
    }

    /// A page.
    pub(super) fn html(text: String) -> Self {
        Answer { status: 200, kind: "text/html; charset=utf-8", text }
    }

    /// Data for the script of a page.
    pub(super) fn json(what: &impl Serialize) -> Self {
        match serde_json::to_string(what) {
            Ok(text) => Answer { status: 200, kind: "application/json; charset=utf-8", text },
            Err(problem) => Answer::text(500, problem.to_string()),
        }
    }
}

/// What pages with certain keys send.
pub(super) struct Wire {
    /// The requests, in their order, and Ctrl-C.
    pub events: Receiver<Event>,
    server: Arc<Server>,
    open: Arc<AtomicUsize>,
}

impl Wire {
    /// Listens to the pages with these keys. Their requests wait while a dialogue is busy; only `stop` does not.
    pub(super) fn new(server: Server, keys: Vec<String>) -> Wire {
        let (to, events) = channel();
        let interrupts = to.clone();
        // If the other end no longer listens, the program ends anyway.
        stop::when_idle(move || drop(interrupts.send(Event::Interrupted)));
        let (server, open) = (Arc::new(server), Arc::new(AtomicUsize::new(0)));
        let wire = Wire { events, server: server.clone(), open: open.clone() };
        let refused = refusing();
        std::thread::spawn(move || {
            for request in server.incoming_requests() {
                let Some((page, place)) = page_of(&request, &keys) else {
                    let _ = refused.send((request, Answer::text(404, "not found")));
                    continue;
                };
                if place == "stop" {
                    stop::stop();
                }
                if open.fetch_add(1, Ordering::SeqCst) >= MOST_OPEN {
                    open.fetch_sub(1, Ordering::SeqCst);
                    let _ = refused.send((request, Answer::text(503, "too many requests at once: try again")));
                    continue;
                }
                let (to, own) = (to.clone(), open.clone());
                let serving = std::thread::Builder::new().spawn(move || {
                    serve(request, page, place, &to);
                    own.fetch_sub(1, Ordering::SeqCst);
                });
                if serving.is_err() {
                    open.fetch_sub(1, Ordering::SeqCst);
                }
            }
        });
        wire
    }

    /// Stops listening, once the last answers are on their way.
    pub(super) fn close(self) {
        drop(self.events);
        for _ in 0..LAST_LOOKS {
            if self.open.load(Ordering::SeqCst) == 0 {
                break;
            }
            std::thread::sleep(LAST_WAIT);
        }
        self.server.unblock();
    }
}

/// Takes requests that the game does not answer, one after the other: those who send them may keep each other waiting.
fn refusing() -> Sender<(Request, Answer)> {
    let (to, from) = channel::<(Request, Answer)>();
    std::thread::spawn(move || from.into_iter().for_each(|(request, answer)| respond(request, answer)));
    to
}

/// The number of the page that a request is for, and the rest of its path.
fn page_of(request: &Request, keys: &[String]) -> Option<(usize, String)> {
    let (key, place) = request.url().strip_prefix('/')?.split_once('/')?;
    Some((keys.iter().position(|own| own == key)?, place.to_owned()))
}

/// Reads what a page sends, passes it on, and sends the answer.
fn serve(mut request: Request, page: usize, place: String, to: &Sender<Event>) {
    let answer = match read(&mut request) {
        Err(problem) => problem,
        Ok(_) if place == "stop" => Answer::text(200, ""),
        Ok(sent) => {
            let (reply, answers) = channel();
            let is_post = request.method() == &Method::Post;
            let _ = to.send(Event::Asked(Asked { page, place, is_post, sent, reply }));
            match answers.recv() {
                Ok(answer) => answer,
                Err(_) => Answer::text(503, "the program has ended"),
            }
        }
    };
    respond(request, answer);
}

/// The text of a request, or the answer to one that is none.
fn read(request: &mut Request) -> Result<String, Answer> {
    let mut sent = Vec::new();
    let most = MOST_SENT as u64 + 1;
    match request.as_reader().take(most).read_to_end(&mut sent) {
        Ok(length) if length > MOST_SENT => {
            Err(Answer::text(413, format!("at most {MOST_SENT} bytes are read at once: send it in parts")))
        }
        Ok(_) => String::from_utf8(sent).map_err(|_| Answer::text(400, "this is no text in UTF-8")),
        Err(problem) => Err(Answer::text(400, problem.to_string())),
    }
}

fn respond(request: Request, answer: Answer) {
    let headers = [
        ("Content-Type", answer.kind),
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Content-Security-Policy", POLICY),
    ];
    let mut response = Response::from_string(answer.text).with_status_code(answer.status);
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // The page that asked may be closed.
    let _ = request.respond(response);
}
