// wanted: expected a number for `coins`, found a text
// at: game.ori:11
game toy "Toy" { sides Red, Blue }
rulebook { 1 "All" "All." }
board land @1 { spaces { A, B }  links road { A -- B } }
kind Man @1
noun man = piece
game var coins: int = 0 @1
fn pay(n: int) @1 { switch n { 1 => 1, _ => "two" } }
sequence @1 { turn repeat 1..2 { acting do {
  game.coins = pay(2);
} } }
scenario toy "Toy" for toy @1 { Red { A: Man } }
