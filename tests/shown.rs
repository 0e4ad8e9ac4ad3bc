//! Everything that a session shows to the deciding seat, for tests that no hidden information leaks.

use oriflamme::draw::Area;
use oriflamme::session::{Said, Session, Sight, Telling};

/// The input tried besides the commands without arguments.
#[derive(Clone, Copy)]
pub struct Tried<'t> {
    /// Arguments of `why`.
    pub numbers: &'t [&'t str],
    /// Arguments of `why not`.
    pub refusals: &'t [&'t str],
    /// Beginnings of sentences to complete.
    pub begun: &'t [&'t str],
}

/// The lines of everything a session shows: boards, log, news, status, explanations, menu, completions.
pub fn shown(session: &mut Session, tried: Tried<'_>) -> Vec<String> {
    let telling = Telling { details: true, cites: true, numbers: true, width: 80, wraps: true, others: usize::MAX };
    let brief = Telling { details: false, ..telling };
    let sight = Sight { width: 80, height: 36, colours: false };
    let mut lines = session.board(sight, None);
    lines.extend(session.board(sight, Some(Area::All)));
    for hex in ["0103", "0202", "0203", "0302", "0303", "0402"] {
        let area = session.area(hex).expect("a hex");
        lines.extend(session.board(sight, Some(area)));
    }
    for telling in [telling, brief] {
        lines.extend(session.log(0, telling));
        lines.extend(session.news(telling));
    }
    for full in [true, false] {
        lines.extend(session.status(full, 80));
    }
    lines.extend(session.hand());
    lines.extend(session.why());
    for line in session.log(0, telling) {
        let text = line.text();
        let number = text.split_whitespace().next().unwrap_or_default();
        lines.extend(session.why_line(number, true).unwrap_or_default());
    }
    for asked in tried.numbers {
        lines.extend(session.why_quantity(asked).unwrap_or_default());
    }
    for sentence in tried.refusals {
        lines.extend(session.why_not(sentence));
    }
    lines.extend(session.branches());
    // From the beginning to here, as the deciding seat sees it.
    lines.extend(session.diff("1", "here").unwrap_or_default());
    let mut text: Vec<String> = lines.iter().map(|line| line.text()).collect();
    text.extend(session.notes().map(str::to_owned));
    text.push(session.svg(None));
    text.extend(session.page(session.viewer(), &mut |_, _| true));
    text.extend(session.areas());
    let menu = session.menu();
    text.push(menu.heading);
    text.extend(menu.items.into_iter().map(|item| format!("{} {}", item.text, item.note)));
    text.extend(menu.advice);
    for begun in tried.begun {
        text.extend(session.complete(begun).into_iter().map(|candidate| candidate.line));
    }
    text
}

/// Says a sentence and asserts that it is carried out.
#[track_caller]
pub fn say(session: &mut Session, text: &str) {
    assert_eq!(session.say(text), Said::Done, "{text}");
}
