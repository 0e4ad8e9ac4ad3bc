// expect: this runs too long:
// at: rules/toy/game.ori:9
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
noun unit = Man
action doing @1 { unit mine  once  when pieces.some(|a| pieces.some(|b| pieces.some(|c| pieces.some(|d| pieces.some(|e| pieces.some(|f| f.space != f.space))))))  do { game.n = 1; } }
sequence @1 { turn repeat 1..3 { acting each side actions doing } }
scenario toy "Toy" for toy @1 { A { X: Man x14 } }
