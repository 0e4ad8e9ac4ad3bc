//! The commands, in the order of their table, which has their descriptions.

use std::cmp::Ordering;
use std::path::Path;

use oriflamme::analysis::bots::Player;
use oriflamme::diagnostic::words::count;
use oriflamme::draw::{Line, Role};
use oriflamme::session::dice::{dice_groups, grouped};
use oriflamme::session::{Decided, Hint, Lead, Standing, Telling, Went};

use super::{Dialogue, Done, questions};
use crate::files;
use crate::stop::{is_stopped, stoppable};

impl Dialogue {
    pub(crate) fn options(&mut self, rest: &str) -> Done {
        if !rest.is_empty() {
            return self.options_with(rest);
        }
        if self.session().question().is_some() {
            self.print_whole_menu();
        } else {
            self.note(&self.session().why_not_asked());
        }
        Ok(())
    }

    /// The commands that are possible now with a piece or a place.
    fn options_with(&mut self, name: &str) -> Done {
        let commands = if self.awaited().is_some() { Vec::new() } else { self.session().commands_with(name) };
        if commands.is_empty() {
            let problem = format!("no command with `{name}` is possible now; `why not COMMAND` shows what forbids one");
            return Err(problem.into());
        }
        let lines: Vec<Line> = commands.into_iter().map(|command| Line::of(Role::Key, command)).collect();
        self.pages(&lines);
        Ok(())
    }

    pub(crate) fn board(&mut self, rest: &str) -> Done {
        if rest.is_empty() {
            self.draw();
            return Ok(());
        }
        let area = self.session().area(rest)?;
        let board = self.session().board(self.sight(), Some(area));
        let rows = self.picture_rows(&board);
        self.page_rows(rows);
        Ok(())
    }

    pub(crate) fn svg(&mut self, rest: &str) -> Done {
        if rest.is_empty() {
            return Err("usage: `svg FILE`".into());
        }
        let picture = self.session().svg(None);
        files::write_picture(Path::new(rest), &picture)?;
        self.note(&format!("wrote {rest}"));
        Ok(())
    }

    pub(crate) fn hand(&mut self, rest: &str) -> Done {
        let hand = self.session().hand();
        if hand.is_empty() {
            self.note("this game has no cards");
        } else if rest.is_empty() {
            self.pages(&hand);
        } else if rest.contains(':') {
            return self.arbitrate("hand", rest);
        } else {
            // Without a colon it may be meant for a look at a card, which must not change the hand.
            return Err(
                "`hand` shows your cards, `help CARD` explains one; `hand SIDE: CARD, CARD` sets a hand by hand".into(),
            );
        }
        Ok(())
    }

    pub(crate) fn status(&mut self, rest: &str) -> Done {
        if !matches!(rest, "" | "full") {
            return Err("usage: `status` or `status full`".into());
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
        let notes = if full { session.notes().map(str::to_owned).collect() } else { session.notes_in_short() };
        lines.extend(notes.iter().map(|note| Line::of(Role::Dim, format!("at the table: {note}"))));
        if full {
            lines.push(Line::of(Role::Dim, format!("scripts run by {}", session.engine())));
        }
        let laid = session.laid_dice();
        if !laid.is_empty() {
            lines.push(Line::of(Role::Dim, format!("next dice: {}", grouped(&laid))));
        }
        drop(session);
        self.pages(&lines);
        Ok(())
    }

    pub(crate) fn log(&mut self, rest: &str) -> Done {
        let decisions = self.session().decisions();
        let (from, details) = match rest {
            "" => (decisions.saturating_sub(9), false),
            "all" => (1, false),
            "full" => (1, true),
            number => {
                let usage = |_| "usage: `log N`, `log all` or `log full`; N is a number of decisions";
                ((decisions + 1).saturating_sub(number.parse().map_err(usage)?), false)
            }
        };
        let telling =
            Telling { details: details || self.telling.details, numbers: true, others: usize::MAX, ..self.telling() };
        let lines = self.session().log(from.max(1), telling);
        if lines.is_empty() {
            self.note(match from {
                0 | 1 => "the log is empty",
                _ => "these decisions have no line in the log: `log all` shows it from the beginning",
            });
        }
        self.pages(&lines);
        Ok(())
    }

    pub(crate) fn why(&mut self, rest: &str) -> Done {
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
            _ if let Some(order) = questions::order_asked_about(rest) => self.session_mut().asked_why_not(&order),
            _ => {
                let session = self.session();
                session.why_quantity(rest).or_else(|| session.why_table(rest)).unwrap_or_else(|| {
                    let about = session.last_line_about(rest);
                    let help = match about {
                        _ if session.names_any_action(rest) => format!("; `why not {rest}` shows what forbids it"),
                        Some(number) => format!("; its last line in the log is {number}: `why {number}` explains it"),
                        None => "; `log all` numbers the lines of the log, and `why N` explains one".to_owned(),
                    };
                    vec![Line::plain(format!("no quantity or table is named `{rest}`{help}"))]
                })
            }
        };
        self.pages(&lines);
        Ok(())
    }

    pub(crate) fn rule(&mut self, rest: &str) -> Done {
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
                let problem = match nearest {
                    Some(nearest) => format!("the rulebook has no section {rest}{nearest}"),
                    None if is_number => format!("the rulebook has no section {rest}; `rule` lists the chapters"),
                    None => format!("no section of the rulebook mentions `{rest}`; `rule` lists the chapters"),
                };
                return Err(problem.into());
            }
        }
        Ok(())
    }

    pub(crate) fn rulings(&mut self, rest: &str) -> Done {
        if !rest.is_empty() {
            let lines = self.session().ruling(rest)?;
            self.pages(&lines);
            return Ok(());
        }
        let rulings = self.session().rulings();
        if rulings.is_empty() {
            self.note("this game has no disputed rules");
        }
        self.pages(&rulings);
        Ok(())
    }

    pub(crate) fn back(&mut self, rest: &str) -> Done {
        let rest = if matches!(rest, "that" | "it" | "last" | "this") { "" } else { rest };
        let usage = |_| "usage: `back`, or `back N` for N decisions; `goto 1` goes back to the beginning";
        let mut steps = counted(rest).map_err(usage)?;
        if self.session_mut().leave_stop() {
            steps -= 1;
            self.asked.clear();
            if steps == 0 {
                self.note("the decision was not made; `step` steps through it again, `forward` makes it");
                return Ok(());
            }
        }
        if rest.is_empty() && self.session_mut().unstage() {
            return Ok(());
        }
        self.takes_back_own()?;
        let before = self.decided_in_sight();
        let went = self.session_mut().back(steps);
        self.note_short("undone", &went, steps);
        self.went(went, &before, self.nothing_before())
    }

    /// What is said where no decision can be undone.
    fn nothing_before(&self) -> &'static str {
        match &self.puzzle {
            Some(_) => "this is the beginning of the puzzle: nothing to undo",
            None => "nothing to undo",
        }
    }

    pub(crate) fn forward(&mut self, rest: &str) -> Done {
        let steps = counted(rest)?;
        let went = self.session_mut().forward(steps);
        self.note_short("redone", &went, steps);
        self.went(went, &[], "nothing to redo")
    }

    pub(crate) fn goto(&mut self, rest: &str) -> Done {
        let Some(number) = rest.parse::<usize>().ok().filter(|number| *number > 0) else {
            return Err("usage: `goto N`, the number of a decision; `log` shows them".into());
        };
        let before = self.decided_in_sight();
        let (now, last) = (self.session().decisions() + 1, self.session().last_to_go_to());
        let went = self.session_mut().goto(number);
        let nowhere = match number.cmp(&now) {
            Ordering::Less => self.nothing_before().to_owned(),
            Ordering::Equal => format!("you are at decision {number} already"),
            Ordering::Greater if number <= last => format!("decision {number} is a bot's, and you are before it"),
            Ordering::Greater => format!("there is no decision {number}; the last is {last}"),
        };
        self.went(went, &before, &nowhere)
    }

    /// Says how far a move through the game came, if that is less than was wanted.
    fn note_short(&self, done: &str, went: &Went, wanted: usize) {
        if let Went::By(steps) = went
            && *steps < wanted
        {
            self.note(&format!("{steps} of {wanted} decisions {done}: no more can be {done}"));
        }
    }

    /// Says which of these decisions are no longer in the record, and where the game is now.
    pub(super) fn tell_undone(&mut self, before: &[Decided]) {
        self.forget_verdict();
        let session = self.session();
        let words = match session.undone_of(before) {
            [] => String::new(),
            [only] => format!("Undone: {}. ", only.words),
            [first, rest @ ..] => {
                format!("Undone: {} (and {} after it). ", first.words, count(rest.len(), "decision"))
            }
        };
        let next = session.decisions() + 1;
        drop(session);
        self.note(&format!("{words}Now at decision {next}: {}", self.place()));
        self.asked.clear();
    }

    /// Shows the result of a move through the game. `before` holds the decisions before it.
    fn went(&mut self, went: Went, before: &[Decided], nowhere: &str) -> Done {
        match went {
            Went::By(_) => {
                self.tell_undone(before);
                Ok(())
            }
            Went::Nowhere => Err(nowhere.into()),
            Went::Barred(seen) => {
                Err(format!("this game is strict: the decision showed {seen} and cannot be undone").into())
            }
            Went::Faulty(fault) => Err(fault.into()),
        }
    }

    pub(crate) fn auto(&mut self, rest: &str) -> Done {
        if let Standing::Over(_) | Standing::Idle = self.session().standing() {
            return Err(self.session().why_not_asked().into());
        }
        let decisions = u32::try_from(counted(rest)?).unwrap_or(u32::MAX);
        let before = self.session().decisions();
        self.progress("decisions are made at random; Ctrl-C stops");
        let said = stoppable(|_| self.session_mut().auto(decisions));
        self.progress("");
        self.is_halted = is_stopped();
        if self.is_halted {
            let made = self.session().decisions().saturating_sub(before);
            self.note(&format!("stopped after {}", count(made, "decision")));
        }
        self.said(said);
        Ok(())
    }

    pub(crate) fn bot(&mut self, rest: &str) -> Done {
        let parts = rest.rsplit_once(char::is_whitespace);
        let named = parts.and_then(|(side, name)| {
            let seat = self.session().side_named(side.trim())?;
            Some((seat, Player::named(name)?))
        });
        let Some((seat, player)) = named else {
            let sides: Vec<String> = self.session().game().sides.iter().map(|side| side.title.clone()).collect();
            let (players, sides) = (Player::NAMES.join("|"), sides.join(", "));
            return Err(format!("usage: `bot SIDE {players}`; the sides are {sides}").into());
        };
        if self.session().opening().strict {
            return Err("this game is strict: players cannot be changed".into());
        }
        let unveils = player == Player::Person && self.session().player(seat) != Player::Person;
        if unveils
            && self.interactive
            && !self.is_meant("this shows you what that side sees, and the saved game records it")
        {
            return Ok(());
        }
        let leaves = player != Player::Person && self.sits_with_others(seat);
        if leaves && !self.is_meant("you would then see what the other side sees") {
            return Ok(());
        }
        self.session_mut().seat(seat, player)?;
        self.note(&format!("{}: {} now decides", self.side_title(seat), player_words(player)));
        self.asked.clear();
        Ok(())
    }

    pub(crate) fn dice(&mut self, rest: &str) -> Done {
        if !rest.is_empty() {
            let groups = if rest == "off" { Some(Vec::new()) } else { dice_groups(rest) };
            let usage = "usage: `dice 6 6 1 | 3`, one group of numbers for each roll, or `dice off`";
            self.session_mut().lay_dice(groups.ok_or(usage)?)?;
        }
        let laid = self.session().laid_dice();
        self.note(&match laid.is_empty() {
            true => "no dice are set".to_owned(),
            false => format!("next dice: {}", grouped(&laid)),
        });
        Ok(())
    }

    pub(crate) fn stops(&mut self, rest: &str) -> Done {
        let on = switched("stops", rest, ["on", "off"])?;
        self.session_mut().stop_at_windows(on);
        self.note(if on {
            "you are asked at every point where you could play a card"
        } else {
            "you are asked at your own decisions only"
        });
        Ok(())
    }

    pub(crate) fn slots(&mut self, rest: &str) -> Done {
        let ask = switched("slots", rest, ["ask", "auto"])?;
        self.session_mut().ask_slots(ask);
        self.note(if ask { "you choose slots" } else { "a piece takes the first slot allowed" });
        Ok(())
    }

    pub(crate) fn payments(&mut self, rest: &str) -> Done {
        let ask = switched("payments", rest, ["ask", "auto"])?;
        self.session_mut().ask_payments(ask);
        self.note(if ask {
            "you choose each payment"
        } else {
            "if one way to pay is at least as good as every other, it is chosen for you"
        });
        Ok(())
    }

    pub(crate) fn next(&mut self) -> Done {
        let said = self.session_mut().next_unit();
        self.said(said);
        Ok(())
    }

    pub(crate) fn hint(&mut self, rest: &str) -> Done {
        if rest == "search" && self.school.is_none() {
            return self.hint_of_search();
        }
        if self.lesson_hint() {
            return Ok(());
        }
        if self.school.is_some() {
            let lead = self.session().lead_to_goal();
            let note = match lead {
                Some(Lead::AtOnce(command)) => format!("`{command}` can reach your goal at once"),
                Some(Lead::Often(command, reached, tries)) => {
                    let share =
                        if tries == 1 { "their only try".to_owned() } else { format!("{reached} of {tries} tries") };
                    format!("bots that began with `{command}` reached your goal in {share}")
                }
                None => "no bot found a way to your goal from here; `again` starts the lesson over".to_owned(),
            };
            self.note(&note);
            return Ok(());
        }
        let hint = self.session().hint()?;
        match hint {
            Hint::Command(sentence) => self.note(&format!("the greedy bot would choose: {sentence}")),
            Hint::Hidden => self.note("something on the board is hidden from you: a hint would reveal it"),
            Hint::AtRandom => self.note("no hint: the greedy bot looks ahead at actions, and answers this at random"),
            Hint::NotAsked => self.note(&self.session().why_not_asked()),
        }
        Ok(())
    }

    /// The commands that the search bot prefers.
    fn hint_of_search(&mut self) -> Done {
        let why_not = self.session().why_no_search();
        if let Some(why_not) = why_not {
            self.note(&why_not);
            return Ok(());
        }
        self.progress("the search bot is thinking; Ctrl-C stops");
        let found = stoppable(|_| self.session().searched());
        self.progress("");
        let found = found?;
        let Some(found) = found.filter(|found| !found.tried.is_empty()) else {
            self.note("the search bot has found no command");
            return Ok(());
        };
        self.note(&format!(
            "{} played from here. 100 is victory, 50 as good as now.",
            count(found.lines as usize, "line")
        ));
        let most = found.tried.iter().map(|one| one.times).max().unwrap_or(0).to_string().len();
        for one in &found.tried {
            let line = Line::of(Role::Key, format!("{:>5}", one.value))
                .and(Role::Dim, format!("  in {:>most$}  ", one.times))
                .and(Role::Plain, one.command.clone());
            self.lines(&[line]);
        }
        Ok(())
    }

    pub(crate) fn show(&mut self, rest: &str) -> Done {
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
                return Ok(());
            }
            _ => return Err("usage: `show board on`; also `sections`, `details` or `odds`, and `off`".into()),
        }
        self.note(&format!("{what}: {}", if on { "shown" } else { "not shown" }));
        Ok(())
    }
}

/// The number of times that a command is to be done: once, if none is given.
pub(super) fn counted(rest: &str) -> Result<usize, &'static str> {
    let times = if rest.is_empty() { Ok(1) } else { rest.parse() };
    times.ok().filter(|times| *times > 0).ok_or("expected a number from 1")
}

/// True for the first of the two values of a command.
pub(super) fn switched(command: &str, rest: &str, [on, off]: [&str; 2]) -> Result<bool, String> {
    match rest {
        _ if rest == on => Ok(true),
        _ if rest == off => Ok(false),
        _ => Err(format!("usage: `{command} {on}` or `{command} {off}`")),
    }
}

/// Who decides for a side: `a person`, `the greedy bot`.
fn player_words(player: Player) -> String {
    match player {
        Player::Person => "a person".to_owned(),
        bot => format!("the {} bot", bot.name()),
    }
}
