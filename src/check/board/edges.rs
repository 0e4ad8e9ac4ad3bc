//! Edges: the single links between two spaces, with their facts.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, may_look};
use crate::model::board::{Edge, Link};
use crate::model::id::{Domain, LinkId};
use crate::model::value::Value;
use crate::source::{Span, plain, same_name};
use crate::syntax::ast::{self, Chain};

use super::super::builder::GameBuilder;
use super::super::{error, state, value};
use super::place::places;

/// The maximum number of edges of a board.
const MOST_EDGES: usize = 60_000;

/// The signs between the places of a chain.
const SIGNS: [&str; 2] = ["--", "->"];

/// The edges of one link, in written order.
pub(super) struct Edges {
    link: LinkId,
    /// The index of the first of them on the board.
    first: usize,
    ends: Vec<[u16; 2]>,
    facts: Vec<Vec<Option<Value>>>,
    by_ends: FxHashMap<(u16, u16), usize>,
    /// The number of facts of each edge: none if the game declares none of edges.
    width: usize,
}

impl Edges {
    /// The edges of a link, none so far.
    pub(super) fn of(builder: &GameBuilder, link: LinkId) -> Edges {
        let first = builder.game.board.edges.len();
        let has_facts = builder.game.facts.iter().any(|fact| fact.subject == Domain::Edge);
        let width = if has_facts { builder.game.facts.len() } else { 0 };
        Edges { link, first, ends: Vec::new(), facts: Vec::new(), by_ends: FxHashMap::default(), width }
    }

    /// Adds the edges of a chain that joins these pairs, with the facts after its colon. Returns the edge of each pair.
    pub(super) fn add(&mut self, builder: &mut GameBuilder, chain: &Chain, pairs: &[(u16, u16)]) -> Vec<u16> {
        let mut given = vec![None; self.width];
        value::read_facts(builder, Domain::Edge, &chain.facts, &mut given);
        let mut found = Vec::with_capacity(pairs.len());
        let mut clash: Option<(usize, [u16; 2])> = None;
        for &(from, to) in pairs {
            let at = *self.by_ends.entry((from.min(to), from.max(to))).or_insert(self.ends.len());
            if at == self.ends.len() {
                self.ends.push([from, to]);
                self.facts.push(vec![None; given.len()]);
            }
            let facts = self.facts[at].iter_mut().zip(&given).enumerate().filter(|(_, (_, fact))| fact.is_some());
            for (which, (own, fact)) in facts {
                if own.as_ref().is_some_and(|own| Some(own) != fact.as_ref()) && clash.is_none() {
                    clash = Some((which, [from, to]));
                }
                own.clone_from(fact);
            }
            found.push(u16::try_from(self.first + at).unwrap_or(u16::MAX));
        }
        if let Some((which, ends)) = clash {
            let [a, b] = ends.map(|end| builder.game.board.spaces[usize::from(end)].title.clone());
            let name = &builder.game.facts[which].name;
            let headline = format!("the edge `{a} -- {b}` has two values of `{name}`");
            let problem = Diagnostic::error("declared-twice", headline).at(chain.span, "the second");
            builder.report(problem.help("an edge has the same facts in both directions: give each once"));
        }
        found
    }

    /// Enters the edges into the board, their facts completed.
    pub(super) fn enter(self, builder: &mut GameBuilder, links: &ast::Links) {
        let count = self.first + self.ends.len();
        if count > MOST_EDGES {
            let problem = error::board_shape(
                format!("the links of the board have {count} edges, too many"),
                links.name.span,
                format!("an edge is a link between two spaces; a board has at most {MOST_EDGES}"),
            );
            builder.report(problem);
            return;
        }
        let mut lacking: Option<Span> = None;
        for (ends, given) in self.ends.into_iter().zip(self.facts) {
            let facts = completed(builder, ends, given, links.name.span, &mut lacking);
            builder.game.board.edges.push(Edge { link: self.link, ends, facts });
        }
    }
}

/// The facts of an edge with their defaults. A required fact is reported for the first edge without it.
fn completed(
    builder: &mut GameBuilder,
    [from, to]: [u16; 2],
    given: Vec<Option<Value>>,
    span: Span,
    lacking: &mut Option<Span>,
) -> Vec<Value> {
    let title = |builder: &GameBuilder, space: u16| builder.game.board.spaces[usize::from(space)].title.clone();
    state::complete_with(builder, Domain::Edge, given, &mut |builder: &mut GameBuilder, fact: usize| {
        let fact = &builder.game.facts[fact];
        let declared = fact.span;
        if *lacking != Some(declared) {
            let edge = format!("the edge `{} -- {}`", title(builder, from), title(builder, to));
            let problem = error::missing_fact(&fact.name, &edge, span, declared);
            *lacking = Some(declared);
            builder.report(problem);
        }
    })
}

/// Fills in the edges at each space.
pub(super) fn fill_edges_at(builder: &mut GameBuilder) {
    let board = &mut builder.game.board;
    board.edges_at = vec![Vec::new(); board.spaces.len()];
    for (at, edge) in (0u16..).zip(&board.edges) {
        for end in edge.ends {
            board.edges_at[usize::from(end)].push(at);
        }
    }
}

/// The edges that these words name: `Brest -- Landerne`, `road Brest -- Landerne -- Lesneven`, `road`. Without a link,
/// those of the first link that joins the places. `None` if the words name none.
pub(crate) fn edges_named(builder: &GameBuilder, side: u16, words: &[&str]) -> Option<Vec<u16>> {
    let board = &builder.game.board;
    // By its name or its title, which may have several words.
    let called = |link: &Link, said: &str| link.name == plain(said) || same_name(&link.title, said);
    let named = (1..=words.len()).rev().find_map(|count| {
        let said = words[..count].join(" ");
        let at = board.links.iter().position(|link| called(link, &said))?;
        Some((LinkId(at as u16), count))
    });
    if let Some((link, _)) = named.filter(|(_, count)| *count == words.len()) {
        let of_link = (0u16..).zip(&board.edges).filter(|(_, edge)| edge.link == link);
        return Some(of_link.map(|(at, _)| at).collect());
    }
    // A link and a space may have the same name.
    let named = named.filter(|(_, count)| words.get(*count).is_some_and(|word| !SIGNS.contains(word)));
    let (link, words) = (named.map(|(link, _)| link), words.get(named.map_or(0, |(_, count)| count)..)?);
    let stops = words.split(|word| SIGNS.contains(word)).map(|place| places(builder, side, place));
    let stops: Vec<_> = stops.collect::<Option<_>>()?;
    let mut found = Vec::new();
    for pair in stops.windows(2) {
        let [from, to] = [pair[0].spaces(), pair[1].spaces()];
        let between = from.iter().flat_map(|a| to.iter().filter_map(move |b| board.edge(a, b, link)));
        let before = found.len();
        found.extend(between);
        if found.len() == before {
            return None;
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The names of all edges, for suggestions; empty after too many requests.
pub(crate) fn edge_names(builder: &GameBuilder) -> Vec<String> {
    if !may_look() {
        return Vec::new();
    }
    let board = &builder.game.board;
    let title = |space: u16| board.spaces.get(usize::from(space)).map_or("", |space| space.title.as_str());
    let named = |edge: &Edge| {
        let [a, b] = edge.ends.map(title);
        let link = &board.links[edge.link.at()].name;
        [format!("{a} -- {b}"), format!("{b} -- {a}"), format!("{link} {a} -- {b}"), format!("{link} {b} -- {a}")]
    };
    board.edges.iter().flat_map(named).collect()
}
