//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ArgGroup, Parser, Subcommand, ValueEnum};
use oriflamme::analysis::bots::Player;
use oriflamme::play::{MakeScripts, native};

/// Play, check and analyse historical board wargames whose rules are text files.
#[derive(Debug, Parser)]
#[command(name = "oriflamme", version, about, arg_required_else_help = true)]
pub(crate) struct Args {
    /// Folder with `rules`, `cards`, `scenarios` and `tests` that override the shipped ones; repeatable
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Vec<PathBuf>,
    #[command(subcommand)]
    pub verb: Verb,
}

/// The folders of all `--data` in a command line that was read without an error. Clap forgets those before the command
/// if others follow it.
pub(crate) fn folders_of(line: impl IntoIterator<Item = OsString>) -> Vec<PathBuf> {
    let mut words = line.into_iter().take_while(|word| word != "--");
    let mut folders = Vec::new();
    while let Some(word) = words.next() {
        if word == "--data" {
            folders.extend(words.next().map(PathBuf::from));
        } else if let Some(folder) = word.to_str().and_then(|word| word.strip_prefix("--data=")) {
            folders.push(PathBuf::from(folder));
        }
    }
    folders
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Play a scenario at one table, against a bot, or watch two bots
    Play(Play),
    /// Set up positions by hand on an empty board
    Bench(Bench),
    /// List the puzzles of a game, or solve one
    Puzzle(Puzzle),
    /// Answer questions about the rules of a game, made from its rules and random positions
    Quiz(Quiz),
    /// Learn a game lesson by lesson; without a name, list the lessons with your progress
    Learn(Learn),
    /// List the games and their scenarios
    List,
    /// Check rule files; exit 1 on errors
    Check {
        /// Files and folders [default: everything shipped and in the working folder]
        paths: Vec<PathBuf>,
        /// Also show notes, for example an army whose cost differs from its printed value
        #[arg(long)]
        notes: bool,
        /// Show all errors, not only the first hundred
        #[arg(long)]
        all: bool,
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Lay out rule files: indentation and columns; words, comments and line breaks stay
    Fmt {
        /// Files and folders, or `-` for standard input [default: everything in the working folder]
        paths: Vec<PathBuf>,
        /// Write nothing; exit 1 if a file is not laid out
        #[arg(long)]
        check: bool,
    },
    /// Explain an error code of `check`, or a word of the rule language
    Explain {
        /// The code, for example `unknown-word` or `E0201`, or a word such as `action`, `chance` or `modify`
        /// [default: list all codes and words]
        about: Option<String>,
    },
    /// List the disputed rules of a game or scenario, with their readings
    Rulings {
        /// Name of a game or scenario, as `list` shows it
        name: String,
        /// Show this ruling in full, with its sections and the rules that depend on it
        ruling: Option<String>,
    },
    /// Write the rules of a game as a book: an HTML page with each section, its rules, readings and examples
    Book {
        /// Name of a game, as `list` shows it
        game: String,
        /// The page [default: the name of the game with `.html`]
        file: Option<PathBuf>,
    },
    /// Run the tests in rule files
    Test {
        /// Files and folders [default: all tests]
        paths: Vec<PathBuf>,
        /// Run only tests whose title contains TEXT
        #[arg(long, value_name = "TEXT")]
        filter: Option<String>,
        /// Script engine
        #[arg(long, value_enum, default_value_t = Engine::Rhai)]
        engine: Engine,
    },
    /// Replay a saved game and print its final state hash
    Replay {
        /// The saved game
        file: PathBuf,
        /// Replay under another reading of a rule up to the first decision that differs, and show both versions
        #[arg(long, value_name = "RULING=VALUE", conflicts_with = "verify")]
        set: Vec<String>,
        /// Also verify the hashes in the file, and that undo and redo restore every state
        #[arg(long)]
        verify: bool,
        /// Also write the game to an HTML page, with the board at each step
        #[arg(long, value_name = "FILE", conflicts_with = "set")]
        page: Option<PathBuf>,
        /// Script engine
        #[arg(long, value_enum, default_value_t = Engine::Rhai)]
        engine: Engine,
    },
    /// Draw the board of a scenario at set-up
    Board(Board),
    /// Create a battle of your own
    New {
        /// What to create
        #[command(subcommand)]
        what: New,
    },
    /// Count the legal action sequences of each length up to DEPTH
    Perft(Perft),
    /// Let bots play many games and count the results
    Simulate(Simulate),
    /// Report which rulebook sections have rules, tests and random-play coverage; exit 1 if a normative section lacks a
    /// rule or a test
    Cover(Cover),
    /// Find rules whose written order changes the result; exit 1 if nothing says that the order is meant
    Conflicts(Conflicts),
    /// Change the rules in one place at a time and list the changes that no test notices; exit 1 if there are any
    Mutate(Mutate),
    /// Answer an editor's questions about rule files (Language Server Protocol on standard input and output)
    Lsp,
}

impl Verb {
    /// True if a game is to be played in a browser. Lists of lessons and puzzles are printed in any case.
    pub(crate) fn in_browser(&self) -> bool {
        match self {
            Verb::Play(play) => play.browser || play.share,
            Verb::Bench(bench) => bench.browser,
            Verb::Learn(learn) => learn.browser && learn.game.is_some(),
            Verb::Quiz(quiz) => quiz.browser && quiz.game.is_some(),
            Verb::Puzzle(puzzle) => puzzle.browser && puzzle.puzzle.is_some(),
            _ => false,
        }
    }
}

/// What `new` can create.
#[derive(Debug, Subcommand)]
pub(crate) enum New {
    /// Build a battle step by step (armies, weather, terrain, set-up) and write it as a scenario
    Battle(NewBattle),
}

#[derive(ArgGroup, Debug)]
pub(crate) struct NewBattle {
    /// Name of the game [default: the only one whose armies can be bought]
    pub game: Option<String>,
    /// Keep the unfinished battle in FILE; continue it if FILE exists
    #[arg(long, value_name = "FILE")]
    pub draft: Option<PathBuf>,
    /// Random seed: same seed, same dice and draws [default: 1]
    #[arg(long, value_parser = seed)]
    pub seed: Option<u64>,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Play {
    /// Name of the scenario, as `list` shows it, or a saved game
    pub scenario: String,
    /// Who plays a side [default: people play all sides at one table]
    #[arg(long, value_name = "SIDE=person|random|greedy|search")]
    pub seat: Vec<String>,
    /// Random seed: same seed, same dice and draws [default: a new one at a terminal, 1 for commands from a file]
    #[arg(long, value_parser = seed)]
    pub seed: Option<u64>,
    /// Choose another reading of a disputed rule
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
    /// Save to FILE after every decision; continue the game if FILE exists
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// First dice, including set-up: `3,4` is two rolls of one die, `"6 6 1,3"` a roll of three dice, then one
    #[arg(long, value_name = "N,N,…")]
    pub dice: Option<String>,
    /// Forbid undo after dice, cards or another side's answer were seen, and forbid `dice` and `bot`
    #[arg(long)]
    pub strict: bool,
    /// Script engine; either can continue a saved game
    #[arg(long, value_enum, default_value_t = Engine::Rhai)]
    pub engine: Engine,
    /// Play in a browser on this machine: the program prints the address
    #[arg(long)]
    pub browser: bool,
    /// Give each player a page of their own, also for other machines in the network
    #[arg(long, conflicts_with = "browser")]
    pub share: bool,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Learn {
    /// Name of a game, or of a lesson [default: list all lessons]
    pub game: Option<String>,
    /// Name or number of a lesson [default: the first that you have not done]
    pub lesson: Option<String>,
    /// Append what the learner tries and gets wrong to FILE
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Script engine
    #[arg(long, value_enum, default_value_t = Engine::Rhai)]
    pub engine: Engine,
    /// Play in a browser on this machine: the program prints the address
    #[arg(long)]
    pub browser: bool,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Bench {
    /// Name of a game, or of a scenario for its armies and rules
    pub game: String,
    /// Random seed: same seed, same dice and draws [default: 1]
    #[arg(long, value_parser = seed)]
    pub seed: Option<u64>,
    /// Choose another reading of a disputed rule
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
    /// Save to FILE after every line; continue the position if FILE exists
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Script engine; either can continue a saved position
    #[arg(long, value_enum, default_value_t = Engine::Rhai)]
    pub engine: Engine,
    /// Play in a browser on this machine: the program prints the address
    #[arg(long)]
    pub browser: bool,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Puzzle {
    /// Name of a game [default: list the games with puzzles]
    pub game: Option<String>,
    /// Name or number of a puzzle, as the list of the game shows it [default: list the puzzles]
    pub puzzle: Option<String>,
    /// Random seed for the dice of puzzles about the best chance [default: 1]
    #[arg(long, value_parser = seed)]
    pub seed: Option<u64>,
    /// Script engine
    #[arg(long, value_enum, default_value_t = Engine::Rhai)]
    pub engine: Engine,
    /// Play in a browser on this machine: the program prints the address
    #[arg(long)]
    pub browser: bool,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Quiz {
    /// Name of a game, or of one of its scenarios [default: list the games]
    pub game: Option<String>,
    /// Number of questions, 1 to 1000
    #[arg(long, default_value_t = 30, value_parser = within::<u32>(1, 1000))]
    pub questions: u32,
    /// Random seed: same seed, same questions [default: a new one at a terminal, 1 for commands from a file]
    #[arg(long, value_parser = seed)]
    pub seed: Option<u64>,
    /// Script engine
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    pub engine: Engine,
    /// Ask in a browser on this machine: the program prints the address
    #[arg(long)]
    pub browser: bool,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Board {
    /// Name of the scenario, as `list` shows it
    pub scenario: String,
    /// Write an SVG picture to FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Draw only a place, a rectangle such as 1405..2612, a region, a piece's space, or `all`
    #[arg(long, value_name = "AREA")]
    pub area: Option<String>,
    /// Choose another reading of a disputed rule
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Perft {
    /// The scenario
    pub scenario: String,
    /// Number of actions
    #[arg(value_parser = within::<u32>(0, u64::from(u32::MAX)))]
    pub depth: u32,
    /// Random seed: same seed, same dice and draws
    #[arg(long, default_value_t = oriflamme::session::DEFAULT_SEED, value_parser = seed)]
    pub seed: u64,
    /// Choose another reading of a disputed rule
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
    /// Script engine
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    pub engine: Engine,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Simulate {
    /// Name of the scenario; with `--table`, of a game
    pub scenario: String,
    /// Play all scenarios of a game and write the results to FILE as a Markdown table
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    pub table: Option<PathBuf>,
    /// Play each game under each reading of this disputed rule, with the same luck, and count what changes
    #[arg(long, value_name = "RULING", conflicts_with = "table")]
    pub compare: Option<String>,
    /// Number of games, 1 to 1000000
    #[arg(long, default_value_t = 100, value_parser = within::<u64>(1, MOST_GAMES))]
    pub games: u64,
    /// Bots in the order of the sides: random, greedy or search
    #[arg(long, value_delimiter = ',', value_parser = bot, value_name = "BOT,BOT")]
    pub seats: Vec<Player>,
    /// Games run at a time, 1 to 256 [default: the number of cores]; does not change the results
    #[arg(long, value_parser = within::<u16>(1, 256))]
    pub jobs: Option<u16>,
    /// Random seed: same seed, same dice and draws
    #[arg(long, default_value_t = oriflamme::session::DEFAULT_SEED, value_parser = seed)]
    pub seed: u64,
    /// Choose another reading of a disputed rule
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
    /// Script engine
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    pub engine: Engine,
    /// Most units of work between two decisions, to find slow rules
    #[arg(long, value_name = "UNITS", hide = true)]
    pub effort: Option<u64>,
    /// Also print the rules that took most of the time
    #[arg(long, conflicts_with_all = ["table", "compare", "format", "jobs"])]
    pub profile: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Cover {
    /// Name of the game, as in its `game` item
    pub game: String,
    /// Random games of each scenario
    #[arg(long, default_value_t = 20, value_parser = within::<u64>(1, MOST_GAMES))]
    pub games: u64,
    /// Script engine
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    pub engine: Engine,
    /// Random seed: same seed, same dice and draws
    #[arg(long, default_value_t = oriflamme::session::DEFAULT_SEED, value_parser = seed)]
    pub seed: u64,
    /// Choose another reading of a disputed rule
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Conflicts {
    /// Name of a game or scenario, as `list` shows it
    pub name: String,
    /// Random games of each scenario
    #[arg(long, default_value_t = 50, value_parser = within::<u64>(1, MOST_GAMES))]
    pub games: u64,
    /// Random seed: same seed, same dice and draws
    #[arg(long, default_value_t = oriflamme::session::DEFAULT_SEED, value_parser = seed)]
    pub seed: u64,
    /// Choose another reading of a disputed rule
    #[arg(long, value_name = "RULING=VALUE")]
    pub set: Vec<String>,
    /// Show each pair that changes the result as a test, in the smallest position
    #[arg(long)]
    pub tests: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(ArgGroup, Debug)]
pub(crate) struct Mutate {
    /// Name of the game, as in its `game` item
    pub game: String,
    /// Files and folders whose rules are changed [default: all of the game]
    pub paths: Vec<PathBuf>,
    /// Try only N of the changes, evenly spread
    #[arg(long, value_name = "N", value_parser = within::<usize>(1, u64::MAX))]
    pub sample: Option<usize>,
    /// Changes tried at a time, 1 to 256 [default: the number of cores]; does not change the results
    #[arg(long, value_parser = within::<u16>(1, 256))]
    pub jobs: Option<u16>,
    /// Script engine
    #[arg(long, value_enum, default_value_t = Engine::Native)]
    pub engine: Engine,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Script engine. Both play the same games: Rhai is the reference, the kernel's own engine is faster where scripts take
/// the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Rhai, the reference
    Rhai,
    /// The kernel's own engine, faster where scripts take the time
    Native,
}

impl Engine {
    /// Its constructor.
    pub(crate) fn make(self) -> MakeScripts {
        match self {
            Engine::Rhai => oriflamme::script::make,
            Engine::Native => native::make,
        }
    }
}

/// Parses the name of a bot.
fn bot(text: &str) -> Result<Player, String> {
    match Player::named(text) {
        Some(Player::Person) | None => Err("expected `random`, `greedy` or `search`".to_owned()),
        Some(player) => Ok(player),
    }
}

/// The most games of a series.
const MOST_GAMES: u64 = 1_000_000;

/// Reads a number from `first` to `last`.
fn within<T: TryFrom<u64>>(first: u64, last: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (first..=last).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("expected a number from {first} to {last}"))
    }
}

fn seed(text: &str) -> Result<u64, String> {
    within(0, u64::MAX)(text)
}

/// The two parts of `NAME=VALUE`.
pub(crate) fn pair(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    (!name.is_empty() && !value.is_empty()).then_some((name, value))
}
