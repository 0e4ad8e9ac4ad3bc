// expect: `n` would become 4611686018427387904; a variable holds at most 2147483647
// at: rules/toy/game.ori:9
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = half_up(9223372036854775807);
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
