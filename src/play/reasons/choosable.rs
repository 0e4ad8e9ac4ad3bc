//! Choices and sets in words for players, never as source text.

use crate::diagnostic::words::with_article;
use crate::model::api::Api;
use crate::model::game::NounFilter;
use crate::model::id::*;
use crate::model::node::{Expr, Node, Term};
use crate::model::offer::OfferParam;
use crate::model::types::Type;
use crate::model::value::Value;

use crate::play::numbers::permission::{About, Refusal};
use crate::play::present::sentence::wanted_words;
use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};
use crate::source::plain_words;

/// At most this many choices are named.
const MOST_LISTED: usize = 6;

/// What stands between a reason and the members that are possible.
const POSSIBLE: &str = "; possible: ";

impl World<'_> {
    /// The reason that a thing is not a member of a set. For spaces, sides and the like it names the first members.
    /// Pieces and cards are not named, because they may be hidden.
    pub(in crate::play) fn not_in(&self, thing: Ref, node: &Node, locals: &mut Locals) -> Refusal {
        let rule = |text| Refusal::new(text, Vec::new(), node.span);
        let choices = |text| Refusal { about: About::Choices, ..rule(text) };
        let name = self.title(thing);
        let set = self.eval(node, locals).unwrap_or(Value::None);
        let members = set.members();
        if let Some(Ok(of)) = neighbour_of(node).map(|of| self.eval(of, locals)) {
            return rule(format!("{name} is not adjacent to {}", self.show(&of)));
        }
        if thing.domain == Domain::Piece {
            let side = self.side_of(thing);
            if let Some(Ok(Value::Ref(of))) = argument(node, Api::Stack).map(|of| self.eval(of, locals))
                && of != thing
                && self.side_of(of) == side
            {
                let place = self.space_word();
                return rule(format!("{name} is not in the same {place} as {}", self.title(of)));
            }
            let others = members.iter().all(|one| one.domain == Domain::Piece && self.side_of(*one) != side);
            return match side.filter(|_| others && !members.is_empty()) {
                Some(side) => rule(format!("{name} is on the {} side", self.title(Ref::side(side)))),
                None if matches!(&node.expr, Expr::Api { api: Api::OnMap, .. }) => {
                    rule(format!("{name} is not on the map"))
                }
                None => match self.called(node) {
                    Some(word) => rule(format!("{name} is not among the {word}")),
                    None => choices(format!("{name} cannot be chosen here")),
                },
            };
        }
        let (subject, far) = match &node.expr {
            Expr::Api { api: Api::Reach, args } if thing.domain == Domain::Space => {
                let stops = self.stops_of_reach(args, locals, (thing.index, thing.index)).unwrap_or_default();
                if let Some(stops) = self.both(stops, node.span) {
                    return stops;
                }
                (
                    args.first().and_then(|piece| self.eval(piece, locals).ok()),
                    self.too_far(args, locals, thing.index).ok().flatten(),
                )
            }
            _ => (None, None),
        };
        let cannot = match (subject, self.side_in(node, locals)) {
            (Some(Value::Ref(piece)), _) => match far {
                Some((far, steps)) => {
                    let far = self.spaces_words(&far.to_string());
                    format!("{name} is {far} away, and {} can go {steps}", self.title(piece))
                }
                None => format!("{} cannot reach {name}", self.title(piece)),
            },
            (_, Some(side)) => format!("{name} holds no {side} piece that counts"),
            _ => format!("{name} cannot be chosen here"),
        };
        if thing.domain == Domain::Card {
            return choices(cannot);
        }
        choices(match self.listed(&members) {
            Some(listed) => format!("{cannot}{POSSIBLE}{listed}"),
            None if thing.domain == Domain::Space => format!("{cannot}, nor any other place"),
            None => cannot,
        })
    }

    /// The side of the pieces in whose spaces something must be: of `theirs.units.areas`. `None` if these are not the
    /// spaces of pieces, or of pieces of several sides.
    fn side_in(&self, node: &Node, locals: &mut Locals) -> Option<String> {
        let of = match &node.expr {
            Expr::Api { api: Api::SpacesOf, args } => args.first()?,
            Expr::Gather { term: Term::Grid(_), of } | Expr::Get { term: Term::Grid(_), of, .. } => of,
            _ => return None,
        };
        if of.ty != Type::Set(Domain::Piece) {
            return None;
        }
        let pieces = self.eval(of, locals).ok()?.members();
        let side = self.side_of(*pieces.first()?)?;
        let is_one = pieces.iter().all(|piece| self.side_of(*piece) == Some(side));
        is_one.then(|| self.title(Ref::side(side)))
    }

    /// True if a reason lists what is possible.
    pub(super) fn is_listing(&self, text: &str) -> bool {
        text.contains(POSSIBLE)
    }

    /// A reason that lists what is possible, with other members, or without a list if there are none.
    pub(in crate::play) fn relisted(&self, text: &str, members: &[Ref]) -> String {
        match (text.split_once(POSSIBLE), self.listed(members)) {
            (Some((cannot, _)), Some(listed)) => format!("{cannot}{POSSIBLE}{listed}"),
            (Some((cannot, _)), None) => cannot.to_owned(),
            (None, _) => text.to_owned(),
        }
    }

    /// The reason that a value is not a choice of a parameter.
    pub(in crate::play) fn no_choice_of(
        &self,
        value: &Value,
        param: &OfferParam,
        node: &Node,
        locals: &mut Locals,
    ) -> Refusal {
        match value {
            Value::Ref(thing) => self.not_in(*thing, node, locals),
            _ => self.not_possible(value, param),
        }
    }

    /// The reason that a value is not a choice of a parameter without a set.
    pub(in crate::play) fn not_possible(&self, value: &Value, param: &OfferParam) -> Refusal {
        let text = format!("{} is not a possible {}", self.show(value), plain_words(&param.name));
        Refusal { about: About::Choices, ..Refusal::new(text, Vec::new(), param.span) }
    }

    /// That a thing does not belong to a noun, and to which it belongs: "LDR1 is a leader, not a unit". Of several
    /// nouns, the one that fits the fewest things says most.
    ///
    /// # Errors
    /// When a word that is a noun is faulty.
    pub(in crate::play) fn of_another_noun(&self, noun: NounId, thing: Ref) -> Read<String> {
        let (title, nouns) = (self.title(thing), &self.game.nouns);
        let named = |noun: NounId| with_article(&plain_words(&nouns[noun.at()].singular));
        let mut others = Vec::new();
        for id in (0..nouns.len() as u16).map(NounId) {
            if nouns[id.at()].filter != NounFilter::All && self.is_noun(id, thing)? {
                others.push((self.of_noun(id, self.all(thing.domain))?.count(), id));
            }
        }
        Ok(match others.into_iter().min() {
            Some((_, other)) => format!("{title} is {}, not {}", named(other), named(noun)),
            None => format!("{title} is not {}", named(noun)),
        })
    }

    /// The reason that a parameter has no choice, in the words of its description if it has one.
    pub(in crate::play) fn nothing_for(&self, param: &OfferParam) -> String {
        let wanted = wanted_words(&param.name);
        match param.doc.as_deref().map(|doc| doc.trim_end_matches('.')) {
            Some(doc) if !doc.is_empty() => format!("nothing can be chosen for the {wanted}: {doc}"),
            _ => format!("nothing can be chosen for the {wanted}"),
        }
    }

    /// The name of a set or number, if it is a plain word of the game.
    pub(in crate::play) fn called(&self, node: &Node) -> Option<String> {
        let plain = plain_words;
        match &node.expr {
            Expr::Word { word, .. } => Some(plain(&self.game.words[word.at()].name)),
            Expr::Quantity { quantity, .. } => Some(self.game.quantities[quantity.at()].title.clone()),
            Expr::Get { term: Term::Word(word), .. } => Some(plain(&self.game.words[word.at()].name)),
            Expr::Get { term: Term::Var(var), .. } => Some(plain(&self.game.vars[var.at()].title)),
            Expr::Get { term: Term::Quantity(quantity), .. } => Some(self.game.quantities[quantity.at()].title.clone()),
            _ => None,
        }
    }

    /// The first members of a set by name. `None` if it is empty.
    fn listed(&self, members: &[Ref]) -> Option<String> {
        let names: Vec<String> = members.iter().take(MOST_LISTED).map(|one| self.show(&Value::Ref(*one))).collect();
        if names.is_empty() {
            return None;
        }
        let more = members.len().saturating_sub(names.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        Some(format!("{}{more}", names.join(", ")))
    }
}

/// What a set of adjacent spaces, or of the pieces in them, is adjacent to: `unit` in `unit.space.neighbours.pieces`.
fn neighbour_of(node: &Node) -> Option<&Node> {
    match argument(node, Api::PiecesOf) {
        Some(spaces) => argument(spaces, Api::Neighbours).map(|of| argument(of, Api::SpaceOf).unwrap_or(of)),
        None => argument(node, Api::Neighbours),
    }
}

/// The first argument of a call of this function.
fn argument(node: &Node, wanted: Api) -> Option<&Node> {
    match &node.expr {
        Expr::Api { api, args } if *api == wanted => args.first(),
        _ => None,
    }
}
