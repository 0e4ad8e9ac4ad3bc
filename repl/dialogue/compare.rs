//! `compare`: the differences that other rulings would make in a position.

use oriflamme::draw::{Line, Role};
use oriflamme::session::{Compared, CountedAtMost, NoOdds};

use super::{Dialogue, Done};
use crate::stop::stoppable;

/// The maximum number of rulings without a difference that are named.
const MOST_NAMED: usize = 6;
/// What is counted for one ruling.
const OF_ONE: CountedAtMost = CountedAtMost { commands: 40, outcomes: 3_000 };
/// What is counted for each of all rulings.
const OF_EACH: CountedAtMost = CountedAtMost { commands: 8, outcomes: 300 };

impl Dialogue {
    pub(crate) fn compare(&mut self, rest: &str) -> Done {
        let (others, only) = self.session().other_readings(rest)?;
        let all = rest.trim().is_empty();
        let mut lines = Vec::new();
        let mut alike: Vec<String> = Vec::new();
        let (mut cut, mut named, mut uncounted) = (false, false, Uncounted::default());
        stoppable(|stopped| {
            let session = self.session();
            let mut comparison = session.comparison(&only, if all { OF_EACH } else { OF_ONE });
            for other in &others {
                let compared = comparison.with(*other, &mut || !stopped())?;
                let heading = other.heading(&session);
                if compared.lines.is_empty() && all {
                    alike.push(other.name(&session));
                } else {
                    lines.push(heading);
                    if compared.lines.is_empty() {
                        let text = if compared.cut { "  No difference was found." } else { "  Nothing differs here." };
                        lines.push(Line::plain(text));
                    }
                    lines.extend(compared.lines.iter().cloned());
                }
                cut |= compared.cut;
                named |= !compared.names_none;
                uncounted.add(&compared);
            }
            Ok::<(), NoOdds>(())
        })?;
        if !only.is_empty() && !named {
            return Err(format!("no command here begins with `{only}`").into());
        }
        if all && lines.is_empty() {
            lines.push(Line::plain("No ruling makes a difference to this decision."));
        } else if all && !alike.is_empty() {
            let text = match alike.len() {
                ..=MOST_NAMED => format!("Nothing differs here under {}.", alike.join(", ")),
                many => format!("Nothing differs here under {many} other rulings."),
            };
            lines.push(Line::of(Role::Dim, text));
        }
        if cut {
            let text = match only.is_empty() {
                true => "too many choices to compare all: name a command, `compare RULING COMMAND`",
                false => "too many choices to compare all: name more of the command",
            };
            lines.push(Line::of(Role::Dim, text));
        }
        lines.extend(uncounted.note(&only).map(|note| Line::of(Role::Dim, note)));
        self.pages(&lines);
        Ok(())
    }
}

/// The commands whose results were not counted, over the readings compared.
#[derive(Default)]
struct Uncounted {
    /// The number of readings with such commands.
    readings: usize,
    /// The fewest commands counted for one of them, and the most that there were.
    counted: usize,
    all: usize,
}

impl Uncounted {
    fn add(&mut self, compared: &Compared) {
        if compared.uncounted == 0 {
            return;
        }
        let counted = compared.counted;
        self.counted = if self.readings == 0 { counted } else { self.counted.min(counted) };
        self.all = self.all.max(counted + compared.uncounted);
        self.readings += 1;
    }

    /// The note below the comparison. `only`: the beginning of the commands named for it.
    fn note(&self, only: &str) -> Option<String> {
        let Uncounted { readings, counted, all } = self;
        let of = match readings {
            0 => return None,
            1 => format!("{counted} of {all} commands"),
            _ => format!("{counted} commands of up to {all} under each reading"),
        };
        let others = match only.is_empty() {
            true => "`compare RULING COMMAND` counts the ones you name",
            false => "name more of the command to count others",
        };
        Some(format!("results were counted for {of}; {others}"))
    }
}
