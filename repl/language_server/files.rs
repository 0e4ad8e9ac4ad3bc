//! Files on disk: which of them is which text of the project.

use std::path::{Component, Path, PathBuf};

use lsp_types::{InitializeParams, Uri};
use oriflamme::catalog::shipped;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The folders in which rules are read, the last one first.
#[derive(Debug)]
pub(super) struct Files {
    folders: Vec<PathBuf>,
    /// Where shipped files are laid out to be read.
    shipped: Option<PathBuf>,
}

impl Files {
    /// The folders of the command line, and those that the editor has opened.
    pub(super) fn new(folders: &[PathBuf], params: &InitializeParams) -> Files {
        let mut all: Vec<PathBuf> = folders.to_vec();
        let opened = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
        #[allow(deprecated, reason = "older editors name one folder only so")]
        let root = params.root_uri.iter();
        for folder in opened.chain(root).filter_map(path_of).filter(|path| path.is_dir()) {
            if !all.contains(&folder) {
                all.push(folder);
            }
        }
        let all = all.into_iter().map(|folder| std::path::absolute(&folder).unwrap_or(folder)).collect();
        let version = env!("CARGO_PKG_VERSION");
        let cache = directories::ProjectDirs::from("", "", "oriflamme");
        let shipped = cache.map(|dirs| dirs.cache_dir().join(format!("shipped-{version}")));
        Files { folders: all, shipped }
    }

    /// The folders.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The path of a file in the project. None for what is no `.ori` file on disk.
    pub(super) fn key(&self, uri: &Uri) -> Option<String> {
        let path = path_of(uri)?;
        if path.extension().is_none_or(|ending| ending != "ori") {
            return None;
        }
        let folders = self.folders.iter().rev().chain(&self.shipped);
        let inside = folders.filter_map(|folder| path.strip_prefix(folder).ok()).next();
        let parts = inside.unwrap_or(&path).components().filter_map(|part| match part {
            Component::Normal(part) => Some(part.to_string_lossy()),
            _ => None,
        });
        Some(parts.collect::<Vec<_>>().join("/"))
    }

    /// The text of a file that is not open: from disk, or the shipped one.
    pub(super) fn read(&self, key: &str) -> Option<String> {
        match self.on_disk(key) {
            Some(path) => crate::files::read_text(&path).ok(),
            None => shipped().into_iter().find(|text| text.path == key).map(|text| text.text),
        }
    }

    /// True for a file of the folders, false for one that is only shipped.
    pub(super) fn has(&self, key: &str) -> bool {
        self.on_disk(key).is_some()
    }

    fn on_disk(&self, key: &str) -> Option<PathBuf> {
        let inside = self.folders.iter().rev().map(|folder| folder.join(key));
        // A file outside all folders is called by its whole path.
        inside.chain([Path::new("/").join(key)]).find(|path| path.is_file())
    }

    /// The URI of a file. A shipped file is laid out first.
    pub(super) fn uri(&self, key: &str, text: &str) -> Option<Uri> {
        let path = self.on_disk(key).or_else(|| self.laid_out(key, text))?;
        uri_of(&path)
    }

    /// Writes a shipped file where the editor can read it.
    fn laid_out(&self, key: &str, text: &str) -> Option<PathBuf> {
        let path = self.shipped.as_ref()?.join(key);
        if std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
            return Some(path);
        }
        std::fs::create_dir_all(path.parent()?).ok()?;
        crate::files::write(&path, text).ok()?;
        Some(path)
    }
}

/// The path of a `file:` URI.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    // What stands between the slashes is a host, which is this one.
    let path = percent_decode_str(&text[text.find('/')?..]).decode_utf8().ok()?;
    // `/C:/rules` is `C:/rules` where paths have drives.
    let drive = cfg!(windows) && path.len() > 2 && path.as_bytes()[2] == b':';
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

/// What stands as it is in the path of a URI.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The `file:` URI of a path.
fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_string_lossy().replace('\\', "/");
    let root = if path.starts_with('/') { "" } else { "/" };
    format!("file://{root}{}", utf8_percent_encode(&path, PLAIN)).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_path_comes_back_from_its_uri() {
        let path = PathBuf::from("/tmp/Bataille d'Auray/é %.ori");
        let uri = uri_of(&path);
        assert_eq!(uri.as_ref().map(|uri| uri.as_str()), Some("file:///tmp/Bataille%20d%27Auray/%C3%A9%20%25.ori"));
        assert_eq!(uri.as_ref().and_then(path_of), Some(path));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_called_by_its_path_in_the_last_folder_that_holds_it() {
        let files = Files { folders: vec!["/a".into(), "/a/mod".into()], shipped: Some("/cache".into()) };
        let key = |uri: &str| uri.parse().ok().and_then(|uri| files.key(&uri));
        assert_eq!(key("file:///a/mod/rules/x/game.ori").as_deref(), Some("rules/x/game.ori"));
        assert_eq!(key("file:///a/rules/x/game.ori").as_deref(), Some("rules/x/game.ori"));
        assert_eq!(key("file:///cache/rules/x/game.ori").as_deref(), Some("rules/x/game.ori"));
        assert_eq!(key("file:///b/one.ori").as_deref(), Some("b/one.ori"));
        assert_eq!([key("file:///a/notes.txt"), key("untitled:one.ori")], [None, None]);
    }
}
