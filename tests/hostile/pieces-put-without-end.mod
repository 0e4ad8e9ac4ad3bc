// expect: too many pieces are created at once
// at: rules/toy/game.ori:9
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
sequence @1 { turn repeat 1..3 { acting each side do {
  while true { put(Man, me, X); }
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
