//! Ctrl-C while something long is counted: it stops the count, not the game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::paint::complain;
use std::sync::{Mutex, Once};

static BUSY: AtomicBool = AtomicBool::new(false);
static STOPPED: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();
/// What Ctrl-C does while no long work is done; `None`: it ends the program.
static IDLE: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// The exit status of a program that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// Ctrl-C pressed again within this time ends the program.
const SOON: Duration = Duration::from_secs(3);

/// True if Ctrl-C has been pressed since the last long work began.
pub(crate) fn is_stopped() -> bool {
    STOPPED.load(Ordering::SeqCst)
}

/// Stops the long work that is being done, if there is any, as Ctrl-C does.
pub(crate) fn stop() {
    if BUSY.load(Ordering::SeqCst) {
        STOPPED.store(true, Ordering::SeqCst);
    }
}

/// From now on Ctrl-C does this while no long work is done, and does not end the program.
pub(crate) fn when_idle(act: impl Fn() + Send + 'static) {
    if let Ok(mut idle) = IDLE.lock() {
        *idle = Some(Box::new(act));
    }
    install_handler();
}

/// From now on Ctrl-C while no long work is done says this first, and ends the program if it is pressed again soon. In
/// most terminals the line editor reads the key itself; in others an unsaved game would be lost.
pub(crate) fn ask_twice(said: &'static str) {
    let last: Mutex<Option<Instant>> = Mutex::new(None);
    when_idle(move || {
        let before = last.lock().ok().and_then(|mut last| last.replace(Instant::now()));
        if before.is_some_and(|before| before.elapsed() < SOON) {
            std::process::exit(INTERRUPTED);
        }
        complain(said);
    });
}

fn install_handler() {
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C ends the program, as it always does.
        let _ = ctrlc::set_handler(|| {
            if BUSY.load(Ordering::SeqCst) {
                STOPPED.store(true, Ordering::SeqCst);
                return;
            }
            match IDLE.lock().as_deref() {
                Ok(Some(act)) => act(),
                _ => std::process::exit(INTERRUPTED),
            }
        });
    });
}

/// Does something that Ctrl-C may stop. It receives a function that returns true once it has been pressed.
pub(crate) fn stoppable<T>(work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T) -> T {
    install_handler();
    STOPPED.store(false, Ordering::SeqCst);
    BUSY.store(true, Ordering::SeqCst);
    let done = work(&is_stopped);
    BUSY.store(false, Ordering::SeqCst);
    done
}
