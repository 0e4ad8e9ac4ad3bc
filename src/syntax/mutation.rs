//! The small changes of mutation testing: each makes one rule of a file slightly wrong, as a slip of the pen would.
//!
//! Rules are changed, not the data of a battle: positions, boards, names, texts and tests stay as they are. A change
//! may give a text that the checker refuses; which ones, only the checker knows.

use pest::Parser;
use pest::iterators::Pair;

use super::ast::expr::{Expr, ExprKind, LinkKind, Operator, Prefix};
use super::ast::statement::{Block, StatementKind};
use super::grammar::{OriParser, Rule};
use super::parse::{parse_expression, parse_script};
use super::split::split;
use crate::source::{SourceId, Span};

/// The function that writes a line of the log.
const SAY: &str = "say";

/// A change of one place in a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What is replaced.
    pub span: Span,
    /// What stands there instead; empty if the place is left out.
    pub text: String,
    /// The item that is changed.
    pub item: Span,
    /// The scenario whose own rule it is.
    pub scenario: Option<String>,
}

/// All changes of a file, in its order. Empty if the file cannot be read.
pub fn mutations(source: SourceId, text: &str) -> Vec<Mutation> {
    let cut = split(source, text);
    let readable = cut.mended.as_deref().unwrap_or(text);
    let mut finder =
        Finder { source, text, base: 0, item: Span::default(), scenario: None, told: Vec::new(), found: Vec::new() };
    for chunk in cut.chunks.iter().filter(|chunk| chunk.readable) {
        let Some(own) = readable.get(chunk.range.clone()) else { continue };
        let Ok(pairs) = OriParser::parse(Rule::chunk, own) else { continue };
        finder.base = chunk.range.start;
        for item in pairs.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::item) {
            finder.item = finder.span(&item);
            finder.scenario = None;
            finder.told.clear();
            item.into_inner().for_each(|pair| finder.rule(pair));
        }
    }
    // A list changed in two ways may come out alike.
    let mut seen = std::collections::HashSet::new();
    finder.found.retain(|one| seen.insert((one.span, one.text.clone())));
    finder.found.sort_by_key(|one| (one.span.start, one.span.end));
    finder.found
}

struct Finder<'t> {
    source: SourceId,
    text: &'t str,
    /// Where the pairs' text begins in the file.
    base: usize,
    item: Span,
    scenario: Option<String>,
    /// What is only told to players: no change of it counts.
    told: Vec<Span>,
    found: Vec<Mutation>,
}

impl Finder<'_> {
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(self.source, self.base + span.start()..self.base + span.end())
    }

    fn of(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn replace(&mut self, span: Span, text: impl Into<String>) {
        let text = text.into();
        if self.of(span) != text && !self.told.iter().any(|told| told.covers(span)) {
            self.found.push(Mutation { span, text, item: self.item, scenario: self.scenario.clone() });
        }
    }

    fn leave_out(&mut self, span: Span) {
        self.replace(span, "");
    }

    fn put_for(&mut self, span: Span, other: Span) {
        let text = self.of(other).to_owned();
        self.replace(span, text);
    }

    /// The changes of one rule of the grammar and of all in it.
    fn rule(&mut self, pair: Pair<'_, Rule>) {
        let span = self.span(&pair);
        match pair.as_rule() {
            // What is said, shown or tried, and what a game consists of.
            Rule::test
            | Rule::lesson
            | Rule::puzzle
            | Rule::note
            | Rule::rulebook
            | Rule::draw
            | Rule::ruling
            | Rule::muster
            | Rule::use_item
            | Rule::invariant
            | Rule::game
            | Rule::counters
            | Rule::noun
            | Rule::facing
            | Rule::expect
            | Rule::army
            | Rule::position_line
            | Rule::setting
            | Rule::short_setting
            | Rule::offer_say
            | Rule::because_part => return,
            Rule::scenario => {
                let name = pair.clone().into_inner().find(|part| part.as_rule() == Rule::name);
                self.scenario = name.map(|name| name.as_str().to_owned());
            }
            Rule::expr => return self.expression(&pair, span),
            Rule::script => return self.script(&pair, span),
            Rule::facts => return self.facts(pair),
            Rule::table_row => return self.table_row(pair),
            Rule::phrase => self.phrase(&pair, span),
            Rule::phrase_word => {
                let inner = pair.clone().into_inner().find(|part| part.as_rule() != Rule::k_not);
                if let Some(inner) = inner.filter(|inner| inner.as_str() != pair.as_str()) {
                    // `on Hill` holds a word that may be denied, too.
                    self.put_for(span, self.span(&inner));
                }
            }
            Rule::k_up => self.replace(span, "down"),
            Rule::k_down => self.replace(span, "up"),
            Rule::k_highest => self.replace(span, "lowest"),
            Rule::k_lowest => self.replace(span, "highest"),
            Rule::at_least => self.replace(span, self.of(span).replacen("least", "most", 1)),
            Rule::at_most => self.replace(span, self.of(span).replacen("most", "least", 1)),
            Rule::copies => self.raised(span),
            Rule::clause
            | Rule::whenever
            | Rule::when_part
            | Rule::for_part
            | Rule::at_part
            | Rule::during_part
            | Rule::where_part
            | Rule::offer_when
            | Rule::offer_needs
            | Rule::offer_assent
            | Rule::offer_once
            | Rule::pays
            | Rule::pays_each
            | Rule::k_must
            | Rule::k_once
            | Rule::until
            | Rule::then_call
            | Rule::offer_then
            | Rule::empty_rule
            | Rule::lasts
            | Rule::source_whole
            | Rule::share_at_most
            | Rule::purse_either
            | Rule::purse_over
            | Rule::walk_every
            | Rule::walk_via
            | Rule::walk_step
            | Rule::step_pays
            | Rule::step_sets => self.leave_out(span),
            _ => {}
        }
        pair.into_inner().for_each(|part| self.rule(part));
    }

    /// A phrase loses one of its words, or one of its groups between commas.
    fn phrase(&mut self, pair: &Pair<'_, Rule>, whole: Span) {
        let groups: Vec<Pair<'_, Rule>> = parts(pair, Rule::phrase_group);
        let words: Vec<Vec<Span>> = groups
            .iter()
            .map(|group| parts(group, Rule::phrase_word).iter().map(|word| self.span(word)).collect())
            .collect();
        for (at, group) in words.iter().enumerate() {
            if words.len() > 1 {
                let others = words.iter().enumerate().filter(|(other, _)| *other != at);
                let text = others.map(|(_, group)| self.joined(group)).collect::<Vec<_>>().join(", ");
                self.replace(whole, text);
            }
            for word in group.iter().filter(|_| group.len() > 1) {
                let kept: Vec<Span> = group.iter().filter(|one| *one != word).copied().collect();
                let all = words
                    .iter()
                    .enumerate()
                    .map(|(other, group)| if other == at { self.joined(&kept) } else { self.joined(group) });
                let text = all.collect::<Vec<_>>().join(", ");
                self.replace(whole, text);
            }
        }
    }

    fn joined(&self, words: &[Span]) -> String {
        words.iter().map(|word| self.of(*word)).collect::<Vec<_>>().join(" ")
    }

    /// Each number among the facts of a kind, card or marker.
    fn facts(&mut self, pair: Pair<'_, Rule>) {
        for word in pair.into_inner() {
            let span = self.span(&word);
            if word.as_str().bytes().all(|byte| byte.is_ascii_digit()) {
                self.raised(span);
            }
        }
    }

    /// Each number of a row, but not its label.
    fn table_row(&mut self, pair: Pair<'_, Rule>) {
        for cell in pair.into_inner().filter(|part| part.as_rule() == Rule::cell).skip(1) {
            self.raised(self.span(&cell));
        }
    }

    /// The last number of a span becomes one more.
    fn raised(&mut self, span: Span) {
        let text = self.of(span);
        let Some(end) = text.rfind(|sign: char| sign.is_ascii_digit()).map(|last| last + 1) else { return };
        let begin = text[..end]
            .rfind(|sign: char| !sign.is_ascii_digit())
            .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
        let Ok(number) = text[begin..end].parse::<u32>() else { return };
        let more = format!("{}{}{}", &text[..begin], u64::from(number) + 1, &text[end..]);
        self.replace(span, more);
    }

    fn expression(&mut self, pair: &Pair<'_, Rule>, span: Span) {
        if let Ok(tree) = parse_expression(pair.as_str(), span) {
            self.told_in(|visit| tree.walk(visit));
            tree.walk(&mut |part| self.part(part));
        }
    }

    fn script(&mut self, pair: &Pair<'_, Rule>, span: Span) {
        if let Ok(block) = parse_script(pair.as_str(), span) {
            self.told_in(|visit| block.walk(visit));
            self.statements(&block);
            block.walk(&mut |part| self.part(part));
        }
    }

    /// Notes the texts and the lines of the log among these expressions.
    fn told_in(&mut self, walk: impl FnOnce(&mut dyn FnMut(&Expr))) {
        walk(&mut |part| match &part.kind {
            ExprKind::Woven(_) => self.told.push(part.span),
            ExprKind::Call(call) if call.name.text == SAY => self.told.push(part.span),
            _ => {}
        });
    }

    /// The changes of an expression, without those of its parts.
    fn part(&mut self, part: &Expr) {
        let span = part.span;
        match &part.kind {
            ExprKind::Number(number) => self.replace(span, number.saturating_add(1).to_string()),
            ExprKind::Amount(_) => self.replace(span, "1"),
            ExprKind::Flag(flag) => self.replace(span, (!flag).to_string()),
            ExprKind::Prefix(Prefix::Not | Prefix::Minus, of) => self.put_for(span, of.span),
            ExprKind::Infix(infix) => {
                if let Some(other) = instead_of(infix.operator) {
                    self.replace(infix.at, other.as_str());
                }
                if matches!(infix.operator, Operator::And | Operator::Or | Operator::Both | Operator::Union) {
                    self.put_for(span, infix.left.span);
                    self.put_for(span, infix.right.span);
                }
            }
            ExprKind::If(branch) => {
                self.replace(branch.condition.span, "true");
                self.replace(branch.condition.span, "false");
                self.statements(&branch.then);
            }
            ExprKind::Block(block) => self.statements(block),
            // Each word that narrows what the path leads to.
            ExprKind::Path(path) => {
                let words = path.links.iter().filter(|link| matches!(link.kind, LinkKind::Word(_)) && !link.safe);
                words.for_each(|link| self.leave_out(link.span));
            }
            _ => {}
        }
    }

    /// Each statement that does something is left out. Blocks in expressions are parts of their own.
    fn statements(&mut self, block: &Block) {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Value(value) if is_call(value) => self.leave_out(statement.span),
                StatementKind::Assign { .. } => self.leave_out(statement.span),
                StatementKind::For { body, .. } | StatementKind::While { body, .. } => self.statements(body),
                _ => {}
            }
        }
    }
}

/// True for `place(unit, to)` and `side.draw(2)`; other values of a block are its result.
fn is_call(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Call(_) => true,
        ExprKind::Path(path) => path.links.last().is_some_and(|link| matches!(link.kind, LinkKind::Call(_))),
        _ => false,
    }
}

/// The parts of a pair that are of one rule.
fn parts<'p>(pair: &Pair<'p, Rule>, rule: Rule) -> Vec<Pair<'p, Rule>> {
    pair.clone().into_inner().filter(|part| part.as_rule() == rule).collect()
}

/// The operator that a slip would put in the place of another.
fn instead_of(operator: Operator) -> Option<Operator> {
    Some(match operator {
        Operator::Equal => Operator::Unequal,
        Operator::Unequal => Operator::Equal,
        Operator::Less => Operator::AtMost,
        Operator::AtMost => Operator::Less,
        Operator::Greater => Operator::AtLeast,
        Operator::AtLeast => Operator::Greater,
        Operator::In => Operator::NotIn,
        Operator::NotIn => Operator::In,
        Operator::Add => Operator::Subtract,
        Operator::Subtract => Operator::Add,
        Operator::Multiply => Operator::Divide,
        Operator::Divide => Operator::Multiply,
        Operator::Range => Operator::RangeInclusive,
        Operator::RangeInclusive => Operator::Range,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changes of a text: `what -> instead`, or `- what`.
    fn changes(text: &str) -> Vec<String> {
        let told = |one: Mutation| {
            let before = text[one.span.range()].split_whitespace().collect::<Vec<_>>().join(" ");
            if one.text.is_empty() { format!("- {before}") } else { format!("{before} -> {}", one.text) }
        };
        mutations(SourceId(0), text).into_iter().map(told).collect()
    }

    #[test]
    fn a_clause_loses_each_of_its_parts() {
        let text = "modify aim by -1 for not LB, KT when unit.hurt && n >= 2 because \"{unit} is hurt\" @5.1";
        assert_eq!(
            changes(text),
            [
                "- modify aim by -1 for not LB, KT when unit.hurt && n >= 2 because \"{unit} is hurt\" @5.1",
                "-1 -> 0",
                "- for not LB, KT",
                "not LB -> LB",
                "not LB, KT -> KT",
                "not LB, KT -> not LB",
                "- when unit.hurt && n >= 2",
                "unit.hurt && n >= 2 -> unit.hurt",
                "unit.hurt && n >= 2 -> n >= 2",
                "- .hurt",
                ">= -> >",
                "2 -> 3",
            ]
        );
    }

    #[test]
    fn scripts_lose_statements_and_conditions() {
        let text = "procedure flee(unit) { let n = 1; if n > 2 { unit.hits += n; } else { for man in unit.men { fall(man); } } say(`${n + 1}`); }";
        let found = changes(text);
        assert_eq!(
            found,
            [
                "1 -> 2",
                "n > 2 -> true",
                "n > 2 -> false",
                "> -> >=",
                "2 -> 3",
                "- unit.hits += n",
                "- .hits",
                "- .men",
                "- fall(man)"
            ]
        );
    }

    #[test]
    fn tables_facts_and_rounding_change_their_numbers() {
        let text = "table clash rows n gives r { 1 5- NA\n 2 +3 x }\nkind KT \"Knights 2\" @1.3 { move 2  notation \"{move}-3\" }\nmodify aim halved up";
        let found = changes(text);
        assert_eq!(found, ["5- -> 6-", "+3 -> +4", "2 -> 3", "- modify aim halved up", "up -> down"]);
    }

    #[test]
    fn data_and_tests_stay_as_they_are() {
        for text in [
            "test \"two\" @1 { given { A { K: a1 } } then n == 2 }",
            "note @1 \"Two and 2.\"",
            "ruling wind \"Which?\" { north \"N 1\" default, south \"S 2\" }",
            "board b { grid g 2 x 2 { columns: a, b rows: 1, 2 } }",
            "is  broken(piece = ",
        ] {
            assert_eq!(changes(text), [""; 0], "{text}");
        }
        let scenario = "scenario s \"S\" for g { turn 3  A { K: a1 }\n expect n == 2\n forbid drop when n == 2 }";
        let found = mutations(SourceId(0), scenario);
        assert!(found.iter().all(|one| one.scenario.as_deref() == Some("s")));
        assert_eq!(changes(scenario).len(), 4, "{found:?}");
    }
}
