//! Tests of the three kinds of ground.

use super::{compiled, text};
use crate::model::board::Board;
use crate::model::game::Game;
use crate::model::value::Value;

fn board(body: &str) -> Game {
    compiled(&text(&format!("game small \"Small\" {{ sides first, second }}\n{body}")), None)
}

fn at(board: &Board, title: &str) -> u16 {
    board.spaces.iter().position(|space| space.title == title).unwrap_or_else(|| panic!("no space {title}")) as u16
}

fn titles(board: &Board, spaces: impl IntoIterator<Item = u16>) -> Vec<&str> {
    spaces.into_iter().map(|space| board.spaces[space as usize].title.as_str()).collect()
}

#[test]
fn hexes_have_neighbours_links_and_layers() {
    let game = board(
        "space has { elevation: int = 0 }
         terrain Marsh
         terrain Clear
         board carse {
           hexes flat 4 x 3, even columns low, numbered CCRR
           layer terrain . Clear, M Marsh {
             ..M.
             ....
             M...
           }
           layer elevation {
             0000
             0120
             0000
           }
           links burn { 0201 SE }
           links road { 0101 -- 0201 -- 0301 }
           region west { 0101..0203 }
           box Lost
         }",
    );
    let board = &game.board;
    assert_eq!(board.spaces.len(), 13);
    let near = |title| titles(board, board.neighbours[at(board, title) as usize].iter());
    assert_eq!(near("0202"), ["0201", "0102", "0302", "0103", "0203", "0303"]);
    assert_eq!(near("0101"), ["0201", "0102"]);
    let distance = |a, b| board.distance(at(board, a), at(board, b));
    assert_eq!(distance("0101", "0403"), Some(4));
    assert_eq!(distance("0101", "Lost"), None);
    let names: Vec<&str> = board.directions.iter().map(|direction| direction.name.as_str()).collect();
    assert_eq!(names, ["N", "NE", "SE", "S", "SW", "NW", "NNE", "E", "SSE", "SSW", "W", "NNW"]);
    assert_eq!(titles(board, board.toward[2][at(board, "0201") as usize]), ["0302"]);
    let steps =
        |link: usize, title| titles(board, board.links[link].steps[0][at(board, title) as usize].iter().copied());
    assert_eq!((steps(0, "0201"), steps(0, "0302")), (vec!["0302"], vec!["0201"]));
    assert_eq!(steps(1, "0201"), ["0101", "0301"]);
    assert_eq!(board.regions[0].spaces.count(), 6);
    assert_eq!(game.space_facts[at(board, "0302") as usize][0], Value::Int(2));
    let marshes = board.terrain.iter().filter(|(var, _)| game.vars[var.at()].name == "Marsh");
    assert_eq!(titles(board, marshes.map(|(_, space)| *space)), ["0301", "0103"]);
}

#[test]
fn links_join_the_spaces_of_a_network() {
    let game = board(
        "names county { Leon, Dol }
         space has { county: county?   fort: int = 0   port: flag }
         board brittany {
           spaces in Leon { Brest fort 2 port, Lesneven fort 1, Landerne }
           spaces in Dol { Fougères, \"Le Gâvre\" }
           box pool
           links road { Brest -- Landerne -- Lesneven;  Landerne -> Fougères, \"Le Gâvre\" }
         }",
    );
    let board = &game.board;
    let names: Vec<&str> = board.spaces.iter().map(|space| space.name.as_str()).collect();
    assert_eq!(names, ["Brest", "Lesneven", "Landerne", "Fougeres", "Le_Gavre", "pool"]);
    let step = |from: usize| titles(board, board.links[0].steps[1][from].iter().copied());
    assert_eq!(step(2), ["Brest", "Lesneven", "Fougères", "Le Gâvre"]);
    assert_eq!(step(3), Vec::<&str>::new());
    assert_eq!(board.distance(1, 4), Some(2));
    assert_eq!(game.space_facts[0][1], Value::Int(2));
    assert_eq!(game.space_facts[0][2], Value::Flag(true));
}

#[test]
fn a_turned_grid_is_read_from_both_edges() {
    let game = board(
        "board field {
           grid area 2 x 3 turned for second { columns battle: left, right   rows row: rear, middle, far }
           boxes reserve per side
           links homeward { behind;  area rear -> reserve }
         }",
    );
    let board = &game.board;
    assert_eq!(board.spaces[0].titles, ["left rear", "right far"]);
    let home =
        |side: usize, title| titles(board, board.links[0].steps[side][at(board, title) as usize].iter().copied());
    assert_eq!(home(0, "left rear"), ["reserve"]);
    assert_eq!(home(0, "left middle"), ["left rear"]);
    assert_eq!(home(1, "left middle"), ["left far"]);
    assert_eq!(home(1, "left far"), ["second reserve"]);
}

#[test]
fn every_step_changes_apply_to_steps_with_a_destination() {
    let game = board(
        "board carse { hexes flat 3 x 3, even columns low, numbered CCRR }
         kind Rider
         noun rider = Rider
         piece flag far during riding
         piece flag wide during riding
         facing corner of Rider { front 11 1  rear 7 5 }
         walk trot(rider) {
           varies facing, far, wide
           every step sets far = true, wide = rider.wide || to == hex(\"0101\")
           step ahead  to rider.front
           step aside  to rider.space.neighbours  sets far = false
           step turn   each n in [-1, 1]          sets facing = rider.facing.turned(n)
         }
         sequence { riding  each side }",
    );
    let sets = |step: usize| game.walks[0].steps[step].sets.iter().map(|change| change.of).collect::<Vec<_>>();
    assert_eq!((sets(0), sets(1), sets(2)), (vec![1, 2], vec![1, 2], vec![0]));
}
