//! Where the name of a region can be read on a map of towns.

use super::chart::{Point, REACH};

/// A rectangle of the picture that a sign, counter or name takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Room {
    /// The rectangle of a line of text around its middle.
    pub(super) fn of_text(text: &str, size: f64, (x, y): Point) -> Room {
        let half = text.chars().count() as f64 * size * 0.3;
        Room { left: x - half, top: y - size / 2.0, right: x + half, bottom: y + size / 2.0 }
    }

    pub(super) fn meets(&self, other: &Room) -> bool {
        self.shared(other) > 0.0
    }

    /// The area of the overlap.
    pub(super) fn shared(&self, other: &Room) -> f64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }

    /// The distance to another rectangle; 0 if they meet.
    fn gap(&self, other: &Room) -> f64 {
        let across = (other.left - self.right).max(self.left - other.right).max(0.0);
        let down = (other.top - self.bottom).max(self.top - other.bottom).max(0.0);
        across.hypot(down)
    }

    /// True if a straight line passes through it.
    fn is_crossed(&self, (from, to): (Point, Point)) -> bool {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut enters, mut leaves) = (0.0f64, 1.0f64);
        for (at, step, low, high) in [(from.0, dx, self.left, self.right), (from.1, dy, self.top, self.bottom)] {
            if step == 0.0 {
                if at < low || at > high {
                    return false;
                }
                continue;
            }
            let (a, b) = ((low - at) / step, (high - at) / step);
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b));
        }
        enters < leaves
    }
}

/// The towns of a region and all others, in a picture with these edges: left, top, right, bottom.
pub(super) struct Ground {
    pub(super) own: Vec<Point>,
    pub(super) others: Vec<Point>,
    pub(super) bounds: (f64, f64, f64, f64),
}

impl Ground {
    /// True if a point is on the ground of the region: a town of it is near, and no other is nearer.
    fn has(&self, point: Point) -> bool {
        // Squares of distances: a picture asks for many thousands.
        let far = |town: &Point| (town.0 - point.0).powi(2) + (town.1 - point.1).powi(2);
        let nearest = |towns: &[Point]| towns.iter().map(far).fold(f64::INFINITY, f64::min);
        let own = nearest(&self.own);
        own <= REACH * REACH && own <= nearest(&self.others)
    }
}

/// The number of places tried across and down.
const TRIED: u32 = 48;
/// The distance to the nearest sign or name that is enough.
const CLEAR: f64 = 10.0;

/// The best place for the middle of a region's name: on its own ground, clear of what is `taken` and of links, near the
/// middle of its towns. None if the region has no town.
pub(super) fn place_of_name(
    ground: &Ground,
    name: &str,
    size: f64,
    taken: &[Room],
    links: &[(Point, Point)],
) -> Option<Point> {
    let count = ground.own.len() as f64;
    let sum = |of: fn(&Point) -> f64| ground.own.iter().map(of).sum::<f64>();
    let middle = (sum(|town| town.0) / count, sum(|town| town.1) / count);
    let least = |of: fn(&Point) -> f64| ground.own.iter().map(of).reduce(f64::min);
    let most = |of: fn(&Point) -> f64| ground.own.iter().map(of).reduce(f64::max);
    let (left, right) = (least(|town| town.0)? - REACH, most(|town| town.0)? + REACH);
    let (top, bottom) = (least(|town| town.1)? - REACH, most(|town| town.1)? + REACH);
    let along = |low: f64, high: f64, at: u32| low + (high - low) * f64::from(at) / f64::from(TRIED - 1);
    let mut best: Option<(f64, Point)> = None;
    for (column, row) in (0..TRIED).flat_map(|row| (0..TRIED).map(move |column| (column, row))) {
        let place = (along(left, right, column), along(top, bottom, row));
        let room = Room::of_text(name, size, place);
        let inside = ground.bounds.0 <= room.left
            && ground.bounds.1 <= room.top
            && room.right <= ground.bounds.2
            && room.bottom <= ground.bounds.3;
        if !inside || !ground.has(place) {
            continue;
        }
        // What hides a name counts most, then letters beyond the ground, then links that pass below it.
        let hidden: f64 = taken.iter().map(|other| room.shared(other)).sum();
        let quarters = (0..=8).map(|at| (room.left + (room.right - room.left) * f64::from(at) / 8.0, place.1));
        let beyond = quarters.filter(|point| !ground.has(*point)).count() as f64;
        let crossed = links.iter().filter(|link| room.is_crossed(**link)).count() as f64;
        let near = taken.iter().map(|other| room.gap(other)).fold(CLEAR, f64::min);
        let off = (place.0 - middle.0).hypot(place.1 - middle.1);
        let cost = hidden * 10.0 + beyond * 100.0 + crossed * 50.0 + (CLEAR - near) * 4.0 + off * 0.4;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, place));
        }
    }
    best.map(|(_, place)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground() -> Ground {
        Ground {
            own: vec![(100.0, 100.0), (220.0, 100.0)],
            others: vec![(420.0, 100.0)],
            bounds: (0.0, 0.0, 500.0, 200.0),
        }
    }

    #[test]
    fn a_name_is_clear_of_towns_and_counters() {
        let taken = [
            Room { left: 60.0, top: 60.0, right: 260.0, bottom: 125.0 },
            Room { left: 120.0, top: 125.0, right: 200.0, bottom: 150.0 },
        ];
        let place = place_of_name(&ground(), "Region", 15.0, &taken, &[]).expect("the region has towns");
        let room = Room::of_text("Region", 15.0, place);
        assert!(taken.iter().all(|other| !other.meets(&room)), "{place:?}");
    }

    #[test]
    fn a_name_stays_on_its_ground_and_off_links() {
        let links = [((100.0, 100.0), (220.0, 100.0))];
        let place = place_of_name(&ground(), "Region", 15.0, &[], &links).expect("the region has towns");
        let room = Room::of_text("Region", 15.0, place);
        assert!(ground().has((room.left, place.1)) && ground().has((room.right, place.1)), "{place:?}");
        assert!(!room.is_crossed(links[0]), "{place:?}");
    }

    #[test]
    fn a_region_without_towns_has_no_name() {
        let empty = Ground { own: Vec::new(), others: vec![(1.0, 1.0)], bounds: (0.0, 0.0, 9.0, 9.0) };
        assert_eq!(place_of_name(&empty, "Region", 15.0, &[], &[]), None);
    }
}
