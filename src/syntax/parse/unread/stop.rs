//! Turns the place where the grammar of expressions and scripts stopped into a message.

mod loops;

use pest::error::{Error, ErrorVariant};

use super::super::error::{offset, other_letter};
use super::super::slip;
use super::{
    Form, begins_statement, connective, left_out, no_statements, statement_elsewhere, statement_left_out, syntax,
    too_deep, usable,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::syntax::grammar::Rule;
use crate::syntax::reserved::is_reserved;
use crate::syntax::split::word_at;

/// A text with the place where the grammar stopped.
struct Stop<'t> {
    text: &'t str,
    whole: Span,
    form: Form,
    /// The token that was found; empty at the end.
    found: &'t str,
    at: Span,
    /// The byte of the token in the text.
    byte: usize,
    expected: &'t [Rule],
}

impl<'t> Stop<'t> {
    /// The text before, without the blanks between.
    fn before(&self) -> &'t str {
        self.text.get(..self.byte).unwrap_or_default().trim_end()
    }

    /// The point behind the text before.
    fn gap(&self) -> Span {
        self.whole.part(self.before().len(), 0)
    }

    /// The word before, with its span.
    fn word_before(&self) -> (&'t str, Span) {
        let before = self.before();
        let is_word = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
        let start = before.trim_end_matches(is_word).len();
        (before.get(start..).unwrap_or_default(), self.whole.part(start, before.len() - start))
    }

    /// The error for what was found, which is not allowed here.
    fn not_here(&self, headline: impl Into<String>) -> Diagnostic {
        syntax(headline).at(self.at, "not allowed here")
    }

    fn wants(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// True where an operand may stand.
    fn wants_operand(&self) -> bool {
        [Rule::value, Rule::term, Rule::named, Rule::variable_name, Rule::branch].iter().any(|rule| self.wants(*rule))
    }
}

/// The error for a text that the grammar does not accept.
pub(in crate::syntax::parse) fn describe(text: &str, whole: Span, form: Form, failure: &Error<Rule>) -> Diagnostic {
    let byte = offset(failure).min(text.len());
    let rest = text.get(byte..).unwrap_or_default();
    let found = rest.get(..token_length(rest)).unwrap_or_default();
    let at = whole.part(byte, found.len());
    let expected = match &failure.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        // The parser gives up by itself only to protect the stack.
        ErrorVariant::CustomError { .. } => return too_deep(at),
    };
    let stop = Stop { text, whole, form, found, at, byte, expected };
    closure(&stop)
        .or_else(|| assigning_closure(&stop))
        .or_else(|| loops::bracketed(&stop))
        .or_else(|| loops::with_of(&stop))
        .or_else(|| sign(&stop))
        .or_else(|| word(&stop))
        .unwrap_or_else(|| general(&stop))
}

/// The beginning and the name of a closure as other languages write it, at the end of a text: `where(one`,
/// `where((one)`.
pub(in crate::syntax::parse) fn closure_begun(before: &str) -> Option<(usize, &str)> {
    let is_word = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let (start, name) = match before.strip_suffix(')') {
        Some(inside) => {
            let open = inside.rfind('(')?;
            (open, inside.get(open + 1..)?.trim())
        }
        None => {
            let start = before.trim_end_matches(is_word).len();
            (start, before.get(start..)?)
        }
    };
    let call = before.get(..start)?.trim_end();
    let in_call = call.ends_with(',') || call.strip_suffix('(').is_some_and(|called| called.ends_with(is_word));
    (in_call && !name.is_empty() && name.chars().all(is_word)).then_some((start, name))
}

fn closure(stop: &Stop<'_>) -> Option<Diagnostic> {
    let sign = stop.text.get(stop.byte..)?.get(..2).filter(|sign| matches!(*sign, "=>" | "->"))?;
    let (start, name) = closure_begun(stop.before())?;
    Some(slip::arrow(sign, name, stop.whole.part(start, stop.byte + sign.len() - start)))
}

/// `units.each(|unit| unit.hit = true)`
fn assigning_closure(stop: &Stop<'_>) -> Option<Diagnostic> {
    if !matches!(stop.found, "=" | "+=" | "-=") {
        return None;
    }
    let (head, changed) = stop.before().rsplit_once('|')?;
    let (call, name) = head.rsplit_once('|')?;
    let call = call.trim_end().strip_suffix('(')?;
    let set = ["each", "for_each", "forEach", "foreach", "map"].iter().find_map(|word| call.strip_suffix(word))?;
    let set = slip::thing_before(set.strip_suffix('.')?);
    let word = changed.trim().strip_prefix(name.trim())?.strip_prefix('.')?;
    let value = stop.text.get(stop.byte + stop.found.len()..)?.split([')', ';', '}']).next()?.trim();
    Some(syntax("a closure changes nothing").at(stop.at, "not allowed here").help(format!(
        "write `{set}.{word} {} {value};` for all of them, or a loop: `for {} in {set} {{ … }}`",
        stop.found,
        name.trim()
    )))
}

/// Signs of other languages, and signs that are easily confused.
fn sign(stop: &Stop<'_>) -> Option<Diagnostic> {
    let rest = stop.text.get(stop.byte..).unwrap_or_default();
    let two = |length: usize| stop.whole.part(stop.byte, length);
    let behind = stop.text.get(..stop.byte)?.chars().next_back();
    let operators = [
        ("===", "write `==`"),
        ("!==", "write `!=`"),
        ("<>", "write `!=`"),
        ("><", "write `!=`"),
        ("++", "write `+= 1`"),
        ("--", "write `-= 1`"),
        (":=", "write `=`"),
        ("<-", "write `=` to assign, `< -` to compare"),
        ("->", "write `.` before a word, `=>` in a `switch`"),
        ("::", "write the name alone"),
        ("?", "write `if CONDITION { ONE } else { OTHER }`"),
    ];
    if rest.starts_with("\\\"") {
        return Some(
            syntax("a quote cannot stand in the braces of a text")
                .at(two(2), "not allowed here")
                .help("inside braces, a text stands between backticks, as in `` {side.space(`left rear`)} ``"),
        );
    }
    if let Some((sign, help)) = operators.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Some(no_operator(sign, help, two(sign.len())));
    }
    // `a <> b`: the grammar has read the first sign.
    if stop.found.starts_with('>') && behind == Some('<') || stop.found.starts_with('<') && behind == Some('>') {
        let sign = if stop.found.starts_with('>') { "<>" } else { "><" };
        return Some(no_operator(sign, "write `!=`", stop.whole.part(stop.byte - 1, 2)));
    }
    let (name, _) = stop.word_before();
    let before_name = stop.before().strip_suffix(name).unwrap_or_default().trim_end();
    if stop.found == "=" && before_name.strip_suffix('(').is_some_and(|head| head.trim_end().ends_with("for")) {
        return Some(counted_loop(stop, name, stop.at));
    }
    if stop.wants(Rule::o_equal) && !stop.wants(Rule::assign_sign) {
        let right = if rest.starts_with("=<") {
            "<="
        } else if rest.starts_with("=>") {
            ">="
        } else {
            "=="
        };
        if rest.starts_with('=') && !rest.starts_with("==") && !stop.wants(Rule::arm_arrow) {
            let found = if right == "==" { "=" } else { rest.get(..2).unwrap_or_default() };
            let label = if right == "==" { "`=` assigns" } else { "this compares nothing" };
            return Some(
                syntax(format!("found `{found}`, expected `{right}`"))
                    .at(two(found.len()), label)
                    .help(format!("write `{right}` to compare")),
            );
        }
    }
    if stop.found == "==" && stop.word_before().1.start > stop.whole.start && ends_binding(stop) {
        return Some(syntax("found `==`, expected `=`").at(stop.at, "`==` compares").help("write `=`"));
    }
    if stop.found == "#" {
        return Some(stop.not_here("`#` does not begin a comment").help("a comment begins with `//`"));
    }
    None
}

/// `for (i = 0; i < 3; i++)`, `for i = 0`; `at` is the token that shows it.
fn counted_loop(stop: &Stop<'_>, name: &str, at: Span) -> Diagnostic {
    let problem = syntax("a loop goes over a set or a range").at(at, "the form of another language");
    match counted_range(stop.text.get(stop.byte..).unwrap_or_default(), name) {
        Some(range) => problem.help(format!("write `for {name} in {range} {{ … }}`")),
        None => problem.help(format!("write `for {name} in 0..3 {{ … }}`: 0, 1 and 2")),
    }
}

/// The range of a head such as `i = 0; i < 3; i++`: `0..3`.
fn counted_range(head: &str, name: &str) -> Option<String> {
    let mut parts = head.lines().next()?.split(';');
    let (_, low) = parts.next()?.split_once('=')?;
    let until = parts.next()?.trim().strip_prefix(name)?.trim_start();
    let (sign, high) = match until.strip_prefix("<=") {
        Some(high) => ("..=", high),
        None => ("..", until.strip_prefix('<')?),
    };
    let (low, high) = (low.trim(), high.trim());
    (!low.is_empty() && !high.is_empty()).then(|| format!("{low}{sign}{high}"))
}

/// True after `let NAME`.
fn ends_binding(stop: &Stop<'_>) -> bool {
    let (_, name) = stop.word_before();
    let before = stop.text.get(..name.range().start.saturating_sub(stop.whole.range().start)).unwrap_or_default();
    before.trim_end().ends_with("let") || before.trim_end().ends_with("const")
}

fn no_operator(sign: &str, help: &str, at: Span) -> Diagnostic {
    syntax(format!("scripts have no operator `{sign}`")).at(at, "another language's sign").help(help)
}

/// Words of other languages, and words in the wrong place.
fn word(stop: &Stop<'_>) -> Option<Diagnostic> {
    let (behind, behind_at) = stop.word_before();
    let found = stop.found;
    if matches!(found, "and" | "or") && stop.wants(Rule::o_and) {
        return Some(connective(found, stop.at));
    }
    if behind == "not" && stop.wants(Rule::o_and) && !found.is_empty() {
        return Some(connective(behind, behind_at));
    }
    if stop.form == Form::Expression && begins_statement(behind) {
        return Some(no_statements(behind, behind_at));
    }
    if stop.wants(Rule::end_of_statement) {
        if let Some((what, help)) = statement_left_out(behind) {
            return Some(left_out(what, help, behind_at));
        }
        if let Some(help) = statement_elsewhere(behind) {
            return Some(
                syntax(format!("scripts have no `{behind}`")).at(behind_at, "another language's word").help(help),
            );
        }
    }
    // `for (let i = 0; …`: read as a call of `for`.
    let is_head =
        |before: &str| before.trim_end().strip_suffix('(').is_some_and(|head| head.trim_end().ends_with("for"));
    if matches!(behind, "let" | "var" | "int" | "const") && stop.before().strip_suffix(behind).is_some_and(is_head) {
        return Some(counted_loop(stop, found, behind_at));
    }
    if let Some(diagnostic) = habit(stop, behind) {
        return Some(diagnostic);
    }
    let is_name = is_reserved(behind) && !matches!(behind, "true" | "false");
    if stop.wants(Rule::o_and) && is_name && !found.is_empty() {
        let name = Name { text: behind.to_owned(), span: behind_at };
        return usable(&name);
    }
    if matches!(found, "while" | "loop" | "for") && stop.wants_operand() {
        return Some(left_out("value of a loop", "set a variable in the loop", stop.at));
    }
    if found.starts_with('|') && stop.wants_operand() {
        return Some(
            Diagnostic::error("script-form", "a closure is allowed only as an argument")
                .at(stop.at, "")
                .help("write it where it is used: `.where(|it| …)`"),
        );
    }
    let is_other = |first: char| first.is_alphabetic() && !first.is_ascii() || ('\u{300}'..='\u{36f}').contains(&first);
    if found.starts_with(is_other) {
        let (start, whole) = word_at(stop.text, stop.byte);
        return Some(other_letter(whole, stop.whole.part(start, whole.len())));
    }
    None
}

/// Dice, types and loops as other languages write them.
fn habit(stop: &Stop<'_>, behind: &str) -> Option<Diagnostic> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    let faces = stop.found.strip_prefix('d').filter(|faces| is_number(faces));
    if faces.is_some() && is_number(behind) && stop.before().len() == stop.byte {
        let dice = stop.whole.part(stop.byte - behind.len(), behind.len() + stop.found.len());
        let call = if behind == "1" { "roll()".to_owned() } else { format!("roll({behind})") };
        return Some(
            syntax("scripts roll dice with `roll`")
                .at(dice, "not allowed here")
                .help(format!("write `{call}`; the die is that of the `game` item")),
        );
    }
    if stop.found == ":" && ends_binding(stop) {
        return Some(
            syntax("a local has no type").at(stop.at, "no colon here").help(format!("write `let {behind} = …`")),
        );
    }
    if stop.wants(Rule::w_in) && stop.found == "=" {
        return Some(counted_loop(stop, behind, stop.at));
    }
    if stop.found == "is" && stop.wants(Rule::o_and) {
        let rest = stop.text.get(stop.byte + "is".len()..).unwrap_or_default();
        let asked = slip::question(slip::thing_before(stop.before()), rest);
        return Some(
            syntax("`is` does not ask, it declares").at(stop.at, "not an operator").help(format!("write `{asked}`")),
        );
    }
    if stop.wants(Rule::w_in) && matches!(stop.found, "of" | "from") {
        return Some(
            stop.not_here(format!("unexpected `{}`", stop.found)).help(format!("write `for {behind} in SET {{ … }}`")),
        );
    }
    if stop.wants(Rule::w_in) && matches!(behind, "each" | "all") {
        let name = stop.found;
        return Some(
            syntax(format!("unexpected `{behind}`"))
                .at(stop.word_before().1, "not allowed here")
                .help(format!("write `for {name} in SET {{ … }}`")),
        );
    }
    None
}

/// What was found and what is allowed here.
fn general(stop: &Stop<'_>) -> Diagnostic {
    let found = match stop.found {
        "" if stop.form == Form::Script => "the end of the script".to_owned(),
        "" => "the end of the expression".to_owned(),
        found => format!("`{found}`"),
    };
    let at = if stop.found.is_empty() { last_sign(stop) } else { stop.at };
    if stop.found.starts_with('"') && stop.wants_operand() {
        return Diagnostic::error("unterminated-string", "a string ends at its closing quote")
            .at(at, "no closing quote");
    }
    if stop.found == "'" || stop.found.starts_with('\'') && stop.wants_operand() {
        return syntax("`'` encloses a single sign")
            .at(at, "more or less than one sign")
            .help("write texts as `\"…\"`");
    }
    if stop.wants(Rule::o_and) && !stop.found.is_empty() {
        if stop.wants(Rule::end_of_statement) {
            return syntax("a statement ends with `;`")
                .at(stop.gap(), "no `;` here")
                .help(format!("write `;` before {found}"));
        }
        if stop.wants(Rule::end_of_arm) {
            return syntax("a case of a `switch` ends with `,`")
                .at(stop.gap(), "no `,` here")
                .help(format!("write `,` before {found}"));
        }
        let between = if stop.wants(Rule::p_close) {
            Some(("expected `,` between two arguments", "close the bracket with `)`"))
        } else if stop.wants(Rule::p_rbrace) {
            Some(("expected `,` between two entries", "close the bracket with `}`"))
        } else if stop.wants(Rule::index_close) {
            Some(("expected `,` between two members", "close the bracket with `]`"))
        } else {
            None
        };
        if let Some((headline, close)) = between.filter(|_| starts_operand(stop.found)) {
            return syntax(headline)
                .at(stop.gap(), "no comma and no bracket here")
                .help(format!("write `,` before {found}, or {close}"));
        }
    }
    if stop.wants(Rule::arm)
        || stop.wants(Rule::label)
        || stop.wants(Rule::whole_number) && stop.wants(Rule::flag_label)
    {
        if let Some(problem) = case(stop) {
            return problem;
        }
        return syntax("a `switch` compares with numbers and texts only")
            .at(at, format!("found {found}"))
            .help("use `if … else if …` to compare with things of the game");
    }
    let wanted = if stop.wants(Rule::member_name) {
        "a word after the dot"
    } else if stop.wants(Rule::fresh_name) {
        "a name"
    } else if stop.wants_operand() {
        "an expression"
    } else if stop.wants(Rule::block) {
        "a block in braces"
    } else if stop.wants(Rule::p_lbrace) {
        "`{`"
    } else if stop.wants(Rule::arm_arrow) {
        "`=>`"
    } else if stop.wants(Rule::w_in) {
        "`in`"
    } else if stop.wants(Rule::p_colon) {
        "`:`"
    } else if stop.wants(Rule::map_key) {
        "the name of an entry"
    } else if stop.wants(Rule::p_bar) {
        "`|`"
    } else if stop.wants(Rule::p_close) {
        "`)`"
    } else if stop.wants(Rule::index_close) {
        "`]`"
    } else if stop.wants(Rule::end_of_statement) {
        "`;`"
    } else if stop.wants(Rule::p_rbrace) {
        "`}`"
    } else {
        return syntax(format!("unexpected {found}")).at(at, "not allowed here");
    };
    let problem = syntax(format!("expected {wanted}, found {found}")).at(at, "not allowed here");
    if stop.wants(Rule::block) { problem.help("write the statements between braces: `{ … }`") } else { problem }
}

/// `default => 3`, `case 1: 2`
fn case(stop: &Stop<'_>) -> Option<Diagnostic> {
    let behind = stop.text.get(stop.byte + stop.found.len()..)?.trim_start();
    match stop.found {
        "default" | "else" | "otherwise" => {
            Some(stop.not_here("the case for all other values is `_`").help("write `_ => …`"))
        }
        "case" => {
            let value = behind.get(..behind.find([':', '=', ',', '\n']).unwrap_or(behind.len()))?.trim();
            let value = if value.is_empty() { "1" } else { value };
            Some(
                syntax("a case of a `switch` has no word before its value")
                    .at(stop.at, "another language's word")
                    .help(format!("write `{value} => …`")),
            )
        }
        _ => None,
    }
}

/// True if an operand can begin with this token.
fn starts_operand(found: &str) -> bool {
    found.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '_' | '"' | '`' | '\'' | '('))
}

/// The last character of the text, for what is missing at its end.
fn last_sign(stop: &Stop<'_>) -> Span {
    let before = stop.before();
    let last = before.chars().next_back().map_or(0, char::len_utf8);
    stop.whole.part(before.len() - last, last)
}

/// The length in bytes of the token at the start of `text`; at least one character unless the text is empty.
pub fn token_length(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    if first.is_alphanumeric() || first == '_' {
        return text.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(text.len());
    }
    if matches!(first, '"' | '`' | '\'') {
        return string_length(text);
    }
    if first == '-' && text.get(1..).is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit())) {
        return 1 + token_length(text.get(1..).unwrap_or_default());
    }
    const SIGNS: [&str; 22] = [
        "..=", "**=", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "?[", "..", "=>", "+=", "-=", "*=", "/=", "%=",
        "|=", "&=", "#{", "**",
    ];
    SIGNS.iter().find(|sign| text.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
}

fn string_length(text: &str) -> usize {
    let mut signs = text.char_indices();
    let Some((_, quote)) = signs.next() else { return 0 };
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' if quote != '`' => drop(signs.next()),
            _ if sign == quote => return at + sign.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
