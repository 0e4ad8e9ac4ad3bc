// wanted: expected a number for `coins`, found a text
// at: game.ori:11
game toy "Toy" { sides Red, Blue }
rulebook { 1 "All" "All." }
board land @1 { spaces { A, B }  links road { A -- B } }
kind Man @1
noun man = piece
game var coins: int = 0 @1
sequence @1 { turn repeat 1..2 { acting do {
  let got = [Red, 3, "one", A];
  game.coins = got[2];
} } }
scenario toy "Toy" for toy @1 { Red { A: Man } }
