// expect: found more than 10,000 ways; limit its `varies`
// at: rules/toy/game.ori:10
game toy "Toy" { rulebook "rulebook.ori"  sides A, B }
rulebook { 1 "All" "Everything." }
board ground @1 { spaces { X, Y }  links path { X -- Y } }
kind Man @1
game var n: int = 0 @1
noun unit = Man
piece var tally: int = 0 @1
walk going(unit) @1 { varies tally  step count to spaces pays 0 - 1 sets tally = unit.tally - 1 }
sequence @1 { turn repeat 1..3 { acting each side do {
  for m in mine { game.n = going(m).spaces.count; }
} } }
scenario toy "Toy" for toy @1 { A { Man: X } }
