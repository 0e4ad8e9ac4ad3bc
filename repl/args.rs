//! The command line.

use std::path::PathBuf;

use clap::{Args as ArgGroup, Parser, Subcommand, ValueEnum};
use oriflamme::analysis::bots::Player;
use oriflamme::play::{MakeScripts, native};

/// Historical board wargames whose rules stand in text files.
#[derive(Debug, Parser)]
#[command(name = "oriflamme", version, about, arg_required_else_help = true)]
pub(crate) struct Args {
    /// A folder with `rules`, `cards`, `scenarios` and `tests` that comes before what is shipped; may be given again.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Vec<PathBuf>,
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Play a scenario: alone, against a bot, or watching two of them.
    Play(Play),
    /// List the games and their scenarios.
    List,
    /// Check rule files; exit code 1 if anything is wrong.
    Check {
        /// Files and folders; without any, everything that is shipped or found in the working folder.
        paths: Vec<PathBuf>,
        /// Also what is only worth knowing, such as an army that costs another sum than is printed.
        #[arg(long)]
        notes: bool,
        /// All errors; without it, the first hundred and how many more there are.
        #[arg(long)]
        all: bool,
        /// How to say it.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Explain a code that `check` has shown: what it means, a wrong text, a right text.
    Explain {
        /// The code, as `unknown-word` or `E0201`; without it, all codes.
        code: Option<String>,
    },
    /// List the doubtful rules of a game or scenario, with their readings.
    Rulings {
        /// A game or a scenario, by the name that `list` shows or by that in its `game` item.
        name: String,
        /// One of its rulings: shown whole, with its sections and the rules that ask for it.
        ruling: Option<String>,
    },
    /// Run the tests in rule files.
    Test {
        /// Files and folders; without any, all tests.
        paths: Vec<PathBuf>,
        /// Only tests whose title contains this.
        #[arg(long, value_name = "TEXT")]
        filter: Option<String>,
        /// What runs the scripts of the rules.
        #[arg(long, value_enum, default_value_t = Engine::Rhai)]
        engine: Engine,
    },
    /// Play a saved game again and print the number of its last state.
    Replay {
        /// The saved game.
        file: PathBuf,
        /// Also verify that going back and forth changes nothing, and that the number is the one in the file.
        #[arg(long)]
        verify: bool,
        /// What runs the scripts of the rules.
        #[arg(long, value_enum, default_value_t = Engine::Rhai)]
        engine: Engine,
    },
    /// Draw the board of a scenario as it is set up.
    Board(Board),
    /// Make something of your own.
    New {
        /// What.
        #[command(subcommand)]
        what: New,
    },
    /// Count the sequences of so many completed actions from the beginning.
    Perft {
        /// The scenario.
        scenario: String,
        /// How many actions.
        depth: u32,
        /// What runs the scripts of the rules.
        #[arg(long, value_enum, default_value_t = Engine::Native)]
        engine: Engine,
    },
    /// Let bots play many games.
    Simulate(Simulate),
    /// Show for each section of a rulebook its rules, its tests, and whether random play runs it; exit code 1 while one
    /// that prescribes something lacks a rule or a test.
    Cover(Cover),
}

/// What can be made.
#[derive(Debug, Subcommand)]
pub(crate) enum New {
    /// A battle: armies bought from what there is, weather, terrain, where everybody stands; written as a scenario.
    Battle(NewBattle),
}

#[derive(ArgGroup, Debug)]
pub(crate) struct NewBattle {
    /// The game, by its plain name; without it, the only one that says what may be bought.
    pub game: Option<String>,
    /// Keep the battle here until it is written; if the file is there already, go on with it.
    #[arg(long, value_name = "FILE")]
    pub draft: Option<PathBuf>,
    /// The number from which all chance springs; 1 if it is not given.
    #[arg(long)]
    pub seed: Option<u64>,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Play {
    /// The scenario, as `list` names it.
    pub scenario: String,
    /// Who plays a side: person, random or greedy. Without any, persons play all sides at one table.
    #[arg(long, value_name = "SIDE=person|random|greedy")]
    pub seat: Vec<String>,
    /// Random seed: same seed, same dice and draws. Without it each game at a terminal has a new one; with commands from a
    /// file it is 1.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Another reading of a doubtful rule.
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
    /// Save the game here after every decision; if the file is there already, go on with it.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Dice that fall first, those of the set-up among them: one group for each roll, with commas between, as in `3,4` for
    /// two rolls of one die, or `"6 6 1,3"` for a roll of three dice and one of one.
    #[arg(long, value_name = "N,N,…")]
    pub dice: Option<String>,
    /// Take back only what nothing has been seen of since: no dice, no cards, no answer of another side. Lay no dice, let
    /// sides not change hands.
    #[arg(long)]
    pub strict: bool,
    /// What runs the scripts of the rules; a saved game can be gone on with by either.
    #[arg(long, value_enum, default_value_t = Engine::Rhai)]
    pub engine: Engine,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Board {
    /// The scenario, as `list` names it.
    pub scenario: String,
    /// Write it as an SVG picture to this file instead.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Only a part: a place, a rectangle such as 1405..2612, a region, a piece, or `all`.
    #[arg(long, value_name = "AREA")]
    pub area: Option<String>,
    /// Another reading of a doubtful rule.
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Simulate {
    /// The scenario; with `--table` a game, and all its scenarios are played.
    pub scenario: String,
    /// Write a table of all scenarios of a game to this file, in Markdown. It is the same for the same rules and seed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "set"])]
    pub table: Option<PathBuf>,
    /// How many games: 1 to 1000000.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Who plays, in the order of the sides: random or greedy.
    #[arg(long, value_delimiter = ',', value_parser = bot, value_name = "BOT,BOT")]
    pub seats: Vec<Player>,
    /// How many games at a time, 1 to 256; the results are the same for any number. Without it, as many as there are cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// The number from which all chance springs.
    #[arg(long, default_value_t = oriflamme::session::DEFAULT_SEED)]
    pub seed: u64,
    /// Another reading of a doubtful rule.
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
    /// What runs the scripts of the rules.
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    pub engine: Engine,
    /// The units of work that rules may do between two decisions, for authors who look for rules that take long.
    #[arg(long, value_name = "UNITS", hide = true)]
    pub effort: Option<u64>,
    /// How to say it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Cover {
    /// The game, by its plain name: the one in its `game` item.
    pub game: String,
    /// How many random games of each scenario are played.
    #[arg(long, default_value_t = 20)]
    pub games: u64,
    /// What runs the scripts of the rules.
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    pub engine: Engine,
    /// The number from which all chance springs.
    #[arg(long, default_value_t = oriflamme::session::DEFAULT_SEED)]
    pub seed: u64,
    /// How to say it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// How results are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// What runs scripts. Both play the same games; Rhai says what a script means, and the kernel's own engine is many times
/// faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Rhai, the language in which scripts are written.
    Rhai,
    /// The kernel's own, many times faster.
    Native,
}

impl Engine {
    /// What makes it for a play.
    pub(crate) fn make(self) -> MakeScripts {
        match self {
            Engine::Rhai => oriflamme::script::make,
            Engine::Native => native::make,
        }
    }
}

/// A player that is no person.
fn bot(text: &str) -> Result<Player, String> {
    match Player::named(text) {
        Some(Player::Person) | None => Err("bots are `random` and `greedy`".to_owned()),
        Some(player) => Ok(player),
    }
}

/// The two parts of `NAME=VALUE`.
pub(crate) fn pair(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    (!name.is_empty() && !value.is_empty()).then_some((name, value))
}
