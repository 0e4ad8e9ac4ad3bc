//! Turns a grammar failure into a message: what was found, what is allowed here, and the correction for common slips.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::context::Context;
use super::human::{Weight, called};
use crate::diagnostic::{Diagnostic, nearest, words};
use crate::source::Span;
use crate::syntax::grammar::{OriParser, Rule};
use crate::syntax::manual::{bare, form_word, forms};
use crate::syntax::split::{ITEM_WORDS, foreign_help, in_latin, word_at};

/// The byte at which the grammar stopped.
pub(super) fn offset(failure: &Error<Rule>) -> usize {
    match failure.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// The message for a failure in a chunk.
pub(super) fn describe(ctx: &Context<'_>, text: &str, failure: &Error<Rule>) -> Diagnostic {
    let place = Place::new(ctx, text, offset(failure));
    let expected = match &failure.variant {
        ErrorVariant::ParsingError { positives, negatives } => {
            Expected { rules: positives, reserved: !negatives.is_empty() }
        }
        // The parser gives up by itself only to protect the stack.
        ErrorVariant::CustomError { .. } => {
            return Diagnostic::error("too-deep", "nested too deeply").at(place.span(), "too deep from here");
        }
    };
    if let Some(diagnostic) = clause_of_battle(ctx, text, &place).or_else(|| clause_among_facts(ctx, text, &place)) {
        return diagnostic;
    }
    super::slip::known(&place, expected.rules)
        .or_else(|| slip(&place, expected.rules))
        .or_else(|| super::slip::whom(&place, expected.rules))
        .unwrap_or_else(|| with_form(&place, general(&place, &expected)))
}

/// Adds how the item, or the line in its braces, is written, if there is no better help.
fn with_form(place: &Place<'_>, diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.help.is_some() {
        return diagnostic;
    }
    let word = form_word(place.text);
    let before = place.text.get(..place.at).unwrap_or_default();
    if !before.contains('{') {
        let heads: Vec<String> = forms(word).map(|form| format!("`{}`", form.head())).collect();
        return diagnostic.help_if((!heads.is_empty()).then(|| format!("its form is {}", words::one_of(&heads))));
    }
    let first = match place.line_before().split_whitespace().next() {
        Some(first) => first,
        None => place.found,
    };
    // The lines of a sequence begin with the names of steps.
    let first =
        if word == "sequence" && !["var", "flag", "is", "the", "set"].contains(&first) { "STEP" } else { first };
    let parts: Vec<String> =
        forms(word).flat_map(|form| form.parts(first)).map(|line| format!("`{}`", bare(line))).collect();
    if !parts.is_empty() {
        return diagnostic.help(format!("its form is {}", words::one_of(&parts)));
    }
    let shown = forms(word).next().map(|_| format!("`oriflamme explain {word}` shows what may stand here"));
    diagnostic.help_if(shown)
}

/// The message for a clause among the lines of a battle. What is no clause there is read as a line of a position, so
/// the clause is parsed alone.
fn clause_of_battle(ctx: &Context<'_>, text: &str, place: &Place<'_>) -> Option<Diagnostic> {
    if !text.starts_with("scenario") {
        return None;
    }
    let (_, member) = super::recover::without_member(text, place.at)?;
    let lines = text.get(member.clone())?;
    let start = member.start + lines.len() - lines.trim_start().len();
    let alone = text.get(start..member.end)?;
    let word = alone.get(..alone.find(|sign: char| !sign.is_ascii_lowercase())?)?;
    let begins =
        ["modify", "forbid", "except", "before", "after", "show", "hide", "insert", "whenever", "invariant", "expect"];
    if alone.get(word.len()..)?.starts_with(':') {
        return None;
    }
    if let Some(help) = foreign_help(word).filter(|_| ["at", "if", "on", "upon", "when"].contains(&word)) {
        let found = Diagnostic::error("unknown-item", format!("a rule cannot begin with `{word}`"));
        return Some(found.at(place.part(start, start + word.len()), "expected a rule").help(help));
    }
    if !begins.contains(&word) {
        return None;
    }
    alone_refused(ctx, place, start, alone).map(|(_, diagnostic)| diagnostic)
}

/// The message for a clause in the braces of a terrain or flag. Facts may stand there, so the rest of the clause behind a
/// wrong word is read as facts, and the parser stops only at the next part of the clause.
fn clause_among_facts(ctx: &Context<'_>, text: &str, place: &Place<'_>) -> Option<Diagnostic> {
    let is_part = CLAUSE_PARTS.iter().any(|(.., part)| *part == place.found) || place.found.starts_with('@');
    // `in SCOPE` for `during SCOPE` has a message of its own.
    let is_scope = matches!(place.own_line().split_whitespace().collect::<Vec<_>>().as_slice(), [.., "in", _]);
    if !is_part || is_scope || ["scenario", "test", "lesson", "puzzle"].iter().any(|head| text.starts_with(head)) {
        return None;
    }
    let before = text.get(..place.at)?;
    let start = before.rmatch_indices(['{', ';', '\n']).find_map(|(at, sign)| {
        let rest = before.get(at + sign.len()..)?;
        let clause = rest.trim_start();
        let begins = ["modify ", "forbid ", "except ", "show ", "hide "].iter().any(|word| clause.starts_with(word));
        begins.then_some(place.at - clause.len())
    })?;
    let mut depth = 0_i32;
    let end = super::recover::braces(text.get(start..)?).find_map(|(at, brace)| {
        depth += if brace == '{' { 1 } else { -1 };
        (depth < 0).then_some(start + at)
    });
    let alone = text.get(start..end.unwrap_or(text.len()))?;
    let (stop, diagnostic) = alone_refused(ctx, place, start, alone)?;
    (stop < place.at).then_some(diagnostic)
}

/// The message for a clause that begins at a byte, parsed without what is around it, and the byte where it stops.
fn alone_refused(ctx: &Context<'_>, place: &Place<'_>, start: usize, alone: &str) -> Option<(usize, Diagnostic)> {
    let failure = OriParser::parse(Rule::chunk, alone).err()?;
    let ErrorVariant::ParsingError { positives, negatives } = &failure.variant else { return None };
    let expected = Expected { rules: positives, reserved: !negatives.is_empty() };
    let place = Place { base: place.base + start, ..Place::new(ctx, alone, offset(&failure)) };
    let known = super::slip::known(&place, expected.rules).or_else(|| slip(&place, expected.rules));
    let known = known.or_else(|| super::slip::whom(&place, expected.rules));
    let diagnostic = known.unwrap_or_else(|| with_form(&place, general(&place, &expected)));
    Some((start + place.at, diagnostic))
}

/// What the grammar expected.
struct Expected<'e> {
    rules: &'e [Rule],
    /// True if the word found is reserved here and so cannot be a name.
    reserved: bool,
}

/// The place where the grammar stopped, with the text around it.
pub(super) struct Place<'t> {
    ctx_source: crate::source::SourceId,
    base: usize,
    /// The chunk being parsed.
    pub(super) text: &'t str,
    /// The first byte of the found text, in the chunk.
    pub(super) at: usize,
    /// The found text: a word, a symbol, or empty at the end of a line.
    pub(super) found: &'t str,
}

impl<'t> Place<'t> {
    fn new(ctx: &Context<'_>, text: &'t str, at: usize) -> Self {
        let skipped = text.get(at..).unwrap_or_default();
        let at = at + (skipped.len() - skipped.trim_start_matches([' ', '\t']).len());
        let rest = text.get(at..).unwrap_or_default();
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
        let len = match rest.chars().next() {
            None | Some('\n' | '\r') => 0,
            Some(_) if rest.starts_with("//") => 0,
            Some(first) if is_word(first) => rest.find(|sign| !is_word(sign)).unwrap_or(rest.len()),
            Some('"') => rest.get(1..).and_then(|inside| inside.find(['"', '\n'])).map_or(rest.len(), |end| end + 2),
            Some('@') => rest
                .get(1..)
                .and_then(|number| number.find(|sign: char| !sign.is_alphanumeric() && sign != '.'))
                .map_or(rest.len(), |end| end + 1),
            Some(first) => match rest.get(..2) {
                Some(
                    two @ ("--" | "->" | "==" | "<=" | ">=" | "!=" | "&&" | "||" | ".." | "::" | "=>" | "+=" | "-="),
                ) => two.len(),
                _ => first.len_utf8(),
            },
        };
        let len = rest.get(..len).map_or(0, |found| found.trim_end_matches('\n').len());
        Self { ctx_source: ctx.source, base: ctx.base, text, at, found: rest.get(..len).unwrap_or_default() }
    }

    /// The span of the found text; at the end of a line, the end of the text before it.
    pub(super) fn span(&self) -> Span {
        if !self.found.is_empty() {
            return Span::new(self.ctx_source, self.base + self.at..self.base + self.at + self.found.len());
        }
        Span::point(self.ctx_source, self.base + self.before().len())
    }

    /// The error for what was found, which is not allowed here.
    pub(super) fn not_here(&self, headline: impl Into<String>) -> Diagnostic {
        Diagnostic::error("syntax", headline).at(self.span(), "not allowed here")
    }

    /// A part of the chunk.
    pub(super) fn part(&self, start: usize, end: usize) -> Span {
        Span::new(self.ctx_source, self.base + start..self.base + end)
    }

    /// The span of a word directly before the place.
    pub(super) fn behind(&self, word: &str) -> Span {
        let end = self.before().len();
        self.part(end - word.len(), end)
    }

    /// The span of a word in the line before the place; `padded` is the word with its surrounding spaces.
    pub(super) fn word_in_line(&self, padded: &str) -> Option<Span> {
        let start = self.at - self.line_before().len() + self.line_before().rfind(padded)? + 1;
        Some(self.part(start, start + padded.trim().len()))
    }

    /// The span of the last occurrence of a word in the line before the place.
    pub(super) fn last_in_line(&self, word: &str) -> Option<Span> {
        let start = self.at - self.line_before().len() + self.line_before().rfind(word)?;
        Some(self.part(start, start + word.len()))
    }

    /// The text before the place, without trailing whitespace.
    pub(super) fn before(&self) -> &'t str {
        self.text.get(..self.at).unwrap_or_default().trim_end()
    }

    pub(super) fn after(&self) -> &'t str {
        self.text.get(self.at + self.found.len()..).unwrap_or_default()
    }

    /// The word directly before the place; empty if there is none.
    pub(super) fn word_before(&self) -> &'t str {
        let before = self.before();
        let start = before
            .rfind(|sign: char| !sign.is_alphanumeric() && sign != '_')
            .map_or(0, |at| at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
        before.get(start..).unwrap_or_default()
    }

    /// The words before the place, back to the last double space, which separates columns.
    fn words_before(&self) -> &'t str {
        match self.own_line().trim().rsplit_once("  ") {
            Some((_, words)) => words.trim_start(),
            None => self.word_before(),
        }
    }

    /// The line before the place, from the last bracket, quote or semicolon.
    pub(super) fn own_line(&self) -> &'t str {
        let line = self.line_before();
        line.rfind(['{', '}', ';', '(', ')', '"']).and_then(|at| line.get(at + 1..)).unwrap_or(line)
    }

    /// The word after the place.
    pub(super) fn word_after(&self) -> &'t str {
        let after = self.after().trim_start_matches([' ', '\t']);
        after
            .get(..after.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(after.len()))
            .unwrap_or_default()
    }

    /// The word or quoted text after the place.
    pub(super) fn word_or_text_after(&self) -> &'t str {
        let after = self.after().trim_start_matches([' ', '\t']);
        let quoted = after.strip_prefix('"').and_then(|inside| inside.find(['"', '\n']));
        quoted.and_then(|end| after.get(..end + 2)).unwrap_or_else(|| self.word_after())
    }

    /// True if a colon comes before the place on the same line, within the same brackets, string or statement.
    fn is_behind_colon(&self) -> bool {
        self.own_line().contains(':')
    }

    /// The line of the place, up to the place.
    pub(super) fn line_before(&self) -> &'t str {
        let before = self.text.get(..self.at).unwrap_or_default();
        before.get(before.rfind('\n').map_or(0, |at| at + 1)..).unwrap_or_default()
    }
}

/// The message for a common slip, with its correction.
fn slip(place: &Place<'_>, expected: &[Rule]) -> Option<Diagnostic> {
    let span = place.span();
    let wants = |rule: Rule| expected.contains(&rule);
    if place.found == "in" {
        let scope = place.word_after();
        return Some(
            Diagnostic::error("in-for-during", "a scope is named with `during`, not with `in`")
                .at(span, "`in` is an operator of scripts")
                .help(format!("write `during {scope}`")),
        );
    }
    if place.found == "order" && place.before().ends_with("in any") {
        let start = place.before().len() - "in any".len();
        let whole = Span::new(place.ctx_source, place.base + start..span.range().end);
        return Some(
            Diagnostic::error("any-order-comma", "expected `,` before `in any order`")
                .at(whole, "`in` is an operator of scripts, so the set before it goes on")
                .help("write `, in any order`"),
        );
    }
    if let Some(help) = foreign(place) {
        return Some(
            Diagnostic::error("foreign-word", format!("`{}` is not a word of this language", place.found))
                .at(span, "another language's word")
                .help(help),
        );
    }
    let letter = place.found.chars().next().filter(|first| first.is_alphabetic() && !first.is_ascii());
    if letter.is_some() && (wants(Rule::operand) || wants(Rule::expr) || wants(Rule::operator) || wants(Rule::member)) {
        return Some(accent(place, place.at));
    }
    // The letters up to the accent were read as an expression, and the rest as the beginning of the next line.
    let is_other = |sign: char| sign.is_alphabetic() && !sign.is_ascii();
    let is_operator = place.found.starts_with(['.', '=', '!', '<', '>', '&', '|']);
    if is_operator && (wants(Rule::expr) || wants(Rule::operand)) && place.word_before().contains(is_other) {
        return Some(accent(place, place.before().len()));
    }
    if place.found == "("
        && place.text.get(..place.at).is_some_and(|before| before.ends_with([' ', '\t']))
        && wants(Rule::operator)
    {
        return Some(
            Diagnostic::error("syntax", "unexpected blank before the bracket of a call")
                .at(span, "remove the blank before this")
                .help(format!("write `{}(` without a blank", place.word_before())),
        );
    }
    if let Some(help) = bare_amount(place) {
        return Some(
            Diagnostic::error("syntax", "a change of a number begins with `modify`")
                .at(span, "not allowed here")
                .help(help),
        );
    }
    if place.found == "==" && wants(Rule::p_equals) {
        return Some(
            Diagnostic::error("syntax", "found `==`, expected `=`").at(span, "`==` compares").help("write `=`"),
        );
    }
    if place.found == ":" && place.is_behind_colon() && wants(Rule::word) {
        return Some(
            Diagnostic::error("syntax", "a second colon in one line")
                .at(span, "belongs on its own line")
                .help(format!("write `;` or begin a new line before `{}:`", place.words_before())),
        );
    }
    if place.found == ":"
        && (wants(Rule::word) || wants(Rule::clause))
        && !wants(Rule::p_colon)
        && !wants(Rule::position_line)
    {
        return Some(Diagnostic::error("syntax", "a fact takes no colon").at(span, "no colon here").help(
            match place.word_after() {
                "" => format!("write `{} VALUE`, a blank between", place.word_before()),
                value => format!("write `{} {value}`, a blank between", place.word_before()),
            },
        ));
    }
    None
}

/// The help for an incomplete change of a number: `never below 1` alone, `by half up`.
fn bare_amount(place: &Place<'_>) -> Option<String> {
    let line = place.line_before().trim_start().trim_start_matches(['{', ' ']);
    match (place.word_before(), place.found) {
        ("half", "up" | "down") => Some(format!("write `halved {}`", place.found)),
        ("up" | "down", _) if place.before().ends_with("half up") || place.before().ends_with("half down") => {
            Some(format!("write `halved {}`", place.word_before()))
        }
        (_, "by" | "halved" | "doubled" | "exactly" | "never")
            if !line.starts_with("modify") && !line.contains(" modify ") =>
        {
            let rest = place.text.get(place.at..).unwrap_or_default();
            let rest = rest.split(['\n', ';', '}']).next().unwrap_or_default().trim();
            Some(format!("write `modify {rest}`"))
        }
        _ => None,
    }
}

const HOW_LONG: &str = "how long something holds is written `during SCOPE`";

/// True behind the beginning of a clause, in the same line.
fn is_of_clause(place: &Place<'_>) -> bool {
    place.line_before().split_whitespace().any(|word| matches!(word, "modify" | "forbid" | "except" | "show" | "hide"))
}

/// The equivalent of another language's word.
fn foreign(place: &Place<'_>) -> Option<String> {
    Some(match place.found {
        "if" => "a condition is written `when …`".to_owned(),
        "unless" => "write `when !(…)`".to_owned(),
        "until" if turn_after(place).is_some() => format!("write `when {}`", turn_after(place)?),
        "until" | "while" => HOW_LONG.to_owned(),
        word if nearest(word, ["until"]).is_some() && is_of_clause(place) => HOW_LONG.to_owned(),
        "within" => "limits are written `at least N` and `at most N`, each a `modify` of its own".to_owned(),
        "and" => "in an expression write `&&`; lists have commas".to_owned(),
        "or" if !matches!(place.word_before(), "once" | "must" | "actions") => "in an expression write `||`".to_owned(),
        "like" | "extends" | "inherits" if place.text.trim_start().starts_with("scenario") => {
            "a scenario takes over another with a line `use NAME` in its braces".to_owned()
        }
        "like" | "extends" | "inherits" => "a family is named with `of`".to_owned(),
        _ => return None,
    })
}

/// `until turn 4`: the condition that is meant.
fn turn_after(place: &Place<'_>) -> Option<String> {
    let scope = place.word_after();
    let behind = place.after().trim_start().strip_prefix(scope)?.trim_start_matches(' ');
    let number: String = behind.chars().take_while(char::is_ascii_digit).collect();
    (!scope.is_empty() && !number.is_empty()).then(|| format!("{scope}.number < {number}"))
}

/// The message for a letter of a script that is not one from a to z, in the word around this byte of the chunk.
fn accent(place: &Place<'_>, at: usize) -> Diagnostic {
    let (start, word) = word_at(place.text, at);
    other_letter(word, place.part(start, start + word.len()))
}

/// A word of a script with accents or letters of another alphabet.
pub(super) fn other_letter(word: &str, at: Span) -> Diagnostic {
    let problem = Diagnostic::error("accent-in-script", "names in scripts use the letters a to z only")
        .at(at, "found another letter");
    match in_latin(word) {
        Some(plain) => problem.help(format!("write `{plain}`")),
        None => problem.help("choose a name of these letters"),
    }
}

/// The general message: what was found and what is allowed here.
fn general(place: &Place<'_>, expected: &Expected<'_>) -> Diagnostic {
    let names = possibilities(expected);
    let shown = names.get(..names.len().min(LISTED)).unwrap_or_default();
    let after_dot = place.before().ends_with('.') && !place.before().ends_with("..");
    let list = if after_dot { "a word after the dot".to_owned() } else { words::one_of(shown) };
    let more = if names.len() > LISTED && !after_dot { " (or a further part)" } else { "" };
    // A part missing before the end of a block is missing on the line above.
    let ends_block = place.found == "}" && place.line_before().trim().is_empty();
    let found = match place.found {
        _ if ends_block => "the end of the line".to_owned(),
        "" if place.at >= place.text.trim_end().len() => "the end of the item".to_owned(),
        "" => "the end of the line".to_owned(),
        word => format!("`{word}`"),
    };
    let (code, label) = if place.found.is_empty() || ends_block {
        ("missing-part", "something is missing")
    } else {
        ("syntax", "not allowed here")
    };
    let headline = match list.as_str() {
        "" => format!("unexpected {found}"),
        _ => format!("found {found}, expected {list}{more}"),
    };
    let end = place.before().len();
    let at = if ends_block { place.part(end, end) } else { place.span() };
    let diagnostic = Diagnostic::error(code, headline).at(at, label);
    let is_word = place.found.starts_with(|first: char| first.is_alphabetic());
    let misspelt = if is_word { keyword_meant(place.found, expected.rules) } else { None };
    match misspelt {
        Some(meant) => diagnostic.did_you_mean(Some(meant)),
        None => beginning_of_line(place, diagnostic),
    }
}

/// The names of what is allowed here, the most informative first.
fn possibilities(expected: &Expected<'_>) -> Vec<String> {
    // Guards are allowed only in the heads of replacements, and `of` only in few heads. Listed for every head, they
    // would crowd out the rest.
    let guards = [Rule::k_of, Rule::k_for, Rule::k_when, Rule::k_under];
    let in_head = guards.iter().all(|rule| expected.rules.contains(rule));
    let told = expected.rules.iter().filter(|rule| !in_head || !guards.contains(rule));
    let mut names: Vec<(Weight, String)> = told.copied().filter_map(called).collect();
    // Operators are allowed after every expression, so they are listed only if nothing else is possible.
    if names.iter().any(|(weight, _)| *weight != Weight::Noise) {
        names.retain(|(weight, _)| *weight != Weight::Noise);
    }
    names.sort();
    names.dedup();
    if names.is_empty() && expected.reserved {
        return vec!["a name".to_owned()];
    }
    names.into_iter().map(|(_, name)| name).collect()
}

/// The largest number of possibilities in a message.
const LISTED: usize = 7;

/// Adds help if the word that begins the line is not a keyword but resembles one: the error then shows only after it.
fn beginning_of_line(place: &Place<'_>, diagnostic: Diagnostic) -> Diagnostic {
    let first = place.line_before().split_whitespace().next().unwrap_or_default();
    if LINE_WORDS.contains(&first) || PART_WORDS.contains(&first) || ITEM_WORDS.contains(&first) {
        return diagnostic;
    }
    let meant = nearest(first, LINE_WORDS.iter().copied());
    diagnostic.help_if(meant.map(|meant| format!("did you mean `{meant}` where the line begins with `{first}`?")))
}

/// The keyword that a word was probably meant to be.
fn keyword_meant(word: &str, expected: &[Rule]) -> Option<&'static str> {
    if PART_WORDS.contains(&word) || LINE_WORDS.contains(&word) {
        return None;
    }
    let line = expected.iter().any(|rule| {
        matches!(
            rule,
            Rule::offer_line
                | Rule::board_member
                | Rule::game_line
                | Rule::test_line
                | Rule::clause
                | Rule::scenario_line
                | Rule::lesson_line
                | Rule::puzzle_line
                | Rule::draw_line
        )
    });
    // What may stand here is meant before a word that may not.
    let is_allowed = |part: &&(Rule, Rule, &str)| expected.contains(&part.0) || expected.contains(&part.1);
    let allowed = CLAUSE_PARTS.iter().filter(is_allowed).map(|(.., part)| *part);
    if let Some(part) = nearest(word, allowed) {
        return Some(part);
    }
    let parts = PART_WORDS.iter().copied();
    if line { nearest(word, parts.chain(LINE_WORDS.iter().copied())) } else { nearest(word, parts) }
}

/// Parts of a clause: their rules, their keywords and their words.
const CLAUSE_PARTS: &[(Rule, Rule, &str)] = &[
    (Rule::for_part, Rule::k_for, "for"),
    (Rule::during_part, Rule::k_during, "during"),
    (Rule::when_part, Rule::k_when, "when"),
    (Rule::under_part, Rule::k_under, "under"),
    (Rule::because_part, Rule::k_because, "because"),
];

/// Words that begin a line of a body.
const LINE_WORDS: &[&str] = &[
    "modify", "forbid", "except", "before", "after", "show", "hide", "when", "needs", "assent", "chance", "pays",
    "once", "say", "then", "base", "glyph", "notation", "mode", "copies", "lasts", "play", "zones", "empty", "drawn",
    "source", "gives", "either", "over", "varies", "every", "step", "end", "rulebook", "sides", "outcome", "grid",
    "hexes", "spaces", "layer", "boxes", "region", "slots", "links", "columns", "rows", "given", "ruling", "dice",
    "draw", "offered", "refused", "asked", "ended", "army", "expect", "piece", "badge", "arrow", "track",
];

/// Words that begin a part of a line.
const PART_WORDS: &[&str] = &[
    "during",
    "when",
    "under",
    "because",
    "where",
    "until",
    "repeat",
    "each",
    "alternate",
    "times",
    "actions",
    "must",
    "once",
    "exactly",
    "halved",
    "doubled",
    "never",
    "below",
    "least",
    "most",
    "gives",
    "whole",
    "among",
    "from",
    "pays",
    "sets",
    "then",
    "played",
    "turned",
    "numbered",
    "clamped",
    "shifted",
    "columns",
    "rows",
    "highest",
    "lowest",
    "default",
    "prose",
    "alias",
    "freely",
    "lost",
];
