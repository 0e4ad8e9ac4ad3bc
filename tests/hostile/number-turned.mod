// expect: no place named `a1`
// at: rules/toy/game.ori:11
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { grid square 3 x 3 { } }
kind Man @1
game var n: int = 0 @1
sequence @1 { turn repeat 1..3 { acting each side do {
  for d in directions { let e = d.turned(9223372036854775807); let f = d.turned(-9223372036854775807 - 1); game.n = 1; }
} } }
scenario toy "Toy" for toy @1 { A { Man: a1 } }
