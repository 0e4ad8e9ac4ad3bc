//! Commands to play with: choices, bots, dice, settings of a game.

use super::{Command, Takes};

pub(super) static COMMANDS: &[Command] = &[
    Command::new(
        "options [PIECE | PLACE]",
        Takes::Nothing,
        "list your legal choices, or those with a piece or place",
        "Lists your legal choices, numbered. An empty line does the same. `options KT1` lists the commands that begin with a piece or a place.",
        |dialogue, rest| dialogue.options(rest),
    )
    .also(&["o"]),
    Command::new(
        "next",
        Takes::Nothing,
        "begin a command for the next unit that can act",
        "Begins a command for the next unit that can act. Repeat it to skip a unit; `cancel` leaves the command.",
        |dialogue, _| dialogue.next(),
    ),
    Command::new(
        "hint [search]",
        Takes::Words(&["search"]),
        "show what a bot would do; in a lesson, help",
        "Shows what the greedy bot would do in your place. It looks one action ahead. It gives no hint for a question that is not an action, or while something on the board is hidden from you. `hint search` plays some hundred games on from here, with other dice and other hidden cards, and shows the commands that went best; this takes up to some seconds. In a lesson, shows the next hint. After the last hint of a task, shows the command. In free play, shows a command that reaches the goal, or one with which bots reached it.",
        |dialogue, rest| dialogue.hint(rest),
    ),
    Command::new(
        "skip",
        Takes::Nothing,
        "in a lesson: do this step for you",
        "In a lesson, does what the task asks and goes on.",
        |dialogue, _| dialogue.skip(),
    ),
    Command::new(
        "again",
        Takes::Nothing,
        "in a lesson: start it over",
        "In a lesson, starts it over.",
        |dialogue, _| dialogue.again(),
    ),
    Command::new(
        "auto [N]",
        Takes::Nothing,
        "play N random legal choices",
        "Makes the next N decisions (default 1) at random from all legal choices. Waiting bots make their own.",
        |dialogue, rest| dialogue.auto(rest),
    ),
    Command::new(
        "bot SIDE person|random|greedy|search",
        Takes::Seat,
        "give a side to a bot or a person",
        "Gives a side to a bot, or back to a person. `random` picks evenly among all legal choices; `greedy` looks one action ahead; `search` plays some hundred games on from its position before each action, knows no more than a person, and takes up to some seconds.",
        |dialogue, rest| dialogue.bot(rest),
    )
    .also(&["seat"]),
    Command::new(
        "dice [N N … | N N … | off]",
        Takes::Words(&["off"]),
        "set the next dice",
        "Sets the next rolls, one group for each roll: `dice 6 6 1 | 3` is a roll of three dice, then one die. Without arguments, shows the dice that are set; `dice off` clears them. `back` also undoes `dice`. For the dice of the set-up use `oriflamme play SCENARIO --dice`.",
        |dialogue, rest| dialogue.dice(rest),
    ),
    Command::new(
        "stops on|off",
        Takes::Words(&["on", "off"]),
        "ask at every point where you could play a card",
        "On your own decisions, cards playable at any time are always listed. `stops on` also asks you at every other point where you could play one.",
        |dialogue, rest| dialogue.stops(rest),
    ),
    Command::new(
        "slots ask|auto",
        Takes::Words(&["ask", "auto"]),
        "choose slots yourself",
        "A piece that needs a slot takes the first one allowed. With `slots ask` you choose.",
        |dialogue, rest| dialogue.slots(rest),
    ),
    Command::new(
        "payments ask|auto",
        Takes::Words(&["ask", "auto"]),
        "choose every payment yourself",
        "If one way to pay is at least as good as every other, it is chosen for you. With `payments ask` you choose each one.",
        |dialogue, rest| dialogue.payments(rest),
    ),
    Command::new(
        "handover on|off",
        Takes::Words(&["on", "off"]),
        "hide the screen between players",
        "When several people share a terminal in a game with secrets, the screen is cleared when the decision passes to another player, whose side appears after they press Enter. Use `handover off` if one person plays all sides.",
        |dialogue, rest| dialogue.handover(rest),
    ),
    Command::new(
        "quit",
        Takes::Nothing,
        "leave the game",
        "Leaves the game. Asks for confirmation if the game is unsaved.",
        |dialogue, _| dialogue.quit(),
    )
    .also(&["exit", "q"]),
];
