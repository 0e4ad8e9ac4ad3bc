//! The kernel is not limited to grids: a toy map of hexes and a toy network load and evaluate.

use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::model::id::LinkId;
use oriflamme::model::set::BitSet;
use oriflamme::play::{Beginning, Play};
use oriflamme::script::make;

use crate::harness;

#[track_caller]
fn play(board: &str) -> Play {
    let text = format!(
        "game toy \"Toy\" {{ rulebook \"rulebook.ori\"  sides A, B }}\n\
         rulebook {{ 1 \"All\" \"Everything.\" }}\n\
         space has {{ fort: int = 0  port: flag }}\n\
         kind Man @1\n\
         terrain Clear \"Clear\" @1\n\
         terrain Marsh \"Marsh\" @1 {{ glyph \"~\" }}\n\
         {board}\n\
         action step_on @1 {{ piece mine  to piece.space.neighbours  once per piece  do {{ place(piece, to); }} }}\n\
         sequence @1 {{ turn repeat 1..3 {{ acting each side actions step_on }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ }}\n"
    );
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text }]);
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    let Some(game) = compiled.game else { panic!("{:#?}", compiled.diagnostics) };
    let beginning = Beginning::of_game(&game);
    Play::new(&game, &beginning, 1, false, make).expect("the game begins")
}

fn space(play: &Play, name: &str) -> u16 {
    let at = play.game().board.spaces.iter().position(|space| space.name == name || space.title == name);
    at.unwrap_or_else(|| panic!("no space {name}")) as u16
}

#[test]
fn a_map_of_hexes_knows_neighbours_distances_and_links() {
    let play = play(
        "board carse @1 {\n\
           hexes flat 4 x 3, even columns low, numbered CCRR\n\
           layer terrain . Clear, M Marsh {\n\
             ..M.\n\
             .MM.\n\
             ....\n\
           }\n\
           links road { 0101 -- 0201 -- 0301 }\n\
           region west { 0101..0103 }\n\
           links burn { 0201 SE }\n\
           links brook { west SE }\n\
         }",
    );
    play.look(|run| {
        let world = run.world();
        let hex = |name: &str| space(&play, name);
        // 0202 is an interior hex with six neighbours; a corner has two or three.
        assert_eq!(world.game.board.neighbours[hex("0202") as usize].count(), 6);
        assert!((2..=3).contains(&world.game.board.neighbours[hex("0101") as usize].count()));
        assert_eq!(world.distance(hex("0101"), hex("0401")), Some(3));
        assert_eq!(world.distance(hex("0101"), hex("0103")), Some(2));
        let road = world.game.board.links.iter().position(|link| link.name == "road").expect("a road") as u16;
        assert_eq!(
            world.across(LinkId(road), 0, hex("0201")).expect("a link").to_vec(),
            vec![hex("0101"), hex("0301")]
        );
        // The sides of named hexes are crossed both ways, whether one is named or a region.
        for (link, from, to) in [("burn", "0201", "0302"), ("brook", "0101", "0201")] {
            let link = world.game.board.links.iter().position(|one| one.name == link).expect("a link") as u16;
            for (from, to) in [(from, to), (to, from)] {
                let across = world.across(LinkId(link), 0, hex(from)).expect("a link");
                assert!(across.contains(&hex(to)), "{from} {to}");
            }
        }
    });
}

#[test]
fn a_network_knows_neighbours_distances_and_links() {
    let play = play(
        "board brittany @1 {\n\
           spaces { Brest fort 2 port, Lesneven fort 1, Landerne, Dol, Fougeres, Normandi }\n\
           box pool\n\
           links road { Brest -- Landerne -- Lesneven;  Normandi -- Dol, Fougeres }\n\
         }",
    );
    play.look(|run| {
        let world = run.world();
        let city = |name: &str| space(&play, name);
        let road = world.game.board.links.iter().position(|link| link.name == "road").expect("a road") as u16;
        assert_eq!(world.across(LinkId(road), 0, city("Brest")).expect("a link").to_vec(), vec![city("Landerne")]);
        assert_eq!(
            world.steps_over(&BitSet::single(road), 0, city("Brest"), city("Lesneven")).expect("a link"),
            Some(2)
        );
        assert_eq!(world.steps_over(&BitSet::single(road), 0, city("Brest"), city("Dol")).expect("a link"), None);
        let fort = world.game.facts.iter().position(|fact| fact.name == "fort").expect("a fact");
        let value = world.game.space_facts[city("Brest") as usize][fort].clone();
        assert_eq!(value.int(), Some(2));
    });
}

/// What goes over a link also goes over several, on both engines.
#[test]
fn a_way_may_lead_over_links_of_several_kinds() {
    harness::passes(&harness::toy(
        "game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\n\
         board map @1 { spaces { A, B, C, D }  links highway { A -- B }  links track { B -- C } }\n\
         kind Man @1\nsequence @1 { turn repeat 1..1 { rest each side { } } }\n\
         scenario toy \"Toy\" for toy @1 { }\n\
         test \"two kinds of road\" @1 { given toy\n\
           then  spaces.joins(A, C, either(highway, track)), !spaces.joins(A, C, highway), !spaces.joins(A, D, links)\n\
           then  steps(A, C, links) == 2, steps(A, C, track) == none, B.across(links).count == 2, B.across(track).count == 1\n\
         }\n",
    ));
}

/// A fact that is a set and is not given is the empty set, on both engines.
#[test]
fn a_set_that_is_not_given_is_empty() {
    let text = |default: &str| {
        format!(
            "game toy \"Toy\" {{ sides Red, Blue }}\nrulebook {{ 1 \"All\" \"Everything.\" }}\n\
             names track {{ North, East }}\nkind has {{ paths: {default} }}\nside var moved: int = 0 @1\n\
             board map @1 {{ spaces {{ A }} }}\nkind Man @1\nkind Rider @1 {{ paths North/East }}\n\
             sequence @1 {{ turn repeat 1..1 {{ rest each side {{ }} }} }}\n\
             scenario toy \"Toy\" for toy @1 {{ }}\n\
             test \"none\" @1 {{ given toy {{ Red {{ A: man = Man, rider = Rider }} }}\n\
               do {{ for one in man.paths {{ Red.moved += 1; }}  for one in rider.paths {{ Blue.moved += 1; }} }}\n\
               then man.paths.empty, Red.moved == 0, Blue.moved == 2 }}\n"
        )
        .replace("kind has", "piece has")
    };
    for default in ["tracks?", "tracks = nothing", "tracks = none"] {
        harness::passes(&harness::toy(&text(default)));
    }
    let twice = text("tracks?").replace("North/East", "East/East");
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: twice }]);
    let found: Vec<String> = catalog.check_all().iter().map(|one| one.headline.clone()).collect();
    assert!(found.contains(&"`East` is in this set already".to_owned()), "{found:?}");
}
