/**
 * Represents bending segments by rigid bones. The transformation M(u) at the position u along a spine is smooth in u,
 * so a few values M(u_m) interpolate it to eight digits: Σ_m p_m(u) M(u_m), with Lagrange's polynomials p_m on
 * Chebyshev's points. A weight w of the spine becomes a weight w·p_m(u) of each piece. Pieces are rigid, so all that is
 * exact for rigid bones is exact for spines. (Weights of pieces may be negative; their sum is w.)
 */
import { SegmentSet } from "../../mesh/segment-set";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Segment } from "../../model/skeleton/skeleton";
import { BEND } from "../bend";

/** Error of the interpolation, relative to the segment's length. */
const ERROR = 1e-8;

export interface BonePieces {
  /** P: one piece for each rigid or virtual segment, several for each bending one. */
  count: number;
  /** P: the segment of each piece. */
  segment: Uint16Array;
  /** P: the u of each piece; 0 for segments that do not bend. */
  at: Float64Array;
  /** B + 1: the pieces of segment j are first[j] .. first[j + 1]. */
  first: Uint32Array;
}

/** Rows of weights over pieces (CSR), sum 1. */
export interface PieceWeights {
  offsets: Uint32Array;
  pieces: Uint16Array;
  values: Float64Array;
}

export const canBend = ({ kind }: Segment) => kind === "spine" || kind === "stretch-twist";

/** @param bendsOfPoses F·B·5, as in `Exemplars.bends`. A segment that bends farther needs more pieces. */
export function bonePieces(segments: readonly Segment[], bendsOfPoses: Float64Array): BonePieces {
  const [segment, at, first]: number[][] = [[], [], [0]];
  segments.forEach((one, j) => {
    let angle = 0;
    for (let n = BEND * j + 3; n < bendsOfPoses.length; n += BEND * segments.length) {
      angle = Math.max(angle, Math.abs(bendsOfPoses[n]));
    }
    const count = canBend(one) ? pointsFor(angle) : 1;
    for (let m = 0; m < count; m++) {
      segment.push(j);
      at.push(count > 1 ? (1 - Math.cos((Math.PI * m) / (count - 1))) / 2 : 0);
    }
    first.push(segment.length);
  });
  return {
    count: segment.length,
    segment: Uint16Array.from(segment),
    at: Float64Array.from(at),
    first: Uint32Array.from(first),
  };
}

/**
 * Number of Chebyshev points for u cos(uθ) on 0..1, the term of a bend that is hardest to interpolate. The error is at
 * most max |f⁽ⁿ⁾| 4 / (n! 4ⁿ).
 */
function pointsFor(angle: number): number {
  for (let n = 2, over = 4 / 32; ; n++, over /= 4 * n) {
    if (over * (angle ** n + n * angle ** (n - 1)) < ERROR || n === 24) return n;
  }
}

/**
 * @param points V·4, in the units of `ends`. The fourth number is not used.
 * @param ends head and tail of each segment.
 * @param weights rows over the segments with a sum above 0; they are scaled to 1.
 */
export function pieceWeights(
  { first, at }: BonePieces,
  points: ArrayLike<number>,
  ends: readonly [ArrayLike<number>, ArrayLike<number>][],
  weights: SparseWeights,
): PieceWeights {
  const set = new SegmentSet(ends);
  const [pieces, values]: number[][] = [[], []];
  const offsets = new Uint32Array(weights.offsets.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const [begin, end] = [weights.offsets[i], weights.offsets[i + 1]];
    let sum = 0;
    for (let e = begin; e < end; e++) sum += weights.values[e];
    for (let e = begin; e < end; e++) {
      const j = weights.bones[e];
      const w = weights.values[e] / sum;
      const nodes = at.subarray(first[j], first[j + 1]);
      const u = nodes.length > 1 ? set.along(j, points[4 * i], points[4 * i + 1], points[4 * i + 2]) : 0;
      lagrange(nodes, u).forEach((p, m) => {
        if (p === 0 || w === 0) return;
        pieces.push(first[j] + m);
        values.push(w * p);
      });
    }
    offsets[i + 1] = pieces.length;
  }
  return { offsets, pieces: Uint16Array.from(pieces), values: Float64Array.from(values) };
}

/** p_m(u) on Chebyshev's points with both ends, in barycentric form (Berrut & Trefethen 2004); their sum is 1. */
export function lagrange(nodes: Float64Array, u: number): Float64Array {
  const out = new Float64Array(nodes.length);
  const hit = nodes.length === 1 ? 0 : nodes.indexOf(u);
  if (hit >= 0) {
    out[hit] = 1;
    return out;
  }
  let sum = 0;
  for (let m = 0; m < nodes.length; m++) {
    const half = m === 0 || m === nodes.length - 1 ? 0.5 : 1;
    out[m] = ((m & 1 ? -1 : 1) * half) / (u - nodes[m]);
    sum += out[m];
  }
  for (let m = 0; m < nodes.length; m++) out[m] /= sum;
  return out;
}
