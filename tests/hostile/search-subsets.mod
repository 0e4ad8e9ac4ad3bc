// expect: fine
// at: fine
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
noun unit = Man
action doing @1 { unit some of mine  once  when unit.count > 100  do { game.n = 1; } }
sequence @1 { turn repeat 1..3 { acting each side actions doing } }
scenario toy "Toy" for toy @1 { A { X: Man x14 } }
