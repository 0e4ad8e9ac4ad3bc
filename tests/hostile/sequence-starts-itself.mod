// expect: more than 64 sequences inside each other: they start each other endlessly
// at: rules/toy/game.ori:6
game toy "Toy" { sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y } }
sequence down(n: int) @1 { step then down(down.n + 1) }
sequence @1 { turn repeat 1..3 { acting each side then down(1) } }
scenario toy "Toy" for toy @1 { }
