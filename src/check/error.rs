//! The checker's errors about declarations, one small function for each kind, with all wording in one place.

mod names;

pub(crate) use names::{
    NO_NAMES, parameter_without_type, unknown, unknown_label, unknown_place, unknown_section, unknown_verb,
};

use crate::diagnostic::{Diagnostic, words};
use crate::model::types::Type;
use crate::model::value::{MOST_HELD, Value, domain_word};
use crate::source::Span;
use crate::syntax::ast::{ExprText, ItemKind, Name, Word, Written};

/// A name that scripts cannot use.
pub(crate) fn reserved_name(name: &Name) -> Diagnostic {
    let problem = Diagnostic::error("reserved-name", format!("scripts reserve the name `{}`", name.text));
    match name.text.as_str() {
        "mine" | "theirs" => problem.at(name.span, "a set, not a name").help(format!(
            "a parameter is its name, its set, and then its condition, as in `unit {0}.engaged where E`",
            name.text
        )),
        _ => problem.at(name.span, "choose another name"),
    }
}

/// `copies 0` in a card that replaces no other.
pub(crate) fn no_copies(card: &Name, at: Span) -> Diagnostic {
    wrong_value(("0", at), "at least 1 copy").help(format!(
        "write `copies 1` or more, or remove the card; `replace card {} {{ … copies 0 }}` in a mod takes out a card",
        card.text
    ))
}

/// A list or noun with the name of a type that the language has.
pub(crate) fn names_a_type(name: &Name) -> Diagnostic {
    Diagnostic::error("reserved-name", format!("`{}` is a type of the language", name.text))
        .at(name.span, "already a type")
        .help("choose another name")
}

/// An item with the name of a set that scripts can write.
pub(crate) fn hides(name: &str, span: Span, meaning: &str) -> Diagnostic {
    Diagnostic::error("reserved-name", format!("`{name}` already has a meaning in scripts"))
        .at(span, format!("`{name}` is {meaning}"))
        .help("choose another name: this one would hide it")
}

/// A word of one thing with the name of a built-in property.
pub(crate) fn hides_property(name: &str, span: Span, meaning: &str) -> Diagnostic {
    Diagnostic::warning("hidden-name", format!("`{name}` hides the property of every game"))
        .at(span, format!("elsewhere `{name}` is {meaning}"))
        .help("choose another name: rules cannot read the property")
}

/// A second item with the same name or plain spelling.
pub(crate) fn declared_twice(name: &Name, earlier: Span, same: bool) -> Diagnostic {
    let diagnostic = if same {
        Diagnostic::error("declared-twice", format!("`{}` is declared twice", name.text))
            .help("write `replace` before the later one to replace the earlier")
    } else {
        Diagnostic::error(
            "same-plain-name",
            format!("`{}` has the same spelling in scripts as an earlier name", name.text),
        )
        .help("rename one of the two")
    };
    diagnostic.at(name.span, "declared again").also(earlier, "declared here")
}

/// A second fact, variable or member of a list with the same name or plain spelling: none of them can be replaced.
pub(crate) fn member_twice(name: &Name, earlier: Span, same: bool) -> Diagnostic {
    declared_twice(name, earlier, same).help("rename one of the two, or leave it out")
}

/// A second text that takes the place of an item outright, so that the first one never holds.
pub(crate) fn replaced_twice(name: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error("replaced-twice", format!("two texts replace `{name}`"))
        .at(span, "this one")
        .also(earlier, "and this one")
        .help("keep one of them, or say in one when it holds (`when`, `under`), or build on the other with `usual`")
}

/// A replacement with a condition of an item that is there or is not. Says how else the change can be made.
pub(crate) fn replaced_whole(kind: &ItemKind, name: &str, guard: Span) -> Diagnostic {
    let help = match kind {
        ItemKind::Quantity(_) => format!("write `modify {name} base exactly …` with this condition"),
        ItemKind::Roll(_) => {
            format!("write `modify {name} by …` with this condition, or replace the procedure that rolls")
        }
        ItemKind::May(_) => format!("write `forbid {name}` or `except LABEL` with this condition"),
        ItemKind::Action(_) | ItemKind::Card(_) => {
            format!("forbid `{name}` with this condition, and add another one that is open only then")
        }
        ItemKind::Walk(_) => {
            format!("write another walk, and let the offer choose: `to if … {{ … }} else {{ {name}(…) }}`")
        }
        ItemKind::Table(_) => "write another table, and replace the word or function that reads this one".to_owned(),
        ItemKind::Sequence(_) => "replace or insert a step: a step has `when` and `under`".to_owned(),
        ItemKind::Purse(_) => "give its sources conditions: `gives … when …`".to_owned(),
        ItemKind::Kind(_) | ItemKind::Terrain(_) | ItemKind::Weather(_) | ItemKind::Deck(_) => {
            "write clauses with this condition: `modify`, `forbid`, `except`, `before`, `after`".to_owned()
        }
        _ => "leave the condition out, or replace it in the scenario to which it belongs".to_owned(),
    };
    Diagnostic::error("replaced-whole", format!("`{name}` is replaced as a whole or not at all"))
        .at(guard, "no condition is possible here")
        .help(help)
}

/// `use` outside a scenario.
pub(crate) fn use_outside(name: &Name, span: Span) -> Diagnostic {
    Diagnostic::error("part-not-here", "`use` belongs in a scenario").at(span, "this is outside a scenario").help(
        format!(
            "write it in the braces of a scenario, which then has the lines of `{}`; the files of a game need no `use`",
            name.text
        ),
    )
}

/// More names than parameters.
pub(crate) fn too_many_names(what: &str, params: usize, span: Span) -> Diagnostic {
    Diagnostic::error("argument-count", format!("`{what}` has {}", words::count(params, "parameter")))
        .at(span, "one too many")
}

/// The parameters' own names in another order, where names stand by position.
pub(crate) fn names_in_other_order(what: &str, declared: &[String], span: Span) -> Diagnostic {
    Diagnostic::error("wrong-value", format!("the parameters of `{what}` are named in another order"))
        .at(span, "names stand by position here")
        .help(format!("write `{what}({})`", declared.join(", ")))
}

/// A name by position that is a noun of another type than the parameter: `of` is what has the parameters, with their
/// names.
pub(crate) fn name_of_another_type(name: &Name, meant: &str, wanted: &str, of: (&str, &[String])) -> Diagnostic {
    let (what, declared) = of;
    let called = declared.join(", ");
    Diagnostic::error("wrong-type", format!("`{}` is {meant}, and this parameter of `{what}` is {wanted}", name.text))
        .at(name.span, "names stand by position here")
        .help(format!("write `{what}({called})`, or other names in this order"))
}

/// A card as a value, under a name that several copies share.
pub(crate) fn several_cards(word: &Word) -> Diagnostic {
    Diagnostic::error("ambiguous-name", format!("`{}` is the name of several cards", word.text))
        .at(word.span, "any of the copies may be meant")
        .help("leave the value out and let a `play` line choose the card, or give each card a name of its own")
}

/// A replacement with a different number of parameters, which the callers of the old item could not call.
pub(crate) fn other_parameters(name: &str, params: &[&str], span: Span, old: Span) -> Diagnostic {
    let wanted = words::count(params.len(), "parameter");
    Diagnostic::error("argument-count", format!("the replaced item has {wanted}"))
        .at(span, "different number of parameters")
        .also(Span { end: old.start, ..old }, "replaced")
        .help(format!("write `{name}({})`", params.join(", ")))
}

/// A clause that nothing can bear, or whose names no member of a family knows.
pub(crate) fn concerns_nothing(span: Span, why: impl Into<String>) -> Diagnostic {
    Diagnostic::error("clause-concerns-nothing", "this clause applies to nothing").at(span, why)
}

/// A fact or variable that several things have, in a clause that names no owner.
pub(crate) fn several_secrets(name: &str, all: &[&str], span: Span) -> Diagnostic {
    Diagnostic::error("ambiguous-name", format!("`{name}` may be {}", words::one_of(all)))
        .at(span, "its owner is missing")
        .help(format!("write {}", words::one_of_quoted(all)))
}

/// A fact that stands in the rules and is known to all.
pub(crate) fn never_hidden(name: &str, of_card: bool, span: Span) -> Diagnostic {
    let why = match of_card {
        true => "a card has it printed on it: show or hide the zone in which the card is",
        false => {
            "it stands in the rules, for all to read; only facts of pieces, spaces, sides and the game can be hidden"
        }
    };
    concerns_nothing(span, format!("`{name}` cannot be hidden: {why}"))
}

/// A second scenario with the same name: only one of them could be played.
pub(crate) fn scenario_twice(name: &Name, earlier: Span) -> Diagnostic {
    Diagnostic::error("declared-twice", format!("two scenarios are named `{}`", name.text))
        .at(name.span, "declared again")
        .also(earlier, "declared here")
        .help("rename one of them; only a file at the same path replaces another")
}

/// A value of the wrong type.
pub(crate) fn wrong_value<'t>(written: impl Into<Written<'t>>, wanted: &str) -> Diagnostic {
    let Written { text, span } = written.into();
    let wrong = Diagnostic::error("wrong-value", format!("expected {wanted}, found `{text}`"))
        .at(span, format!("expected {wanted}"));
    if let Some(bare) = text.strip_suffix(':').filter(|bare| !bare.is_empty()) {
        return wrong.help(format!("write `{bare}`, without a colon"));
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    if wanted.contains("after the range") && matches!(text, "to" | "until" | "through" | "-") {
        return wrong.help("write a range with two dots: `1..8`");
    }
    if wanted.contains("range")
        && let Some((low, high)) = text.split_once(['-', '–'])
        && is_number(low)
        && is_number(high)
    {
        return wrong.help(format!("write `{low}..{high}`"));
    }
    match text.split_once(['.', ',']) {
        Some((whole, rest)) if wanted.contains("number") && is_number(whole) && is_number(rest) => {
            wrong.help("write a whole number")
        }
        _ => wrong,
    }
}

/// A value or form that does not fit here, by a sentence that says what would.
pub(crate) fn unfit(text: &str, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-value", text).at(span, "here")
}

/// `if E` as a line of an offer.
pub(crate) fn if_for_when(name: &Name, condition: &str) -> Diagnostic {
    Diagnostic::error("reserved-name", "a condition of an offer begins with `when`")
        .at(name.span, "a word of scripts")
        .help(format!("write `when {condition}`"))
}

/// The cells of a table have several parts, and no line names them.
pub(crate) fn unnamed_parts(cell: &Word, parts: usize) -> Diagnostic {
    let names = ["first", "second", "third"].get(..parts).map_or("NAME/NAME".to_owned(), |names| names.join("/"));
    Diagnostic::error("missing-part", format!("the cells of this table have {parts} parts, and these have no names"))
        .at(cell.span, format!("{parts} parts"))
        .help(format!("name them in a line below the rows, such as `cell {names}`"))
}

/// A word that gives yes or no, declared as something else.
pub(crate) fn yes_or_no(name: &str, declared: &str, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-value", format!("`{name}` gives yes or no, not {declared}"))
        .at(span, "this is yes or no")
        .help(format!("write `is {name}`"))
}

/// A branch of a `set` that gives `none`, or an `else` that is missing.
pub(crate) fn no_set_here(name: &str, span: Span) -> Diagnostic {
    let problem = Diagnostic::error("wrong-value", format!("`{name}` does not always give a set"));
    if span.is_empty() {
        return problem.at(span, "no `else` here").help("write `else { nothing }` for the empty set");
    }
    problem.at(span, "this is `none`").help("write `nothing` for the empty set")
}

/// A half where numbers are whole, because it would be cut off.
pub(crate) fn whole_only(name: &str, text: &ExprText) -> Diagnostic {
    let sign = text.text.len() - text.text.trim_start_matches('+').len();
    let span = text.span.part(sign, text.span.len() - sign);
    Diagnostic::error("wrong-value", format!("`{name}` is counted in whole numbers"))
        .at(span, "found a fraction")
        .help("write a whole number; only a purse `in halves` takes halves")
}

/// A number outside its range.
pub(crate) fn out_of_range(number: i64, span: Span, low: i64, high: i64) -> Diagnostic {
    let range = match (low, high) {
        (i64::MIN, high) => format!("at most {high}"),
        (low, i64::MAX) => format!("at least {low}"),
        (low, high) => format!("from {low} to {high}"),
    };
    Diagnostic::error("wrong-value", format!("{number} is out of range")).at(span, format!("must be {range}"))
}

/// A number that no variable can hold.
pub(crate) fn not_held(value: &Value, span: Span) -> Diagnostic {
    let (number, most) = match value {
        Value::Half(twice) => (twice / 2, MOST_HELD / 2),
        other => (other.int().unwrap_or_default(), MOST_HELD),
    };
    let size = if number < 0 { "small" } else { "large" };
    Diagnostic::error("number-too-large", format!("{number} is too {size} for a variable"))
        .at(span, format!("must be from -{most} to {most}"))
}

/// A fact without a value.
pub(crate) fn missing_fact(fact: &str, of: &str, span: Span, declared: Span) -> Diagnostic {
    Diagnostic::error("missing-fact", format!("{of} has no `{fact}`"))
        .at(span, format!("give `{fact}` a value"))
        .also(declared, "declared without a default")
}

/// A fact of a side to which the scenario gives no army.
pub(crate) fn missing_without_army(fact: &str, side: &str, scenario: Span, declared: Span) -> Diagnostic {
    Diagnostic::error("missing-fact", format!("`{side}` has no `{fact}`"))
        .at(scenario, format!("this scenario has no army for `{side}`"))
        .also(declared, "declared without a default")
        .help(format!("write `army {side} {fact} VALUE {{ … }}` in the scenario"))
}

/// A fact that a kind leaves open and a piece of it does not have.
pub(crate) fn missing_in_kind(fact: &str, kind: (&str, Span), set_up: Span, declared: Span) -> Diagnostic {
    Diagnostic::error("missing-fact", format!("a piece of kind `{}` has no `{fact}`", kind.0))
        .at(kind.1, format!("give it `{fact}` and a value"))
        .also(set_up, "set up here")
        .also(declared, "declared without a default")
        .help(format!("write `{fact} VALUE` in the kind, at the piece, or `{fact}: TYPE = VALUE` where it is declared"))
}

/// A family that is a member of itself, through these names, which begin and end with its own.
pub(crate) fn circular_family(name: &str, span: Span, chain: &[&str]) -> Diagnostic {
    Diagnostic::error("circle", format!("the family `{name}` cannot be its own member"))
        .at(span, "this makes a circle")
        .note(format!("the circle is `{}`", chain.join(" of ")))
        .help("name another family after `of`, or leave it out")
}

/// A circle of definitions.
pub(crate) fn circle(name: &str, span: Span, way: &[&str]) -> Diagnostic {
    Diagnostic::error("circle", format!("`{name}` depends on itself"))
        .at(span, "defined here")
        .note(if way.is_empty() { "it uses itself".to_owned() } else { format!("the cycle is {}", way.join(", ")) })
}

/// A ruling with too few readings, or without exactly one default.
pub(crate) fn ruling_values(name: &Name, what: &str) -> Diagnostic {
    Diagnostic::error("ruling-values", format!("the ruling `{}` {what}", name.text)).at(name.span, "declared here")
}

/// A label that two entries of a position give.
pub(crate) fn label_twice(label: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("said-twice", format!("two pieces have the label `{label}`"))
        .at(span, "labelled again")
        .also(first, "first")
        .help("give each piece its own label, or leave out the label of one")
}

/// A label of an entry that makes several pieces: `a = Man x2`.
pub(crate) fn label_of_several(label: &str, made: usize, span: Span) -> Diagnostic {
    Diagnostic::error("wrong-value", format!("a label names one piece, and this makes {made}"))
        .at(span, format!("`{label}` would name all of them"))
        .help(format!("leave out `x{made}`, or give each piece an entry of its own"))
}

/// A piece with a name of its own that one scenario sets up twice.
pub(crate) fn unique_twice(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("said-twice", format!("there is only one `{name}`"))
        .at(span, "set up again")
        .also(first, "first")
        .help("leave out one of the two, or name another piece")
}

/// An army that one scenario sets up in two blocks.
pub(crate) fn army_twice(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::error("said-twice", format!("the army `{}` is set up twice", name.text))
        .at(name.span, "named again")
        .also(first, "first")
        .help("put all its pieces in one block, or name the other army")
}

/// A board whose parts do not fit together.
pub(crate) fn board_shape(headline: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error("board-shape", headline).at(span, label)
}

/// What only a sequence with a name may have.
pub(crate) fn of_named_sequence(what: &str, span: Span, help: &str) -> Diagnostic {
    Diagnostic::error(
        "part-not-here",
        format!("the sequence of the game has no {} of its own", what.trim_start_matches("a ")),
    )
    .at(span, "only a sequence with a name may have this")
    .help(help)
}

/// A variable that must hold something and is not told what.
pub(crate) fn begins_with_nothing(name: &str, ty: Type, span: Span) -> Diagnostic {
    let problem = Diagnostic::error("wrong-value", format!("`{name}` has no value to begin with")).at(span, "no value");
    match ty {
        // Dice and texts are never `none`, with `?` or without.
        Type::Dice => problem
            .note("a roll is never `none`, so `?` does not help")
            .help(format!("keep a number of the roll, as in `var {name}: int = 0`, or the roll itself in a `let`")),
        Type::Text => problem.help("write `= \"\"`"),
        _ => problem.help("write `=` and a value, or `?` after the type so that it may be `none`"),
    }
}

/// None or several where exactly one is required.
pub(crate) fn not_one(what: &str, span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::error("not-one", format!("expected exactly one {what}"));
    let diagnostic = match what {
        "sequence without a name" if span.is_some() => diagnostic.help(
            "add a step with `insert STEP after NAME`, replace the whole with `replace sequence { … }`, or give this one a name",
        ),
        _ => diagnostic,
    };
    match span {
        Some(span) => diagnostic.at(span, "one more"),
        None => diagnostic,
    }
}

/// A side that the rules would play themselves. `listed`: true if the line `sides` names it.
pub(crate) fn played_by(side: &str, name: &Name, listed: bool) -> Diagnostic {
    let spelt = &name.text;
    let problem = Diagnostic::error("wrong-value", format!("`{spelt}` cannot play a side"))
        .at(name.span, "only `chance` stands here");
    if !listed || matches!(spelt.as_str(), "random" | "dice" | "luck") {
        return problem.help("write `played by chance`: the decisions of such a side are drawn");
    }
    problem
        .note("a person or a bot plays a side, as chosen when a game starts")
        .help(format!("where the rules decide for {side}, let a step do it: `acting by {side} do {{ … }}`"))
}

/// An expression in a title that is shown where there is nothing to put into it.
pub(crate) fn title_with_braces(span: Span) -> Diagnostic {
    Diagnostic::error("title-with-braces", "this title cannot hold an expression")
        .at(span, "shown in lists, questions and `help`, where it has no values")
        .help("a script can tell more: say(`${unit} is lost`)")
}

/// A phrase that can never be satisfied.
pub(crate) fn empty_phrase(phrase: &str, span: Span, why: impl Into<String>) -> Diagnostic {
    Diagnostic::error("empty-phrase", format!("nothing can be `{phrase}`")).at(span, why)
}

/// The name of a type in messages.
pub(crate) fn type_word(ty: Type) -> String {
    match ty {
        Type::Int(_) => "a number".to_owned(),
        Type::Half(_) => "a number, or a half such as 1½".to_owned(),
        Type::Flag => "yes or no".to_owned(),
        Type::Text => "a text".to_owned(),
        Type::One(domain, _) => domain_word(domain).to_owned(),
        Type::Set(domain) => format!("a set of things, each {}", domain_word(domain)),
        Type::Dice => "dice".to_owned(),
        _ => "a value".to_owned(),
    }
}

/// A word without the part that must follow it.
pub(crate) fn needs<'t>(written: impl Into<Written<'t>>, wanted: &str) -> Diagnostic {
    let Written { text, span } = written.into();
    Diagnostic::error("wrong-value", format!("expected {wanted} after `{text}`")).at(span, "nothing follows it")
}

/// An extra part of a line, which would otherwise be silently ignored.
pub(crate) fn too_much<'t>(written: impl Into<Written<'t>>, why: &str) -> Diagnostic {
    let Written { text, span } = written.into();
    Diagnostic::error("said-twice", format!("unexpected `{text}`")).at(span, why)
}

/// More cards of a name than the deck has.
pub(crate) fn cards_lacking(title: &str, there: usize, span: Span) -> Diagnostic {
    let problem = Diagnostic::error(
        "said-twice",
        format!(
            "the deck has {} of `{title}`",
            match there {
                0 => "no copy".to_owned(),
                1 => "one copy".to_owned(),
                more => format!("{more} copies"),
            }
        ),
    );
    if there == 0 {
        return problem.at(span, "none of these cards is in this deck").help(
            "a card that says `for SIDE` is in the deck of that side only: name the side first, as in `SIDE hand: …`",
        );
    }
    problem
        .at(span, format!("the deck has only {there} of these cards"))
        .help("`copies N` in the card says how many there are")
}

/// A value given twice for one piece: usually a missing comma between two pieces.
pub(crate) fn said_twice(text: &str, span: Span, earlier: Span, what: &str) -> Diagnostic {
    Diagnostic::error(
        "said-twice",
        format!("{what} of this piece {} given twice", if what.ends_with('s') { "are" } else { "is" }),
    )
    .at(span, "again")
    .also(earlier, "first")
    .help(format!("separate two pieces with a comma, also at `{text}`: `MA 2-3, MA 2-4 x3`"))
}

/// A variable that is written where it does not live.
pub(crate) fn outside_lifetime(name: &str, scopes: &[String], at: Span) -> Diagnostic {
    Diagnostic::error("outside-lifetime", format!("`{name}` exists only during {}", words::one_of_quoted(scopes)))
        .at(at, "written outside")
        .help(format!("write it during {}", words::one_of_quoted(scopes)))
}

/// A variable that is read where it does not live.
pub(crate) fn read_outside(name: &str, scopes: &[String], at: Span) -> Diagnostic {
    let scopes = words::one_of_quoted(scopes);
    Diagnostic::error("outside-lifetime", format!("`{name}` exists only during {scopes}"))
        .at(at, "read outside, where it has its default")
        .help(format!("read it during {scopes}, or let it live longer"))
}

/// An action that pays in a step in which its purse does not live.
pub(crate) fn paid_outside(purse: &str, scopes: &[&str], step: &str, at: Span, declared: Span) -> Diagnostic {
    let scopes = words::one_of_quoted(scopes);
    Diagnostic::error("outside-lifetime", format!("`{purse}` pays only during {scopes}"))
        .at(at, format!("offered in `{step}` too, where it does not live"))
        .also(declared, "its lifetime")
        .help(format!("offer it during {scopes} only, or let the purse live in this step as well"))
}

/// A thing with two values of one variable.
pub(crate) fn two_values(name: &str, var: &str, span: Span, earlier: Span) -> Diagnostic {
    let of = if name == var { String::new() } else { format!(" of `{var}`") };
    Diagnostic::error("said-twice", format!("`{name}` is given two values{of}"))
        .at(span, "again, with another value")
        .also(earlier, "first")
        .help("remove one of the two")
}

/// A number before the kind of a piece: it may be a value of one piece, or how many there are.
pub(crate) fn number_before_kind(number: &Word, kind: &str) -> Diagnostic {
    Diagnostic::error("wrong-value", format!("`{}` stands before the kind", number.text))
        .at(number.span, "a value, or how many?")
        .help(format!("write `{kind} {0}` for the value, `{kind} x{0}` for {0} of them", number.text))
}

/// Two kinds in what should be one piece.
pub(crate) fn two_kinds(first: &str, other: &str, span: Span) -> Diagnostic {
    Diagnostic::error("said-twice", format!("a piece is `{first}` or `{other}`, not both"))
        .at(span, "a comma is missing before this")
        .help(format!("write `{first} …, {other} …`"))
}

/// Empty braces.
pub(crate) fn empty(what: &str, span: Span, wanted: &str) -> Diagnostic {
    Diagnostic::error("empty-test", format!("`{what}` is empty")).at(span, format!("expected {wanted}"))
}

/// A phrase without a side after one with a side.
pub(crate) fn both_sides(text: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::warning("both-sides", format!("`{text}` applies to both sides"))
        .at(span, "this phrase names no side")
        .also(first, "the side is named only here")
        .help(format!("repeat the side before `{text}`"))
}
