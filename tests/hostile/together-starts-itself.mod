// expect: more than 64 sequences inside each other: they start each other endlessly
// at: rules/toy/game.ori:8
game toy "Toy" { sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y } }
side var n: int = 0 @1
action again @1 { do { my.n += 1; }  then round() }
sequence round() @1 { plans all sides actions again must once }
sequence @1 { turn repeat 1..3 { plans2 all sides actions again must once } }
scenario toy "Toy" for toy @1 { }
