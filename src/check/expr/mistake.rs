//! Errors in expressions and scripts, one small function for each.

use crate::diagnostic::{Diagnostic, words};
use crate::model::types::Type;
use crate::source::Span;
use crate::syntax::ast::expr::{Expr, ExprKind, Operator};

use super::statement::End;

pub(super) fn fraction(at: Span) -> Diagnostic {
    Diagnostic::error("syntax", "scripts count in whole numbers")
        .at(at, "found a fraction")
        .help("write a whole number; `half_up(n)` and `half_down(n)` halve")
}

pub(super) fn unused(name: &str, at: Span) -> Diagnostic {
    Diagnostic::warning("unused-name", format!("`{name}` is never used"))
        .at(at, "never read")
        .help("remove it, or begin its name with `_`")
}

pub(super) fn hidden(name: &str, what: &str, at: Span) -> Diagnostic {
    Diagnostic::warning("hidden-name", format!("`{name}` hides {what} of that name"))
        .at(at, "declared here")
        .help("choose another name")
}

pub(super) fn unknown_name(name: &str, nearest: Option<&str>, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("unknown name `{name}`"))
        .seeking("name", at, "unknown")
        .did_you_mean(nearest)
}

/// A bare name that is a word of things: `hits` for `unit.hits`.
pub(super) fn word_without_thing(name: &str, of: &str, example: Option<&str>, at: Span) -> Diagnostic {
    let help = match example {
        Some(subject) => format!("`{name}` needs a subject, for example `{subject}.{name}`"),
        None if of == "the game" => format!("write `game.{name}`"),
        None => format!("`{name}` needs {of} as its subject, before a dot"),
    };
    Diagnostic::error("unknown-word", format!("unknown name `{name}`"))
        .at(at, format!("this is a word of {of}"))
        .help(help)
}

/// A noun where no parameter has its name. `member`: a parameter of its kind; `plural`: the set of them all.
pub(super) fn noun_alone(name: &str, member: Option<&str>, plural: Option<&str>, at: Span) -> Diagnostic {
    let problem = Diagnostic::error("unknown-word", format!("no parameter is named `{name}` here")).seeking(
        "parameter",
        at,
        "a noun, but not a parameter here",
    );
    match (plural, member) {
        (Some(plural), Some(member)) => problem.help(format!("write `{member}`, or `{plural}` for all of them")),
        (Some(plural), None) => problem.help(format!("write `{plural}` for all of them")),
        (None, member) => problem.did_you_mean(member),
    }
}

/// `"${unit} routs"` outside scripts.
pub(super) fn dollar_in_text(at: Span) -> Diagnostic {
    Diagnostic::warning("plain-braces", "players read the `$` before these braces")
        .at(at, "not a text of a script")
        .help("write plain braces: `{unit}`")
}

/// `"{unit} routs"` in a script.
pub(super) fn braces_in_script(name: &str, woven: bool, at: Span) -> Diagnostic {
    let help = if woven {
        format!("write `${{{name}}}`")
    } else {
        format!("write the text between backticks, with `${{{name}}}` in it")
    };
    Diagnostic::warning("plain-braces", "players read these braces as they stand")
        .at(at, "a text of a script")
        .help(help)
}

/// A comparison or sum that nothing reads. The other operators may call something behind them.
pub(super) fn idle_infix(operator: Operator, at: Span) -> Option<Diagnostic> {
    let problem = Diagnostic::warning("idle-statement", "this statement does nothing");
    match operator {
        Operator::And | Operator::Or | Operator::Coalesce => None,
        Operator::Equal => {
            Some(problem.at(at, "`==` compares, and nothing reads the answer").help("write `=` to assign"))
        }
        _ => Some(problem.at(at, "nothing reads its value").help("assign it, or remove it")),
    }
}

/// A word, a number or a name as a statement.
pub(super) fn idle(at: Span) -> Diagnostic {
    Diagnostic::warning("idle-statement", "this statement does nothing")
        .at(at, "nothing reads its value")
        .help("assign it, or remove it")
}

/// A statement behind one that ends the script or the loop.
pub(super) fn never_reached(at: Span, end: Span) -> Diagnostic {
    Diagnostic::warning("idle-statement", "this statement is never reached")
        .at(at, "never runs")
        .also(end, "the script or the loop ends here")
        .help("remove it, or put the end into an `if`")
}

/// `unit.engaged` where no parameter is named `unit`; one with another name may be of its kind.
pub(super) fn unbound_noun(noun: &str, word: &str, member: Option<&str>, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("no parameter is named `{noun}` here"))
        .seeking("parameter", at, "a noun, but not a parameter here")
        .did_you_mean(member.map(|member| format!("{member}.{word}")).as_deref())
}

/// A name where a value of a list is expected that is none of its values.
pub(super) fn unknown_value(name: &str, list: &str, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("`{list}` has no value `{name}`")).seeking("value", at, "unknown")
}

pub(super) fn unknown_word(name: &str, of: &str, nearest: Option<&str>, at: Span) -> Diagnostic {
    let problem =
        Diagnostic::error("unknown-word", format!("{of} has no word `{name}`")).seeking("word", at, "unknown");
    match (of, nearest) {
        ("a set of ways", None) => {
            problem.help("ways have `.any`, `.count`, `.some(…)`, `.all(…)`, `.to(space)` and `.spaces`")
        }
        _ => problem.did_you_mean(nearest),
    }
}

/// The equivalent of a method name of other languages.
pub(super) fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "filter" | "select" => "where",
        "contains" | "includes" => "has",
        "len" | "length" | "size" => "count",
        "is_empty" => "empty",
        "exists" => "some",
        "every" => "all",
        "sum" => "total",
        "max" => "highest",
        "min" => "lowest",
        "sort" | "sort_by" | "order_by" => "sorted",
        "adjacent" | "neighbors" | "adjacents" => "neighbours",
        "enemy" | "opponent" => "foe",
        "enemies" | "opponents" => "foes",
        _ => return None,
    })
}

/// The equivalent of a bare name of other languages.
pub(super) fn bare_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "True" | "TRUE" | "Yes" | "yes" => "write `true`, or the flag alone as a condition",
        "False" | "FALSE" | "No" | "no" => "write `false`, or `!` before the flag as a condition",
        "None" | "NULL" | "Null" | "undefined" | "nobody" => "write `none`",
        "d4" | "d6" | "d8" | "d10" | "d12" | "d20" => "write `roll()`, or `roll(2)` for two dice",
        "x2" => "write `doubled` in a clause, `2 * …` in a script",
        "and" => "write `&&`",
        "or" => "write `||`",
        "not" => "write `!`",
        _ => return None,
    })
}

/// The equivalent of a function of other languages.
pub(super) fn called_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "win" | "wins" | "victory" | "lose" | "end_game" | "game_over" => {
            "write `finish(SIDE)`, `finish([SIDE, SIDE])` if several win, or `finish(none)` for a draw"
        }
        "print" | "println" | "log" | "echo" => "write `say(\"…\")`",
        "rand" | "random" | "randint" | "roll_die" | "d4" | "d6" | "d8" | "d10" | "d12" | "d20" => {
            "write `roll()`, or `roll(2).sum` for two dice; the die is that of the `game` item"
        }
        _ => return None,
    })
}

pub(super) fn unknown_call(name: &str, nearest: Option<&str>, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("no function named `{name}`"))
        .seeking("function", at, "unknown")
        .did_you_mean(nearest)
}

/// `call`: the call that was meant, with its subject as first argument.
pub(super) fn called_like_a_method(name: &str, call: &str, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("`{name}` is a function, not a word"))
        .at(at, "used as a word")
        .help(format!("write `{call}`"))
}

/// `meant`: what was meant, with a dot.
pub(super) fn word_called(name: &str, meant: &str, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("`{name}` is a word, not a function"))
        .at(at, "called like a function")
        .help(format!("write `{meant}`"))
}

/// `letter.all` where `letter` is one of the letters.
pub(super) fn one_for_all(one: &str, all: &str, at: Span) -> Diagnostic {
    Diagnostic::error("argument-count", "`.all` needs arguments")
        .at(at, "")
        .help(format!("`{one}` is one of them here: write `{all}` for all"))
}

/// `pile.count`: a zone is a place. `each`: each side has its own.
/// `side`: a side to name where no side acts.
pub(super) fn bare_zone(zone: &str, name: &str, each: bool, side: Option<&str>, at: Span) -> Diagnostic {
    let same = if each { "" } else { "; it is the same for every side" };
    let mine = match side {
        None => format!("`my.{zone}.{name}`, or `SIDE.{zone}.{name}`"),
        Some(side) => format!("`{side}.{zone}.{name}`"),
    };
    Diagnostic::error("wrong-type", format!("`{zone}` is a place, not the cards there"))
        .at(at, "a zone")
        .help(format!("write {mine}{same}"))
}

/// `units.any()` and `units.any(|unit| …)`.
pub(super) fn brackets_behind_word(name: &str, args: &[Expr], at: Span) -> Diagnostic {
    let help = match args.first().map(|arg| &arg.kind) {
        Some(ExprKind::Closure(_)) => format!("test the members first: `.where(|one| …).{name}`"),
        _ => format!("remove the brackets: `.{name}`"),
    };
    Diagnostic::error("argument-count", format!("`{name}` takes no arguments")).at(at, "").help(help)
}

pub(super) fn not_called(name: &str, at: Span) -> Diagnostic {
    Diagnostic::error("argument-count", format!("`{name}` needs arguments"))
        .at(at, "")
        .help(format!("write `{name}(…)`"))
}

/// A procedure as a statement without parentheses.
pub(super) fn procedure_not_called(name: &str, has_params: bool, at: Span) -> Diagnostic {
    let args = if has_params { "…" } else { "" };
    Diagnostic::error("missing-part", format!("`{name}` is a procedure, and is not called here"))
        .at(at, "no parentheses after this")
        .help(format!("write `{name}({args})`"))
}

/// A word of something of which it is not known what it is.
pub(super) fn open_type(of: &str, name: &str, at: Span) -> Diagnostic {
    let is_name = of.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    let parameter = match is_name {
        true => format!("a parameter is what the noun of its name says: `noun {of} = card`; "),
        false => String::new(),
    };
    Diagnostic::error("wrong-type", format!("it is not known here what `{of}` is, so it has no `.{name}`"))
        .at(at, "may be anything")
        .help(format!(
            "{parameter}a name that begins as `none`, and a member of a list, may be anything: bind the thing itself"
        ))
}

/// True for the error of [`open_type`].
pub(in crate::check) fn is_open_type(one: &Diagnostic) -> bool {
    one.code == "wrong-type" && one.headline.starts_with("it is not known here what ")
}

/// Two returns of one script whose values have no type in common.
pub(super) fn unlike_returns(first: (&str, Span), other: (&str, Span)) -> Diagnostic {
    Diagnostic::error("wrong-type", format!("this script returns {} and {}", first.0, other.0))
        .at(other.1, other.0)
        .also(first.1, first.0)
        .help("return values of one type")
}

/// Two branches of an `if` whose values have no type in common.
pub(super) fn unlike_branches(first: (&str, Span), other: (&str, Span)) -> Diagnostic {
    Diagnostic::error("wrong-type", format!("this `if` gives {} and {}", first.0, other.0))
        .at(other.1, other.0)
        .also(first.1, first.0)
        .help("give values of one type in all its branches")
}

/// A function or a number that has a value on some paths only.
pub(super) fn path_without_value(what: &str, end: End, at: Span) -> Diagnostic {
    let label = match end {
        End::NoElse => "no value if this is false",
        End::NoOther => "no value in any other case",
        End::Loop => "no value when the loop has ended",
        End::Other => "no value here",
    };
    Diagnostic::warning("path-without-value", format!("this {what} does not always give a value"))
        .at(at, label)
        .help(end.advice())
}

/// A value that several lists have. `owners`: their names.
pub(super) fn several_readings(name: &str, readings: &[String], owners: &[&str], at: Span) -> Diagnostic {
    let paths: Vec<String> = owners.iter().map(|owner| format!("{owner}.{name}")).collect();
    Diagnostic::error("ambiguous-name", format!("`{name}` may mean {}", words::one_of(readings)))
        .at(at, "which one?")
        .help(format!("write {}", words::one_of_quoted(&paths)))
}

pub(super) fn argument_count(name: &str, takes: &str, found: usize, at: Span) -> Diagnostic {
    Diagnostic::error("argument-count", format!("`{name}` takes {takes}, found {found}")).at(at, "")
}

pub(super) fn wrong_type(wanted: &str, found: &str, at: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("wrong-type", format!("expected {wanted}, found {found}")).at(at, found);
    match found.strip_prefix("a set of ") {
        // One member of a set is expected.
        Some(many) if is_one_of(wanted, many) => {
            diagnostic.help("write `.first` or `.only` after it to take one of them")
        }
        None if (wanted, found) == ("a number", "a step") => {
            diagnostic.help("write `.number` after it for the number of its turn")
        }
        _ => diagnostic,
    }
}

fn is_one_of(wanted: &str, many: &str) -> bool {
    let one = wanted.strip_prefix("a ").or_else(|| wanted.strip_prefix("an ")).unwrap_or(wanted);
    many.strip_suffix('s') == Some(one)
}

/// A fraction in figures, `1/2`: a division of whole numbers drops the rest.
pub(super) fn cut_off(number: i64, by: i64, at: Span) -> Diagnostic {
    let whole = number / by;
    let halves = number.checked_mul(2).and_then(|twice| twice.checked_rem(by)) == Some(0);
    let half = if whole == 0 { "½".to_owned() } else { format!("{whole}½") };
    let help = match halves && number > 0 && by > 0 {
        true => format!("write `{half}` where amounts are counted in halves, and `{whole}` elsewhere"),
        false => format!("write `{whole}` if that is what you want"),
    };
    Diagnostic::error("wrong-value", format!("`{number}/{by}` is {whole}: a division drops the rest"))
        .at(at, "")
        .help(help)
}

pub(super) fn divided_by_zero(at: Span) -> Diagnostic {
    Diagnostic::error("wrong-value", "nothing can be divided by 0")
        .at(at, "always 0")
        .help("write a number of 1 or more, or -1 or less")
}

pub(super) fn set_as_condition(at: Span) -> Diagnostic {
    Diagnostic::error("set-as-condition", "a set is not a condition").at(at, "a set").help("ask `.any` or `.empty`")
}

/// A range of two numbers that is a set to choose from, or to look into: it ends before its end. In a loop it is usual.
pub(in crate::check) fn range_ends_before(set: &Expr) -> Option<Diagnostic> {
    let ExprKind::Infix(range) = &set.kind else { return None };
    let (ExprKind::Number(low), ExprKind::Number(high)) = (&range.left.kind, &range.right.kind) else { return None };
    if range.operator != Operator::Range {
        return None;
    }
    let ends = match high.checked_sub(1) {
        Some(last) if last >= *low => format!("this range ends at {last}"),
        _ => "this range is empty".to_owned(),
    };
    let problem = Diagnostic::warning("range-ends-before", ends).at(set.span, format!("{high} is not in it"));
    Some(match low <= high {
        true => problem.help(format!("write `{low}..={high}` to include {high}")),
        false => problem.help(format!("write `{high}..={low}`")),
    })
}

/// `compared`: the sign of the comparison before it, and its name.
pub(super) fn thing_as_condition(what: &str, ty: Type, compared: Option<(&str, &str)>, at: Span) -> Diagnostic {
    let help = match (compared, ty) {
        (Some((sign, name)), _) => format!("write the comparison again: `… {sign} {name}`"),
        (None, Type::Int(false)) => "compare it: `… > 0`".to_owned(),
        (None, ty) if ty.is_optional() || matches!(ty, Type::Scope(_) | Type::None) => {
            "compare it: `… != none`".to_owned()
        }
        (None, _) => "compare it: `… == …`".to_owned(),
    };
    Diagnostic::error("wrong-type", format!("{what} is not a condition")).at(at, "").help(help)
}

/// `at`: both with the operator, or the case of a `switch`.
pub(super) fn unlike(left: (&str, Span), right: (&str, Span), at: Span, help: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error("unlike-types", format!("{} is never equal to {}", left.0, right.0)).at(at, "");
    diagnostic.also(left.1, left.0).also(right.1, right.0).help_if(help)
}

/// A warning where the text asks for `none` elsewhere, and so may know better.
fn absent(headline: String, guarded_elsewhere: bool, at: Span) -> Diagnostic {
    let diagnostic = if guarded_elsewhere {
        Diagnostic::warning("may-be-absent", headline)
    } else {
        Diagnostic::error("may-be-absent", headline)
    };
    diagnostic.at(at, "may be `none`")
}

pub(super) fn may_be_absent(word: &str, thing: &str, guarded_elsewhere: bool, at: Span) -> Diagnostic {
    let headline = format!("`{thing}` may be `none`, so `.{word}` is not allowed");
    absent(headline, guarded_elsewhere, at).help(format!("write `{thing}?.{word}`, or check `{thing} != none` first"))
}

/// `found.tired = true` where nothing may have been found.
pub(super) fn absent_assigned(word: &str, thing: &str, at: Span) -> Diagnostic {
    Diagnostic::error("may-be-absent", format!("`{thing}` may be `none`, which has no `{word}` to set"))
        .at(at, "may be `none`")
        .help(format!("write `if {thing} != none {{ {thing}.{word} = … }}`"))
}

/// A piece in place of a card: `move` is for cards.
pub(super) fn piece_moved(call: &str, at: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", "`move` is for cards").at(at, "pieces").help(format!("write `{call}`"))
}

/// `game.leader = found` where nothing may have been found, and the variable always holds something.
pub(super) fn absent_held(name: &str, value: &str, guarded_elsewhere: bool, at: Span) -> Diagnostic {
    let headline = format!("this may be `none`, and `{name}` is declared without `?`");
    let is_short = value.len() < 24 && !value.contains('\n');
    let value = if is_short { value } else { "…" };
    absent(headline, guarded_elsewhere, at).help(format!("give a default: `{value} ?? DEFAULT`, or check it first"))
}

/// A result of a table in a comparison, where a number may be outside its rows.
pub(super) fn no_row_compared(table: &str, at: Span) -> Diagnostic {
    Diagnostic::warning("may-be-absent", format!("outside its rows `{table}` gives `none`, and this is false"))
        .at(at, "may be `none`")
        .help("write `clamped` after the type of its rows, so that the nearest row counts, or `?? 0` here")
}

pub(super) fn safe_flag(at: Span) -> Diagnostic {
    Diagnostic::error("may-be-absent", "a yes/no word of `none` is already false").at(at, "").help("remove the `?`")
}

pub(super) fn number_of_a_set(word: &str, at: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", format!("`{word}` is a number of a single thing, found a set"))
        .at(at, "this is a set")
        .help(format!("write `.total(\"{word}\")`, `.highest(\"{word}\")` or `.lowest(\"{word}\")`"))
}

pub(super) fn impure(what: &str, does: &str, at: Span) -> Diagnostic {
    Diagnostic::error("impure", format!("`{what}` {does}: not allowed in a condition or derived word"))
        .at(at, does)
        .help("move it to a `procedure` or a `do` block")
}

/// A closure that asks one of several sides in secret and does what the others would notice.
pub(super) fn more_than_asks(what: &str, at: Span) -> Diagnostic {
    Diagnostic::error("secret-answer", format!("a secret question {what}"))
        .at(at, "the other sides have yet to answer")
        .help("only ask and compute in the closure; do the rest when all have answered")
}

pub(super) fn nobody_acts(name: &str, sides: &[&str], at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("no side acts here, so `{name}` has no value"))
        .seeking("acting side", at, "")
        .help(format!("name the side: {}", words::one_of_quoted(sides)))
}

/// A piece of a family of kinds that a script puts into play.
pub(super) fn family_put(name: &str, at: Span) -> Diagnostic {
    Diagnostic::error("wrong-value", format!("`{name}` is a family of kinds"))
        .at(at, "no counter is this and nothing more")
        .help("name one of its kinds")
}

pub(super) fn put_without(kind: &str, at: Span, fact: &str, declared: Span) -> Diagnostic {
    Diagnostic::error("missing-fact", format!("a piece of kind `{kind}` has no `{fact}`"))
        .at(at, "put into play here")
        .also(declared, "declared without a default")
        .help(format!("write `{fact} VALUE` in the kind, or `{fact}: TYPE = VALUE` where it is declared"))
}

/// `side.foe` in a game in which a side has several foes, or none.
pub(super) fn several_foes(sides: usize, at: Span) -> Diagnostic {
    let text = format!("`foe` needs a game with two sides, and this one has {sides}");
    Diagnostic::error("several-foes", text).at(at, "which side?").help("`foes` is the set of all other sides")
}

/// `Norse.foe` of a side that chance plays beside two others.
pub(super) fn foes_beside(side: &str, at: Span) -> Diagnostic {
    let text = format!("`{side}` plays beside the two players, and both are its foes");
    Diagnostic::error("several-foes", text).at(at, "which side?").help("`foes` is the set of all other sides")
}

pub(super) fn not_assignable(name: &str, what: &str, help: Option<String>, at: Span) -> Diagnostic {
    Diagnostic::error("assigned-fact", format!("`{name}` is {what} and cannot be assigned"))
        .at(at, "assigned here")
        .help_if(help)
}

pub(super) fn constant_assigned(name: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assigned-fact", format!("`{name}` cannot be assigned")).at(at, "assigned here")
}

/// A script that calls a sequence.
pub(super) fn sequence_called(name: &str, call: &str, at: Span) -> Diagnostic {
    Diagnostic::error("sequence-called", format!("`{name}` is a sequence, which scripts do not call"))
        .at(at, "called here")
        .help(format!("write `then {call}` after the script of an action, a play, a step or a hook"))
}

/// Something else than a sequence after `then`.
pub(super) fn no_sequence(text: &str, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("`{text}` is no sequence"))
        .at(at, "expected a sequence")
        .help("write the name of a sequence with its arguments: `then march(leader)`")
}

/// An unknown name after `then`.
pub(super) fn unknown_sequence(name: &str, near: Option<&str>, known: bool, at: Span) -> Diagnostic {
    if known && near.is_none() {
        return Diagnostic::error("unknown-word", format!("`{name}` is no sequence"))
            .at(at, "`then` starts sequences only")
            .help("only a script can call it: write the call in a script, after `do`");
    }
    Diagnostic::error("unknown-word", format!("no sequence named `{name}`"))
        .seeking("sequence", at, "unknown")
        .did_you_mean(near)
}

/// A variable of the runs of a sequence, named without the sequence.
pub(super) fn of_a_run(name: &str, path: &str, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("unknown name `{name}`"))
        .at(at, "a variable of a sequence")
        .help(format!("write `{path}`"))
}

/// What belongs to a sequence, in a step of the game that is not inside it.
pub(super) fn sequence_rests(sequence: &str, name: &str, at: Span) -> Diagnostic {
    Diagnostic::error("sequence-rests", format!("`{sequence}` does not run here, so it has no `{name}`"))
        .at(at, "outside the sequence")
        .help(format!("what stays after `{sequence}` belongs in a variable of the game, a side, a piece or a space"))
}

pub(super) fn left_out(what: &str, help: &str, at: Span) -> Diagnostic {
    Diagnostic::error("script-form", format!("scripts have no {what}")).at(at, "").help(help)
}

pub(super) fn stray_closure(at: Span) -> Diagnostic {
    Diagnostic::error("script-form", "a closure is allowed only as an argument")
        .at(at, "")
        .help("write it where it is used: `.where(|it| …)`")
}

pub(super) fn stray_map(at: Span) -> Diagnostic {
    Diagnostic::error("script-form", "`#{ … }` is allowed only as the limits of `split`")
        .at(at, "not a value")
        .help("give each of its values a name of its own with `let`")
}

pub(super) fn closure_wanted(example: &str, at: Span) -> Diagnostic {
    Diagnostic::error("wrong-type", "expected a closure").at(at, "").help(format!("write `{example}`"))
}

pub(super) fn unknown_place(place: &str, nearest: Option<&str>, at: Span) -> Diagnostic {
    Diagnostic::error("unknown-place", format!("the board has no place `{place}`"))
        .at(at, "not on the board")
        .did_you_mean(nearest)
}

pub(super) fn several_results(table: &str, columns: &[String], at: Span) -> Diagnostic {
    Diagnostic::error("unknown-word", format!("`{table}` gives several results"))
        .at(at, "which one?")
        .help(format!("write {}", words::one_of(columns)))
}
