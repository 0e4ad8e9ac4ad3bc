// expect: `odd` depends on itself
// at: rules/toy/game.ori:9
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
noun unit = Man
is odd(unit) @1 = !unit.even
is even(unit) @1 = !unit.odd
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = 1; for m in mine { if m.odd { game.n = 2; } }
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
