//! Drawing: templates for pieces and spaces, characters for links, badges, arrows and tracks.

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::model::api::{Form, TABLE};
use crate::model::drawing::{Arrow, Badge, Ink, LinkSign, Mark, Template, TemplatePart, Track};
use crate::model::game::{ListOrigin, Param, column};
use crate::model::id::{Domain, FactId, LinkId, VarId};
use crate::model::names::Symbol;
use crate::model::node::{Node, Term};
use crate::model::reading;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{plain, plain_words};
use crate::syntax::ast::{self, BoardMember, DrawLineKind, ExprText, ItemKind, Name, Range, Text, TextPart};

use super::builder::{Frame, GameBuilder};
use super::error;
use super::gather::Gathered;
use super::reads::reads;
use super::value;

/// Fills in the drawing of the game; of several lines about one thing the last applies. The columns that words read
/// must be known.
pub(crate) fn fill_drawing(builder: &mut GameBuilder, items: &Gathered, board: Option<&ast::Board>) {
    let draws: Vec<_> =
        items.each(|kind| if let ItemKind::Draw(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    let along = lying_along(board);
    builder.game.drawing.sides =
        builder.game.sides.iter().enumerate().map(|(at, side)| usual_ink(at, &side.name)).collect();
    for draw in draws {
        builder.cites(&draw.cites);
        for line in &draw.lines {
            draw_line(builder, &line.kind, &along);
        }
    }
    // A link without a character of its own is still drawn, because it matters in play.
    let signed: FxHashSet<usize> = builder.game.drawing.links.iter().map(|sign| sign.link.at()).collect();
    for link in 0..builder.game.board.links.len() {
        let id = LinkId(link as u16);
        if !signed.contains(&link) && !builder.game.drawing.omitted_links.has(id.0) {
            let along = along.contains(&builder.game.board.links[link].name);
            let sign = if along { "=" } else { "-" }.to_owned();
            builder.game.drawing.links.push(LinkSign { link: id, sign, ink: None, along });
        }
    }
    let drawing = &mut builder.game.drawing;
    drawing.links.retain(|sign| !drawing.omitted_links.has(sign.link.0));
    let game = &builder.game;
    let printed = 1 << column::ROSTER;
    builder.game.drawing.names_pieces = (game.drawing.piece.as_ref())
        .is_some_and(|text| !text.is_constant() && text.nodes().all(|node| reads(node, game) & !printed == 0));
}

fn draw_line(builder: &mut GameBuilder, line: &DrawLineKind, along: &FxHashSet<String>) {
    match line {
        DrawLineKind::Piece(text) => builder.game.drawing.piece = Some(template(builder, text, Domain::Piece)),
        DrawLineKind::Map { east, north } => {
            let facts = (number_of_spaces(builder, east), number_of_spaces(builder, north));
            if let (Some(east), Some(north)) = facts {
                builder.game.drawing.map = Some((east, north));
            }
        }
        DrawLineKind::Side(name) => colour_sides(builder, name),
        DrawLineKind::Omit(names) => {
            for name in names {
                omit(builder, name);
            }
        }
        DrawLineKind::Hex { text, shade } => draw_space(builder, text, shade.as_ref()),
        DrawLineKind::Space { text, shade, side } => {
            draw_space(builder, text, shade.as_ref());
            if let Some(name) = side {
                builder.game.drawing.space_side = side_of_spaces(builder, name);
            }
        }
        DrawLineKind::Link { name, text, colour } => {
            let Some(link) = builder.known("link", name, |game| &game.board.links) else { return };
            if text.plain().trim().is_empty() {
                let help = format!("write `omit {}` if it is not to be drawn", name.text);
                builder.report(error::unfit("a link is drawn with a sign", text.span).help(help));
                return;
            }
            let along = along.contains(&plain(&name.text));
            let ink = colour.as_ref().and_then(|colour| {
                let ink = Ink::named(&colour.text);
                if ink.is_none() {
                    let names = Ink::ALL.iter().map(|(name, _)| *name);
                    builder.report(error::unknown("colour", colour, names));
                }
                ink
            });
            builder.game.drawing.links.retain(|sign| sign.link != link);
            builder.game.drawing.links.push(LinkSign { link, sign: text.plain(), ink, along });
        }
        DrawLineKind::Badge { word, text } => {
            // A word that both have is one of pieces.
            let word_of = |domain: Domain| reading::term(&builder.game, domain, &plain(&word.text));
            let subject = match (word_of(Domain::Piece), word_of(Domain::Space)) {
                (Some(_), _) => Domain::Piece,
                (None, Some(_)) => Domain::Space,
                (None, None) => {
                    let drawn = |domain: &Domain| matches!(domain, Domain::Piece | Domain::Space);
                    let words = builder.game.terms.keys().filter(|(_, domain)| drawn(domain));
                    let words: Vec<&String> = words.map(|(word, _)| word).collect();
                    let problem = error::unknown("word of pieces or spaces", word, words);
                    builder.report(problem);
                    return;
                }
            };
            if text.plain().trim().is_empty() {
                let problem = error::unfit("a badge is drawn with a text", text.span);
                builder.report(problem.help("write the text that the board shows while the word holds"));
                return;
            }
            if text.plain().contains(char::is_control) {
                let problem = error::unfit("a badge is one line of text", text.span);
                builder.report(problem.help("write blanks instead of `\\n` and `\\t`"));
                return;
            }
            let Some((term, negated)) = value::known_term(builder, subject, word) else { return };
            let title = title_of(builder, term).unwrap_or_else(|| word.text.clone());
            report_same_sign(builder, text, &title);
            let text = template(builder, text, subject);
            let drawing = &mut builder.game.drawing;
            let badges = if subject == Domain::Space { &mut drawing.space_badges } else { &mut drawing.badges };
            badges.push(Badge { term, negated, title, text });
        }
        DrawLineKind::Arrow(name) => {
            let arrow = match reading::term(&builder.game, Domain::Piece, &plain(&name.text)) {
                Some((Term::Facing, _)) => Some(Arrow::Facing),
                None if name.text == "facing" => Some(Arrow::Facing),
                _ => value::known_term(builder, Domain::Piece, name).and_then(|(term, _)| {
                    let ty = reading::term_type(&builder.game, term);
                    let points = matches!(ty.domain(), Some(Domain::Direction | Domain::Space | Domain::Piece));
                    if !points {
                        builder.report(error::wrong_value(name, "a direction, a space or a piece"));
                    }
                    points.then_some(Arrow::Word(term))
                }),
            };
            builder.game.drawing.arrows.extend(arrow);
        }
        DrawLineKind::Track { name, range, labels, mark } => {
            if let Some(mut track) = track(builder, name, range.as_ref(), labels) {
                track.mark = mark.as_ref().and_then(|mark| mark_of(builder, mark, track.var));
                builder.game.drawing.tracks.push(track);
            }
        }
    }
}

fn draw_space(builder: &mut GameBuilder, text: &Text, shade: Option<&Name>) {
    builder.game.drawing.space = Some(template(builder, text, Domain::Space));
    if let Some(name) = shade {
        builder.game.drawing.shade = shade_of(builder, name);
    }
}

/// The colour of a side that gives none: the colour it is named after, or else one by its place among the sides.
fn usual_ink(at: usize, name: &str) -> Ink {
    Ink::named(&name.to_lowercase()).unwrap_or([Ink::Red, Ink::Blue, Ink::Green, Ink::Violet][at % 4])
}

/// Gives each side the colour named by its value of a fact.
fn colour_sides(builder: &mut GameBuilder, name: &Name) {
    let Some(fact) = value::known_fact(builder, Domain::Side, name) else { return };
    let Type::One(Domain::List(list), _) = builder.game.facts[fact.at()].ty else {
        builder.report(error::wrong_value(name, "a list of colours"));
        return;
    };
    let members = &builder.game.lists[usize::from(list)].members;
    let inks: Vec<Option<Ink>> = members.iter().map(|member| Ink::named(&member.name)).collect();
    if let Some(at) = inks.iter().position(Option::is_none) {
        let names = Ink::ALL.iter().map(|(name, _)| *name);
        let wrong = members[at].name.clone();
        builder.report(error::unknown("colour", (&wrong, name.span), names));
        return;
    }
    let drawing = &mut builder.game.drawing;
    drawing.side_colour = Some(fact);
    for (side, facts) in drawing.sides.iter_mut().zip(&builder.game.side_facts) {
        if let Some(Value::Ref(colour)) = facts.get(fact.at())
            && let Some(Some(ink)) = inks.get(usize::from(colour.index))
        {
            *side = *ink;
        }
    }
}

/// A box that is not listed below the board, or a link that is not drawn.
fn omit(builder: &mut GameBuilder, name: &Name) {
    let spelt = plain(&name.text);
    let board = &builder.game.board;
    let boxes = board.spaces.iter().enumerate().filter(|(_, space)| space.is_box);
    let links = || board.links.iter().enumerate();
    if let Some((at, _)) = boxes.clone().find(|(_, space)| plain(&space.name) == spelt) {
        builder.game.drawing.omitted.insert(at as u16);
    } else if let Some((at, _)) = links().find(|(_, link)| link.name == spelt) {
        builder.game.drawing.omitted_links.insert(at as u16);
    } else {
        let boxes = boxes.map(|(_, space)| space.name.clone());
        let names: Vec<String> = boxes.chain(links().map(|(_, link)| link.name.clone())).collect();
        builder.report(error::unknown("box or link", name, &names));
    }
}

/// A fact of spaces that is a number.
fn number_of_spaces(builder: &mut GameBuilder, name: &Name) -> Option<FactId> {
    value::fitting_fact(builder, Domain::Space, name, |ty| matches!(ty, Type::Int(_)), "a number")
}

/// A word of spaces that gives a side.
fn side_of_spaces(builder: &mut GameBuilder, name: &Name) -> Option<Term> {
    let (term, _) = value::known_term(builder, Domain::Space, name)?;
    let gives_side = matches!(reading::term_type(&builder.game, term), Type::One(Domain::Side, _));
    if !gives_side {
        builder.report(error::wrong_value(name, "a side"));
    }
    gives_side.then_some(term)
}

/// The links given by hex sides, not as ways from hex to hex.
fn lying_along(board: Option<&ast::Board>) -> FxHashSet<String> {
    let members = board.map(|board| board.members.as_slice()).unwrap_or_default();
    let along = members.iter().filter_map(|member| match member {
        BoardMember::Links(links) if links.chains.iter().any(|chain| chain.hops.is_empty()) => {
            Some(plain(&links.name.text))
        }
        _ => None,
    });
    along.collect()
}

fn shade_of(builder: &mut GameBuilder, name: &Name) -> Option<FactId> {
    let fits = |ty: Type| matches!(ty, Type::Int(_) | Type::One(Domain::List(_), _));
    value::fitting_fact(builder, Domain::Space, name, fits, "a number, or a value of a list")
}

/// Warns of a badge with the sign of a terrain or flag, or of another badge, that has another meaning.
fn report_same_sign(builder: &mut GameBuilder, text: &Text, title: &str) {
    let sign = text.plain();
    if sign.contains('{') {
        return;
    }
    let game = &builder.game;
    let glyphs = game.vars.iter().filter(|var| var.glyph.as_deref() == Some(&*sign)).map(|var| &var.title);
    let shows = |badge: &&Badge| matches!(&*badge.text.parts, [TemplatePart::Letters(other)] if *other == sign);
    let badges = game.drawing.badges.iter().chain(&game.drawing.space_badges).filter(shows).map(|badge| &badge.title);
    let Some(other) = glyphs.chain(badges).find(|other| *other != title) else { return };
    let problem = Diagnostic::warning("same-sign", format!("`{sign}` is also the sign of {}", plain_words(other)))
        .at(text.span, "a player cannot tell one from the other")
        .help("give one of them a sign of its own");
    builder.report(problem);
}

fn title_of(builder: &GameBuilder, term: Term) -> Option<String> {
    match term {
        Term::Var(var) => builder.game.vars.get(var.at()).map(|var| var.title.clone()),
        Term::Kind(kind) => builder.game.kinds.get(kind as usize).map(|kind| kind.title.clone()),
        _ => None,
    }
}

fn track(builder: &mut GameBuilder, name: &Name, range: Option<&Range>, labels: &[Text]) -> Option<Track> {
    let spelt = plain(&name.text);
    let shown = |domain: Domain| matches!(domain, Domain::Game | Domain::Side);
    let vars = builder.game.vars.iter().enumerate();
    let found = vars.filter(|(_, var)| shown(var.subject)).find(|(_, var)| var.name == spelt);
    let Some((at, var)) = found else {
        if let Some(quantity) = builder.game.quantities.iter().find(|one| one.name == spelt) {
            let help = match quantity.shown {
                true => format!("`{}` is a quantity, which `status` shows", name.text),
                false => format!("`{}` is a quantity: with `shown` in its head, `status` shows it", name.text),
            };
            builder.report(error::wrong_value(name, "a variable of the game or of sides").help(help));
            return None;
        }
        let vars = builder.game.vars.iter().filter(|var| shown(var.subject));
        let names = vars.map(|var| var.name.as_str());
        builder.report(error::unknown("variable of the game or of sides", name, names));
        return None;
    };
    let (ty, own) = (var.ty, var.range);
    let members = match ty {
        Type::One(Domain::List(list), _) => Some(builder.game.lists[list as usize].members.clone()),
        Type::Int(_) => None,
        _ => {
            builder.report(error::wrong_value(name, "a number, or a value of a list"));
            return None;
        }
    };
    let mut labels: Vec<String> = labels.iter().map(Text::plain).collect();
    if let (Some(members), true) = (&members, labels.is_empty()) {
        labels = members.iter().map(|member| member.title.clone()).collect();
    }
    let (low, high) = match (range, own, &members) {
        (Some(range), own, _) => (range.low.or(own.map(|own| own.0)), range.high.or(own.map(|own| own.1))),
        (None, _, Some(members)) => (Some(0), Some(members.len() as i64 - 1)),
        (None, Some((low, high)), None) => ((low > i64::MIN).then_some(low), (high < i64::MAX).then_some(high)),
        (None, None, None) => (None, None),
    };
    let low = low.unwrap_or(0);
    let high = high.unwrap_or_else(|| low + (labels.len() as i64).max(11) - 1);
    if high < low || high - low > 200 {
        let span = range.map_or(name.span, |range| range.span);
        builder.report(error::wrong_value((&format!("{low}..{high}"), span), "a range of at most 200 boxes"));
        return None;
    }
    Some(Track { var: VarId(at as u16), low, high, labels, mark: None })
}

/// The number whose box a track marks: a word of the subject of its variable.
fn mark_of(builder: &mut GameBuilder, name: &Name, var: VarId) -> Option<Mark> {
    let subject = builder.game.vars[var.at()].subject;
    let thing = if subject == Domain::Side { "side" } else { "game" };
    let (mut frame, text) = (drawing_frame(thing, subject), ExprText::new(name.text.clone(), name.span));
    let node = expression(builder, &mut frame, &text, subject, thing);
    if !matches!(node.ty, Type::Int(_) | Type::Any) {
        builder.report(error::wrong_value(name, "a number"));
        return None;
    }
    Some(Mark { title: name.text.clone(), node, locals: frame.needed })
}

/// The names a drawing may use: the thing that is drawn.
fn drawing_frame(thing: &str, domain: Domain) -> Frame {
    Frame { acts: false, ..Frame::of(&[Param::new(thing, Type::One(domain, false))]) }
}

/// A template for a piece or a space. Its words are bare, as on a counter: `{division.code}`, `{rout}`. `{number}`
/// counts the pieces that otherwise look alike.
fn template(builder: &mut GameBuilder, text: &Text, domain: Domain) -> Template {
    let thing = if domain == Domain::Piece { "piece" } else { "space" };
    let mut frame = drawing_frame(thing, domain);
    let mut parts = Vec::new();
    for part in text.parts() {
        parts.push(match part {
            TextPart::Letters(letters) => TemplatePart::Letters(letters.clone()),
            TextPart::Braces(inside) => braces(builder, &mut frame, inside, domain, thing),
        });
    }
    Template { parts, locals: frame.needed }
}

fn braces(
    builder: &mut GameBuilder,
    frame: &mut Frame,
    inside: &ExprText,
    domain: Domain,
    thing: &str,
) -> TemplatePart {
    let said = inside.text.trim();
    let has_number = reading::property(&builder.game, domain, false, "number").is_some();
    if said == "number" && domain == Domain::Piece && !has_number {
        return TemplatePart::Number;
    }
    let cut = |ending: &str| {
        let whole = inside.text.trim_end();
        let text = whole.strip_suffix(ending)?;
        Some(ExprText::new(text.to_owned(), inside.span))
    };
    // A fact named `code` takes precedence.
    let is_fact = builder.game.facts.iter().any(|fact| fact.name == "code");
    if let Some(before) = cut(".code").filter(|_| !is_fact) {
        return TemplatePart::Code(expression(builder, frame, &before, domain, thing));
    }
    if let Some(before) = cut(".glyph") {
        let node = expression(builder, frame, &before, domain, thing);
        let is_terrain = matches!(node.ty.domain(), Some(Domain::List(list))
            if builder.game.lists[list as usize].origin == ListOrigin::Terrains);
        if !is_terrain && node.ty != Type::Any {
            builder.report(error::wrong_value(&before, "a terrain, which has a glyph"));
        }
        return TemplatePart::Glyph(node);
    }
    TemplatePart::Value(expression(builder, frame, inside, domain, thing))
}

/// True for a word that a bare name in a template stands for: a word of the game, or one of the language such as `kind`
/// that means nothing alone.
fn is_said_of(builder: &GameBuilder, domain: Domain, name: &str) -> bool {
    if reading::term(&builder.game, domain, name).is_some() {
        return true;
    }
    let alone = |symbol: &Symbol| !matches!(symbol, Symbol::Noun { plural: false, .. } | Symbol::List(_));
    let is_word = TABLE.iter().any(|entry| entry.form == Form::Word && entry.name == name);
    !is_word
        && !builder.names.get(name).iter().any(alone)
        && reading::property(&builder.game, domain, false, name).is_some()
}

/// The expression, with the piece or space inserted before a bare word.
fn expression(builder: &mut GameBuilder, frame: &mut Frame, text: &ExprText, domain: Domain, thing: &str) -> Node {
    let lead = text.text.len() - text.text.trim_start().len();
    let first: String = text.text[lead..].chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect();
    if first == thing || !is_said_of(builder, domain, &first) {
        return builder.expression(frame, text, None);
    }
    // The span is shifted by the inserted text, so that all other positions stay those of the file.
    let before = format!("{thing}.");
    let mut span = text.span;
    span.start = (span.start + lead as u32).saturating_sub(before.len() as u32);
    let whole = ExprText::new(before + &text.text[lead..], span);
    builder.expression(frame, &whole, None)
}
