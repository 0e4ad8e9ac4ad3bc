"""The odds of the shipped combat tables, by icepool (2.1.3): `python3 tables.py > icepool.txt`."""

from fractions import Fraction
import icepool
from icepool import d, Pool


def told(name, die):
    """A line for each result: its name, the result, its share."""
    for result, weight in sorted(die.items()):
        print(f"{name} | {result} | {Fraction(weight, die.denominator())}")


def hits(dice, most):
    """Dice that show `most` or less."""
    return dice @ (d(6) <= most).map({True: 1, False: 0})


# Chivalry 5.1.1: hits in melee, by dice and ability.
for dice in range(1, 9):
    for ability in range(1, 6):
        told(f"hits {dice} {ability}", hits(dice, ability))

# Chivalry 4.0: the highest of a check's dice.
for dice in range(1, 6):
    told(f"highest {dice}", Pool([d(6)] * dice).highest(1).sum())

# Bannockburn 15.2, 15.3: a strike with this number needed at a unit of morale rating B, by what is added to its morale
# roll. The column of the table, from -1 to 7:
MORALE_B = {-1: 3, 0: 2, 1: 2, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0, 7: 0}
for needed in range(2, 13):
    for added in (-2, 0):
        levels = d(6).map(lambda face: MORALE_B[max(-1, min(7, face + added))])
        struck = (2 @ d(6) <= needed).map({True: levels, False: 0})
        told(f"strike {needed} {added}", struck)

# Chivalry 5.1.1, 5.2.2: five dice of ability 2 at cohesion 3 and 2, split 3 and 2: who routs.
told("split", icepool.tupleize(hits(3, 2) >= 3, hits(2, 2) >= 2).map(lambda a, b: f"{int(a)}{int(b)}"))

# Chivalry 5.2.2: five dice of ability 2 at cohesion 1; if it routs, three dice at a unit of cohesion 5 beside it.
told("breakthrough", (hits(5, 2) >= 1).map({True: hits(3, 2), False: -1}))
