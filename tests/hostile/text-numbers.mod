// expect: this text is too long: at most 4096 bytes
// at: rules/toy/game.ori:9
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
sequence @1 { turn repeat 1..3 { acting each side do {
  let s = ""; let k = 0; while true { k += 1; s = `${s}${k}`; }
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
