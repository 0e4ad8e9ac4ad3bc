// wanted: expected a piece, found a side
// at: game.ori:15
game toy "Toy" { sides Red, Blue, Green, Grey }
rulebook { 1 "All" "All." }
board land @1 { spaces { A, B }  links road { A -- B } }
kind Man @1
noun man = piece
piece var hits: int = 0 @1
game var target: space? @1
fn where_is(man) @1 { man.space }
quantity worth(man) @1 { base man.hits }
procedure run_off(man) @1 { man.hits += 1; place(man, B); }
sequence @1 { turn repeat 1..2 { acting do {
  let got = [Grey, A];
  say(`${where_is(got[0])}`);
} } }
scenario toy "Toy" for toy @1 { Red { A: Man } }
