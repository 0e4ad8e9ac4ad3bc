//! The rules, cards, scenarios and tests that are shipped inside the binary.

use std::borrow::Cow;

use include_dir::{Dir, File, include_dir};

use super::SourceText;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cards");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");
static TESTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests");

static ROOTS: [(&str, &Dir<'static>); 4] =
    [("rules", &RULES), ("cards", &CARDS), ("scenarios", &SCENARIOS), ("tests", &TESTS)];

/// Every shipped `.ori` file.
pub fn shipped() -> Vec<SourceText> {
    let mut texts = Vec::new();
    for (root, dir) in ROOTS {
        gather(root, dir, &mut texts);
    }
    texts
}

/// The text of a shipped file, by its path.
pub(super) fn shipped_text(path: &str) -> Option<Cow<'static, str>> {
    let (root, below) = path.split_once('/')?;
    let (_, dir) = ROOTS.into_iter().find(|(name, _)| *name == root)?;
    dir.get_file(below).map(text_of)
}

/// True if a shipped file has this path.
pub(super) fn is_shipped(path: &str) -> bool {
    shipped_text(path).is_some()
}

fn text_of(file: &'static File<'static>) -> Cow<'static, str> {
    file.contents_utf8().map_or_else(|| String::from_utf8_lossy(file.contents()), Cow::Borrowed)
}

fn gather(root: &str, dir: &'static Dir<'static>, texts: &mut Vec<SourceText>) {
    for file in dir.files() {
        if file.path().extension().is_some_and(|ending| ending == "ori") {
            let path = file.path().components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>();
            texts.push(SourceText { path: format!("{root}/{}", path.join("/")), text: text_of(file).into_owned() });
        }
    }
    for inner in dir.dirs() {
        gather(root, inner, texts);
    }
}
