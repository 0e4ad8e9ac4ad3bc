// expect: the sequence of play goes round without anybody deciding anything
// at: rules/toy/game.ori:7
game toy "Toy" { sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y } }
sequence idle @1 { rest }
sequence @1 { turn repeat { acting each side then idle } }
scenario toy "Toy" for toy @1 { }
