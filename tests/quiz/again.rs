//! Recomputes the answers to a quiz in another game in the same position, for example with the other engine.

use oriflamme::analysis::odds::Share;
use oriflamme::model::id::*;
use oriflamme::model::value::Value;
use oriflamme::play::offers::OfferQuery;
use oriflamme::play::question::Answer;
use oriflamme::play::{World, sentence};
use oriflamme::session::Session;
use oriflamme::session::quiz::{About, Form, Given, Item};
use oriflamme::source::plain_words;

/// The answer to a question in another game in the same position. None if it has none.
pub fn answer_in(session: &Session, item: &Item) -> Option<Given> {
    let number = |quantity: QuantityId, args: &[Value]| in_view(session, |world| world.number(quantity, args).ok()?);
    match &item.about {
        About::Modifiers(quantity, args) => {
            let counting = in_view(session, |world| {
                let (_, ledger) = world.ledger(*quantity, args).ok()?;
                let own = ledger.lines.iter().filter(|line| line.depth == 0).skip(1);
                Some(own.map(|line| plain_words(&line.text)).collect::<Vec<_>>())
            })?;
            only_choice(item, |choice| counting.iter().any(|one| one == choice))
        }
        About::Number(quantity, args) => Some(Given::Number(number(*quantity, args)?)),
        About::Numbers(quantity, one, other) => {
            let (one, other) = (number(*quantity, one)?, number(*quantity, other)?);
            Some(Given::Choice(match one.cmp(&other) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => 2,
            }))
        }
        About::Word(word, thing) => {
            let found = in_view(session, |world| world.word(WordId(*word as u16), *thing)).ok()?;
            Some(Given::Yes(found.is_yes()))
        }
        About::Legal(words) => {
            let told = session.why_not(words);
            Some(Given::Yes(told.first().is_some_and(|line| line.text() == "Legal now.")))
        }
        About::Forbids(words) => {
            // The question is about the readings in force.
            let told = session.why_not(words).into_iter().map(|line| line.text());
            let told: Vec<String> = told.take_while(|line| !line.contains("Under other rulings:")).collect();
            let cited: Vec<&str> = told.iter().flat_map(|line| line.split_whitespace()).collect();
            only_choice(item, |choice| {
                let section = choice.split(' ').next().unwrap_or_default();
                cited.iter().any(|one| one.trim_end_matches([',', ';', ':']) == section)
            })
        }
        About::Price(words) => command(session, words, |world, offer, values, seat| {
            let query = OfferQuery::new(world, offer, seat, false, None);
            let locals = query.check(values).ok()??;
            match query.prices(&locals).ok()?.as_slice() {
                // Pieces that pay from purses of their own pay the same.
                [(purse, payments)] if world.game.purses[purse.at()].subject == Some(Domain::Piece) => {
                    Some(Given::Number(payments.first()?.1))
                }
                [(_, payments)] => Some(Given::Number(payments.iter().map(|(_, amount)| amount).sum())),
                _ => None,
            }
        }),
        About::Odds(words) => command(session, words, |world, offer, values, seat| {
            let odds = OfferQuery::new(world, offer, seat, false, None).odds(values).ok().flatten()?;
            Some(Given::Fraction(Share::of(u128::from(odds.good), u128::from(odds.all))))
        }),
    }
}

/// Reads the position as the viewer sees it.
fn in_view<T>(session: &Session, look: impl FnOnce(&World<'_>) -> T) -> T {
    session.view(session.viewer(), |view| look(view.world()))
}

/// The index of the only choice that fits, or an index past the end if none or several do.
fn only_choice(item: &Item, fits: impl Fn(&str) -> bool) -> Option<Given> {
    let Form::Choice(choices) = &item.form else { return None };
    let mut fitting = choices.iter().enumerate().filter(|(_, choice)| fits(choice)).map(|(at, _)| at);
    match (fitting.next(), fitting.next()) {
        (Some(at), None) => Some(Given::Choice(at)),
        _ => Some(Given::Choice(choices.len())),
    }
}

/// The result of reading a command of the deciding side.
fn command(
    session: &Session,
    words: &str,
    read: impl FnOnce(&World<'_>, OfferId, &[Value], u16) -> Option<Given>,
) -> Option<Given> {
    let (seat, question) = session.question()?;
    in_view(session, |world| match sentence::read(world, question, seat, words).ok()? {
        Answer::Act(offer, values) => read(world, offer, &values, seat),
        _ => None,
    })
}
