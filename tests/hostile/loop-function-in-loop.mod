// expect: this runs too long:
// at: rules/toy/game.ori:8
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
fn turning(k: int) @1 { let a = 0; while a < 90000 { a += 1; } a * 0 }
sequence @1 { turn repeat 1..3 { acting each side do {
  while true { game.n = turning(3); }
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
