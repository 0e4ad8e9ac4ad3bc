//! What a window interrupts, in words.

use crate::model::id::OfferId;
use crate::model::offer::Window;
use crate::model::sequence::ScopeKind;
use crate::model::value::Value;
use crate::source::plain_words;

use super::started::sequence_title;
use crate::play::store::world::World;

/// The question of a window at which these offers are open: `Interrupt before the attack (KT1)?`.
pub fn question(world: &World<'_>, offers: &[OfferId]) -> String {
    interrupted(world, offers).map_or_else(|| "Interrupt?".to_owned(), |what| format!("Interrupt {what}?"))
}

/// What an offer interrupts, with the things it is about: `before the attack (KT1)`. None in a step, which the prompt
/// names, and at any time.
fn interrupted(world: &World<'_>, offers: &[OfferId]) -> Option<String> {
    let frame = world.state.stack.last().filter(|frame| frame.step.is_none())?;
    let when = match world.game.offers[offers.first()?.at()].window {
        Window::Before(..) => "before",
        Window::After(..) => "after",
        _ => return None,
    };
    let scope = &world.game.scopes[frame.scope.at()];
    let title = match scope.kind {
        ScopeKind::Offer(offer) => world.game.offers[offer.at()].title.clone(),
        _ => sequence_title(world, frame).unwrap_or_else(|_| scope.name.clone()),
    };
    if frame.scope == world.game.builtin.resolve {
        let card = frame.params.first().map(|card| world.show(card))?;
        return Some(plain_words(&world.told(&format!("{when} {card}"))));
    }
    let about: Vec<String> = match &scope.title {
        Some(_) => Vec::new(),
        None => frame.params.iter().filter(|value| **value != Value::None).map(|value| world.show(value)).collect(),
    };
    let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
    Some(plain_words(&world.told(&format!("{when} {title}{about}"))))
}
