//! Commands that step through a decision.

use oriflamme::session::Stride;

use super::{Command, Takes};

pub(super) static COMMANDS: &[Command] = &[
    Command::new(
        "trace [--html FILE] SENTENCE",
        Takes::Sentence,
        "show every rule a decision asks",
        "Shows every rule that a decision asks, with its answer, as a tree: each rule is below the one that asked it. The decision is not made; `forward` then makes it. The tree shows up to 2000 lines; `trace --html FILE SENTENCE` writes a page of up to 50000 lines that can be folded. `trace` alone shows the decision that `back` undid last.",
        |dialogue, rest| dialogue.trace(rest),
    ),
    Command::new(
        "step [SENTENCE | N]",
        Takes::Sentence,
        "step through a decision, rule by rule",
        "`step SENTENCE` goes through a decision rule by rule. It stops at the first rule that the decision asks or statement that it runs, and shows the author's lines with an arrow, the values by name, the running scopes, and what asked this. At a stop, `step` (or Enter) continues to the next, `step N` over N of them. `board`, `status`, `hand`, `why` and `ask` show that very moment. A stop never changes the game: `run` continues and makes the decision, `back` leaves it. `step` alone steps through the decision that `back` undid last.",
        |dialogue, rest| dialogue.step(rest),
    ),
    Command::new(
        "into [N]",
        Takes::Nothing,
        "at a stop: step into what this rule asks",
        "At a stop, continues to the next rule or statement, even inside what this one asks; the same as `step`.",
        |dialogue, rest| dialogue.strides(Stride::Step, rest),
    ),
    Command::new(
        "over [N]",
        Takes::Nothing,
        "at a stop: step over what this rule asks",
        "At a stop, continues to the next rule or statement after this one, without stopping inside what it asks. A breakpoint inside still stops.",
        |dialogue, rest| dialogue.strides(Stride::Over, rest),
    ),
    Command::new(
        "out [N]",
        Takes::Nothing,
        "at a stop: step out to the rule that asked this",
        "At a stop, continues until the rule that asked this one, or ran this statement, goes on.",
        |dialogue, rest| dialogue.strides(Stride::Out, rest),
    ),
    Command::new(
        "run",
        Takes::Nothing,
        "at a stop: continue to the next breakpoint, or make the decision",
        "At a stop, continues to the next breakpoint. If there is none, makes the decision.",
        |dialogue, rest| dialogue.strides(Stride::Run, rest),
    ),
    Command::new(
        "break [SECTION | RULE | FILE:LINE | off [N]]",
        Takes::Break,
        "stop decisions at a section, a rule or a line",
        "Stops decisions before anything that cites a section (`break 5.2.1`, `break 5` for a chapter), at a rule by name (`break rout`: a procedure, word, quantity, function, table, step, action or card), or at a line of a file (`break 05-combat.ori:120`). From then on any decision you type stops there; `auto` and bots' games do not. Without arguments, lists the breakpoints; `break off N` removes one, `break off` all.",
        |dialogue, rest| dialogue.set_break(rest),
    ),
];
