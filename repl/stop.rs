//! Ctrl-C while something long is counted: it stops the count, not the game.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static BUSY: AtomicBool = AtomicBool::new(false);
static STOPPED: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();

/// The exit status of a program that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// True if Ctrl-C has been pressed since the last long work began.
pub(crate) fn is_stopped() -> bool {
    STOPPED.load(Ordering::SeqCst)
}

/// Does something that Ctrl-C may stop. It receives a function that returns true once it has been pressed.
pub(crate) fn stoppable<T>(work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T) -> T {
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C ends the program, as it always does.
        let _ = ctrlc::set_handler(|| {
            if BUSY.load(Ordering::SeqCst) {
                STOPPED.store(true, Ordering::SeqCst);
            } else {
                std::process::exit(INTERRUPTED);
            }
        });
    });
    STOPPED.store(false, Ordering::SeqCst);
    BUSY.store(true, Ordering::SeqCst);
    let done = work(&is_stopped);
    BUSY.store(false, Ordering::SeqCst);
    done
}
