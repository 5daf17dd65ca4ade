/** Similarities x → scale · turn · x + shift. */
import type { Placement } from "../model/skeleton/fit/fit-alignment";
import type { Point } from "../model/skeleton/skeleton";

export function placed({ scale, turn, shift }: Placement, p: ArrayLike<number>): Point {
  return [0, 1, 2].map(
    (r) => scale * (turn[3 * r] * p[0] + turn[3 * r + 1] * p[1] + turn[3 * r + 2] * p[2]) + shift[r],
  ) as Point;
}

/** The placement that applies `first`, and then `then`. */
export function composed(then: Placement, first: Placement): Placement {
  return {
    scale: then.scale * first.scale,
    turn: Array.from({ length: 9 }, (_, at) => {
      const [row, column] = [Math.floor(at / 3), at % 3];
      return [0, 1, 2].reduce((sum, k) => sum + then.turn[3 * row + k] * first.turn[3 * k + column], 0);
    }),
    shift: placed(then, first.shift),
  };
}

const NO_TURN = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Moves everything by a vector. */
export const movedBy = (shift: Point): Placement => ({ scale: 1, turn: NO_TURN, shift });

/** Scales about a fixed point. */
export const scaledAbout = (centre: Point, scale: number): Placement => ({
  scale,
  turn: NO_TURN,
  shift: centre.map((x) => (1 - scale) * x) as Point,
});

/** Turns about a unit axis through a point, by an angle in radians (Rodrigues). */
export function turnedAbout(centre: Point, axis: Point, angle: number): Placement {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y, z] = axis;
  const across = [0, -z, y, z, 0, -x, -y, x, 0];
  const turn = across.map((skew, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return (row === column ? c : 0) + s * skew + (1 - c) * axis[row] * axis[column];
  });
  const about = placed({ scale: 1, turn, shift: [0, 0, 0] }, centre);
  return { scale: 1, turn, shift: centre.map((p, n) => p - about[n]) as Point };
}
