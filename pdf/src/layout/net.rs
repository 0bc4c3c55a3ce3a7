//! Nets: solids unfolded onto paper, with tabs for glue. Lengths are in units of the solid.

/// Point on paper. y points upwards.
pub(super) type Point = [f32; 2];
type Point3 = [f32; 3];

/// Depth of a tab as a fraction of the shortest edge, and the slant of its sides as a fraction of
/// its depth.
const TAB_DEPTH: f32 = 0.3;
const TAB_LEAN: f32 = 0.9;

/// Convex solid around the origin, with the tree of faces that stay connected when it is unfolded.
pub(super) struct Solid {
    vertices: Vec<Point3>,
    /// Corners of each face, counter-clockwise as seen from outside.
    faces: Vec<Vec<usize>>,
    /// Each face with the face it is attached to, `None` for the first. A face comes after the one
    /// it is attached to.
    order: Vec<(usize, Option<usize>)>,
}

impl Solid {
    /// Creates the ten-sided die: a pentagonal trapezohedron whose faces have right angles at their
    /// sides.
    ///
    /// Faces 0 to 4 surround one pole in order, faces 5 to 9 the other. The first corner of a face
    /// is its pole. Face `5 + (n + 2) % 5` is opposite face `n`.
    pub(super) fn trapezohedron() -> Self {
        let step = std::f32::consts::PI / 5.0;
        // The faces are flat if the points of the ring are this fraction of the poles' height away
        // from the equator.
        let part = (1.0 - step.cos()) / (1.0 + step.cos());
        // They have right angles at their sides if the poles have this height.
        let pole_height = ((1.0 - step.cos()) / (2.0 * part * (1.0 - part))).sqrt();
        let mut vertices = vec![[0.0, 0.0, pole_height], [0.0, 0.0, -pole_height]];
        for n in 0..10 {
            let angle = step * n as f32;
            let height = if n % 2 == 0 { part * pole_height } else { -part * pole_height };
            vertices.push([angle.cos(), angle.sin(), height]);
        }
        let mut faces = Vec::new();
        for pole in 0..2 {
            for n in 0..5 {
                let first = 2 * n + pole;
                // The ring follows the two poles.
                let [a, b, c] = [first, first + 1, first + 2].map(|n| 2 + n % 10);
                faces.push(vec![pole, a, b, c]);
            }
        }
        let hanging =
            [None, Some(2), Some(1), Some(2), Some(3), Some(2), Some(7), Some(6), Some(7), Some(8)];
        Self::new(
            vertices,
            faces,
            [2, 1, 0, 3, 4, 7, 6, 5, 8, 9].into_iter().zip(hanging).collect(),
        )
    }

    /// Creates a cube with edge 1. Face 1 is at the top of a cross whose arms are 0, 2 and 4; 3 and
    /// 5 follow below.
    pub(super) fn cube() -> Self {
        let corners = (0..8)
            .map(|n| [0, 1, 2].map(|axis| if n >> axis & 1 == 0 { -0.5 } else { 0.5 }))
            .collect();
        let faces =
            [[0, 2, 6, 4], [0, 1, 5, 4], [0, 1, 3, 2], [2, 3, 7, 6], [1, 3, 7, 5], [4, 5, 7, 6]];
        let order =
            vec![(2, None), (0, Some(2)), (4, Some(2)), (1, Some(2)), (3, Some(2)), (5, Some(3))];
        Self::new(corners, faces.map(Vec::from).into(), order)
    }

    fn new(
        vertices: Vec<Point3>,
        faces: Vec<Vec<usize>>,
        order: Vec<(usize, Option<usize>)>,
    ) -> Self {
        let mut solid = Self { vertices, faces, order };
        for face in 0..solid.faces.len() {
            if dot(solid.normal(face), solid.vertices[solid.faces[face][0]]) < 0.0 {
                solid.faces[face][1..].reverse();
            }
        }
        solid
    }

    fn edge(&self, from: usize, to: usize) -> Point3 {
        minus(self.vertices[to], self.vertices[from])
    }

    fn normal(&self, face: usize) -> Point3 {
        let corners = &self.faces[face];
        cross(self.edge(corners[0], corners[1]), self.edge(corners[1], corners[2]))
    }

    /// Returns a face laid flat, with its first edge along the x axis.
    fn flat(&self, face: usize) -> Vec<Point> {
        let corners = &self.faces[face];
        let x = unit(self.edge(corners[0], corners[1]));
        let y = unit(cross(self.normal(face), x));
        corners
            .iter()
            .map(|&corner| self.edge(corners[0], corner))
            .map(|edge| [dot(edge, x), dot(edge, y)])
            .collect()
    }

    /// Returns the edges of a face, as pairs of corners.
    fn edges(&self, face: usize) -> impl Iterator<Item = (usize, usize)> {
        let corners = &self.faces[face];
        (0..corners.len()).map(|n| (corners[n], corners[(n + 1) % corners.len()]))
    }

    /// Returns the index of a vertex among the corners of a face that it belongs to.
    fn corner(&self, face: usize, vertex: usize) -> usize {
        let mut corners = self.faces[face].iter();
        corners.position(|&corner| corner == vertex).expect("the edge is of this face")
    }

    pub(super) fn unfold(&self) -> Net {
        let mut faces: Vec<Vec<Point>> = self.faces.iter().map(|_| Vec::new()).collect();
        let mut folds = Vec::new();
        let mut folded = Vec::new();
        for &(face, parent) in &self.order {
            let flat = self.flat(face);
            faces[face] = match parent {
                None => flat,
                Some(parent) => {
                    // The two faces of an edge run along it in opposite directions.
                    let (from, to) = self
                        .edges(face)
                        .find(|&(from, to)| self.edges(parent).any(|edge| edge == (to, from)))
                        .expect("a face hangs on a neighbour");
                    let edge = [from, to].map(|vertex| flat[self.corner(face, vertex)]);
                    let goal = [from, to].map(|vertex| faces[parent][self.corner(parent, vertex)]);
                    folds.push(goal);
                    folded.extend([(from, to), (to, from)]);
                    moved(&flat, edge, goal)
                }
            };
        }
        let mut net = Net { faces, folds, cuts: Vec::new(), tabs: Vec::new() };
        let mut glued: Vec<(usize, usize)> = Vec::new();
        for face in 0..self.faces.len() {
            for (n, (from, to)) in self.edges(face).enumerate() {
                if folded.contains(&(from, to)) {
                    continue;
                }
                let corners = &net.faces[face];
                let edge = [corners[n], corners[(n + 1) % corners.len()]];
                // One of two edges that meet gets the tab: the first that has room for it.
                let tab = net.tab(edge).filter(|_| !glued.contains(&(to, from)));
                match tab {
                    Some(tab) => {
                        glued.push((from, to));
                        net.folds.push(edge);
                        net.tabs.push(tab);
                    }
                    None => net.cuts.push(edge),
                }
            }
        }
        net
    }
}

/// Unfolded solid.
#[derive(Clone)]
pub(super) struct Net {
    pub(super) faces: Vec<Vec<Point>>,
    pub(super) folds: Vec<[Point; 2]>,
    /// Lines to cut, without the tabs.
    pub(super) cuts: Vec<[Point; 2]>,
    /// Corners of each tab, from one end of its edge to the other.
    pub(super) tabs: Vec<[Point; 4]>,
}

impl Net {
    /// Returns the tab on an edge; `None` if it would overlap something.
    fn tab(&self, [from, to]: [Point; 2]) -> Option<[Point; 4]> {
        let shortest =
            self.faces.iter().flat_map(|face| sides(face)).map(length).fold(f32::MAX, f32::min);
        let depth = shortest * TAB_DEPTH;
        let along = [to[0] - from[0], to[1] - from[1]].map(|part| part / length([from, to]));
        // The outside of a face is to the right of its edges.
        let out = [along[1], -along[0]];
        let [left, right] = [(from, TAB_LEAN), (to, -TAB_LEAN)]
            .map(|(end, lean)| [0, 1].map(|n| end[n] + out[n] * depth + along[n] * lean * depth));
        let tab = [from, left, right, to];
        let free =
            self.faces.iter().map(Vec::as_slice).chain(self.tabs.iter().map(<[_; 4]>::as_slice));
        free.into_iter().all(|other| !overlap(&tab, other)).then_some(tab)
    }

    /// Returns the net rotated about the origin.
    #[must_use]
    pub(super) fn turned(&self, angle: f32) -> Self {
        self.map(|[x, y]| [x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos()])
    }

    /// Returns the net with every point mapped.
    #[must_use]
    pub(super) fn map(&self, to: impl Fn(Point) -> Point) -> Self {
        Self {
            faces: self
                .faces
                .iter()
                .map(|face| face.iter().map(|&point| to(point)).collect())
                .collect(),
            folds: self.folds.iter().map(|edge| edge.map(&to)).collect(),
            cuts: self.cuts.iter().map(|edge| edge.map(&to)).collect(),
            tabs: self.tabs.iter().map(|tab| tab.map(&to)).collect(),
        }
    }

    /// Returns the lowest and the highest coordinates.
    pub(super) fn extent(&self) -> (Point, Point) {
        let mut low = [f32::MAX; 2];
        let mut high = [f32::MIN; 2];
        for point in self.faces.iter().flatten().chain(self.tabs.iter().flatten()) {
            for n in 0..2 {
                low[n] = low[n].min(point[n]);
                high[n] = high[n].max(point[n]);
            }
        }
        (low, high)
    }
}

/// Returns the centre and radius of the circle inscribed in a face. Every face here has one.
pub(super) fn middle(face: &[Point]) -> (Point, f32) {
    // A kite and a square are symmetric about the line from corner 0 to corner 2. The centre lies
    // on the bisector of the angle at corner 1, which divides that line in the ratio of the two
    // sides.
    let [a, b, c] = [face[0], face[1], face[2]];
    let first = length([a, b]);
    let second = length([b, c]);
    let along = first / (first + second);
    let centre = [0, 1].map(|n| a[n] + (c[n] - a[n]) * along);
    let side = [b[0] - a[0], b[1] - a[1]];
    let to_centre = [centre[0] - a[0], centre[1] - a[1]];
    (centre, (side[0] * to_centre[1] - side[1] * to_centre[0]).abs() / first)
}

/// Returns a line as its start and end: x, y, x, y.
pub(super) fn segment([from, to]: [Point; 2]) -> [f32; 4] {
    [from[0], from[1], to[0], to[1]]
}

/// Returns the lines from each point to the next.
pub(super) fn path(points: &[Point]) -> Vec<[f32; 4]> {
    points.windows(2).map(|ends| segment([ends[0], ends[1]])).collect()
}

fn sides(polygon: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    (0..polygon.len()).map(|n| [polygon[n], polygon[(n + 1) % polygon.len()]])
}

pub(super) fn length([from, to]: [Point; 2]) -> f32 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

/// Returns true if two convex polygons share more than an edge: no line along a side of either
/// separates them.
fn overlap(one: &[Point], other: &[Point]) -> bool {
    !sides(one).chain(sides(other)).any(|side| separates(side, one, other))
}

/// Returns true if a line along a side separates two polygons. They may touch it.
fn separates([from, to]: [Point; 2], one: &[Point], other: &[Point]) -> bool {
    const TOUCH: f32 = 1e-3;
    let across = [to[1] - from[1], from[0] - to[0]].map(|part| part / length([from, to]));
    let one = span(one, across);
    let other = span(other, across);
    one.1 <= other.0 + TOUCH || other.1 <= one.0 + TOUCH
}

/// Returns the range of a polygon along a direction.
fn span(polygon: &[Point], direction: Point) -> (f32, f32) {
    let positions = polygon.iter().map(|point| point[0] * direction[0] + point[1] * direction[1]);
    positions.fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)))
}

/// Moves and rotates points, without mirroring, so that the pair `from` comes to lie on `to`.
fn moved(points: &[Point], from: [Point; 2], to: [Point; 2]) -> Vec<Point> {
    let (sin, cos) = (direction(to) - direction(from)).sin_cos();
    let mut moved = Vec::new();
    for point in points {
        let [x, y] = [point[0] - from[0][0], point[1] - from[0][1]];
        moved.push([to[0][0] + x * cos - y * sin, to[0][1] + x * sin + y * cos]);
    }
    moved
}

/// Returns the angle of a line to the x axis.
fn direction([from, to]: [Point; 2]) -> f32 {
    (to[1] - from[1]).atan2(to[0] - from[0])
}

fn dot(a: Point3, b: Point3) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn minus(a: Point3, b: Point3) -> Point3 {
    [0, 1, 2].map(|n| a[n] - b[n])
}

fn cross(a: Point3, b: Point3) -> Point3 {
    [0, 1, 2].map(|n| a[(n + 1) % 3] * b[(n + 2) % 3] - a[(n + 2) % 3] * b[(n + 1) % 3])
}

fn unit(a: Point3) -> Point3 {
    let length = dot(a, a).sqrt();
    a.map(|part| part / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solids() -> [(&'static str, Solid); 2] {
        [("a trapezohedron", Solid::trapezohedron()), ("a cube", Solid::cube())]
    }

    #[test]
    fn faces_are_flat_and_the_solid_is_closed() {
        for (name, solid) in solids() {
            for face in 0..solid.faces.len() {
                let normal = unit(solid.normal(face));
                let first = solid.vertices[solid.faces[face][0]];
                for &corner in &solid.faces[face] {
                    assert!(
                        dot(normal, minus(solid.vertices[corner], first)).abs() < 1e-5,
                        "{name}, face {face}"
                    );
                }
                for (from, to) in solid.edges(face) {
                    let neighbours = (0..solid.faces.len())
                        .filter(|&other| solid.edges(other).any(|edge| edge == (to, from)))
                        .count();
                    assert_eq!(neighbours, 1, "{name}, face {face}: each edge meets one other");
                }
            }
        }
    }

    /// On paper, an edge of one face is as long as the edge of the other face that it is folded or
    /// glued to.
    #[test]
    fn edges_that_meet_have_equal_length() {
        for (name, solid) in solids() {
            let net = solid.unfold();
            let mut lengths = std::collections::HashMap::new();
            for face in 0..solid.faces.len() {
                for ((from, to), side) in solid.edges(face).zip(sides(&net.faces[face])) {
                    let met = lengths.entry((from.min(to), from.max(to))).or_insert_with(Vec::new);
                    met.push(length(side));
                }
            }
            for (edge, met) in lengths {
                assert_eq!(met.len(), 2, "{name}, edge {edge:?}");
                assert!((met[0] - met[1]).abs() < 1e-5, "{name}, edge {edge:?}: {met:?}");
            }
        }
    }

    #[test]
    fn every_pair_of_edges_that_are_cut_apart_has_one_tab() {
        for (name, solid) in solids() {
            let net = solid.unfold();
            let edges = solid.faces.iter().map(Vec::len).sum::<usize>() / 2;
            let glued = edges - (solid.faces.len() - 1);
            assert_eq!((net.tabs.len(), net.cuts.len()), (glued, glued), "{name}");
        }
    }

    #[test]
    fn the_parts_of_a_net_do_not_overlap() {
        for (name, solid) in solids() {
            let net = solid.unfold();
            let all: Vec<Vec<Point>> =
                net.faces.iter().cloned().chain(net.tabs.iter().map(|tab| tab.to_vec())).collect();
            for (n, one) in all.iter().enumerate() {
                for (m, other) in all[..n].iter().enumerate() {
                    assert!(!overlap(one, other), "{name}: {n} lies over {m}");
                }
            }
        }
    }

    #[test]
    fn the_faces_of_the_die_are_kites_with_right_angles_at_their_sides() {
        let net = Solid::trapezohedron().unfold();
        for face in &net.faces {
            let [a, b, c, d] = [face[0], face[1], face[2], face[3]];
            assert!(
                (length([a, b]) - length([a, d])).abs() < 1e-5
                    && (length([c, b]) - length([c, d])).abs() < 1e-5
            );
            let right = (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]);
            assert!(right.abs() < 1e-5);
            let (centre, radius) = middle(face);
            for side in sides(face) {
                let [along, to] = [
                    [side[1][0] - side[0][0], side[1][1] - side[0][1]],
                    [centre[0] - side[0][0], centre[1] - side[0][1]],
                ];
                let off = (along[0] * to[1] - along[1] * to[0]).abs() / length(side);
                assert!((off - radius).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn opposite_faces_of_the_die_are_parallel() {
        let solid = Solid::trapezohedron();
        for face in 0..5 {
            let one = unit(solid.normal(face));
            let other = unit(solid.normal(5 + (face + 2) % 5));
            assert!(dot(one, other) < -0.999, "face {face}");
        }
    }
}
