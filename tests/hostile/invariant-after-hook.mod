// expect: the invariant `small` does not hold
// at: rules/toy/game.ori:8
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
invariant small @1 = game.n < 3
action up "Up" @1 { once do { game.n += 1; } }
after up @1 do { game.n += 5; }
sequence @1 { turn repeat 1..3 { acting each side actions up must } }
scenario toy "Toy" for toy @1 { A { Man: X } }
