//! `review`: the decisions that cost most, and what luck did.

use std::io::IsTerminal;

use super::odds::report;
use super::{Dialogue, Done};
use crate::stop::stoppable;

impl Dialogue {
    pub(crate) fn review(&mut self, rest: &str) -> Done {
        let side = match rest {
            "" => None,
            name => Some(self.session().side_named(name).ok_or_else(|| {
                let sides: Vec<String> = self.session().game().sides.iter().map(|side| side.title.clone()).collect();
                format!("no side is named `{name}`; the sides are {}", sides.join(", "))
            })?),
        };
        let shown = self.interactive && std::io::stderr().is_terminal();
        let found = stoppable(|stopped| {
            self.session().review(side, &mut |reviewed| {
                if shown {
                    report(&format!("{} of {} decisions; Ctrl-C stops", reviewed.done, reviewed.of));
                }
                !stopped()
            })
        });
        if shown {
            report("");
        }
        self.pages(&found?);
        Ok(())
    }
}
