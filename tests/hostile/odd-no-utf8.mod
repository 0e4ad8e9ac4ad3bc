// expect: this is not valid UTF-8
// at: rules/toy/game.ori:4
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Pré." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = 1;
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
