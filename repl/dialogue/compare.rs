//! `compare`: the differences that other rulings would make in a position.

use oriflamme::draw::{Line, Role};
use oriflamme::session::{Compared, NoOdds, OtherReading};

use super::Dialogue;
use crate::reader::Next;
use crate::stop::stoppable;

/// The maximum number of rulings without a difference that are named.
const MOST_NAMED: usize = 6;
/// The maximum number of commands whose results are counted, for one ruling.
const MOST_COUNTED: usize = 40;
/// The same for each of all rulings.
const MOST_OF_EACH: usize = 8;

impl Dialogue {
    pub(crate) fn compare(&mut self, rest: &str) -> Next {
        let others = self.session().other_readings(rest);
        let (others, only) = match others {
            Ok(others) => others,
            Err(problem) => {
                self.refuse(&problem);
                return Next::GoOn;
            }
        };
        let all = rest.trim().is_empty();
        let mut lines = Vec::new();
        let mut alike: Vec<String> = Vec::new();
        let mut notes = Vec::new();
        let found = stoppable(|stopped| {
            for other in &others {
                let compared =
                    self.compare_one(*other, &only, if all { MOST_OF_EACH } else { MOST_COUNTED }, stopped)?;
                let heading = other.heading(&self.session());
                if compared.lines.is_empty() && all {
                    alike.push(other.name(&self.session()));
                } else {
                    lines.push(heading);
                    if compared.lines.is_empty() {
                        let text = if compared.cut { "  No difference was found." } else { "  Nothing differs here." };
                        lines.push(Line::plain(text));
                    }
                    lines.extend(compared.lines.iter().cloned());
                }
                let note = note(&compared);
                if !note.is_empty() && !notes.contains(&note) {
                    notes.push(note);
                }
            }
            Ok(())
        });
        match found {
            Ok(()) => {
                if all && lines.is_empty() {
                    lines.push(Line::plain("No ruling makes a difference to this decision."));
                } else if all && !alike.is_empty() {
                    let text = match alike.len() {
                        ..=MOST_NAMED => format!("Nothing differs here under {}.", alike.join(", ")),
                        many => format!("Nothing differs here under {many} other rulings."),
                    };
                    lines.push(Line::of(Role::Dim, text));
                }
                lines.extend(notes.iter().map(|note| Line::of(Role::Dim, note.as_str())));
                self.pages(&lines);
            }
            Err(NoOdds::Refused(problem)) => self.refuse(&problem),
            Err(NoOdds::Faulty(fault)) => self.fault(&fault),
            Err(NoOdds::Stopped) => self.note("stopped; the game has not changed"),
        }
        Next::GoOn
    }

    fn compare_one(
        &self,
        other: OtherReading,
        only: &str,
        most: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Compared, NoOdds> {
        self.session().compare(other, only, most, &mut || !stopped())
    }
}

/// A note about the commands that were not compared.
fn note(compared: &Compared) -> String {
    let mut parts = Vec::new();
    if compared.cut {
        parts.push("too many choices to compare all: name a command, `compare RULING COMMAND`".to_owned());
    }
    if compared.uncounted > 0 {
        let all = compared.counted + compared.uncounted;
        let counted = compared.counted;
        parts.push(format!(
            "results were counted for {counted} of {all} commands; `compare RULING COMMAND` counts the ones you name"
        ));
    }
    parts.join("; ")
}
