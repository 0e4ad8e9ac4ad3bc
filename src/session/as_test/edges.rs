//! The variables of edges in a position: `blown: road Brest -- Dol`.

use std::collections::BTreeMap;

use crate::model::id::*;

use super::position::Writer;

impl Writer<'_> {
    /// A line for each value that edges have, apart from the defaults.
    pub(super) fn edges(&self, lines: &mut Vec<String>) -> Result<(), String> {
        let game = self.world.game;
        for (at, var) in game.vars.iter().enumerate().filter(|(_, var)| var.subject == Domain::Edge) {
            let mut alike: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for edge in 0..game.board.edges.len() as u16 {
                if let Some(value) = self.changed(VarId(at as u16), Ref::new(Domain::Edge, edge))? {
                    alike.entry(value).or_default().push(self.edge(edge));
                }
            }
            for (value, edges) in alike {
                lines.push(format!("{} {value}: {}", var.name, edges.join(", ")));
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
