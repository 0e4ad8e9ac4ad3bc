//! The variables of edges and links in a position: `blown: road Brest -- Dol`, `frozen: river`.

use std::collections::BTreeMap;

use crate::model::id::*;

use super::position::Writer;

impl Writer<'_> {
    /// A line for each value that edges or links have, apart from the defaults.
    pub(super) fn edges(&self, lines: &mut Vec<String>) -> Result<(), String> {
        let game = self.world.game;
        let of_links = |subject| matches!(subject, Domain::Edge | Domain::Link);
        for (at, var) in game.vars.iter().enumerate().filter(|(_, var)| of_links(var.subject)) {
            let mut alike: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for index in 0..game.count(var.subject) as u16 {
                let thing = Ref::new(var.subject, index);
                if let Some(value) = self.changed(VarId(at as u16), thing)? {
                    let name = if var.subject == Domain::Edge { self.edge(index) } else { self.world.name(thing) };
                    alike.entry(value).or_default().push(name);
                }
            }
            for (value, named) in alike {
                lines.push(format!("{} {value}: {}", var.name, named.join(", ")));
            }
        }
        Ok(())
    }

    /// An edge as positions name it.
    pub(super) fn edge(&self, edge: u16) -> String {
        let board = &self.world.game.board;
        let edge = &board.edges[usize::from(edge)];
        let [a, b] = edge.ends.map(|end| self.place(end, 0));
        format!("{} {a} -- {b}", board.links[edge.link.at()].name)
    }
}
