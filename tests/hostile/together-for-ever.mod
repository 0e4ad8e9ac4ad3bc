// expect: the sequence of play goes round without anybody deciding anything
// at: rules/toy/game.ori:8
game toy "Toy" { sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y } }
kind Man @1
action leave @1 { man mine  do { remove(man); } }
sequence @1 { turn repeat { plans all sides actions leave once } }
scenario toy "Toy" for toy @1 { }
noun man/men = Man
