// expect: expected turns that are counted from 0 or more
// at: rules/toy/game.ori:8
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
sequence @1 { turn repeat -9223372036854775807..1 { acting each side do { game.n = 1; } } }
scenario toy "Toy" for toy @1 { A { Man: X } }
