// expect: fine
// at: fine
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
noun a = Man
noun b = Man
noun c = Man
noun d = Man
noun e = Man
noun f = Man
action doing @1 { a mine
 b mine where b != a
 c mine where c != b
 d mine where d != c
 e mine where e != d
 f mine where f != e
 once
 when f.space != a.space  do { game.n = 1; } }
sequence @1 { turn repeat 1..3 { acting each side actions doing } }
scenario toy "Toy" for toy @1 { A { X: Man x14 } }
