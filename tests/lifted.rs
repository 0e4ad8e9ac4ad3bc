//! `except LABEL` in the body of an item lifts the rules with that label for this item alone.

use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText};

use crate::harness::ENGINES;

const TOY: &str = r#"
game toy "Toy" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { A, B, C }  links path { A -- B -- C } }
kind Man @1
noun man/men = Man
piece flag tired / fresh @1
forbid march for man when man.tired  as weary because "it is tired" @1
forbid crawl for man when man.tired  as weary because "it is tired" @1
action march "March" @1 {
  man  mine
  to   man.space.across(path)
  do { man.tired = true; place(man, to); }
}
action crawl "Crawl" @1 {
  man  mine
  to   man.space.across(path)
  except weary
  do { man.tired = true; place(man, to); }
}
sequence @1 { turn repeat 1..2 { acting each side actions march, crawl } }
scenario toy "Toy" for toy @1 { Red { A: Man }  Blue { C: Man } }
test "a label is lifted for the action in whose body that stands" @1 {
  given toy { Red { A: a = Man tired } }
  refused Red: march a to B because @1
  offered Red: crawl a to B
}
"#;

#[test]
fn a_label_is_lifted_for_the_action_in_whose_body_that_stands() {
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: TOY.to_owned() }]);
    for (name, make) in ENGINES {
        let mut failures = Vec::new();
        let ran = run_tests(&catalog, &|_, _| true, make, &mut |_, verdict| {
            failures.push(verdict.failure.as_ref().map(|failure| failure.message.clone()));
        });
        assert!(ran.is_whole(), "{name}: {ran:#?}");
        assert_eq!(failures, [None], "{name}");
    }
}
