// expect: this runs too long:
// at: rules/toy/game.ori:9
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
noun unit = Man
fn slow(k: int) @1 { let a = 0; while a < 100000000 { a += 1; } a }
walk going(unit) @1 { step count to spaces pays slow(1) }
sequence @1 { turn repeat 1..3 { acting each side do {
  for m in mine { game.n = going(m).spaces.count; }
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
