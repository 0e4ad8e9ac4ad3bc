//! A page for each player: several dialogues about one game, each with what one side sees.

use super::handover::Keyboard;
use super::{Dialogue, Done};
use crate::command::Command;

/// The commands of a player who has a page of their own. The others change the game or its files for everybody. What
/// `stops`, `slots` and `payments` set holds for all players, but changes only what is asked.
const AT_A_PAGE: &[&str] = &[
    "stops", "slots", "payments", "options", "next", "hint", "board", "hand", "status", "log", "review", "watch",
    "show", "help", "why", "rule", "rulings", "ask", "odds", "compare", "back",
];

impl Dialogue {
    /// The sides that persons play, each with a page of its own: this dialogue serves the first, new ones the others.
    /// Only this one saves the game.
    pub(crate) fn seated(&mut self) -> Vec<Dialogue> {
        let mut people = self.session().people().collect::<Vec<_>>().into_iter();
        self.keyboard = Keyboard::of(people.next());
        people.map(|seat| self.beside(seat)).collect()
    }

    /// A dialogue about the same game, for another side.
    fn beside(&self, seat: u16) -> Dialogue {
        let mut other =
            Dialogue::about(self.session.clone(), self.catalog.clone(), self.paint, self.interactive, self.engine);
        other.keyboard = Keyboard::of(Some(seat));
        other.folders.clone_from(&self.folders);
        other
    }

    /// The title of the side whose page this is.
    pub(crate) fn own_title(&self) -> Option<String> {
        Some(self.side_title(self.own_side()?))
    }

    /// The side whose own page this is.
    pub(super) fn own_side(&self) -> Option<u16> {
        self.keyboard.own()
    }

    /// The title of the side of another page that decides now.
    pub(super) fn waits_for(&self) -> Option<String> {
        self.session().waits_for().map(|seat| self.side_title(seat))
    }

    /// True if a command works here.
    pub(super) fn has_command(&self, name: &str) -> bool {
        self.own_side().is_none() || AT_A_PAGE.contains(&name)
    }

    /// Refuses a command that would change the game or its files for the other players.
    pub(super) fn is_for_a_page(&self, command: &Command) -> Done {
        let name = command.name();
        if self.has_command(name) {
            return Ok(());
        }
        Err(format!(
            "not done: `{name}`. Several people play this game, each at a page of their own. Possible here are `{}`",
            AT_A_PAGE.join("`, `")
        )
        .into())
    }

    /// Refuses to take back what another player has decided.
    pub(super) fn takes_back_own(&self) -> Done {
        match self.session().decided_by_another() {
            Some(other) => {
                let other = self.side_title(other);
                Err(format!("the last decision was made by {other}: only that player can take it back").into())
            }
            None => Ok(()),
        }
    }
}
