//! Saved games on disk: written beside and then renamed, so that a crash never leaves half a file.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The largest file that is read as a saved game.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Writes a file wholly or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    let beside = beside(path, "new");
    let attempt = || -> std::io::Result<()> {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    attempt().map_err(|problem| {
        // Whatever is left of the attempt is of no use to anybody.
        let _ = std::fs::remove_file(&beside);
        format!("cannot save to {}: {problem}", path.display())
    })
}

/// Reads a file as text.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    let attempt = || -> std::io::Result<String> {
        if std::fs::metadata(path)?.len() > MOST_BYTES {
            return Err(std::io::Error::other("this is too large for a saved game"));
        }
        Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned())
    };
    attempt().map_err(|problem| format!("cannot read {}: {problem}", path.display()))
}

/// Keeps a file that cannot be read to its end, before it is written anew; says under which name.
pub(crate) fn keep_broken(path: &Path) -> Result<PathBuf, String> {
    let mut kept = beside(path, "broken");
    let mut number = 1;
    while kept.exists() {
        number += 1;
        kept = beside(path, &format!("broken{number}"));
    }
    std::fs::copy(path, &kept).map_err(|problem| format!("cannot keep {}: {problem}", path.display()))?;
    Ok(kept)
}

/// A path with another ending behind its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}
