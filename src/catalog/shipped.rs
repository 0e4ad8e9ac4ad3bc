//! The rules, cards, scenarios and tests that are shipped inside the binary.

use include_dir::{Dir, include_dir};

use super::SourceText;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cards");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");
static TESTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests");

/// Every shipped `.ori` file.
pub fn shipped() -> Vec<SourceText> {
    let mut texts = Vec::new();
    for (root, dir) in [("rules", &RULES), ("cards", &CARDS), ("scenarios", &SCENARIOS), ("tests", &TESTS)] {
        gather(root, dir, &mut texts);
    }
    texts
}

fn gather(root: &str, dir: &Dir<'_>, texts: &mut Vec<SourceText>) {
    for file in dir.files() {
        if file.path().extension().is_some_and(|ending| ending == "ori") {
            let path = file.path().components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>();
            texts.push(SourceText {
                path: format!("{root}/{}", path.join("/")),
                text: String::from_utf8_lossy(file.contents()).into_owned(),
            });
        }
    }
    for inner in dir.dirs() {
        gather(root, inner, texts);
    }
}
