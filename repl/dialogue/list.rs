//! Lists of commands. While a question within one of them is open, those after it wait.

use oriflamme::session::Progress;

use super::{Dialogue, Done};

/// A list of commands that is being carried out.
pub(super) struct List {
    commands: Vec<String>,
    /// The side that gives them.
    seat: u16,
    /// True for `all`, which reaches as far as the rules let it.
    is_all: bool,
    /// Where in the sequence of play the list began, as the prompt shows it.
    trail: Vec<String>,
    /// How many were carried out.
    done: usize,
    /// The number of decisions before the command in progress.
    before: usize,
    /// The number of decisions when its question was asked.
    asked: usize,
}

impl Dialogue {
    /// Carries out the commands that a text with a list means.
    pub(super) fn list_of(&mut self, commands: Vec<String>, text: &str) -> Done {
        self.note(&format!("understood as: {}", commands.join("; ")));
        let Some(seat) = self.session().question().map(|(seat, _)| seat) else { return Ok(()) };
        let is_all = text.trim_end().to_lowercase().ends_with("all");
        let trail = self.session().trail();
        self.next_of_list(List { commands, seat, is_all, trail, done: 0, before: 0, asked: 0 })
    }

    /// Goes on with a list, once the questions of its last command are answered.
    pub(super) fn list_goes_on(&mut self) {
        if self.list.is_none() || self.awaited().is_some() {
            return;
        }
        let Some(list) = self.list.take().and_then(|list| self.after_command(list)) else { return };
        let done = self.next_of_list(list);
        self.done(done);
    }

    /// Carries out the next commands of a list, until one asks a question.
    fn next_of_list(&mut self, mut list: List) -> Done {
        while let Some(command) = list.commands.get(list.done).cloned() {
            if list.is_all && list.done > 0 && !self.session().understands(&command) {
                let goes_on = self.session().trail() == list.trail;
                let why = if goes_on { format!("; `why not {command}` shows why no more") } else { String::new() };
                self.count(&list, &why);
                break;
            }
            // After a question the reader needs to know which command comes now.
            if list.asked > list.before {
                self.note(&format!("next: {command}"));
            }
            list.before = self.session().decisions();
            list.asked = list.before;
            self.one_sentence(&command)?;
            let Some(rest) = self.after_command(list) else { break };
            list = rest;
        }
        Ok(())
    }

    /// The list after its command in progress, if the next one can be given now. While that command asks a question,
    /// the list waits; if what follows is another decision, the rest is dropped.
    fn after_command(&mut self, mut list: List) -> Option<List> {
        let decisions = self.session().decisions();
        // An answer was taken back.
        let progress = if decisions < list.asked {
            Progress::Undone
        } else {
            match self.session().progress_of_list(list.seat, list.before) {
                // The step of the list has ended, and a later one asks.
                Progress::Asks if !self.session().trail().starts_with(&list.trail) => Progress::Over,
                progress => progress,
            }
        };
        match progress {
            Progress::Asks => {
                list.asked = decisions;
                self.list = Some(list).filter(|list| list.done + 1 < list.commands.len());
                None
            }
            Progress::Done => {
                list.done += 1;
                Some(list)
            }
            Progress::Over => {
                list.done += 1;
                if list.done < list.commands.len() {
                    self.count(&list, if list.is_all { "" } else { ": the rest is for another turn" });
                }
                None
            }
            Progress::Undone => {
                self.count(&list, "");
                None
            }
        }
    }

    /// Reports how many commands of a list were carried out.
    fn count(&self, list: &List, why: &str) {
        self.note(&format!("{} of {} commands were carried out{why}", list.done, list.commands.len()));
    }
}
