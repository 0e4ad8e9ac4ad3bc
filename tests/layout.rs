//! The layout of rule files: `oriflamme fmt`.

use std::collections::BTreeMap;

use oriflamme::authoring::laid_out;
use oriflamme::catalog::shipped;
use oriflamme::source::{SourceId, SourceMap};
use oriflamme::syntax::ast::ItemKind;
use oriflamme::syntax::{Begins, lines, parse_file};
use proptest::prelude::*;

use crate::repl::{folder_with, run};

fn source() -> SourceId {
    SourceMap::new().add("file.ori", "")
}

fn laid(text: &str) -> String {
    laid_out(source(), text).expect("the text has no errors")
}

#[test]
fn shipped_files_are_laid_out() {
    let all = shipped();
    assert!(all.len() > 250, "{} files", all.len());
    for file in all {
        if let Some((at, (was, is))) =
            file.text.lines().zip(laid(&file.text).lines()).enumerate().find(|(_, (was, is))| was != is)
        {
            panic!("{}:{}: run `oriflamme fmt`\n{was}\n{is}", file.path, at + 1);
        }
    }
}

#[test]
fn a_file_in_disorder_is_laid_out() {
    let messy = "\u{feff}\n\n  kind Man \"Man\" {
glyph    \"M\"
      modify force by 1 when  piece.ready   because \"ready\"    @1
modify force by -1 when piece.tired     because \"tired\"  @1   // once
}
// The sum.
quantity force(piece) {
 base 2   \n}




procedure rest(man) {
if man.tired {
man.tired = false;
} else {
            let text = `a  text
   of two lines`;
      say(text);
for one in mine {
one.tired = one.ready
&& one.tired;
}
}
}
table losses \"losses\" rows die: 1..3 columns odds {
      weak even   strong
1 -     1   2
    2   1 1    12
3 1 -   2
}
";
    let tidy = "\u{feff}kind Man \"Man\" {
  glyph    \"M\"
  modify force by 1 when  piece.ready  because \"ready\"  @1
  modify force by -1 when piece.tired  because \"tired\"  @1   // once
}
// The sum.
quantity force(piece) {
  base 2
}


procedure rest(man) {
  if man.tired {
    man.tired = false;
  } else {
    let text = `a  text
   of two lines`;
    say(text);
    for one in mine {
      one.tired = one.ready
        && one.tired;
    }
  }
}
table losses \"losses\" rows die: 1..3 columns odds {
     weak  even  strong
  1     -     1       2
  2     1     1      12
  3     1     -       2
}
";
    assert_eq!(laid(messy), tidy);
    assert_eq!(laid(tidy), tidy);
}

#[test]
fn headings_of_two_lines_move_with_the_columns_that_they_cover() {
    let body =
        |rows: &str| format!("table shots \"Shots\" rows target: armour columns weapon, distance: int {{\n{rows}}}\n");
    let messy = "               Longbow  Crossbow
               1   2    3    4
  Plate        5   4    3    2
  Leather     7   6    5    4
";
    let tidy = "           Longbow  Crossbow
           1  2     3  4
  Plate    5  4     3  2
  Leather  7  6     5  4
";
    assert_eq!(laid(&body(messy)), body(tidy));
    assert_eq!(laid(&body(tidy)), body(tidy));
    // Headings that cannot be understood stay as they are.
    let wrong = "           Longbow  Crossbow  Sling
           1   2   3  4
  Plate    5  4   3  2
  Leather  7  6   5  4
";
    assert_eq!(laid(&body(wrong)), body(wrong));
}

#[test]
fn line_ends_stay_as_the_file_has_them() {
    assert_eq!(laid("kind A \"A\" {\r\nglyph \"A\"\r\n}\r\n"), "kind A \"A\" {\r\n  glyph \"A\"\r\n}\r\n");
    assert_eq!(laid("kind A \"A\" {\rglyph \"A\"\n\r\n}"), "kind A \"A\" {\r  glyph \"A\"\n\r\n}\r");
    assert_eq!(laid("kind A \"A\"  // one\rkind B \"B\""), "kind A \"A\"  // one\rkind B \"B\"\r");
    assert_eq!(laid("kind A \"A\""), "kind A \"A\"\n");
    assert_eq!(laid(""), "");
}

#[test]
fn a_file_with_errors_is_not_laid_out() {
    for wrong in ["kind A {", "kind A \"A\" {\nmodify \"A\"\n}", "fn a(x) {\nlet y = ;\n}", "is a(x) = (x +\n* 2)"] {
        assert!(laid_out(source(), wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_program_lays_out_the_files_of_a_folder() {
    let (messy, tidy) = ("kind A \"A\" {\nglyph \"A\"\n}\n", "kind A \"A\" {\n  glyph \"A\"\n}\n");
    let place = folder_with("rules/toy/game.ori", messy);
    let file = place.path().join("rules/toy/game.ori");
    let own = || std::fs::read_to_string(&file).expect("read");
    let (said, code) = run(place.path(), &["fmt", "--check"], "");
    assert!(code == 1 && said.contains("rules/toy/game.ori:2: would be laid out otherwise"), "{said}");
    assert_eq!(own(), messy);
    let (said, code) = run(place.path(), &["fmt"], "");
    assert!(code == 0 && said.contains("laid out rules/toy/game.ori\n1 file, 1 changed"), "{said}");
    assert_eq!(own(), tidy);
    let (said, code) = run(place.path(), &["fmt", "--check", "rules"], "");
    assert!(code == 0 && said.contains("1 file, 0 not laid out"), "{said}");
    assert_eq!(run(place.path(), &["fmt", "-"], messy), (tidy.to_owned(), 0));
    // A file with an error stays, and the others are laid out.
    std::fs::write(place.path().join("rules/toy/wrong.ori"), "kind A {\n").expect("written");
    std::fs::write(&file, messy).expect("written");
    let (said, code) = run(place.path(), &["fmt"], "");
    assert!(
        code == 1
            && said.contains("is never closed")
            && said.contains("2 files, 1 changed, 1 left out because of errors"),
        "{said}"
    );
    assert_eq!(own(), tidy);
    // So does one that is write-protected.
    let shut = place.path().join("rules/toy/shut.ori");
    std::fs::write(&shut, messy).expect("written");
    std::fs::write(&file, messy).expect("written");
    let protect = |is_shut: bool| {
        let mut rights = std::fs::metadata(&shut).expect("it is there").permissions();
        rights.set_readonly(is_shut);
        std::fs::set_permissions(&shut, rights).expect("set");
    };
    protect(true);
    let (said, code) = run(place.path(), &["fmt", "rules/toy/shut.ori", "rules/toy/game.ori"], "");
    assert!(
        code == 1
            && said.contains("write-protected")
            && said.contains("2 files, 1 changed, 1 left out because of errors"),
        "{said}"
    );
    assert_eq!((own(), std::fs::read_to_string(&shut).expect("read")), (tidy.to_owned(), messy.to_owned()));
    let (said, code) = run(place.path(), &["fmt", "--check", "-"], "kind A \"A\"");
    assert!(code == 1 && said.contains("standard input:1: would be laid out otherwise"), "{said}");
    let (said, code) = run(place.path(), &["fmt", "cards"], "");
    assert!(code != 0 && said.contains("cards"), "{said}");
}

/// The file with other blanks: before lines (those that go on from another line move with it) and at their ends.
fn in_disorder(text: &str, mut random: impl FnMut(usize) -> usize) -> String {
    let read = lines(source(), text).expect("the text has no errors");
    let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
    let mut tables: BTreeMap<usize, usize> = BTreeMap::new();
    let mut out = String::new();
    for (number, line) in read.lines.iter().enumerate() {
        let far = random(5);
        let by = match line.begins {
            Begins::Inside => 0,
            Begins::More(from) => moved[&from],
            Begins::Row(open) => *tables.entry(open).or_insert(far),
            // What stands far to the right of its body has been put there.
            Begins::Member(open) => {
                let opens = &read.lines[open];
                let apart = (line.start - line.range.start) as i64 - (opens.start - opens.range.start) as i64;
                if apart >= 8 { moved[&open] } else { far.min(moved[&open] + 4) }
            }
            // An indented `before` or `after` could go on from the item above.
            Begins::Item => 0,
            Begins::Nothing | Begins::Comment | Begins::Close(_) => far,
        };
        moved.insert(number, by);
        out.push_str(&" ".repeat(by));
        out.push_str(&text[line.range.clone()]);
        let ends_in_text = read.texts.iter().any(|text| text.start < line.range.end && line.range.end < text.end);
        if !ends_in_text {
            out.push_str(&" ".repeat(random(3)));
        }
        out.push('\n');
    }
    out
}

/// What the tables of a file mean: their words, and for each heading the one above that covers it.
fn tables(text: &str) -> Vec<Vec<(String, Option<String>)>> {
    let column = |at: u32| text[..at as usize].rsplit('\n').next().unwrap_or_default().chars().count();
    let items = parse_file(source(), text).0.items;
    let tables =
        items.iter().filter_map(|item| if let ItemKind::Table(table) = &item.kind { Some(table) } else { None });
    let meant = tables.map(|table| {
        let over = |at: u32| {
            let above = table.headings.first().filter(|_| table.headings.len() > 1)?;
            above.iter().rfind(|word| column(word.span.start) <= column(at)).or(above.first())
        };
        let lower = table.headings.last().into_iter().flatten();
        let lower = lower.map(|word| (word.text.clone(), over(word.span.start).map(|word| word.text.clone())));
        let cells = table.rows.iter().flat_map(|row| std::iter::once(&row.label).chain(&row.cells));
        lower.chain(cells.map(|word| (word.text.clone(), None))).collect()
    });
    meant.collect()
}

/// The file with other blanks between the cells of its tables.
fn with_loose_cells(text: &str, mut random: impl FnMut(usize) -> usize) -> String {
    let read = lines(source(), text).expect("the text has no errors");
    let mut out = String::new();
    for line in &read.lines {
        let own = &text[line.range.clone()];
        let gap = own.trim_end().rfind("  ").filter(|_| matches!(line.begins, Begins::Row(_)) && !own.contains('"'));
        match (gap, random(4)) {
            (Some(at), 1) => out.push_str(&format!("{}{}", &own[..at], &own[at + 1..])),
            (Some(at), by) => out.push_str(&format!("{}{}{}", &own[..at], " ".repeat(by), &own[at..])),
            (None, _) => out.push_str(own),
        }
        out.push('\n');
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// The layout of a file does not depend on the blanks before its lines.
    #[test]
    fn indentation_is_restored(seeds in proptest::collection::vec(0_usize..1000, 64)) {
        for file in shipped().iter().step_by(7) {
            let mut turn = seeds[0];
            let messy = in_disorder(&file.text, |most| {
                turn += 1;
                (seeds[turn % seeds.len()] + turn) % most
            });
            prop_assert_eq!(&laid(&messy), &file.text, "{}", file.path);
        }
    }

    /// A second run changes nothing, and the words of a file and their order stay, wherever blanks are added.
    #[test]
    fn a_layout_is_final_and_changes_only_blanks(places in proptest::collection::vec((0_usize..9000, 1_usize..5), 40)) {
        for file in shipped().iter().step_by(11) {
            let mut text = file.text.clone();
            for (at, blanks) in &places {
                let end = (0..=text.len().min(*at)).rfind(|end| text.is_char_boundary(*end)).unwrap_or_default();
                let blank = text[..end].rfind("  ");
                if let Some(at) = blank.filter(|at| !text[..*at].rsplit('\n').next().is_some_and(|line| line.contains(['"', '`', '/']))) {
                    text.insert_str(at, &" ".repeat(*blanks));
                }
            }
            let Ok(once) = laid_out(source(), &text) else { continue };
            prop_assert_eq!(&laid(&once), &once, "{}", file.path);
            prop_assert!(once.split_whitespace().eq(text.split_whitespace()), "{}", file.path);
        }
    }

    /// A table means the same after its file is laid out, wherever blanks between its cells are added or removed.
    #[test]
    fn a_layout_keeps_what_tables_mean(seeds in proptest::collection::vec(0_usize..1000, 64)) {
        for file in shipped().iter().filter(|file| file.text.contains("\ntable ")) {
            let mut turn = seeds[1];
            let messy = with_loose_cells(&file.text, |most| {
                turn += 1;
                (seeds[turn % seeds.len()] + turn) % most
            });
            prop_assert_eq!(tables(&laid(&messy)), tables(&messy), "{}", file.path);
        }
    }
}
