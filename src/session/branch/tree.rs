//! `branches`: the branches and marks as a tree.

use crate::diagnostic::words::count;
use crate::draw::{Line, Role};
use crate::session::Session;

use super::{Branch, Branches, decisions_in, shared};

impl Session {
    /// The names of all branches and marks.
    pub fn branch_names(&self) -> impl Iterator<Item = &str> {
        self.branches.list.iter().map(|one| one.name.as_str())
    }

    /// The tree of branches and marks. Empty if there is only one line of play.
    pub fn branches(&self) -> Vec<Line> {
        let branches = self.branches_now();
        let mut lines = Vec::new();
        // A parent comes before its children, so each is inserted after the family of its parent.
        let mut order: Vec<(usize, usize)> = Vec::new();
        for (at, branch) in branches.list.iter().enumerate() {
            let parent = branch.of.as_deref().and_then(|of| branches.named(of));
            let parent = parent.and_then(|parent| order.iter().position(|(one, _)| *one == parent));
            match parent {
                Some(place) => {
                    let depth = order[place].1;
                    let family = order[place + 1..].iter().take_while(|(_, other)| *other > depth).count();
                    order.insert(place + 1 + family, (at, depth + 1));
                }
                None => order.push((at, 0)),
            }
        }
        for (at, depth) in order {
            lines.push(row(&branches, at, depth));
        }
        lines
    }
}

fn row(branches: &Branches, at: usize, depth: usize) -> Line {
    let branch = &branches.list[at];
    let is_here = at == branches.on;
    let star = if is_here { "* " } else { "  " };
    let mut line = Line::of(Role::Key, format!("{star}{}{}", "  ".repeat(depth), branch.name));
    let place = |length: usize| format!("decision {}", decisions_in(&branch.line[..length.min(branch.line.len())]) + 1);
    if branch.is_mark {
        line.push(Role::Plain, format!("  mark before {}", place(branch.line.len())));
        return line;
    }
    let parent = branch.of.as_deref().and_then(|of| branches.named(of)).map(|parent| &branches.list[parent]);
    let from = parent.map(|parent: &Branch| shared(&parent.line, &branch.line));
    let own = decisions_in(&branch.line) - from.map_or(0, |from| decisions_in(&branch.line[..from]));
    let begins = from.map_or_else(String::new, |from| format!("  from {}", place(from)));
    line.push(Role::Plain, format!("{begins}  {}", count(own, "decision")));
    if is_here {
        line.push(Role::Good, format!("  you are here, before {}", place(branch.at)));
    } else if branch.at < branch.line.len() {
        line.push(Role::Dim, format!("  left before {}", place(branch.at)));
    }
    line
}
