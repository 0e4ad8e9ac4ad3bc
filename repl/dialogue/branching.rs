//! Branches: several lines of play in one game.

use oriflamme::diagnostic::words::count;

use super::Dialogue;
use crate::reader::{Next, Talk};

impl Dialogue {
    pub(crate) fn mark(&mut self, rest: &str) -> Next {
        let marked = self.session_mut().mark(rest);
        match marked {
            Ok(name) => {
                let decision = self.session().decisions() + 1;
                self.note(&format!(
                    "`{name}` marks the position before decision {decision}; `go {name}` returns to it"
                ));
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn branch(&mut self, rest: &str) -> Next {
        let branched = self.session_mut().branch(rest);
        match branched {
            Ok(name) => {
                let decision = self.session().decisions() + 1;
                self.note(&format!("branch `{name}` begins at decision {decision}; `branches` lists all"));
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn branches(&mut self, rest: &str) -> Next {
        if !rest.is_empty() {
            self.refuse("usage: `branches`");
            return Next::GoOn;
        }
        let lines = self.session().branches();
        if lines.is_empty() {
            self.note("there is one line of play: `mark NAME` marks a position, `branch NAME` begins another line");
        }
        self.pages(&lines);
        Next::GoOn
    }

    pub(crate) fn go(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            self.refuse("usage: `go NAME`, a branch or a mark; `branches` lists them");
            return Next::GoOn;
        }
        let gone = self.session_mut().go(rest);
        match gone {
            Ok(gone) => {
                // The log has everything that happened on the way.
                let telling = self.telling();
                let _ = self.session_mut().news(telling);
                self.shown.forget_board();
                self.asked.clear();
                let decision = self.session().decisions() + 1;
                let place = self.prompt();
                let mut words =
                    format!("branch `{}`, decision {decision}: {}", gone.branch, place.trim_end_matches("> "));
                if gone.begun {
                    words.push_str("; its old branch goes another way, so a new one begins here");
                }
                if gone.ahead > 0 {
                    words.push_str(&format!(
                        "; {} ahead: `forward` follows them, another decision replaces them unless you `branch NAME` first",
                        count(gone.ahead, "decision")
                    ));
                }
                self.note(&words);
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn diff(&mut self, rest: &str) -> Next {
        let names: Vec<&str> = rest.split_whitespace().collect();
        let found = match names.as_slice() {
            [one] => self.session().diff(one, "here"),
            [one, other] => self.session().diff(one, other),
            _ => Err("usage: `diff A` or `diff A B`; A and B are branches, marks, numbers of decisions, or `here`"
                .to_owned()),
        };
        match found {
            Ok(lines) => self.pages(&lines),
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }
}
