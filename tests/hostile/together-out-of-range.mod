// expect: `bid` may be from 0 to 3, but would become 9
// at: rules/toy/game.ori:8
game toy "Toy" { sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y } }
side var bid: 0..3 @1
sequence @1 { turn repeat 1..3 { acting do {
  sides.secretly("bid", |side| side.number("Bid", 9, 9));
} } }
scenario toy "Toy" for toy @1 { }
