//! A page for each player, and one for those who look on: several dialogues about one game, each with what one side
//! sees, or what all sides see.

use oriflamme::diagnostic::words::all_of;
use oriflamme::session::{Decider, ONLOOKER};

use super::handover::Keyboard;
use super::{Dialogue, Done};
use crate::command::{self, Command};

/// The commands that only look. They work on every page.
const LOOKING: &[&str] = &["board", "hand", "status", "log", "watch", "show", "help", "why", "rule", "rulings", "ask"];

/// The further commands of a player who has a page of their own. The others change the game or its files for everybody.
/// What `stops`, `slots` and `payments` set holds for all players, but changes only what is asked.
const PLAYING: &[&str] =
    &["stops", "slots", "payments", "options", "next", "hint", "review", "odds", "compare", "back"];

impl Dialogue {
    /// The sides that persons play, each with a page of its own: this dialogue serves the first, new ones the others and
    /// those who look on. Only this one saves the game.
    pub(crate) fn seated(&mut self) -> Vec<Dialogue> {
        let mut people = self.session().people().collect::<Vec<_>>().into_iter();
        self.keyboard = Keyboard::of(people.next());
        people.chain([ONLOOKER]).map(|seat| self.beside(seat)).collect()
    }

    /// A dialogue about the same game, for another seat.
    fn beside(&self, seat: u16) -> Dialogue {
        let mut other =
            Dialogue::about(self.session.clone(), self.catalog.clone(), self.paint, self.interactive, self.engine);
        other.keyboard = Keyboard::of(Some(seat));
        other.folders.clone_from(&self.folders);
        other
    }

    /// For whom this page is: the title of a side, or those who look on.
    pub(crate) fn own_title(&self) -> Option<String> {
        Some(match self.own_seat()? {
            ONLOOKER => "Onlookers".to_owned(),
            side => self.side_title(side),
        })
    }

    /// What this page says about whose it is.
    pub(super) fn own_words(&self) -> Option<String> {
        Some(match self.own_seat()? {
            ONLOOKER => "You look on, and see what all sides see.".to_owned(),
            side => format!("You play {}.", self.side_title(side)),
        })
    }

    /// The seat whose own page this is.
    pub(super) fn own_seat(&self) -> Option<u16> {
        self.keyboard.own()
    }

    /// The title of the side of another page that decides now.
    pub(super) fn waits_for(&self) -> Option<String> {
        self.session().waits_for().map(|seat| self.side_title(seat))
    }

    /// Which sides have decided unseen, if any; the others still have to.
    pub(super) fn decided_already(&self) -> Option<String> {
        let sides: Vec<String> =
            self.session().decided_already().into_iter().map(|side| self.side_title(side)).collect();
        let have = if sides.len() == 1 { "has" } else { "have" };
        (!sides.is_empty()).then(|| format!("{} {have} decided in secret.", all_of(&sides)))
    }

    /// True if a line only looks at the game.
    pub(super) fn only_looks(&self, line: &str) -> bool {
        let command = command::parse(line.trim());
        let plays = |text: &str| self.session().understands(text);
        command.is_some_and(|(command, _, marked)| LOOKING.contains(&command.name()) && (marked || !plays(line)))
    }

    /// True if a command works here.
    pub(super) fn has_command(&self, name: &str) -> bool {
        let plays = self.own_seat() != Some(ONLOOKER);
        self.own_seat().is_none() || LOOKING.contains(&name) || plays && PLAYING.contains(&name)
    }

    /// Refuses a command that would change the game or its files for the other players.
    pub(super) fn is_for_a_page(&self, command: &Command) -> Done {
        let name = command.name();
        if self.has_command(name) {
            return Ok(());
        }
        let possible: Vec<&str> = command::all().map(Command::name).filter(|name| self.has_command(name)).collect();
        Err(format!(
            "not done: `{name}`. Several people play this game, each at a page of their own. Possible here are `{}`",
            possible.join("`, `")
        )
        .into())
    }

    /// Refuses to take back what another player has decided.
    pub(super) fn takes_back_own(&self) -> Done {
        match self.session().decided_by_another() {
            Some(Decider::Side(other)) => {
                let other = self.side_title(other);
                Err(format!("the last decision was made by {other}: only that player can take it back").into())
            }
            Some(Decider::Arbiter) => Err(
                "the last change was made by hand, before the pages were opened: no player takes it back. The saved \
                 game, played without `--share`, does"
                    .into(),
            ),
            None => Ok(()),
        }
    }
}
