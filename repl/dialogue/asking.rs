//! `ask` and `watch`: expressions of the language, evaluated in the position.

use oriflamme::diagnostic::{Diagnostic, render};
use oriflamme::draw::{Line, Role};
use oriflamme::session::Answer;
use oriflamme::source::SourceMap;

use super::{Dialogue, Done};
use crate::data;
use crate::paint::{put, say};

/// The maximum number of expressions watched at once.
const MOST_WATCHED: usize = 20;

/// The expressions that are watched.
#[derive(Debug, Default)]
pub(super) struct Watches {
    list: Vec<Watch>,
    /// The number of decisions when they were last looked at.
    looked: Option<(usize, u64)>,
}

/// An expression that is watched.
#[derive(Debug)]
struct Watch {
    text: String,
    /// The seat whose knowledge counts: that of the player who set the watch. None is a spectator.
    seat: Option<u16>,
    /// The value as last shown.
    shown: String,
    /// The seats that could see that value when it was shown.
    open_to: Vec<Option<u16>>,
}

impl Dialogue {
    pub(crate) fn ask(&mut self, rest: &str) -> Done {
        if rest.is_empty() {
            return Err("usage: `ask EXPRESSION`, for example `ask mine.count`; Tab completes it".into());
        }
        let answer = self.session().ask(rest);
        match answer {
            Answer::Told(told) => self.pages(&told.lines),
            Answer::Mistaken(found, sources) => self.mistakes(&found, &sources),
            Answer::Refused(words) => return Err(words.into()),
        }
        Ok(())
    }

    /// The tests that cite a section. They are read from disk when they are first asked for.
    pub(super) fn tests_of(&mut self, section: &str) -> Vec<Line> {
        if self.tests.is_none() && !section.is_empty() {
            let name = self.session().game().name.clone();
            let entry = self.catalog.game(&name);
            // Where tests cannot be read, the rule is shown without them.
            self.tests = entry.and_then(|entry| data::with_tests(&self.folders, entry).ok());
        }
        self.tests.as_ref().map_or_else(Vec::new, |tests| self.session().rule_tests(section, tests))
    }

    pub(super) fn mistakes(&mut self, found: &[Diagnostic], sources: &SourceMap) {
        self.failed = true;
        for diagnostic in found {
            let text = if self.paint.colours {
                render::coloured(diagnostic, sources)
            } else {
                render::plain(diagnostic, sources)
            };
            let show: fn(&str) = if self.paint.colours { put } else { say };
            text.trim_end().lines().for_each(show);
        }
    }

    pub(crate) fn watch(&mut self, rest: &str) -> Done {
        let off = rest.strip_prefix("off").filter(|rest| rest.is_empty() || rest.starts_with(' '));
        match (rest, off.map(str::trim)) {
            ("", _) => self.list_watches(),
            (_, Some("all")) => self.watches.list.clear(),
            (_, Some(number)) => {
                let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                match at.filter(|at| *at < self.watches.list.len()) {
                    Some(at) => {
                        let watch = self.watches.list.remove(at);
                        self.note(&format!("no longer watched: {}", watch.text));
                    }
                    None => {
                        return Err(
                            "usage: `watch off N` or `watch off all`; `watch` lists them with their numbers".into()
                        );
                    }
                }
            }
            (text, None) => return self.begin_watch(text),
        }
        Ok(())
    }

    fn list_watches(&mut self) {
        if self.watches.list.is_empty() {
            self.note("no expression is watched: `watch EXPRESSION` shows a value whenever a decision changes it");
        }
        let seat = self.session().viewer();
        for number in 0..self.watches.list.len() {
            let watch = &self.watches.list[number];
            // The expressions that another player watches may be secret.
            let line = match self.watched_value(watch, seat) {
                Some(value) => Line::of(Role::Key, format!("{}  ", number + 1))
                    .and(Role::Plain, format!("{}: ", watch.text))
                    .and(Role::Number, value),
                None => Line::of(Role::Key, format!("{}  ", number + 1)).and(Role::Dim, "watched by the other player"),
            };
            self.out(&line);
        }
    }

    fn begin_watch(&mut self, text: &str) -> Done {
        if self.watches.list.len() >= MOST_WATCHED {
            return Err(format!("at most {MOST_WATCHED} expressions can be watched: `watch off N` ends one").into());
        }
        if self.watches.list.iter().any(|watch| watch.text == text) {
            return Err(format!("`{text}` is already watched").into());
        }
        let (seat, answer) = (self.session().viewer(), self.session().ask(text));
        match answer {
            Answer::Told(told) => {
                let line = Line::of(Role::Key, format!("watch {}  ", self.watches.list.len() + 1));
                self.out(&line.and(Role::Plain, format!("{text}: ")).and(Role::Number, told.value.as_str()));
                let open_to = vec![seat];
                self.watches.list.push(Watch { text: text.to_owned(), seat, shown: told.value, open_to });
            }
            Answer::Mistaken(found, sources) => self.mistakes(&found, &sources),
            Answer::Refused(words) => return Err(words.into()),
        }
        Ok(())
    }

    /// The value of a watched expression now, as its owner sees it. None if the viewer may not see that.
    fn watched_value(&self, watch: &Watch, viewer: Option<u16>) -> Option<String> {
        let value = |seat| match self.session().ask_as(seat, &watch.text) {
            Answer::Told(told) => told.value,
            Answer::Mistaken(..) => "cannot be asked now".to_owned(),
            Answer::Refused(_) => "hidden now".to_owned(),
        };
        let own = value(watch.seat);
        let is_open = watch.seat == viewer || !self.session().is_shared() || value(viewer) == own;
        is_open.then_some(own)
    }

    /// The watched values that the last decision has changed.
    pub(super) fn watched(&mut self) -> Vec<Line> {
        let moment = (self.session().decisions(), self.session().hash());
        if self.watches.list.is_empty() || self.watches.looked == Some(moment) {
            return Vec::new();
        }
        self.watches.looked = Some(moment);
        let viewer = self.session().viewer();
        let values: Vec<Option<String>> =
            self.watches.list.iter().map(|watch| self.watched_value(watch, viewer)).collect();
        let mut lines = Vec::new();
        let is_shared = self.session().is_shared();
        for ((number, watch), value) in self.watches.list.iter_mut().enumerate().zip(values) {
            let Some(value) = value.filter(|value| *value != watch.shown) else { continue };
            let mut line = Line::of(Role::Key, format!("watch {}  ", number + 1));
            line.push(Role::Plain, format!("{}: ", watch.text));
            // The previous value is secret from players who did not see it.
            if !is_shared || watch.open_to.contains(&viewer) {
                line.push(Role::Dim, format!("{} -> ", watch.shown));
            }
            line.push(Role::Number, value.as_str());
            lines.push(line);
            watch.shown = value;
            watch.open_to = vec![watch.seat, viewer];
        }
        lines
    }
}
