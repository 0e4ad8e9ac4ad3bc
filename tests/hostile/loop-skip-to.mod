// expect: the sequence of play goes round without anybody deciding anything
// at: rules/toy/game.ori:8
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
sequence @1 { first do { game.n = 1; } second do { skip_to(first); } }
scenario toy "Toy" for toy @1 { A { Man: X } }
