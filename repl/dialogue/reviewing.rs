//! `review`: the decisions that cost most, and what luck did.

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
        let found = stoppable(|stopped| {
            self.session().review(side, &mut |reviewed| {
                self.progress(&format!("{} of {} decisions; Ctrl-C stops", reviewed.done, reviewed.of));
                !stopped()
            })
        });
        self.progress("");
        self.pages(&found?);
        Ok(())
    }
}
