// expect: words and functions call each other too deeply or endlessly
// at: rules/toy/game.ori:9
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
fn ping(k: int) @1 { pong(k) + 1 }
fn pong(k: int) @1 { ping(k) + 1 }
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = ping(1);
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
