// expect: this runs too long:
// at: rules/toy/game.ori:8
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
fn nested(k: int) @1 { if pieces.some(|a| pieces.some(|b| pieces.some(|c| pieces.some(|d| pieces.some(|e| pieces.some(|f| pieces.some(|g| pieces.some(|h| h.space != h.space)))))))) { k + 1 } else { k + 2 } }
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = nested(1);
} } }
scenario toy "Toy" for toy @1 { A { X: Man x12 } }
