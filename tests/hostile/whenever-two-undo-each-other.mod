// expect: these `whenever` rules undo each other endlessly
// at: rules/toy/game.ori:10
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
game var m: int = 0 @1
whenever game.n == 1 @1 do { game.n = 0; game.m = 1; }
whenever game.m == 1 @1 do { game.m = 0; game.n = 1; }
sequence @1 { turn repeat 1..3 { acting each side do {
  game.n = 1;
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
