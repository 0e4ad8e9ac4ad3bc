//! Branches: several lines of play in one game.

use oriflamme::diagnostic::words::count;

use super::{Dialogue, Done};

impl Dialogue {
    pub(crate) fn mark(&mut self, rest: &str) -> Done {
        let name = self.session_mut().mark(rest)?;
        let decision = self.session().decisions() + 1;
        self.note(&format!("`{name}` marks the position before decision {decision}; `go {name}` returns to it"));
        Ok(())
    }

    pub(crate) fn branch(&mut self, rest: &str) -> Done {
        let name = self.session_mut().branch(rest)?;
        let decision = self.session().decisions() + 1;
        self.note(&format!("branch `{name}` begins at decision {decision}; `branches` lists all"));
        Ok(())
    }

    pub(crate) fn branches(&mut self, rest: &str) -> Done {
        if !rest.is_empty() {
            return Err("usage: `branches`".into());
        }
        let lines = self.session().branches();
        if lines.is_empty() {
            self.note("there is one line of play: `mark NAME` marks a position, `branch NAME` begins another line");
        }
        self.pages(&lines);
        Ok(())
    }

    pub(crate) fn go(&mut self, rest: &str) -> Done {
        if rest.is_empty() {
            return Err("usage: `go NAME`, a branch or a mark; `branches` lists them".into());
        }
        let gone = self.session_mut().go(rest)?;
        self.look_anew();
        let decision = self.session().decisions() + 1;
        let mut words = format!("branch `{}`, decision {decision}: {}", gone.branch, self.place());
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
        Ok(())
    }

    pub(crate) fn diff(&mut self, rest: &str) -> Done {
        let names: Vec<&str> = rest.split_whitespace().collect();
        let (one, other) = match names.as_slice() {
            [one] => (*one, "here"),
            [one, other] => (*one, *other),
            _ => {
                return Err(
                    "usage: `diff A` or `diff A B`; A and B are branches, marks, numbers of decisions, or `here`"
                        .into(),
                );
            }
        };
        let lines = self.session().diff(one, other)?;
        self.pages(&lines);
        Ok(())
    }
}
