//! The `oriflamme` command: plays, checks, tests and analyses. All content comes from the library; this crate handles
//! the command line, the terminal and the disk.

mod args;
mod browser;
mod command;
mod data;
mod dialogue;
mod editor;
mod files;
mod language_server;
mod menu;
mod pager;
mod paint;
mod progress;
mod reader;
mod run;
mod saves;
mod solved;
mod stop;
mod words;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use oriflamme::diagnostic::{Diagnostic, render};
use oriflamme::play::Fault;
use oriflamme::source::SourceMap;

use args::{Args, New, Verb};
use paint::Paint;

/// The result of a run that comes to its end, shown as exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Success.
    Fine,
    /// A line was refused, a test failed, or rules have errors.
    Failed,
}

impl Ending {
    /// Success if all is well.
    pub(crate) fn fine_if(is_well: bool) -> Self {
        if is_well { Ending::Fine } else { Ending::Failed }
    }
}

/// Why a run does not come to its end: the message to print.
pub(crate) enum Refused {
    /// The command line is wrong.
    Usage(String),
    /// The rules have errors, or the system refuses something.
    Failed(String),
}

impl From<String> for Refused {
    fn from(problem: String) -> Self {
        Refused::Usage(problem)
    }
}

impl From<&str> for Refused {
    fn from(problem: &str) -> Self {
        Refused::Usage(problem.to_owned())
    }
}

impl Refused {
    /// An error in the rules that was found in play.
    pub(crate) fn fault(fault: &Fault, sources: &SourceMap) -> Self {
        Refused::Failed(paint::fault_text(fault, sources))
    }

    /// The errors among the diagnostics of faulty rules.
    pub(crate) fn rules(found: Vec<Diagnostic>, sources: &SourceMap) -> Self {
        let errors: Vec<Diagnostic> = found.into_iter().filter(Diagnostic::is_error).collect();
        Refused::Failed(render::plain_all(&errors, sources))
    }
}

/// A run of the program.
pub(crate) type Run = Result<Ending, Refused>;

/// The stack of each thread in bytes: enough for the deepest permitted calls between rules. Unused stack costs nothing.
pub(crate) const STACK: usize = 64 << 20;

/// Threads with that stack: as many as there are processors if `jobs` is 0.
///
/// # Errors
/// When the system gives none.
pub(crate) fn threads(jobs: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build()
}

/// Games in series allocate much, and in small pieces.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(carried_out);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has already printed its message.
        Ok(Err(_)) => ExitCode::from(101),
        Err(problem) => {
            paint::complain(&format!("cannot start: {problem}"));
            ExitCode::from(1)
        }
    }
}

fn carried_out() -> ExitCode {
    let found = with_numbers(Args::command()).try_get_matches();
    let mut args = match found.and_then(|found| Args::from_arg_matches(&found)) {
        Ok(args) => args,
        Err(problem) => return misread(&problem),
    };
    args.data = args::folders_of(std::env::args_os().skip(1));
    // Decided once: whether a person is at the terminal, and whether to use colours.
    let interactive = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut paint = Paint::new(std::io::stdout().is_terminal());
    if let Some((columns, _)) = terminal_size::terminal_size_of(std::io::stdout()) {
        paint.fit(usize::from(columns.0));
    }
    // In a browser a person plays as at a terminal.
    let in_browser = args.verb.in_browser();
    let interactive = interactive || in_browser;
    if in_browser {
        paint = Paint::page();
    }
    let run = match &args.verb {
        Verb::Play(play) => run::play::play(&args.data, play, interactive, paint),
        Verb::Bench(bench) => run::bench::bench(&args.data, bench, interactive, paint),
        Verb::Puzzle(puzzle) => run::puzzle::puzzle(&args.data, puzzle, interactive, paint),
        Verb::Quiz(quiz) => run::quiz::quiz(&args.data, quiz, interactive, paint),
        Verb::Learn(learn) => run::learn::learn(&args.data, learn, interactive, paint),
        Verb::List => run::list::list(&args.data, paint),
        Verb::Check { paths, notes, all, format } => run::check::check(&args.data, paths, *notes, *all, *format),
        Verb::Fmt { paths, check } => run::fmt::fmt(&args.data, paths, *check),
        Verb::Explain { about } => run::explain::explain(about.as_deref(), paint),
        Verb::Rulings { name, ruling } => run::rulings::rulings(&args.data, name, ruling.as_deref(), paint),
        Verb::Book { game, file } => run::book::book(&args.data, game, file.as_deref()),
        Verb::Test { paths, filter, engine } => run::test::test(&args.data, paths, filter.as_deref(), *engine),
        Verb::Replay { file, set, verify, page, engine } => {
            run::replay::replay(&args.data, file, set, *verify, page.as_deref(), *engine)
        }
        Verb::Board(board) => run::board::board(&args.data, board, paint),
        Verb::New { what: New::Battle(battle) } => run::new::battle(&args.data, battle, interactive, paint),
        Verb::Perft(perft) => run::perft::perft(&args.data, perft),
        Verb::Simulate(simulate) => run::simulate::simulate(&args.data, simulate),
        Verb::Mutate(mutate) => run::mutate::mutate(&args.data, mutate, paint),
        Verb::Conflicts(conflicts) => run::conflicts::conflicts(&args.data, conflicts, paint),
        Verb::Lsp => language_server::serve(&args.data),
        Verb::Cover(cover) => run::cover::cover(&args.data, cover, paint),
    };
    let (problem, code) = match run {
        Ok(Ending::Fine) => return ExitCode::SUCCESS,
        Ok(Ending::Failed) => return ExitCode::from(1),
        Err(Refused::Failed(problem)) => (problem, 1),
        Err(Refused::Usage(problem)) => (problem, 2),
    };
    paint::complain_wrapped(&problem);
    ExitCode::from(code)
}

/// A command to which `--games -1` is a wrong number, not an unknown option.
fn with_numbers(command: clap::Command) -> clap::Command {
    let number = |arg: clap::Arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(number).mut_subcommands(with_numbers)
}

/// Prints the message for a wrong command line, or the help. It quotes the input: if that contains terminal controls,
/// the message is printed without colours and without the controls.
fn misread(problem: &clap::Error) -> ExitCode {
    if !std::env::args_os().any(|arg| arg.to_string_lossy().contains(oriflamme::source::steers)) {
        problem.exit();
    }
    paint::complain(problem.render().to_string().trim_end());
    ExitCode::from(2)
}
