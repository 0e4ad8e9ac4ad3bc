// What holds in every settled position of Edward at Bannockburn. Too dear for every series of games: a test plays with it.

/// A combat unit on the map faces a side of its hex.
invariant turned @5.2 = !unit.on_map || !unit.combat || unit.facing != none
