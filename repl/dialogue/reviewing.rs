//! What looks at the whole game: `review`, and the game as a page.

use std::path::Path;

use oriflamme::session::Standing;

use super::{Dialogue, Done};
use crate::files;
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

    pub(crate) fn page(&mut self, rest: &str) -> Done {
        if rest.is_empty() {
            return Err("usage: `page FILE`".into());
        }
        // When the game is over, nothing is hidden any more.
        let is_over = matches!(self.session().standing(), Standing::Over(_));
        let seat = if is_over { None } else { self.session().viewer() };
        let page = stoppable(|stopped| {
            self.session().page(seat, &mut |done, of| {
                self.progress(&format!("{done} of {of} positions; Ctrl-C stops"));
                !stopped()
            })
        });
        self.progress("");
        files::write_page(Path::new(rest), &page?)?;
        self.note(&format!("wrote {rest}"));
        Ok(())
    }
}
