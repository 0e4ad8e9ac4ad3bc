//! A game in a browser: a small server. A page says to its dialogue what a person would type, and shows what it answers,
//! beside the board and the options. There is one page for the people at this machine, or one for each player.

mod address;
mod panel;
mod wire;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use oriflamme::session::ROLES;
use serde::Serialize;

use crate::Ending;
use crate::dialogue::Dialogue;
use crate::paint::{self, Row, Said, complain, put, put_at, say};
use crate::reader::{Next, pasted};
pub(crate) use panel::{Before, Button, Choice, Menu, Paged, Panel};
use wire::{Answer, Asked, Event, Wire};

const PAGE: &str = include_str!("browser/page.html");
const STYLE: &str = include_str!("browser/page.css");
const SCRIPT: &str = include_str!("browser/page.js");

/// The most lines of the dialogue that a page can show again.
const MOST_LINES: usize = 5_000;

/// How many requests may wait for the news of one page. With more, the one that has waited longest is answered.
const MOST_WAITING: usize = 64;

/// How long a page waits for news before it asks again.
const MOST_WAIT: Duration = Duration::from_secs(20);

/// What a page sends: the number of lines that it has, the columns of its dialogue, the moment of the game and the
/// question that it shows, and below them a text.
struct Sent<'t> {
    since: usize,
    columns: usize,
    moment: usize,
    /// None if the page does not say which it shows.
    question: Option<usize>,
    text: &'t str,
}

impl<'t> Sent<'t> {
    fn read(sent: &'t str) -> Self {
        let (head, text) = sent.split_once('\n').unwrap_or((sent, ""));
        let mut numbers = head.split(' ').map(|number| number.parse().ok());
        let mut next = || numbers.next().flatten();
        // A page that does not say what it has gets everything.
        Sent {
            since: next().unwrap_or(usize::MAX),
            columns: next().unwrap_or(paint::WIDTH),
            moment: next().unwrap_or(usize::MAX),
            question: next(),
            text,
        }
    }
}

/// What the page receives after each request: what was said since, and what stands beside it.
#[derive(Serialize)]
struct State<'a> {
    /// The number of lines said so far.
    until: usize,
    /// The number of lines that players have typed, on all pages.
    moment: usize,
    /// The number of the question that is open.
    question: usize,
    /// True if the page must forget all lines that it shows.
    afresh: bool,
    /// The lines it does not have.
    said: &'a [Row],
    /// True if the game has been left.
    left: bool,
    panel: Option<Panel>,
}

/// The lines of the dialogue.
#[derive(Default)]
struct Record {
    /// The number of the first line that is still shown.
    first: usize,
    lines: Vec<Row>,
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
    fn since(&self, number: usize) -> (bool, &[Row]) {
        match number.checked_sub(self.first).and_then(|at| self.lines.get(at..)) {
            Some(lines) => (false, lines),
            None => (true, &self.lines),
        }
    }
}

/// A page and its dialogue.
struct Page<'d, D> {
    key: String,
    dialogue: &'d mut D,
    record: Record,
    is_open: bool,
}

impl<'d, D: Paged> Page<'d, D> {
    fn of(dialogue: &'d mut D) -> Self {
        Page { key: address::key(), dialogue, record: Record::default(), is_open: false }
    }

    /// Hears what has happened, if it is open. `before`: the game before lines that may have changed more.
    fn hear(&mut self, before: Option<Before>) {
        if self.is_open {
            self.dialogue.look();
            self.dialogue.hear(before.as_ref());
            self.record.take();
        }
    }

    /// True if what the page sent may answer the open question.
    fn may_answer(&self, text: &str) -> bool {
        // An empty line does, where the question has a suggested answer.
        text.trim().split('\n').any(|line| line.is_empty() || !self.dialogue.only_looks(line))
    }

    /// Says that an answer came too late: it was meant for another question.
    fn refuse_late(&mut self, text: &str) {
        let line = text.trim().lines().next().unwrap_or_default();
        let what = if line.is_empty() { String::new() } else { format!(": `{line}`") };
        complain(&format!("not done{what}. The game has gone on since this page showed its question."));
        self.record.take();
    }

    /// Carries out what the page sent.
    fn carry_out(&mut self, text: &str) -> Next {
        let first = text.lines().next().unwrap_or_default();
        if !first.trim().is_empty() {
            let said = self.dialogue.echo(first);
            put_at(&format!("<span class=\"said\">{said}</span>"), Some(0));
        }
        pasted(self.dialogue, text)
    }
}

/// Holds a dialogue with a page in a browser of this machine, after `open`, until it is left.
pub(crate) fn serve<D: Paged>(dialogue: &mut D, open: impl Fn(&mut D)) -> Ending {
    let said = |addresses: &[String]| say(&format!("Open this address in a browser on this machine: {}", addresses[0]));
    let ending = "`quit` on the page or Ctrl-C here ends the program.";
    Table::of([dialogue]).serve(Ipv4Addr::LOCALHOST, Ipv4Addr::LOCALHOST.into(), open, said, ending)
}

/// Gives each person's side a page of its own, which other machines in the network reach, too. Ctrl-C ends it.
pub(crate) fn share(dialogue: &mut Dialogue, open: impl Fn(&mut Dialogue)) -> Ending {
    let mut others = dialogue.seated();
    let titles: Vec<String> = std::iter::once(&*dialogue).chain(&others).filter_map(Dialogue::own_title).collect();
    let said = |addresses: &[String]| {
        say("Each player opens an address, on this machine or another in the same network.");
        say("The person who opens an address plays its side.");
        for (title, address) in titles.iter().zip(addresses) {
            say(&format!("  {title}: {address}"));
            address::code(address).iter().for_each(|row| put(&format!("  {row}")));
        }
    };
    let table = Table::of(std::iter::once(dialogue).chain(&mut others));
    table.serve(Ipv4Addr::UNSPECIFIED, address::in_network(), open, said, "Ctrl-C here ends the program.")
}

/// The pages of a game.
struct Table<'d, D> {
    /// The dialogue of the first one saves the game.
    pages: Vec<Page<'d, D>>,
    /// The number of lines that players have typed.
    moment: usize,
    /// The number of the open question, and what tells it from others.
    question: (usize, u64),
    /// The requests that wait for news, each until the moment when it is answered anyway.
    waiting: Vec<(Instant, Asked)>,
    left: bool,
}

impl<'d, D: Paged> Table<'d, D> {
    fn of(dialogues: impl IntoIterator<Item = &'d mut D>) -> Self {
        let pages = dialogues.into_iter().map(Page::of).collect();
        Table { pages, moment: 0, question: (0, 0), waiting: Vec::new(), left: false }
    }

    /// Answers the pages until the game is left. `bound`: where it listens. `shown`: the machine in the addresses that
    /// `said` tells. `ending`: how the program ends.
    fn serve(
        mut self,
        bound: Ipv4Addr,
        shown: IpAddr,
        open: impl Fn(&mut D),
        said: impl Fn(&[String]),
        ending: &str,
    ) -> Ending {
        let (server, port) = match address::listen(bound) {
            Ok(found) => found,
            Err(problem) => {
                complain(&format!(
                    "no page can be shown: {problem}\nwithout `--browser` and `--share` the game is played in the terminal"
                ));
                return Ending::Failed;
            }
        };
        let address = |page: &Page<'_, D>| format!("http://{shown}:{port}/{}/", page.key);
        said(&self.pages.iter().map(address).collect::<Vec<_>>());
        say(ending);
        let wire = Wire::new(server, self.pages.iter().map(|page| page.key.clone()).collect());
        paint::begin_page();
        let mut is_warned = false;
        while !self.left {
            match wire.events.recv_timeout(MOST_WAIT) {
                Ok(Event::Asked(asked)) => self.take(asked, &open),
                Ok(Event::Interrupted) => match self.pages[0].dialogue.unsaved().filter(|_| !is_warned) {
                    Some(warning) => {
                        is_warned = true;
                        paint::warn_at_terminal(&warning);
                    }
                    None => break,
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.let_go(Instant::now());
        }
        // The pages that wait learn that the program ends.
        self.left = true;
        for (_, asked) in std::mem::take(&mut self.waiting) {
            let since = Sent::read(&asked.sent).since;
            let answer = self.state(asked.page, since);
            asked.reply(answer);
        }
        paint::end_page();
        wire.close();
        if self.pages[0].dialogue.is_lost() { Ending::Failed } else { Ending::Fine }
    }

    /// Answers a request. One for news waits until there is something new.
    fn take(&mut self, asked: Asked, open: &impl Fn(&mut D)) {
        let moment = self.moment;
        match self.answer(&asked, open) {
            Some(answer) => asked.reply(answer),
            None => self.keep_waiting(asked),
        }
        if self.moment != moment {
            for (_, asked) in std::mem::take(&mut self.waiting) {
                self.take(asked, open);
            }
        }
    }

    fn keep_waiting(&mut self, asked: Asked) {
        let is_same = |(_, other): &(Instant, Asked)| other.page == asked.page;
        if self.waiting.iter().filter(|other| is_same(other)).count() == MOST_WAITING
            && let Some(first) = self.waiting.iter().position(is_same)
        {
            self.waiting.remove(first).1.reply(Answer::text(204, ""));
        }
        self.waiting.push((Instant::now() + MOST_WAIT, asked));
    }

    /// Answers the requests that have waited for news long enough.
    fn let_go(&mut self, now: Instant) {
        for (_, asked) in self.waiting.extract_if(.., |(until, _)| *until <= now) {
            asked.reply(Answer::text(204, ""));
        }
    }

    /// The answer to a request. None for news if there are none.
    fn answer(&mut self, asked: &Asked, open: &impl Fn(&mut D)) -> Option<Answer> {
        let Sent { since, columns, moment, question, text } = Sent::read(&asked.sent);
        let at = asked.page;
        let page = &mut self.pages[at];
        page.dialogue.look();
        if asked.is_post {
            page.dialogue.fit_page(columns);
            // The game is told once a page can say how wide it is.
            if !std::mem::replace(&mut page.is_open, true) {
                open(page.dialogue);
                page.dialogue.tell();
                page.record.take();
            }
        }
        let is_known = moment == self.moment && page.record.until() == since;
        Some(match (asked.is_post, &*asked.place) {
            (false, "") => Answer::html(html()),
            (true, "news") if is_known => return None,
            (true, "state") if is_known => Answer::text(204, ""),
            (true, "state" | "news") => self.state(at, since),
            (true, "line") => {
                // Another player, or the same one in another window, may have been faster.
                if question.is_some_and(|question| question != self.question.0) && page.may_answer(text) {
                    page.refuse_late(text);
                } else {
                    self.carry_out(at, text);
                }
                self.state(at, since)
            }
            (true, "complete") => Answer::json(&page.dialogue.completions(text)),
            (true, "with") => Answer::json(&page.dialogue.commands_with(text)),
            _ => Answer::text(404, "not found"),
        })
    }

    /// Carries out what a page sent, and tells all pages what follows.
    fn carry_out(&mut self, at: usize, text: &str) {
        self.moment += 1;
        let mut before: Vec<_> = self.pages.iter().map(|page| page.dialogue.before_lines_of_another(text)).collect();
        before[at] = None;
        let page = &mut self.pages[at];
        page.dialogue.look();
        self.left = page.carry_out(text) == Next::Leave;
        // The first page's dialogue saves; its trouble concerns the player who has just decided.
        self.pages[0].dialogue.keep();
        self.pages[at].record.take();
        if self.left {
            return;
        }
        // Where one page goes on with a list of commands, the others have more to hear.
        let order: Vec<usize> = std::iter::once(at).chain((0..self.pages.len()).filter(|other| *other != at)).collect();
        let mut decisions = None;
        while decisions != Some(self.decisions()) {
            decisions = Some(self.decisions());
            for other in &order {
                self.pages[*other].hear(before[*other].take());
            }
        }
        self.pages[0].dialogue.keep();
    }

    fn decisions(&self) -> usize {
        self.pages[0].dialogue.decisions()
    }

    fn state(&mut self, at: usize, since: usize) -> Answer {
        let mark = self.pages[0].dialogue.question();
        if self.question.1 != mark {
            self.question = (self.question.0 + 1, mark);
        }
        let page = &self.pages[at];
        page.dialogue.look();
        let (afresh, said) = page.record.since(since);
        let panel = (!self.left).then(|| page.dialogue.panel());
        let (until, moment, question, left) = (page.record.until(), self.moment, self.question.0, self.left);
        Answer::json(&State { until, moment, question, afresh, said, left, panel })
    }
}

fn html() -> String {
    PAGE.replace("{style}", &format!("{ROLES}\n{STYLE}")).replace("{script}", SCRIPT)
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
        let row = |text: &str| Row { html: text.to_owned(), hang: None };
        assert_eq!(record.since(0), (false, &[row("one"), row("two")][..]));
        assert_eq!(record.since(1), (false, &[row("two")][..]));
        assert_eq!(record.since(2), (false, &[][..]));
        assert!(record.since(3).0, "it knows another game");
        paint::clear_screen();
        put("three");
        record.take();
        for old in [0, 1, usize::MAX] {
            assert_eq!(record.since(old), (true, &[row("three")][..]));
        }
        assert_eq!(record.until(), 3);
        paint::end_page();
    }
}
