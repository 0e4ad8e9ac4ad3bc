// expect: `man` of `march` would be `none`
// at: rules/toy/game.ori:9
game toy "Toy" { sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y } }
kind Man @1
noun man/men = Man
sequence march(man) @1 { rest }
sequence @1 { turn repeat 1..3 { acting each side then march(men.first) } }
scenario toy "Toy" for toy @1 { }
