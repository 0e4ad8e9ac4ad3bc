//! The commands, in the order of their table, which has their descriptions.

use std::cmp::Ordering;
use std::path::Path;

use oriflamme::analysis::bots::Player;
use oriflamme::diagnostic::words::count;
use oriflamme::draw::{Line, Role};
use oriflamme::session::{Decided, Hint, Lead, Telling, Went};

use super::Dialogue;
use crate::reader::{Next, Talk};
use crate::{command, files, words};

impl Dialogue {
    pub(crate) fn options(&mut self) -> Next {
        if self.session().question().is_some() {
            self.print_whole_menu();
        } else {
            let over = self.session().over_words();
            self.note(&over);
        }
        Next::GoOn
    }

    pub(crate) fn board(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            self.draw();
            return Next::GoOn;
        }
        let area = self.session().area(rest);
        match area {
            Ok(area) => {
                let board = self.session().board(self.sight(), Some(area));
                let rows = self.picture_rows(&board);
                self.page_rows(rows);
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn svg(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            self.refuse("usage: `svg FILE`");
            return Next::GoOn;
        }
        let picture = self.session().svg(None);
        match files::write_picture(Path::new(rest), &picture) {
            Ok(()) => self.note(&format!("wrote {rest}")),
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn hand(&mut self, rest: &str) -> Next {
        let hand = self.session().hand();
        if hand.is_empty() {
            self.note("this game has no cards");
        } else if rest.is_empty() {
            self.pages(&hand);
        } else if rest.contains(':') {
            return self.arbitrate("hand", rest);
        } else {
            // Without a colon it may be meant for a look at a card, which must not change the hand.
            self.refuse(
                "`hand` shows your cards, `help CARD` explains one; `hand SIDE: CARD, CARD` sets a hand by hand",
            );
        }
        Next::GoOn
    }

    pub(crate) fn status(&mut self, rest: &str) -> Next {
        if !matches!(rest, "" | "full") {
            self.refuse("usage: `status` or `status full`");
            return Next::GoOn;
        }
        let full = rest == "full";
        let session = self.session();
        let mut lines = session.status(full, self.paint.width);
        if full {
            let decision = session.decisions() + 1;
            let state = match session.hash_in_view() {
                Some(hash) => format!("state {hash:016x}"),
                None => "no state hash while something is hidden from you".to_owned(),
            };
            lines.push(Line::of(Role::Dim, format!("decision {decision}; {state}")));
        }
        lines.extend(session.notes().map(|note| Line::of(Role::Dim, format!("at the table: {note}"))));
        if full {
            lines.push(Line::of(Role::Dim, format!("scripts run by {}", session.engine())));
        }
        let laid = session.laid_dice();
        if !laid.is_empty() {
            lines.push(Line::of(Role::Dim, format!("next dice: {}", words::dice(&laid))));
        }
        drop(session);
        self.pages(&lines);
        Next::GoOn
    }

    pub(crate) fn log(&mut self, rest: &str) -> Next {
        let decisions = self.session().decisions();
        let (from, details) = match rest {
            "" => (decisions.saturating_sub(9), false),
            "all" => (1, false),
            "full" => (1, true),
            number => match number.parse::<usize>() {
                Ok(last) => ((decisions + 1).saturating_sub(last), false),
                Err(_) => {
                    self.refuse("usage: `log N`, `log all` or `log full`; N is a number of decisions");
                    return Next::GoOn;
                }
            },
        };
        let telling =
            Telling { details: details || self.telling.details, numbers: true, others: usize::MAX, ..self.telling() };
        let lines = self.session().log(from.max(1), telling);
        if lines.is_empty() {
            self.note("the log is empty");
        }
        self.pages(&lines);
        Next::GoOn
    }

    pub(crate) fn why(&mut self, rest: &str) -> Next {
        let number = rest.strip_prefix("full").map_or(rest, str::trim_start);
        let lines = match rest.split_once(char::is_whitespace) {
            _ if rest.is_empty() => self.session().why(),
            Some(("not", sentence)) => self.session_mut().asked_why_not(sentence.trim()),
            _ if rest == "not" => vec![Line::plain("usage: `why not SENTENCE`")],
            _ if number.starts_with(|sign: char| sign.is_ascii_digit()) => {
                let lines = self.session().why_line(number, number != rest);
                lines.unwrap_or_else(|| {
                    vec![Line::plain("usage: `why N`, the number of a line of the log such as 3 or 3.2")]
                })
            }
            _ => {
                let session = self.session();
                session.why_quantity(rest).or_else(|| session.why_table(rest)).unwrap_or_else(|| {
                    let action = session.names_any_action(rest);
                    let help = if action { format!("; `why not {rest}` shows what forbids it") } else { String::new() };
                    vec![Line::plain(format!("no quantity or table is named `{rest}`{help}"))]
                })
            }
        };
        self.pages(&lines);
        Next::GoOn
    }

    pub(crate) fn rule(&mut self, rest: &str) -> Next {
        let found = self.session().rule(rest);
        match found {
            Some(lines) if lines.is_empty() => self.note("this game has no rulebook"),
            Some(mut lines) => {
                lines.extend(self.tests_of(rest));
                self.pages(&lines);
            }
            None => {
                let nearest = self.session().nearest_rule(rest).map(|number| format!("; did you mean {number}?"));
                let is_number = rest.starts_with(|sign: char| sign.is_ascii_digit());
                self.refuse(&match nearest {
                    Some(nearest) => format!("the rulebook has no section {rest}{nearest}"),
                    None if is_number => format!("the rulebook has no section {rest}; `rule` lists the chapters"),
                    None => format!("no section of the rulebook mentions `{rest}`; `rule` lists the chapters"),
                });
            }
        }
        Next::GoOn
    }

    pub(crate) fn rulings(&mut self, rest: &str) -> Next {
        if !rest.is_empty() {
            let found = self.session().ruling(rest);
            match found {
                Ok(lines) => self.pages(&lines),
                Err(problem) => self.refuse(&problem),
            }
            return Next::GoOn;
        }
        let rulings = self.session().rulings();
        if rulings.is_empty() {
            self.note("this game has no disputed rules");
        }
        self.pages(&rulings);
        Next::GoOn
    }

    /// Shows the question within an unfinished order, and its choices.
    pub(super) fn help_here(&mut self, asked: &str) -> Next {
        self.note(&format!("{asked} `:help` lists the commands."));
        self.print_whole_menu();
        Next::GoOn
    }

    pub(crate) fn help(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            let example = self.session().example();
            self.pages(&words::overview(self.paint.width, example.as_deref()));
            return Next::GoOn;
        }
        let word = rest.strip_prefix(':').unwrap_or(rest);
        let mut lines = command::find(word).map(words::command).unwrap_or_default();
        lines.extend(self.session().help(word).unwrap_or_default());
        // `help as test`, `help back 3`: a command as it is typed.
        if lines.is_empty()
            && let Some((first, _)) = word.split_once(' ')
        {
            lines = command::find(first).map(words::command).unwrap_or_default();
        }
        if lines.is_empty() {
            let known = self.session().help_words();
            let names = known.iter().map(String::as_str).chain(command::all().map(|one| one.name));
            let nearest = oriflamme::diagnostic::nearest(word, names).map(|name| format!("; did you mean `{name}`?"));
            self.refuse(&format!("`{word}` is not a known word{}", nearest.unwrap_or_default()));
        }
        self.pages(&lines);
        Next::GoOn
    }

    pub(crate) fn back(&mut self, rest: &str) -> Next {
        let Some(mut steps) = self.count(rest) else { return Next::GoOn };
        if self.session_mut().leave_stop() {
            steps -= 1;
            self.asked.clear();
            if steps == 0 {
                self.note("the decision was not made; `step` steps through it again, `forward` makes it");
                return Next::GoOn;
            }
        }
        if rest.is_empty() && self.session_mut().unstage() {
            return Next::GoOn;
        }
        let before = self.session().decided();
        let went = self.session_mut().back(steps);
        self.went(went, &before, self.nothing_before());
        Next::GoOn
    }

    /// What is said where no decision can be undone.
    fn nothing_before(&self) -> &'static str {
        match &self.puzzle {
            Some(_) => "this is the beginning of the puzzle: nothing to undo",
            None => "nothing to undo",
        }
    }

    pub(crate) fn forward(&mut self, rest: &str) -> Next {
        let Some(steps) = self.count(rest) else { return Next::GoOn };
        let went = self.session_mut().forward(steps);
        self.went(went, &[], "nothing to redo");
        Next::GoOn
    }

    pub(crate) fn goto(&mut self, rest: &str) -> Next {
        let Some(number) = rest.parse::<usize>().ok().filter(|number| *number > 0) else {
            self.refuse("usage: `goto N`, the number of a decision; `log` shows them");
            return Next::GoOn;
        };
        let before = self.session().decided();
        let now = self.session().decisions() + 1;
        let went = self.session_mut().goto(number);
        let nowhere = match number.cmp(&now) {
            Ordering::Less => self.nothing_before().to_owned(),
            Ordering::Equal => format!("you are at decision {number} already"),
            Ordering::Greater => format!("there is no decision {number}: you are at decision {now}, the last"),
        };
        self.went(went, &before, &nowhere);
        Next::GoOn
    }

    /// Shows the result of a move through the game. `before` holds the decisions before it.
    fn went(&mut self, went: Went, before: &[Decided], nowhere: &str) {
        match went {
            Went::By(_) => {
                self.forget_verdict();
                let session = self.session();
                let undone = session.undone_of(before);
                let words = match undone {
                    [] => String::new(),
                    [only] => format!("Undone: {}. ", only.words),
                    [first, rest @ ..] => {
                        format!("Undone: {} (and {} after it). ", first.words, count(rest.len(), "decision"))
                    }
                };
                let next = session.decisions() + 1;
                drop(session);
                let place = self.prompt();
                self.note(&format!("{words}Now at decision {next}: {}", place.trim_end_matches("> ")));
                self.asked.clear();
            }
            Went::Nowhere => self.refuse(nowhere),
            Went::Barred(seen) => {
                self.refuse(&format!("this game is strict: the decision showed {seen} and cannot be undone"));
            }
            Went::Faulty(fault) => self.fault(&fault),
        }
    }

    pub(super) fn count(&mut self, rest: &str) -> Option<usize> {
        match rest {
            "" => Some(1),
            number => match number.parse::<usize>() {
                Ok(count) if count > 0 => Some(count),
                _ => {
                    self.refuse("expected a number from 1");
                    None
                }
            },
        }
    }

    pub(crate) fn auto(&mut self, rest: &str) -> Next {
        let Some(count) = self.count(rest) else { return Next::GoOn };
        let said = self.session_mut().auto(u32::try_from(count).unwrap_or(u32::MAX));
        self.said(said);
        Next::GoOn
    }

    pub(crate) fn bot(&mut self, rest: &str) -> Next {
        let parts = rest.rsplit_once(char::is_whitespace);
        let named = parts.and_then(|(side, name)| {
            let seat = self.session().side_named(side.trim())?;
            Some((seat, Player::named(name)?))
        });
        let Some((seat, player)) = named else {
            let session = self.session();
            let sides: Vec<String> = session.game().sides.iter().map(|side| side.title.clone()).collect();
            drop(session);
            self.refuse(&format!("usage: `bot SIDE person|random|greedy`; the sides are {}", sides.join(", ")));
            return Next::GoOn;
        };
        if self.session().opening().strict {
            self.refuse("this game is strict: players cannot be changed");
            return Next::GoOn;
        }
        let unveils = player == Player::Person && self.session().player(seat) != Player::Person;
        if unveils
            && self.interactive
            && !self.is_meant("this shows you what that side sees, and the saved game records it")
        {
            return Next::GoOn;
        }
        let leaves = player != Player::Person && self.sits_with_others(seat);
        if leaves && !self.is_meant("you would then see what the other side sees") {
            return Next::GoOn;
        }
        let seated = self.session_mut().seat(seat, player);
        match seated {
            Ok(()) => {
                let title = self.session().game().sides[seat as usize].title.clone();
                self.note(&format!("{title}: {} now decides", player_words(player)));
                self.asked.clear();
            }
            Err(fault) => self.fault(&fault),
        }
        Next::GoOn
    }

    pub(crate) fn dice(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            let laid = self.session().laid_dice();
            self.note(&next_dice(&laid));
            return Next::GoOn;
        }
        let groups = if rest == "off" { Some(Vec::new()) } else { words::read_dice(rest) };
        let Some(groups) = groups else {
            self.refuse("usage: `dice 6 6 1 | 3`, one group of numbers for each roll, or `dice off`");
            return Next::GoOn;
        };
        let laid = self.session_mut().lay_dice(groups);
        match laid {
            Ok(()) => {
                let laid = self.session().laid_dice();
                self.note(&next_dice(&laid));
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn stops(&mut self, rest: &str) -> Next {
        if let Some(on) = self.switched("stops", rest) {
            self.session_mut().stop_at_windows(on);
            self.note(if on {
                "you are asked at every point where you could play a card"
            } else {
                "you are asked at your own decisions only"
            });
        }
        Next::GoOn
    }

    /// The value of an `on` or `off` argument; other arguments are refused.
    pub(super) fn switched(&mut self, command: &str, rest: &str) -> Option<bool> {
        match rest {
            "on" => Some(true),
            "off" => Some(false),
            _ => {
                self.refuse(&format!("usage: `{command} on` or `{command} off`"));
                None
            }
        }
    }

    pub(crate) fn slots(&mut self, rest: &str) -> Next {
        match rest {
            "ask" | "auto" => {
                self.session_mut().ask_slots(rest == "ask");
                self.note(if rest == "ask" { "you choose slots" } else { "a piece takes the first slot allowed" });
            }
            _ => self.refuse("usage: `slots ask` or `slots auto`"),
        }
        Next::GoOn
    }

    pub(crate) fn payments(&mut self, rest: &str) -> Next {
        match rest {
            "ask" | "auto" => {
                self.session_mut().ask_payments(rest == "ask");
                let asks = "you choose each payment";
                self.note(if rest == "ask" { asks } else { "a payment that gives nothing up is made for you" });
            }
            _ => self.refuse("usage: `payments ask` or `payments auto`"),
        }
        Next::GoOn
    }

    pub(crate) fn next(&mut self) -> Next {
        let said = self.session_mut().next_unit();
        self.said(said);
        Next::GoOn
    }

    pub(crate) fn hint(&mut self) -> Next {
        if self.lesson_hint() {
            return Next::GoOn;
        }
        if self.school.is_some() {
            let lead = self.session().lead_to_goal();
            let note = match lead {
                Some(Lead::AtOnce(command)) => format!("`{command}` can reach your goal at once"),
                Some(Lead::Often(command, reached, tries)) => {
                    format!("bots that began with `{command}` reached your goal in {reached} of {tries} tries")
                }
                None => "no bot found a way to your goal from here; `again` starts the lesson over".to_owned(),
            };
            self.note(&note);
            return Next::GoOn;
        }
        let hint = self.session().hint();
        match hint {
            Ok(Hint::Command(sentence)) => self.note(&format!("the greedy bot would choose: {sentence}")),
            Ok(Hint::Hidden) => self.note("something on the board is hidden from you: a hint would reveal it"),
            Ok(Hint::AtRandom) => {
                self.note("no hint: the greedy bot looks ahead at actions, and answers this at random")
            }
            Ok(Hint::NotAsked) => {
                let over = self.session().over_words();
                self.note(&over);
            }
            Err(fault) => self.fault(&fault),
        }
        Next::GoOn
    }

    pub(crate) fn show(&mut self, rest: &str) -> Next {
        let parts: Vec<&str> = rest.split_whitespace().collect();
        let (what, on) = match parts.as_slice() {
            [what, "on"] => (*what, true),
            [what, "off"] => (*what, false),
            _ => ("", false),
        };
        match what {
            "board" => self.draws = on,
            "sections" => self.telling.cites = on,
            "details" => self.telling.details = on,
            "odds" => {
                self.show_odds(on);
                return Next::GoOn;
            }
            _ => {
                self.refuse("usage: `show board on`; also `sections`, `details` or `odds`, and `off`");
                return Next::GoOn;
            }
        }
        self.note(&format!("{what}: {}", if on { "shown" } else { "not shown" }));
        Next::GoOn
    }
}

/// The dice that are set for the next rolls.
fn next_dice(laid: &[Vec<i64>]) -> String {
    if laid.is_empty() { "no dice are set".to_owned() } else { format!("next dice: {}", words::dice(laid)) }
}

/// Who decides for a side: `a person`, `the greedy bot`.
fn player_words(player: Player) -> String {
    match player {
        Player::Person => "a person".to_owned(),
        bot => format!("the {} bot", bot.name()),
    }
}
