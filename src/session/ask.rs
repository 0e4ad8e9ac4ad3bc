//! `ask EXPRESSION`: any expression of the language, evaluated in the position as the viewer sees it.
//!
//! Evaluation changes nothing: the expression is checked to be pure, and evaluated on a read-only state. Hidden
//! information cannot affect the answer: it is evaluated in states that the viewer cannot tell apart, and returned only
//! if it is the same in all of them.

use indexmap::IndexMap;

use crate::check::asked::{Around, Asked, asked, names_of_pieces};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::words::count;
use crate::draw::{Line, Role};
use crate::model::game::Param;
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::locals::{Locals, set_local};
use crate::play::unseen::Unseen;
use crate::play::{ONLOOKER, Read, World, side_at};
use crate::source::{SourceMap, Span, plain_words};

use super::behind::ledger_lines;
use super::view::as_seen;
use super::why::{other_readings, reason_line};
use super::{Session, View};

/// The name under which the checker reports errors in an expression.
const NAME: &str = "ask";
/// The longest expression.
pub(super) const MOST_LETTERS: usize = 4000;
/// The most members of a set that are named.
const MOST_NAMED: usize = 60;
/// The most numbers and conditions inside an expression that are explained.
const MOST_PARTS: usize = 8;

/// The answer to an expression.
#[derive(Debug)]
pub enum Answer {
    /// Its value, and how it was computed.
    Told(Told),
    /// The checker refuses it, or a rule failed while it was evaluated. The sources hold the expression.
    Mistaken(Vec<Diagnostic>, Box<SourceMap>),
    /// It depends on something that the viewer may not see, or cannot be evaluated.
    Refused(String),
}

/// A value in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The value alone.
    pub value: String,
    /// The value and its parts.
    pub lines: Vec<Line>,
}

impl Session {
    /// The value of an expression, as the viewer sees the position.
    pub fn ask(&self, text: &str) -> Answer {
        self.ask_as(self.viewer(), text)
    }

    /// The same as a seat sees it. None means a spectator.
    pub fn ask_as(&self, seat: Option<u16>, text: &str) -> Answer {
        let text = text.trim();
        if text.len() > MOST_LETTERS {
            return Answer::Refused(format!("an expression has at most {MOST_LETTERS} letters"));
        }
        self.play.look_asked(|world| {
            let world = seat.and_then(side_at).map_or(*world, |side| world.acting(side));
            let (mut around, values) = as_seen(&world, seat, |world| surroundings(world, text));
            // Those who look on have no side, so an expression of theirs must name the side it means.
            around.acts &= seat != Some(ONLOOKER);
            let asked = match asked(world.game, &around, text, span_of(world.game.sources.iter().count(), text)) {
                Ok(asked) => asked,
                Err(found) => return mistaken(&world, text, found),
            };
            let question = Asking { text, asked: &asked, values: &values };
            let unseen = View::new(world, seat).unseen();
            match question.known(&world, seat, &unseen) {
                Some(Ok(told)) => Answer::Told(told),
                Some(Err(fault)) => mistaken(&world, text, vec![super::diagnostic(&fault)]),
                None => {
                    // A hidden fact or variable is a reason of its own. A deal reveals nothing about the position.
                    let mut by_cards = false;
                    unseen.each(&world, |dealt| {
                        by_cards = question.told_to(dealt, seat).is_some();
                        false
                    });
                    let hidden =
                        if by_cards { hidden_words(&world, &unseen) } else { "something that is hidden from you" };
                    Answer::Refused(format!("the answer depends on {hidden}"))
                }
            }
        })
    }
}

fn mistaken(world: &World<'_>, text: &str, found: Vec<Diagnostic>) -> Answer {
    let mut sources = SourceMap::clone(&world.game.sources);
    sources.add(NAME, text);
    Answer::Mistaken(found, Box::new(sources))
}

/// The whole text in the source with this number.
pub(super) fn span_of(source: usize, text: &str) -> Span {
    let source = crate::source::SourceId(u32::try_from(source).unwrap_or(u32::MAX));
    Span { source, start: 0, end: u32::try_from(text.len()).unwrap_or(u32::MAX) }
}

pub(super) fn hidden_words(world: &World<'_>, unseen: &Unseen) -> &'static str {
    match (unseen.has_cards(world.state), unseen.has_pieces()) {
        (true, false) => "cards you may not see",
        (false, true) => "pieces that lie face down for you",
        (false, false) => "something that is hidden from you",
        (true, true) => "cards and pieces you may not see",
    }
}

/// The names an expression may use here in addition to the game's: the labels of pieces, as the board shows them.
pub(super) fn surroundings(world: &World<'_>, text: &str) -> (Around, Vec<Value>) {
    let mut around = Around {
        locals: Vec::new(),
        scopes: world.state.stack.iter().map(|frame| frame.scope).collect(),
        acts: world.me().is_some(),
    };
    let mut values = Vec::new();
    let is_in_play = |piece: &u16| world.unique(*piece).is_none() || world.index.present.has(*piece);
    for name in names_of_pieces(world.game, text) {
        if let Some(piece) = world.piece_called(name).filter(is_in_play) {
            let ty = Type::One(Domain::Piece, false);
            around.locals.push(Param { name: name.to_owned(), noun: None, ty });
            values.push(Value::Ref(Ref::piece(piece)));
        }
    }
    (around, values)
}

/// The pieces whose labels can be written in an expression.
pub(super) fn labels(world: &World<'_>) -> Vec<(u16, String)> {
    let named = world.ever(Domain::Piece).iter().filter(|piece| !world.is_face_down(*piece)).collect::<Vec<_>>();
    let named = named.into_iter().map(|piece| (piece, world.name(Ref::piece(piece))));
    named.filter(|(_, label)| is_name(label)).collect()
}

fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A value that all deals of the hidden cards and the face-down pieces agree on. `None` if they do not.
pub(super) fn known<T: PartialEq>(
    world: &World<'_>,
    unseen: &Unseen,
    tell: impl Fn(&World<'_>) -> Option<Read<T>>,
) -> Option<Read<T>> {
    known_of(world, unseen, &[], |world, _| tell(world))
}

/// The same about values, of which the face-down pieces are in each deal those that lie in their places.
pub(super) fn known_of<T: PartialEq>(
    world: &World<'_>,
    unseen: &Unseen,
    values: &[Value],
    tell: impl Fn(&World<'_>, &[Value]) -> Option<Read<T>>,
) -> Option<Read<T>> {
    if !unseen.has_cards(world.state) && !unseen.has_pieces() {
        return tell(world, values);
    }
    let mut known: Option<Read<T>> = None;
    let mut same = true;
    unseen.each(world, |dealt| {
        match (&known, tell(dealt, &unseen.there(world.state, dealt.state, values))) {
            (_, None) => same = false,
            // The deals reveal nothing, nor does a rule that fails in the first of them.
            (None, Some(told)) => known = Some(told),
            (Some(Ok(before)), Some(Ok(told))) => same = *before == told,
            // Others may be impossible, so that rules fail in them.
            (Some(_), Some(_)) => same = false,
        }
        same && known.as_ref().is_some_and(Result::is_ok)
    });
    // Not every deal is tried, so the true position counts too.
    let known = known.filter(|_| same)?;
    match (&known, tell(world, values)?) {
        (Ok(told), Ok(truly)) if *told == truly => Some(known),
        (Err(_), _) => Some(known),
        _ => None,
    }
}

/// A checked expression with the values of its names.
struct Asking<'q> {
    text: &'q str,
    asked: &'q Asked,
    values: &'q [Value],
}

impl Asking<'_> {
    /// The answer, if the seat may know it.
    fn known(&self, world: &World<'_>, seat: Option<u16>, unseen: &Unseen) -> Option<Read<Told>> {
        known(world, unseen, |world| self.told_to(world, seat))
    }

    /// The answer in one position, unless it follows from facts or variables that are hidden from the seat.
    fn told_to(&self, world: &World<'_>, seat: Option<u16>) -> Option<Read<Told>> {
        as_seen(world, seat, |world| world.telling(|world| self.told(world)))
    }

    fn told(&self, world: &World<'_>) -> Read<Told> {
        let node = &self.asked.node;
        let mut locals = world.locals(self.values, self.asked.slots);
        let value = world.eval(node, &mut locals)?;
        let shown = show(world, &value);
        if let Some((quantity, args)) = world.quantity_asked(node, &mut locals)? {
            let (number, ledger) = world.explain(quantity, &args)?;
            return Ok(Told { value: shown, lines: ledger_lines(world, quantity, &args, number, &ledger) });
        }
        let mut lines = Vec::new();
        let heading = Line::of(Role::Number, shown.clone());
        // That `no` is yes or no is plain.
        let kind = if matches!(value, Value::Flag(_)) { String::new() } else { kind_words(&self.asked.kind, &value) };
        lines.push(heading.and(Role::Dim, format!("  {kind}")));
        let mut parts = Vec::new();
        self.parts(world, node, &mut locals, &mut parts)?;
        let left = parts.len().saturating_sub(MOST_PARTS);
        lines.extend(parts.into_iter().take(MOST_PARTS).flatten().map(|line| line.indented(2)));
        if left > 0 {
            lines.push(Line::of(Role::Dim, format!("  and {} more", count(left, "part"))));
        }
        let others = world.otherwise(|world| {
            let value = world.eval(node, &mut world.locals(self.values, self.asked.slots))?;
            Ok(show(world, &value))
        });
        lines.extend(other_readings(world, &others.unwrap_or_default(), Clone::clone));
        Ok(Told { value: shown, lines })
    }

    /// The numbers, permissions and values in an expression, each with its explanation.
    fn parts(&self, world: &World<'_>, node: &Node, locals: &mut Locals, found: &mut Vec<Vec<Line>>) -> Read<()> {
        if let Some((quantity, args)) = world.quantity_asked(node, locals)? {
            let (number, ledger) = world.ledger(quantity, &args)?;
            found.push(ledger_lines(world, quantity, &args, number, &ledger));
            return Ok(());
        }
        match &node.expr {
            Expr::May { permission, args } => {
                let args = world.values(args, locals)?;
                let refusals = world.refusals(*permission, &args)?;
                if !refusals.is_empty() {
                    found.push(refusals.iter().map(|refusal| reason_line(world, refusal, true)).collect());
                }
            }
            Expr::Safe { of, slot, rest } => {
                let value = world.eval(of, locals)?;
                if !value.is_none() {
                    set_local(locals, *slot, value);
                    self.parts(world, rest, locals, found)?;
                }
            }
            Expr::Compare(_, a, b) | Expr::In { item: a, set: b, .. } => {
                for part in [a, b] {
                    let before = found.len();
                    self.parts(world, part, locals, found)?;
                    if found.len() == before && !matches!(part.expr, Expr::Const(_)) {
                        let value = world.eval(part, locals)?;
                        found.push(vec![
                            Line::plain(format!("{}: ", self.written(part))).and(Role::Number, show(world, &value)),
                        ]);
                    }
                }
            }
            Expr::And(a, b) | Expr::Or(a, b) => {
                for part in [a, b] {
                    let value = world.eval(part, locals)?;
                    found.push(vec![
                        Line::plain(format!("{}: ", self.written(part))).and(Role::Number, show(world, &value)),
                    ]);
                    self.parts(world, part, locals, found)?;
                    // The rest may not be evaluated: it may rely on a condition that did not hold.
                    if value.is_yes() == matches!(node.expr, Expr::Or(..)) {
                        break;
                    }
                }
            }
            Expr::Operate(_, a, b) => {
                self.parts(world, a, locals, found)?;
                self.parts(world, b, locals, found)?;
            }
            Expr::Not(a) | Expr::Negative(a) | Expr::Coalesce(a, _) => self.parts(world, a, locals, found)?,
            Expr::If(condition, yes, no) => {
                self.parts(world, condition, locals, found)?;
                let branch = if world.eval(condition, locals)?.is_yes() { yes } else { no };
                self.parts(world, branch, locals, found)?;
            }
            Expr::Text(parts) | Expr::Array(parts) => {
                for part in parts {
                    self.parts(world, part, locals, found)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The text of a part.
    fn written(&self, node: &Node) -> String {
        let text = self.text.get(node.span.range()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A value in words; the members of a set by the names used in commands.
pub(super) fn show(world: &World<'_>, value: &Value) -> String {
    let called = |value: &Value| match value {
        Value::Ref(thing) if thing.domain == Domain::Piece && !world.is_face_down(thing.index) => {
            let place = world.space_of(*thing).map(|space| world.title(Ref::space(space)));
            (world.title(*thing), place)
        }
        other => (plain_words(&world.show(other)), None),
    };
    let text = match value {
        Value::Set(..) | Value::Row(..) | Value::Array(_) => {
            // Equal members, such as copies of a card, are counted.
            let mut names: IndexMap<String, usize> = IndexMap::new();
            for (name, _) in value.in_order().iter().map(called) {
                *names.entry(name).or_default() += 1;
            }
            if names.is_empty() {
                return "none".to_owned();
            }
            let left = names.len().saturating_sub(MOST_NAMED);
            let more = if left > 0 { format!(" and {left} more") } else { String::new() };
            names.truncate(MOST_NAMED);
            let names = names.into_iter().map(|(name, count)| match count {
                1 => name,
                _ => format!("{name} x{count}"),
            });
            names.collect::<Vec<_>>().join(", ") + more.as_str()
        }
        other => match called(other) {
            (name, Some(place)) => format!("{name} in {}", plain_words(&place)),
            (name, None) => name,
        },
    };
    world.told(&text)
}

/// `a set of 3 pieces`: the type of a value, with the number of members.
fn kind_words(kind: &str, value: &Value) -> String {
    match (kind.strip_prefix("a set of "), value) {
        (Some(members), Value::Set(..) | Value::Row(..)) => {
            let number = value.in_order().len();
            match (number, members.strip_suffix('s')) {
                (1, Some(member)) => format!("one {member}"),
                _ => format!("{number} {members}"),
            }
        }
        _ => kind.to_owned(),
    }
}
