// expect: this runs too long:
// at: rules/toy/game.ori:8
game toy "Toy" { sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y } }
side var n: int = 0 @1
sequence @1 { turn repeat 1..3 { acting do {
  sides.secretly("n", |side| { let k = 0; while k < 1 { side.yes("Again?"); } k });
} } }
scenario toy "Toy" for toy @1 { }
