//! Commands that move through a game: undo, branches, saved games.

use super::{Command, Takes};

pub(super) static COMMANDS: &[Command] = &[
    Command::new(
        "back [N]",
        Takes::Nothing,
        "undo decisions",
        "Undoes the last decision of a person and everything after it, or the last N. A `no` to an interrupt is a decision here. While you compose a command it undoes the last choice. The dice do not change.",
        |dialogue, rest| dialogue.back(rest),
    )
    .also(&["undo"]),
    Command::new(
        "forward [N]",
        Takes::Nothing,
        "redo undone decisions",
        "Redoes what `back` undid, in the same steps. A new decision discards it.",
        |dialogue, rest| dialogue.forward(rest),
    )
    .also(&["redo"]),
    Command::new(
        "goto N",
        Takes::Nothing,
        "go to just before decision N",
        "Goes to just before decision number N; `log` shows the numbers. If a bot made that decision, goes to the last decision of a person before it.",
        |dialogue, rest| dialogue.goto(rest),
    ),
    Command::new(
        "mark NAME",
        Takes::Nothing,
        "mark this position",
        "Gives this position a name. `go NAME` returns to it, `diff NAME` compares it with the present position.",
        |dialogue, rest| dialogue.mark(rest),
    ),
    Command::new(
        "branch NAME",
        Takes::Nothing,
        "begin another line of play here",
        "Begins a branch at this position. The decisions from here on belong to it; the other branch keeps what you have played. The game begins on the branch `main`. Saved games contain all branches and marks.",
        |dialogue, rest| dialogue.branch(rest),
    ),
    Command::new(
        "branches",
        Takes::Nothing,
        "show the branches and marks as a tree",
        "Shows the branches and marks as a tree, each with the decision where it leaves its parent and the number of decisions of its own. `*` is the branch you are on.",
        |dialogue, rest| dialogue.branches(rest),
    ),
    Command::new(
        "go NAME",
        Takes::Branch,
        "go to a branch or mark",
        "Goes to a mark, or to the place where you left a branch. `forward` and `back` then follow that branch. If you leave a branch after seeing dice, cards or another side's decision, the saved game records it, as it does for `back`. A strict game has one line of play.",
        |dialogue, rest| dialogue.go(rest),
    ),
    Command::new(
        "diff A [B]",
        Takes::Branch,
        "show what differs between two positions",
        "Shows what differs between two positions: the place in the turn, key numbers, cards, pieces, variables. A and B are branches, marks, numbers of decisions, or `here`; without B, compares A with the present position. You see only what your side may know.",
        |dialogue, rest| dialogue.diff(rest),
    ),
    Command::new(
        "save [FILE]",
        Takes::File,
        "save the game",
        "Saves the game to a text file that you can read, edit and send. Without FILE, saves to the last file used, or else to SCENARIO.game, with a number if that file exists. Repeat the command to overwrite another game's save. Files that are not saves are never overwritten.",
        |dialogue, rest| dialogue.save(rest),
    ),
    Command::new(
        "load FILE [--set RULING=VALUE]…",
        Takes::File,
        "load a saved game",
        "Replaces this game with a saved one. A damaged file is played up to its first bad line. With `--set`, the game is played under other readings up to the first decision where the difference shows. Both versions are shown, with the rules that decide them, and the game waits there. If the current game is unsaved, repeat the command to confirm. The loaded game is not saved after every decision, even with `--save`: use `save`.",
        |dialogue, rest| dialogue.load(rest),
    ),
    Command::new(
        "reload",
        Takes::Nothing,
        "read the rule files again and go on from here",
        "Reads the rule files again and goes on from the same decision: edit a rule in another window, and try it in this position. The whole game is played again under the new rules, with the same answers, dice and cards. If it comes out differently, the first difference is shown, with the rules that decide it. Errors in the files are reported, and the game goes on under the old rules.",
        |dialogue, _| dialogue.reload(),
    ),
];
