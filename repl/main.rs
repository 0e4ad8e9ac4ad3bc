//! The `oriflamme` command: plays, checks, tests and counts. Everything it shows comes from the library; here are only
//! the command line, the terminal and the disk.

mod args;
mod command;
mod data;
mod dialogue;
mod editor;
mod files;
mod menu;
mod pager;
mod paint;
mod reader;
mod run;
mod saves;
mod words;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, New, Verb};
use paint::Paint;

/// How a run ends: the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Everything is fine.
    Fine,
    /// A line was refused, a test failed, or rules are faulty.
    Failed,
    /// The command line makes no sense.
    Usage,
}

/// Room for rules that call each other as deep as they may, in bytes for each thread; what is not used costs nothing.
pub(crate) const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(carried_out);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // What a panic says has been said.
        Ok(Err(_)) => ExitCode::from(101),
        Err(problem) => {
            paint::complain(&format!("this cannot begin: {problem}"));
            ExitCode::from(1)
        }
    }
}

fn carried_out() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(problem) => return misread(&problem),
    };
    // Decided once: whether somebody sits there, and whether colours are wanted.
    let interactive = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let paint = Paint::new(std::io::stdout().is_terminal());
    let ending = match &args.verb {
        Verb::Play(play) => run::play::play(&args.data, play, interactive, paint),
        Verb::List => run::list::list(&args.data, paint),
        Verb::Check { paths, notes, all, format } => run::check::check(&args.data, paths, *notes, *all, *format),
        Verb::Explain { code } => run::explain::explain(code.as_deref()),
        Verb::Rulings { name, ruling } => run::rulings::rulings(&args.data, name, ruling.as_deref(), paint),
        Verb::Test { paths, filter, engine } => run::test::test(&args.data, paths, filter.as_deref(), *engine),
        Verb::Replay { file, verify, engine } => run::replay::replay(&args.data, file, *verify, *engine),
        Verb::Board(board) => run::board::board(&args.data, board, paint),
        Verb::New { what: New::Battle(battle) } => run::new::battle(&args.data, battle, interactive, paint),
        Verb::Perft { scenario, depth, engine } => run::perft::perft(&args.data, scenario, *depth, *engine),
        Verb::Simulate(simulate) => run::simulate::simulate(&args.data, simulate),
        Verb::Cover(cover) => run::cover::cover(&args.data, cover, paint),
    };
    match ending {
        Ending::Fine => ExitCode::SUCCESS,
        Ending::Failed => ExitCode::from(1),
        Ending::Usage => ExitCode::from(2),
    }
}

/// A command line that is not understood, or asks for help. What was typed is quoted: where it would steer the terminal,
/// the message is shown without colours, and what steers with them is left out.
fn misread(problem: &clap::Error) -> ExitCode {
    if !std::env::args_os().any(|arg| arg.to_string_lossy().contains(oriflamme::source::steers)) {
        problem.exit();
    }
    paint::complain(problem.render().to_string().trim_end());
    ExitCode::from(2)
}
