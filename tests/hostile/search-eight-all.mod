// expect: this runs too long:
// at: rules/toy/game.ori:8
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
fn nested(k: int) @1 { if pieces.all(|a| pieces.all(|b| pieces.all(|c| pieces.all(|d| pieces.all(|e| pieces.all(|f| pieces.all(|g| pieces.all(|h| h.space == h.space)))))))) { k + 1 } else { k + 2 } }
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = nested(1);
} } }
scenario toy "Toy" for toy @1 { A { X: Man x12 } }
