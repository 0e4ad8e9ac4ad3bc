// expect: this text is too long: at most 4096 bytes
// at: rules/toy/game.ori:8
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
fn long(k: int) @1 { let s = "abcdefgh"; for j in 0..40 { s += s; } k }
sequence @1 { turn repeat 1..3 { acting each side do {
  say(`${long(1)}`);
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
