//! Commands that explain.

use super::{Command, Takes};

pub(super) static COMMANDS: &[Command] = &[
    Command::new(
        "help [TERM]",
        Takes::HelpWord,
        "list the commands, or explain a term",
        "Without arguments, lists the commands. While you compose a command or choose a payment, shows what is asked and the choices; `:help` lists the commands. With a term, explains a command, an action, a card, a piece or the numbers on it, or any other term of the game or the program. `help full TERM` also shows where the rules define it.",
        |dialogue, rest| dialogue.help(rest),
    )
    .also(&["?", "h"]),
    Command::new(
        "why [N | not SENTENCE | QUANTITY OF WHAT]",
        Takes::Why,
        "explain a number, a line of the log or a refusal",
        "Without arguments, explains the last refusal; when the game is over, how it ended; or else the last roll: each number with its base and modifiers, the rulebook sections and the line of the rule. `why 3.2` explains line 3.2 of the log; for a decision with a price, also the price and how it was paid. `why full 3.2` adds the rulings about its sections. `why not advance KT2 to left middle` gives the reasons against a command: for a move that is too long the cost, for a blocked one the blocked step, for an incomplete command the reasons against each choice. `why cohesion KT2` explains any quantity; leave out a name if only one fits. A ruling that decided something is shown beside it: `(ruling hill_charge: point)`. Below are the results under other rulings, changed one at a time.",
        |dialogue, rest| dialogue.why(rest),
    ),
    Command::new(
        "rule [NUMBER|WORDS]",
        Takes::Section,
        "show a section of the rulebook",
        "Shows a summary of a section of the rulebook, every rule that cites it, the rulings about it with the one in force, and the tests that cite it. WORDS finds the sections about a topic. Without arguments, lists the chapters; `rule all` lists every section.",
        |dialogue, rest| dialogue.rule(rest),
    )
    .also(&["section"]),
    Command::new(
        "rulings [NAME]",
        Takes::Ruling,
        "list the disputed rules and the readings in force",
        "Lists the rulings (disputed rules) of this game with their readings, the default, and the reading in force. `rulings hill_charge` shows one in full, with its sections and the rules that depend on it. Choose another reading when you start a game: `oriflamme play SCENARIO --set RULING=VALUE`.",
        |dialogue, rest| dialogue.rulings(rest),
    )
    .also(&["readings"]),
    Command::new(
        "ask EXPRESSION",
        Takes::Expression(&[]),
        "evaluate an expression of the language",
        "Evaluates an expression of the rule language in this position: `ask mine.count`, `ask KT2.cohesion`. Use the labels of pieces as names. Tab completes words. The answer for a quantity shows its modifiers, that for a condition the values it compares, that for a permission its reasons. Below are the results under other rulings. An expression changes nothing and cannot roll dice. You see only what your side may know: an answer that depends on a hidden card or a face-down piece is refused.",
        |dialogue, rest| dialogue.ask(rest),
    ),
    Command::new(
        "odds [full | of EXPRESSION after] SENTENCE[; ANSWER]… [policy best|spread|each]",
        Takes::Sentence,
        "show what a command leads to, with the odds of each outcome",
        "Shows what a command would lead to, without carrying it out: each outcome with its share as a fraction (`≈` if it is too long to show), in percent and as a bar; then each thing by itself; then the lines of the log that are not certain. It counts every result of dice and draws if there are at most a million ways (fewer for a long action). Ways that cannot be told apart are played once. Above that it samples plays, in which each answer is equally likely, with 95% intervals. Ctrl-C stops it. `odds attack with MA1; BL1 3, BL2 2; no` answers the questions of the action in advance. The policy decides all others. `policy best` (the default): each side takes what is best for it. `policy spread`: each answer is equally likely. `policy each`: each answer is listed as a case. The odds assume that no player interrupts, and that no other player chooses a card you cannot see. If such cards matter all the same, there are no odds. `odds full` lists every outcome. `odds of BL2.hits after attack with KT1` shows the odds of a number or condition: with the policy best, your side makes it as great as it can on average, every other side as small as it can. `show odds on` shows the odds beside the options.",
        |dialogue, rest| dialogue.odds(rest),
    ),
    Command::new(
        "compare [RULING [COMMAND]]",
        Takes::Ruling,
        "show what another reading would change here",
        "Shows what each other reading of a disputed rule would change at this decision: commands that are legal under only one of the two, with the reason and its place in the rules; prices; and what commands lead to, with their odds. `compare hill_charge attack` looks only at commands that begin with `attack`. Without arguments, compares all rulings and shows those that matter here. It uses only what you may see, and the game does not change. Ctrl-C stops it.",
        |dialogue, rest| dialogue.compare(rest),
    ),
];
