// expect: scripts run more than 64 deep inside each other: they call each other endlessly
// at: rules/toy/game.ori:8
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
after n @1 do { if old < 12 { for k in 0..3 { game.n += 1; game.n -= 1; } } }
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = 1;
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
