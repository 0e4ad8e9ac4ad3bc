//! Why a thing is not in a set, and why a condition does not hold, in the words of the rules.

use crate::model::api::Api;
use crate::model::id::*;
use crate::model::node::{Comparison, Expr, Node, Operator, Term};
use crate::model::value::Value;
use crate::source::{Span, plain_words};

use crate::play::numbers::operator::contains;
use crate::play::numbers::permission::{About, Refusal};
use crate::play::store::locals::{Locals, set_local};
use crate::play::store::world::World;

/// The text for a condition without words.
const NOT_MET: &str = "a condition of the rule is not met";
/// The most members named of a set that must be empty.
const MOST_NAMED: usize = 3;
/// The most letters of a rule that are shown in a reason.
const MOST_LETTERS: usize = 40;

impl World<'_> {
    /// The word of a set's description that a thing does not meet; `None` if no single word can say it.
    pub(in crate::play) fn lacks(&self, node: &Node, locals: &mut Locals, thing: Ref) -> Option<Refusal> {
        let mut inside = |node: &Node| self.eval(node, locals).is_ok_and(|set| contains(&set, &Value::Ref(thing)));
        let name = self.title(thing);
        match &node.expr {
            Expr::Filter { term, of, negated } => {
                if inside(of) {
                    return Some(self.unlike_thing(thing, *term, *negated, node));
                }
                self.lacks(of, locals, thing)
            }
            Expr::Select { term, of, value } => {
                if inside(of) {
                    let value = self.eval(value, locals).ok()?;
                    let (word, _, cites) = self.term_words(*term);
                    return Some(reason(format!("{name}: {word} is not {}", self.show(&value)), cites, node.span));
                }
                self.lacks(of, locals, thing)
            }
            Expr::Operate(Operator::Both, a, b) => {
                let part = if inside(a) { b } else { a };
                let found = self.lacks(part, locals, thing)?;
                // What is possible is what both parts hold.
                let both = self.eval(node, locals).unwrap_or(Value::None);
                Some(Refusal { text: self.relisted(&found.text, &both.members()), ..found })
            }
            Expr::Operate(Operator::Subtract, a, b) => {
                if inside(a) {
                    let text = match self.called(b) {
                        Some(word) => format!("{name} is already among the {word}"),
                        None => format!("{name} is excluded"),
                    };
                    return Some(reason(text, Vec::new(), node.span));
                }
                self.lacks(a, locals, thing)
            }
            // For spaces, the possible places are more helpful than that a part does not hold this one: only a rule is.
            Expr::Operate(Operator::Union | Operator::Add, a, b) => {
                let (a, b) = (self.lacks(a, locals, thing), self.lacks(b, locals, thing));
                let tells = |one: &Refusal| thing.domain != Domain::Space || one.about == About::Rule;
                let mut found: Vec<Refusal> = a.into_iter().chain(b).filter(tells).collect();
                // Of two parts, the one whose conditions have words says more.
                let has_words = |one: &Refusal| !one.text.contains(NOT_MET);
                if found.iter().any(has_words) {
                    found.retain(has_words);
                }
                if found.is_empty() { Some(self.not_in(thing, node, locals)) } else { self.both(found, node.span) }
            }
            Expr::Coalesce(a, b) => {
                let first = self.eval(a, locals).is_ok_and(|value| !value.is_none());
                self.lacks(if first { a } else { b }, locals, thing)
            }
            Expr::Api { api: Api::Across, args } if thing.domain == Domain::Space => {
                let [from, link] = [args.first()?, args.get(1)?].map(|arg| self.eval(arg, locals));
                let (Ok(Value::Ref(from)), Ok(Value::Ref(link))) = (from, link) else { return None };
                let text = format!("no {} leads from {} to {name}", self.title(link), self.title(from));
                Some(reason(text, Vec::new(), node.span))
            }
            Expr::Get { term: Term::Word(word), of, .. } => {
                let args = self.eval(of, locals).ok()?;
                self.lacks_of_word(*word, &[args], thing)
            }
            Expr::Word { word, args, .. } => {
                let args = self.values(args, locals).ok()?;
                self.lacks_of_word(*word, &args, thing)
            }
            Expr::Block(parts) => {
                let (last, lets) = parts.split_last()?;
                if !lets.iter().all(|part| matches!(part.expr, Expr::Let(..))) {
                    return None;
                }
                for part in lets {
                    self.eval(part, locals).ok()?;
                    // What the result is taken from says more than the result.
                    if let Expr::Let(slot, of) = &part.expr
                        && last.any(|node| matches!(node.expr, Expr::Local(read) if read == *slot))
                        && of.ty == last.ty
                        && !self.eval(of, locals).is_ok_and(|set| contains(&set, &Value::Ref(thing)))
                    {
                        return self.lacks(of, locals, thing);
                    }
                }
                self.lacks(last, locals, thing)
            }
            Expr::Call { function, args } => {
                let args = self.values(args, locals).ok()?;
                self.lacks_of_function(*function, &args, thing)
            }
            Expr::Api { api: Api::Or, args } => {
                let [first, other] = args.as_slice() else { return None };
                let is_first = self.eval(first, locals).is_ok_and(|set| !set.members().is_empty());
                self.lacks(if is_first { first } else { other }, locals, thing)
            }
            Expr::Api { api: Api::Where, args } => {
                let [of, Node { expr: Expr::Closure { slot, body }, .. }] = args.as_slice() else { return None };
                if !inside(of) {
                    return self.lacks(of, locals, thing);
                }
                set_local(locals, *slot, Value::Ref(thing));
                let found = self.fails(body, locals);
                self.both(found, node.span)
            }
            Expr::If(condition, yes, no) => {
                let branch = if self.test(condition, locals).ok()? { yes } else { no };
                self.lacks(branch, locals, thing)
            }
            Expr::Api { api: Api::OnMap, args } if !args.first().is_some_and(&mut inside) => {
                self.lacks(args.first()?, locals, thing)
            }
            Expr::Api { api, args } if args.len() > 1 && api.narrows() => {
                let (of, rest) = args.split_first()?;
                if !inside(of) {
                    return self.lacks(of, locals, thing);
                }
                // Together with its subject the word reads as a sentence.
                if !matches!(api, Api::Of | Api::OfKind | Api::At | Api::Within | Api::Distant) {
                    return Some(self.not_in(thing, node, locals));
                }
                let rest: Vec<Value> = rest.iter().filter_map(|arg| self.eval(arg, locals).ok()).collect();
                // Nothing is at a place that there is not.
                if rest.iter().any(Value::is_none) {
                    return None;
                }
                let rest: Vec<String> = rest.iter().map(|value| self.show(value)).collect();
                let word = plain_words(api.entry().name);
                let words = match rest.as_slice() {
                    [far, from] => format!("{name} is not {word} {} of {from}", self.spaces_words(far)),
                    rest => format!("{name} is not {word} {}", rest.join(", ")),
                };
                Some(reason(words, Vec::new(), node.span))
            }
            Expr::Members(noun) => {
                let noun = &self.game.nouns[noun.at()].singular;
                Some(reason(format!("{name} is no {}", plain_words(noun)), Vec::new(), node.span))
            }
            _ => Some(self.not_in(thing, node, locals)),
        }
    }

    /// A distance in words: `9 hexes`, `1 space`.
    pub(super) fn spaces_words(&self, number: &str) -> String {
        let many = if self.is_map_of_hexes() { "hexes" } else { "spaces" };
        format!("{number} {}", if number == "1" { self.space_word() } else { many })
    }

    /// What a space is on this board: `hex`, `space`.
    pub(super) fn space_word(&self) -> &'static str {
        if self.is_map_of_hexes() { "hex" } else { "space" }
    }

    /// Why a thing is not in a set defined by a word: the condition of the definition that it fails.
    fn lacks_of_word(&self, word: WordId, args: &[Value], thing: Ref) -> Option<Refusal> {
        let item = &self.game.words[word.at()];
        let mut locals = self.locals(args, item.locals);
        let body = self.body_of(word, &mut locals)?;
        let found = self.deeper(|world| Ok(world.lacks(body, &mut locals, thing)));
        let mut refusal = found.ok().flatten().unwrap_or_else(|| {
            let words = plain_words(&item.name);
            reason(format!("{} is not among the {words}", self.title(thing)), Vec::new(), item.span)
        });
        refusal.cites.extend(item.cites_under(self.readings));
        Some(refusal)
    }

    /// Why a thing is not in the set that a function returns: the condition that it fails.
    fn lacks_of_function(&self, function: FunctionId, args: &[Value], thing: Ref) -> Option<Refusal> {
        let item = &self.game.functions[function.at()];
        let mut locals = self.locals(args, item.locals);
        let mut body = &item.body;
        for replacement in &item.replacements {
            if self.holds(&replacement.guard, &mut locals).ok()? {
                body = &replacement.body;
                break;
            }
        }
        let found = self.deeper(|world| Ok(world.lacks(body, &mut locals, thing)));
        let mut refusal = found.ok().flatten()?;
        refusal.cites.extend(&item.cites);
        Some(refusal)
    }

    /// The definition of a word in force for these arguments.
    pub(in crate::play) fn body_of(&self, word: WordId, locals: &mut Locals) -> Option<&Node> {
        let item = &self.game.words[word.at()];
        for replacement in &item.replacements {
            if self.holds(&replacement.guard, locals).ok()? {
                return Some(&replacement.body);
            }
        }
        Some(&item.body)
    }

    /// Combines several reasons into one.
    pub(super) fn both(&self, found: Vec<Refusal>, span: Span) -> Option<Refusal> {
        let mut texts: Vec<String> = Vec::new();
        let mut cites = Vec::new();
        let about = match found.as_slice() {
            [one] => one.about,
            _ => About::Rule,
        };
        for refusal in found {
            if !texts.contains(&refusal.text) {
                texts.push(refusal.text);
            }
            cites.extend(refusal.cites);
        }
        (!texts.is_empty()).then(|| Refusal { about, ..reason(texts.join(", and "), cites, span) })
    }

    /// Why a condition does not hold: each part that fails.
    pub(in crate::play) fn fails(&self, node: &Node, locals: &mut Locals) -> Vec<Refusal> {
        self.failing(node, locals).unwrap_or_else(|| vec![self.does_not_hold(node)])
    }

    /// The same; `None` if there are no words for it.
    fn failing(&self, node: &Node, locals: &mut Locals) -> Option<Vec<Refusal>> {
        let mut unlike = |term: Term, of: &Node, negated: bool| match self.eval(of, locals).ok()? {
            Value::Ref(thing) => Some(vec![self.unlike_thing(thing, term, negated, node)]),
            _ => None,
        };
        let one = match &node.expr {
            Expr::And(a, b) => {
                let mut found = Vec::new();
                for part in [a, b] {
                    if !self.test(part, locals).unwrap_or(true) {
                        found.extend(self.fails(part, locals));
                    }
                }
                return Some(found);
            }
            Expr::May { permission, args } => {
                let values = self.values(args, locals).unwrap_or_default();
                let found = self.refusals(*permission, &values).unwrap_or_default();
                return (!found.is_empty()).then_some(found);
            }
            Expr::Get { term, of, negated } => return unlike(*term, of, *negated),
            Expr::Not(inner) => match &inner.expr {
                Expr::Get { term, of, negated } => return unlike(*term, of, !negated),
                // What must not be in a set says more than that the set is not empty.
                Expr::Api { api: Api::Any, args } => self.not_empty(args.first()?, locals, node),
                _ => None,
            },
            Expr::Or(a, b) => {
                let mut found = self.fails(a, locals);
                found.extend(self.fails(b, locals));
                let found = self.both(found, node.span);
                return Some(found.map(|one| Refusal { text: none_of(&one.text), ..one }).into_iter().collect());
            }
            Expr::If(condition, yes, no) => {
                let branch = if self.test(condition, locals).ok()? { yes } else { no };
                return Some(self.fails(branch, locals));
            }
            // Compared values are omitted if they are hidden.
            Expr::Compare(comparison, a, b) => {
                self.telling_openly(|world| world.unequal(*comparison, a, b, locals, node)).flatten()
            }
            Expr::In { item, set, negated } => {
                let value = self.eval(item, locals).ok()?;
                let found = match (&value, negated) {
                    (Value::Ref(thing), false) => self.lacks(set, locals, *thing),
                    _ => None,
                };
                found.or_else(|| {
                    let (word, is) = (self.called(set)?, if *negated { "is" } else { "is not" });
                    Some(reason(format!("{} {is} among the {word}", self.show(&value)), Vec::new(), node.span))
                })
            }
            Expr::Word { word, args, negated: false } => {
                let item = &self.game.words[word.at()];
                let args = self.values(args, locals).ok()?;
                let mut own = self.locals(&args, item.locals);
                let body = self.body_of(*word, &mut own)?;
                let mut found = self.deeper(|world| Ok(world.fails(body, &mut own))).unwrap_or_default();
                for refusal in &mut found {
                    refusal.cites.extend(item.cites_under(self.readings));
                }
                return (!found.is_empty()).then_some(found);
            }
            Expr::Api { api: Api::Any, args } => {
                let thing = member_words(args.first()?)?;
                Some(reason(format!("there is no {thing} that the rule asks for"), Vec::new(), node.span))
            }
            Expr::Api { api: Api::Empty, args } => self.not_empty(args.first()?, locals, node),
            Expr::Api { api: Api::Has, args } => {
                let [set, item] = args.as_slice() else { return None };
                let thing = self.eval(item, locals).ok()?.as_ref()?;
                self.lacks(set, locals, thing)
            }
            _ => None,
        };
        one.map(|one| vec![one])
    }

    /// A set that must be empty, with its first members: `Man2 is there, where the rule asks for no piece`.
    fn not_empty(&self, set: &Node, locals: &mut Locals, node: &Node) -> Option<Refusal> {
        let thing = member_words(set)?;
        // Members are left out if the viewer may not know them.
        let members = self.telling_openly(|world| world.eval(set, locals))?.ok()?.members();
        let hidden = members.iter().any(|one| one.domain == Domain::Card || self.has_face_down(&Value::Ref(*one)));
        let asked = match self.called(set) {
            Some(word) => format!("there may be no {word}"),
            None => format!("the rule asks for no {thing}"),
        };
        let names: Vec<String> = members.iter().take(MOST_NAMED).map(|one| self.title(*one)).collect();
        if hidden || names.is_empty() {
            return Some(reason(format!("{asked}, and there is one"), Vec::new(), node.span));
        }
        let more = if members.len() > names.len() { " and others" } else { "" };
        Some(reason(format!("{asked}, and there is {}{more}", names.join(", ")), Vec::new(), node.span))
    }

    /// A number without words, as the rule writes it: `company.count`.
    fn in_the_rule(&self, node: &Node, value: &Value) -> Option<String> {
        let text = self.game.sources.text(node.span);
        let is_number = matches!(value, Value::Int(_)) && !matches!(node.expr, Expr::Const(_));
        (is_number && text.len() <= MOST_LETTERS && !text.contains('\n')).then(|| format!("`{text}`"))
    }

    /// A comparison that fails, with its values: `KT1: hits is 2, and must be less than 2`.
    fn unequal(&self, comparison: Comparison, a: &Node, b: &Node, locals: &mut Locals, node: &Node) -> Option<Refusal> {
        let (left, right) = (self.eval(a, locals).ok()?, self.eval(b, locals).ok()?);
        let (thing, word, cites) = match &a.expr {
            Expr::Get { term, of, .. } => {
                let Value::Ref(thing) = self.eval(of, locals).ok()? else { return None };
                let (word, _, cites) = self.term_words(*term);
                (Some(self.title(thing)), word, cites)
            }
            Expr::Local(_) if matches!((comparison, &left), (Comparison::Unequal, Value::Ref(_))) => {
                let text = format!("it may not be {} itself", self.show(&left));
                return Some(reason(text, Vec::new(), node.span));
            }
            _ => (None, self.called(a).or_else(|| self.in_the_rule(a, &left))?, Vec::new()),
        };
        let text = match (&thing, comparison, right.is_none()) {
            (Some(name), Comparison::Unequal, true) => format!("{name} has no {word}"),
            (Some(name), Comparison::Equal, true) => format!("{name} has its {word} already: {}", self.show(&left)),
            _ => {
                let must = match comparison {
                    Comparison::Equal => "must be",
                    Comparison::Unequal => "must not be",
                    Comparison::Less => "must be less than",
                    Comparison::AtMost => "must be at most",
                    Comparison::Greater => "must be more than",
                    Comparison::AtLeast => "must be at least",
                };
                let whose = thing.map_or_else(String::new, |name| format!("{name}: "));
                let left = if matches!(comparison, Comparison::Unequal) {
                    format!("{word} {must} {}", self.show(&right))
                } else {
                    format!("{word} is {}, and {must} {}", self.show(&left), self.show(&right))
                };
                format!("{whose}{left}")
            }
        };
        Some(reason(text, cites, node.span))
    }

    /// The reason for a condition without words.
    fn does_not_hold(&self, node: &Node) -> Refusal {
        reason(NOT_MET.to_owned(), Vec::new(), node.span)
    }

    /// `X is engaged`, unless that is hidden from the viewer.
    fn unlike_thing(&self, thing: Ref, term: Term, negated: bool, node: &Node) -> Refusal {
        if self.telling_openly(|world| world.get(term, thing)).is_none() {
            return self.does_not_hold(node);
        }
        if let (Term::Word(word), false) = (term, negated) {
            if let Some(deeper) = self.why_unlike(word, thing, node.span) {
                return deeper;
            }
        }
        self.unlike_term(&self.title(thing), term, negated, node.span)
    }

    /// The part of a yes/no word's definition that a thing fails, if there are words for it and the word has no
    /// opposite that says it.
    fn why_unlike(&self, word: WordId, thing: Ref, span: Span) -> Option<Refusal> {
        let item = &self.game.words[word.at()];
        if item.opposite.is_some() {
            return None;
        }
        let mut locals = self.locals(&[Value::Ref(thing)], item.locals);
        let body = self.body_of(word, &mut locals)?;
        let found = self.deeper(|world| Ok(world.fails(body, &mut locals))).ok()?;
        let (name, word) = (self.title(thing), plain_words(&item.name));
        let lacks = format!(" is not {word}");
        if found.iter().any(|refusal| refusal.text.contains(NOT_MET) || refusal.text.ends_with(&lacks)) {
            return None;
        }
        let is_of_it = found.iter().all(|refusal| refusal.text.starts_with(&name));
        let mut refusal = self.both(found, span)?;
        if !is_of_it {
            refusal.text = format!("{name}{lacks}: {}", refusal.text);
        }
        refusal.cites.extend(item.cites_under(self.readings));
        Some(refusal)
    }

    /// `X is engaged`, where things that are not engaged are needed.
    fn unlike_term(&self, name: &str, term: Term, negated: bool, span: Span) -> Refusal {
        let (word, opposite, cites) = self.term_words(term);
        let words = match (negated, opposite) {
            (true, _) => format!("{name} is {word}"),
            (false, Some(opposite)) => format!("{name} is {opposite}"),
            (false, None) => format!("{name} is not {word}"),
        };
        Refusal { about: About::Term(term), ..reason(words, cites, span) }
    }

    /// A word with its opposite and its sections.
    fn term_words(&self, term: Term) -> (String, Option<String>, Vec<SectionId>) {
        let plain = plain_words;
        match term {
            Term::Var(var) => {
                let item = &self.game.vars[var.at()];
                (plain(&item.title), item.opposite.as_deref().map(plain), item.cites.clone())
            }
            Term::Word(word) => {
                let item = &self.game.words[word.at()];
                (plain(&item.name), item.opposite.as_deref().map(plain), item.cites_under(self.readings))
            }
            Term::Fact(fact) => (plain(&self.game.facts[fact.at()].name), None, Vec::new()),
            Term::Quantity(quantity) => (plain(&self.game.quantities[quantity.at()].title), None, Vec::new()),
            Term::Kind(kind) => (plain(&self.game.kinds[kind as usize].title), None, Vec::new()),
            Term::Mode(mode) => (plain(&self.game.modes[mode as usize].name), None, Vec::new()),
            Term::Noun(noun) => (plain(&self.game.nouns[noun.at()].singular), None, Vec::new()),
            Term::Zone(zone) => (plain(&self.game.zones[zone.at()].name), None, Vec::new()),
            Term::Box(at) => (plain(&self.game.board.boxes[at as usize].name), None, Vec::new()),
            Term::Grid(grid) => (plain(&self.game.board.grids[grid.at()].name), None, Vec::new()),
            Term::Line(list) => (plain(&self.game.lists[list.at()].name), None, Vec::new()),
            Term::Purse(purse) => (plain(&self.game.purses[purse.at()].title), None, Vec::new()),
            Term::Facing => ("facing".to_owned(), None, Vec::new()),
            Term::Arc(arc) => {
                let facing = self.game.facing.as_ref();
                let name = facing.and_then(|facing| facing.arcs.get(arc as usize)).map(|arc| plain(&arc.name));
                (name.unwrap_or_default(), None, facing.map(|facing| facing.cites.clone()).unwrap_or_default())
            }
            Term::Region(region) => (plain(&self.game.board.regions[region.at()].name), None, Vec::new()),
        }
    }
}

impl Refusal {
    /// False for a condition without words.
    pub(in crate::play) fn says_why(&self) -> bool {
        self.text != NOT_MET
    }
}

/// What the members of a set are called.
fn member_words(set: &Node) -> Option<&'static str> {
    match set.ty.domain()? {
        Domain::Piece => Some("piece"),
        Domain::Space => Some("place"),
        Domain::Card => Some("card"),
        _ => None,
    }
}

fn reason(text: String, cites: Vec<SectionId>, span: Span) -> Refusal {
    Refusal::new(text, cites, span)
}

/// Joins negations: `KT1 is not Foot, Mounted or Guns` for `KT1 is not Foot, and KT1 is not Mounted, and KT1 is not
/// Guns`. Other texts are unchanged.
fn none_of(text: &str) -> String {
    let parts: Vec<&str> = text.split(", and ").collect();
    let Some((head, first)) = parts[0].split_once(" is not ") else { return text.to_owned() };
    let rest: Option<Vec<&str>> =
        parts[1..].iter().map(|part| part.strip_prefix(head)?.strip_prefix(" is not ")).collect();
    match rest.as_deref() {
        Some([others @ .., last]) => {
            let all: Vec<&str> = std::iter::once(first).chain(others.iter().copied()).collect();
            format!("{head} is not {} or {last}", all.join(", ").replace(" or ", ", "))
        }
        _ => text.to_owned(),
    }
}
