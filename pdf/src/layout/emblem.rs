//! The emblems of the suits of a piecepack, as lines that survive a cheap copier.

use std::f32::consts::PI;

use broadside_engine::solo::Suit;

use super::net::{Point, path};

/// Returns the point at an angle and a distance from the origin.
fn polar(angle: f32, radius: f32) -> Point {
    [angle.cos() * radius, angle.sin() * radius]
}

/// Returns points on an arc of a circle between two angles.
fn arc(centre: Point, radius: f32, from: f32, to: f32) -> Vec<Point> {
    const STEPS: u8 = 28;
    let step = (to - from) / f32::from(STEPS);
    let points = (0..=STEPS).map(|n| polar(from + step * f32::from(n), radius));
    points.map(|[x, y]| [centre[0] + x, centre[1] + y]).collect()
}

/// Returns the lines of an emblem around the origin, with radius 1. y points upwards.
fn strokes(suit: Suit) -> Vec<Vec<Point>> {
    match suit {
        Suit::Suns => {
            // The upper ray is a point. It shows which side is up.
            let rays = [0, 1, 3, 4, 5, 6, 7].map(|n: u8| PI / 4.0 * f32::from(n));
            let rays = rays.map(|angle| vec![polar(angle, 0.62), polar(angle, 0.9)]);
            let point = vec![[-0.26, 0.56], [0.0, 1.0], [0.26, 0.56], [-0.26, 0.56]];
            [arc([0.0, 0.0], 0.44, 0.0, 2.0 * PI), point].into_iter().chain(rays).collect()
        }
        Suit::Moons => {
            // Two arcs with common end points.
            let horn = PI * 0.3;
            let mut crescent = arc([0.0, 0.0], 0.92, horn, 2.0 * PI - horn);
            let [x, y] = polar(horn, 0.92);
            let inner = 0.76;
            let centre = x - (inner * inner - y * y).max(0.0).sqrt() + 0.9;
            let dx = x - centre;
            let radius = (x - centre).hypot(y);
            let from = y.atan2(dx);
            crescent.extend(arc([centre, 0.0], radius, 2.0 * PI - from, from));
            vec![crescent]
        }
        Suit::Crowns => vec![
            vec![
                [-0.72, -0.7],
                [-0.95, 0.55],
                [-0.42, -0.1],
                [0.0, 0.8],
                [0.42, -0.1],
                [0.95, 0.55],
                [0.72, -0.7],
                [-0.72, -0.7],
            ],
            vec![[-0.76, -0.42], [0.76, -0.42]],
        ],
        Suit::Arms => {
            let mut shield =
                vec![[0.0, -1.0], [-0.48, -0.62], [-0.72, -0.1], [-0.78, 0.85], [0.78, 0.85]];
            shield.extend([[0.72, -0.1], [0.48, -0.62], [0.0, -1.0]]);
            vec![shield, vec![[0.0, -1.0], [0.0, 0.85]], vec![[-0.75, 0.25], [0.75, 0.25]]]
        }
    }
}

/// Returns the lines of an emblem on a page, rotated counter-clockwise. y points downwards.
pub(super) fn lines(suit: Suit, middle: Point, radius: f32, angle: f32) -> Vec<[f32; 4]> {
    let (sin, cos) = angle.sin_cos();
    let mut lines = Vec::new();
    for mut points in strokes(suit) {
        for point in &mut points {
            let [x, y] = *point;
            *point = [
                middle[0] + (x * cos - y * sin) * radius,
                middle[1] - (x * sin + y * cos) * radius,
            ];
        }
        lines.extend(path(&points));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of an emblem, rounded and sorted.
    fn drawn(suit: Suit, angle: f32) -> Vec<[[i32; 2]; 2]> {
        let mut drawn = Vec::new();
        for [x1, y1, x2, y2] in lines(suit, [0.0, 0.0], 1.0, angle) {
            let mut ends = [[x1, y1], [x2, y2]].map(|end| end.map(|at| (at * 20.0).round() as i32));
            ends.sort_unstable();
            drawn.push(ends);
        }
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }

    #[test]
    fn every_emblem_shows_which_side_is_up() {
        for suit in Suit::ALL {
            assert_eq!(drawn(suit, 0.0), drawn(suit, 2.0 * PI));
            for turns in 1..4u8 {
                assert_ne!(drawn(suit, 0.0), drawn(suit, PI / 2.0 * f32::from(turns)), "{suit:?}");
            }
        }
    }
}
