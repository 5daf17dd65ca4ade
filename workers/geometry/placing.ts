/** Similarities x → scale · turn · x + shift. */

import { diagonalOfBox } from "../model/mesh/mesh-sequence";
import type { Placement } from "../model/skeleton/fit/fit-alignment";
import type { Point, Segment } from "../model/skeleton/skeleton";

/** Sides of a box shorter than this share of its diagonal do not count for its size. */
export const FLAT = 0.1;
/** A joint is outside a box if it is farther outside than this share of the box's diagonal. */
const OUTSIDE = 0.1;
/** A skeleton smaller than this share of a box does not fit it unchanged. */
const TOO_SMALL = 0.1;

type Box = readonly number[];

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

/** The identity, row-major 3x3. */
export const UNTURNED_AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Moves everything by a vector. */
export const movedBy = (shift: Point): Placement => ({ scale: 1, turn: UNTURNED_AXES, shift });

/** Scales about a fixed point. */
export const scaledAbout = (centre: Point, scale: number): Placement => ({
  scale,
  turn: UNTURNED_AXES,
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

/** Writes T M T⁻¹ to `out`, with M a row-major 3x4 from `at` on. */
export function placedMotion(
  { scale, turn, shift }: Placement,
  m: ArrayLike<number>,
  at: number,
  out: Float32Array | Float64Array,
  to: number,
): void {
  const half = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < 3; i++) half[3 * r + c] += turn[3 * r + i] * m[at + 4 * i + c];
    }
  }
  for (let r = 0; r < 3; r++) {
    let t = shift[r];
    for (let i = 0; i < 3; i++) t += scale * turn[3 * r + i] * m[at + 4 * i + 3];
    for (let c = 0; c < 3; c++) {
      let x = 0;
      for (let i = 0; i < 3; i++) x += half[3 * r + i] * turn[3 * c + i];
      out[to + 4 * r + c] = x;
      t -= x * shift[c];
    }
    out[to + 4 * r + 3] = t;
  }
}

export const middleOfBox = (box: Box): Point => [0, 1, 2].map((c) => (box[c] + box[c + 3]) / 2) as Point;

/** The segments that move vertices; all if none does. */
export function movingSegments({ segments }: { segments: readonly Segment[] }): readonly Segment[] {
  const own = segments.filter(({ kind }) => kind !== "virtual");
  return own.length > 0 ? own : segments;
}

/** The quarter turn from one axis to another, about the third axis, row-major 3x3. Axes are 0, 1 and 2. */
export function quarterTurn(from: number, to: number): number[] {
  if (from === to) return [...UNTURNED_AXES];
  const turn = new Array<number>(9).fill(0);
  turn[3 * to + from] = 1;
  turn[3 * from + to] = -1;
  turn[4 * (3 - from - to)] = 1;
  return turn;
}

/**
 * Whether heads of bones lie roughly in a box, and the skeleton's own box is not much smaller.
 * @param own @param box [minX, minY, minZ, maxX, maxY, maxZ].
 */
export function liesInBox(heads: readonly Point[], own: Box, box: Box): boolean {
  const diagonal = diagonalOfBox(box);
  const room = OUTSIDE * diagonal;
  const inside = heads.every((head) => head.every((x, c) => x >= box[c] - room && x <= box[c + 3] + room));
  return inside && diagonalOfBox(own) >= TOO_SMALL * diagonal;
}
