//! The user's files on disk. They are written to a temporary file and renamed, so a crash never leaves half a file; a
//! lock allows only one writer at a time.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use oriflamme::session::PAGE_MARK;
use oriflamme::source::visible;

/// The maximum size of a saved game, draft, picture or table, in bytes.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// The maximum number of attempts if the lock file disappears meanwhile.
const MOST_TRIES: u32 = 16;

/// Writes a file completely or not at all. Only a regular file is replaced, never a device or a folder.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    has_folder(path)?;
    let attempt = || -> std::io::Result<()> {
        // Through a link its target is written, and the link stays.
        let target = if path.exists() { std::fs::canonicalize(path)? } else { path.to_owned() };
        if target.exists() && !target.is_file() {
            return Err(std::io::Error::other("it is not a file"));
        }
        let there = std::fs::metadata(&target).ok().map(|about| about.permissions());
        if there.as_ref().is_some_and(std::fs::Permissions::readonly) {
            return Err(std::io::Error::other("it is write-protected"));
        }
        let mut file = begun(&target)?;
        file.write_all(text.as_bytes())?;
        // The new file is for the same readers as the one it replaces.
        if let Some(there) = there {
            file.as_file().set_permissions(there)?;
        }
        file.as_file().sync_all()?;
        // If dropped before this, the new file is removed.
        file.persist(&target).map_err(|problem| problem.error)?;
        Ok(())
    };
    attempt().map_err(|problem| format!("cannot write {}: {}", path.display(), reason(&problem)))
}

/// Refuses a path in a folder that does not exist.
pub(crate) fn has_folder(path: &Path) -> Result<(), String> {
    let folder = folder_of(path);
    match folder.exists() {
        true => Ok(()),
        false => Err(format!("cannot write {}: the folder {} does not exist", path.display(), folder.display())),
    }
}

/// Writes an SVG picture. Of the files that exist, only pictures are replaced.
pub(crate) fn write_picture(path: &Path, picture: &str) -> Result<(), String> {
    write_over(path, picture, |there| there.trim_start().starts_with("<svg"), "an SVG picture")
}

/// Writes an HTML page. Of the files that exist, only pages of this program are replaced.
pub(crate) fn write_page(path: &Path, page: &str) -> Result<(), String> {
    write_over(path, page, |there| there.contains(PAGE_MARK), "a page of this program")
}

fn write_over(path: &Path, text: &str, is_ours: impl Fn(&str) -> bool, kind: &str) -> Result<(), String> {
    if path.exists() && !read_text(path).is_ok_and(|there| is_ours(&there)) {
        return Err(format!("{} exists and is not {kind}: choose another name", path.display()));
    }
    write(path, text)
}

/// Why a file could not be read or written, without the number of the system's error and the names of temporary files.
pub(crate) fn reason(problem: &std::io::Error) -> String {
    let text = problem.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// A new temporary file beside another, with a unique name.
fn begun(target: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let prefix = begin_of_remains(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(END_OF_REMAINS);
    // The usual permissions of this user's files.
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions);
    builder.tempfile_in(folder_of(target))
}

/// The end of the names of temporary files; no user gives a file such a name.
const END_OF_REMAINS: &str = ".oriflamme-new";

/// The beginning of the names of the temporary files of a file.
fn begin_of_remains(target: &Path) -> String {
    format!(".{}.", name_of(target))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads a regular file of up to the maximum size.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let attempt = || -> std::io::Result<Vec<u8>> {
        if !std::fs::metadata(path)?.is_file() {
            return Err(std::io::Error::other("it is not a file"));
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(std::io::Error::other("it is larger than 64 MB"));
        }
        Ok(bytes)
    };
    attempt().map_err(|problem| format!("cannot read {}: {}", path.display(), reason(&problem)))
}

/// Reads a file as text; invalid bytes become replacement characters.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&read(path)?).into_owned())
}

/// True if two paths lead to one file, written differently or through a link.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// Copies a file before it is overwritten, to `FILE.WHY`, or `FILE.WHY2` and so on if that exists and has another
/// content. Returns the path of the copy.
pub(crate) fn keep_copy(path: &Path, why: &str) -> Result<PathBuf, String> {
    let mut kept = beside(path, why);
    let mut number = 1;
    let here = read(path).ok();
    // A link that leads nowhere would be written through.
    while std::fs::symlink_metadata(&kept).is_ok() {
        if here.is_some() && read(&kept).ok() == here {
            return Ok(kept);
        }
        number += 1;
        kept = beside(path, &format!("{why}{number}"));
    }
    std::fs::copy(path, &kept).map_err(|problem| format!("cannot keep {}: {problem}", path.display()))?;
    Ok(kept)
}

/// A name for a saved game that does not exist yet: that of its scenario, with a number if needed.
pub(crate) fn free_name(scenario: &str) -> PathBuf {
    let first = PathBuf::from(format!("{scenario}.game"));
    let others = (2_u32..).map(|number| PathBuf::from(format!("{scenario}-{number}.game")));
    std::iter::once(first.clone()).chain(others).find(|path| !path.exists()).unwrap_or(first)
}

/// A path as it is typed in a command: in quotes, unless every sign of it is plain.
pub(crate) fn quoted(path: &Path) -> String {
    let mut text = visible(&path.to_string_lossy()).into_owned();
    // A name that begins like an option or like the home folder means a file here.
    if text.starts_with(['-', '~']) {
        text.insert_str(0, "./");
    }
    let is_plain = |sign: char| sign.is_alphanumeric() || "_-./\\:~+".contains(sign);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// A path with an ending appended to its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// The right to write a file, until dropped. It is advisory: only programs like this one respect it.
#[derive(Debug)]
pub(crate) struct Lock {
    /// `FILE.lock`, locked by the system, which releases it even if this process is killed.
    _held: File,
    path: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while still held. A program that locks a removed file notices it and tries again.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Takes the right to write a file.
///
/// # Errors
/// Another program holds it, or the lock file cannot be created.
pub(crate) fn lock(target: &Path) -> Result<Lock, String> {
    has_folder(target)?;
    // A file has one lock, whatever links lead to it.
    let target = std::fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    let path = beside(&target, "lock");
    let cannot = |problem: std::io::Error| format!("cannot write {}: {}", target.display(), reason(&problem));
    // A lock is empty: any other file of this name is the user's, or no file at all.
    if std::fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file() || found.len() > 0) {
        return Err(format!("{} is in the way and is not a lock: choose another name", path.display()));
    }
    for _ in 0..MOST_TRIES {
        let held = File::options().create(true).truncate(false).write(true).open(&path).map_err(cannot)?;
        match held.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!(
                    "another oriflamme is using {}: quit it first, or choose another file",
                    target.display()
                ));
            }
            // If the file system has no locks, there are none to respect.
            Err(TryLockError::Error(problem)) if problem.kind() == std::io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(problem)) => return Err(cannot(problem)),
        }
        if is_at(&held, &path) {
            remove_remains(&target);
            return Ok(Lock { _held: held, path });
        }
    }
    Err(format!("{} is busy: try again", target.display()))
}

/// True if an open file is still the one at its path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let here = std::fs::metadata(path).map(|found| (found.dev(), found.ino()));
    let ours = file.metadata().map(|found| (found.dev(), found.ino()));
    matches!((here, ours), (Ok(here), Ok(ours)) if here == ours)
}

/// On other systems an open file cannot be removed, so it is always the one at its path.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Removes temporary files that killed writers of this file left behind; no other program is writing it now.
fn remove_remains(target: &Path) {
    let begin = begin_of_remains(target);
    let entries = std::fs::read_dir(folder_of(target)).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        // `.game.txt.AbCdEf.oriflamme-new`: six letters between.
        let middle = name.strip_prefix(&begin).and_then(|rest| rest.strip_suffix(END_OF_REMAINS));
        if middle.is_some_and(|middle| middle.len() == 6 && middle.chars().all(char::is_alphanumeric)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_program_writes_at_a_time() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("game.txt");
        let first = lock(&file).unwrap();
        assert!(lock(&file).unwrap_err().contains("another oriflamme is using"));
        drop(first);
        assert!(!place.path().join("game.txt.lock").exists());
        lock(&file).unwrap();
    }

    #[test]
    fn a_file_that_is_not_a_lock_is_never_removed() {
        let place = tempfile::tempdir().unwrap();
        let own = place.path().join("Cargo.lock");
        std::fs::write(&own, "precious").unwrap();
        assert!(lock(&place.path().join("Cargo")).unwrap_err().contains("is in the way"));
        assert_eq!(std::fs::read_to_string(&own).unwrap(), "precious");
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_is_not_written_through_a_link_that_leads_nowhere() {
        let place = tempfile::tempdir().unwrap();
        let (game, outside) = (place.path().join("g"), place.path().join("outside"));
        std::fs::write(&game, "old").unwrap();
        std::os::unix::fs::symlink(&outside, place.path().join("g.changed")).unwrap();
        assert_eq!(keep_copy(&game, "changed").unwrap(), place.path().join("g.changed2"));
        assert!(!outside.exists());
    }

    #[test]
    fn only_the_remains_of_a_killed_program_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("game.txt");
        let (left, own) =
            (place.path().join(".game.txt.a1B2c3.oriflamme-new"), place.path().join("game.txt.second.new"));
        for path in [&left, &own] {
            std::fs::write(path, "half").unwrap();
        }
        let held = lock(&file).unwrap();
        assert!(!left.exists() && own.exists());
        write(&file, "whole").unwrap();
        drop(held);
        let mut names: Vec<_> = std::fs::read_dir(place.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["game.txt", "game.txt.second.new"]);
    }

    #[test]
    fn a_picture_replaces_only_pictures() {
        let place = tempfile::tempdir().unwrap();
        let (notes, picture) = (place.path().join("notes.txt"), place.path().join("board.svg"));
        std::fs::write(&notes, "notes").unwrap();
        assert!(write_picture(&notes, "<svg/>").is_err_and(|problem| problem.contains("not an SVG picture")));
        assert_eq!(std::fs::read_to_string(&notes).unwrap(), "notes");
        write_picture(&picture, "<svg/>").unwrap();
        write_picture(&picture, "<svg>new</svg>").unwrap();
        assert_eq!(std::fs::read_to_string(&picture).unwrap(), "<svg>new</svg>");
    }

    #[test]
    fn no_folder_is_made_for_a_file() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("none/game.txt");
        for problem in [write(&file, "text").unwrap_err(), lock(&file).unwrap_err()] {
            assert!(problem.contains("game.txt: the folder ") && problem.ends_with("none does not exist"), "{problem}");
        }
    }

    #[test]
    fn a_folder_is_not_overwritten() {
        let place = tempfile::tempdir().unwrap();
        assert!(write(place.path(), "text").unwrap_err().contains("not a file"));
        assert!(read(place.path()).unwrap_err().contains("not a file"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let place = tempfile::tempdir().unwrap();
        let (file, link) = (place.path().join("game.txt"), place.path().join("link"));
        std::fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "new").unwrap();
        assert!(link.is_symlink() && read_text(&file).unwrap() == "new");
    }
}
