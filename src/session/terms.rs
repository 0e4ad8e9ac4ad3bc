//! The terms of the program: one table for `help` and the manual.

use crate::source::fold;

/// A term that appears on the screen or in messages.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The term.
    pub name: &'static str,
    /// Its other forms, separated by spaces.
    pub also: &'static str,
    /// Its meaning, in one line.
    pub text: &'static str,
}

/// The entry of a term, in any of its forms.
pub(super) fn term(word: &str) -> Option<&'static Term> {
    let wanted = fold(word);
    let called = |term: &&Term| {
        fold(term.name) == wanted || !wanted.is_empty() && term.also.split(' ').any(|form| form == wanted)
    };
    TERMS.iter().find(called)
}

const fn row(name: &'static str, also: &'static str, text: &'static str) -> Term {
    Term { name, also, text }
}

/// All terms, in alphabetical order.
pub const TERMS: &[Term] = &[
    row("action", "actions", "what a player may do in a step; completing one takes one or more choices"),
    row("area", "areas", "a space of a board without hexes; also the part of the board that `board AREA` draws"),
    row("army", "armies", "the pieces of a side in a scenario, with its name and its facts"),
    row("badge", "badges", "a sign on a counter while a condition holds"),
    row("bot", "bots", "a player that is a program: `random`, `greedy` or `search`"),
    row("box", "boxes", "a space of a side beside the map, for example its reserve"),
    row("card", "cards", "a piece of a deck with a name, facts and plays"),
    row(
        "citation",
        "cite cites citations",
        "the number of a rulebook section: after `§` on the screen, after `@` in a rule file",
    ),
    row(
        "clause",
        "clauses",
        "a line of a rule that changes a number, forbids an action or runs a script: `modify`, `forbid`, `before`, `after`",
    ),
    row("cost", "costs price", "the points an action needs; a purse pays them"),
    row("counter", "counters", "a piece as it is printed: `help` with its name reads its numbers aloud"),
    row("coverage", "cover", "which sections of a rulebook have rules and tests, and which of them random play runs"),
    row("decision", "decisions", "one answer of a player; `log` numbers them"),
    row("deck", "decks", "the cards of a game or of each side, with its zones: draw pile, hand, discard pile"),
    row("done", "", "ends your actions in this step: option `0`"),
    row("draft", "drafts", "an unfinished battle of `new battle`, kept in a file"),
    row(
        "edge",
        "edges",
        "a link between two spaces, with facts and state of its own: the road from one town to the next",
    ),
    row("engine", "engines", "the part that runs scripts: Rhai, or the kernel's own, which is faster"),
    row("event", "events", "a change of the state, as the log shows it; on a card, its text"),
    row("face down", "hidden", "shown to its owner only; the other side sees a `?`"),
    row("facing", "facings", "the direction in which a piece points"),
    row("fact", "facts", "a printed value, which never changes in play"),
    row("family", "families", "a group of kinds or actions that rules treat alike"),
    row("fault", "faults", "an error in a rule during play; the program shows its line and restores the game"),
    row("flag", "flags", "a value that is yes or no"),
    row("game", "games", "a set of rules with its cards, scenarios and tests; `oriflamme list` shows them"),
    row("greedy", "", "a bot that looks one action ahead and takes the best"),
    row("hash", "hashes", "a number computed from the state: equal states have equal hashes on every machine"),
    row("hook", "hooks", "a script that runs before or after an event: `before`, `after`"),
    row("interrupt", "interrupts", "an action or card played during another player's action"),
    row("invariant", "invariants", "a condition that must hold after every action"),
    row("journal", "journals", "all answers, dice and draws of a game in order; with the seed it gives every state"),
    row("kernel", "", "the program's core, which runs any game and contains no game rules"),
    row("kind", "kinds", "a type of piece, for example archers"),
    row("ledger", "ledgers", "the calculation of a number: its base and each modifier with its reason"),
    row("legal", "", "allowed by the rules and affordable"),
    row("level", "levels", "a degree of victory"),
    row("link", "links", "roads, rivers or other ways of one sort between spaces"),
    row("list", "lists", "a fixed set of names, for example the divisions of an army"),
    row("log", "logs", "the report of everything that happened"),
    row("mode", "modes", "one face of a counter or one formation, with facts of its own"),
    row("modifier", "modifiers", "a change to a number, with its reason"),
    row("notation", "notations", "the short form of a counter's numbers, for example `2/1-2`"),
    row("noun", "nouns", "a word for pieces, spaces or values of one type in a rule file"),
    row("offer", "offers", "an action, or the play of a card, as the kernel lists it for a player"),
    row("option", "options", "a legal choice, with the number by which you choose it"),
    row("outcome", "outcomes", "the end of a game: winner, level, points"),
    row("parameter", "parameters", "one choice of an action: the piece, the target, the cards"),
    row("perft", "", "a count of all legal action sequences of a given length"),
    row("permission", "permissions", "all `forbid` clauses of an action or event"),
    row("person", "persons people", "a human player"),
    row("piece", "pieces", "a counter in play"),
    row("place", "places", "a space, as you name it in a command"),
    row("play", "plays", "a use of a card, with its own timing, cost and script"),
    row("procedure", "procedures", "a named script that changes the game"),
    row("purse", "purses", "points that pay for actions, for a turn or another period"),
    row("quantity", "quantities", "a number that rules compute and `why` explains"),
    row("random", "", "a bot that picks evenly among all legal choices"),
    row("reading", "readings", "one of the possible answers to a disputed rule"),
    row("region", "regions", "a named part of the board"),
    row("ruling", "rulings", "a disputed rule with its possible readings; `--set RULING=VALUE` chooses one"),
    row("save", "saves", "a saved game: a text file with every answer, die and draw"),
    row("scenario", "scenarios", "a set-up to play: armies, terrain, special rules"),
    row("scope", "scopes", "a period of play in which rules and variables apply: a step, an action, a procedure"),
    row("script", "scripts", "the part of a rule that changes the game, written in Rhai"),
    row(
        "search",
        "",
        "a bot that plays many lines from its position and takes the action that went best; it knows no more than a person",
    ),
    row("seat", "seats", "a side with the player who decides for it: person, random, greedy or search"),
    row("section", "sections", "a numbered part of the rulebook; `rule NUMBER` shows it"),
    row("seed", "seeds", "the number that determines all dice and draws"),
    row("sentence", "sentences", "a command of the game, typed in full: the action, then each choice"),
    row("set", "sets", "a collection of pieces, spaces or cards, for example all units in range"),
    row("side", "sides", "a party of the game; it owns pieces and cards"),
    row("slot", "slots", "a position within a space, with a number or a name"),
    row("space", "spaces", "a hex, area, cell or box: where a piece can be"),
    row("stack", "stacks", "the pieces in one space"),
    row("state", "states", "the whole position of a game, including variables"),
    row("step", "steps phase phases", "a part of the sequence of play: a turn, a phase, a segment"),
    row(
        "stop",
        "stops",
        "a point at which you could play a card (see `stops`); while stepping, a rule at which a decision waits",
    ),
    row("strict", "", "a game in which you cannot undo a decision after new information, set dice or swap players"),
    row("terrain", "terrains", "what a space contains, with the rules it brings"),
    row("track", "tracks", "a row of boxes below the board that shows a number, for example losses"),
    row("transcript", "transcripts", "commands in a file and the output they must give"),
    row("variable", "variables state-variable", "a value that changes in play, for example hits"),
    row("walk", "walks", "the steps a piece may take and their cost; the kernel finds every reachable space"),
    row("weather", "weathers", "a condition of a whole battle, with the rules it brings"),
    row("window", "windows", "a point before or after an event at which cards or actions may interrupt"),
    row("zone", "zones", "a place for cards: draw pile, hand, discard pile"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_in_alphabetical_order_and_fit_a_line() {
        assert!(TERMS.is_sorted_by(|one, next| one.name < next.name));
        for term in TERMS {
            assert!(term.text.len() <= 140 && !term.text.ends_with('.'), "{}", term.name);
        }
    }

    #[test]
    fn a_term_has_other_forms() {
        assert_eq!(term("Purses").map(|term| term.name), Some("purse"));
        assert!(term("purser").is_none());
    }
}
