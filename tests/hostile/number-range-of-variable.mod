// expect: `k` may be from 1 to 4, but would become 900
// at: rules/toy/game.ori:10
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
game var k: 1..4 = 1 @1
sequence @1 { turn repeat 1..3 { acting each side do {
  let n = 900; game.k = n;
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
