/**
 * Supports over pieces. Rigid pieces represent a bending segment; its motion at each vertex is interpolated between
 * them to eight digits (`bonePieces`). A weight of a segment thus has a share for each piece, which depends only on the
 * vertex's position along the segment. All that works for rigid bones works for pieces, and results are summed by
 * shares.
 */

import type { Steps } from "../../../math/steps";
import { SegmentSet } from "../../../mesh/segment-set";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { Segment } from "../../../model/skeleton/skeleton";
import { BEND, bendAt } from "../../bend";
import { type BonePieces, lagrange } from "../../joints/bone-pieces";
import { composeMotions } from "../../motions";
import { placedMotions, type UnitPlacement } from "../pose-motions";

/** Poses of segments, as in `Exemplars`. */
export interface SegmentPoses {
  /** F·B·12. */
  motions: ArrayLike<number>;
  /** F·B·5. By default nothing bends. */
  bends?: ArrayLike<number>;
}

/** The number of vertices, or of motions of a segment, between two steps, which take some milliseconds. */
const AT_ONCE = 1024;

/** Poses of segments that only turn and move, if only their motions are given. */
export const posesOf = (poses: SegmentPoses | ArrayLike<number>): SegmentPoses =>
  "motions" in poses ? poses : { motions: poses };

export interface WideSupports {
  /** The pieces of vertex i are pieces[offsets[i] .. offsets[i + 1]], ascending. */
  offsets: Uint32Array;
  pieces: ArrayLike<number>;
  /** Where the pieces of each entry of the supports begin, entries + 1; null if each is one piece. */
  starts: Uint32Array | null;
  /** The share of the entry's weight for each piece; null if all are 1. */
  shares: Float64Array | null;
}

export function* wideSupports(
  positions: ArrayLike<number>,
  { offsets, bones }: SparseWeights,
  segments: readonly Segment[],
  { count, first, at }: BonePieces,
): Steps<WideSupports> {
  if (count + 1 === first.length) return { offsets, pieces: bones, starts: null, shares: null };
  const ways = new SegmentSet(segments.map(({ head, tail }) => [head, tail]));
  const wide = new Uint32Array(offsets.length);
  const starts = new Uint32Array(bones.length + 1);
  const [pieces, shares]: number[][] = [[], []];
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (i % AT_ONCE === 0) yield;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const j = bones[e];
      const u = ways.along(j, positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
      lagrange(at.subarray(first[j], first[j + 1]), u).forEach((share, m) => {
        pieces.push(first[j] + m);
        shares.push(share);
      });
      starts[e + 1] = pieces.length;
    }
    wide[i + 1] = pieces.length;
  }
  return { offsets: wide, pieces: Uint32Array.from(pieces), starts, shares: Float64Array.from(shares) };
}

/** Motions of the pieces between normalised positions, F·P·12. */
export function pieceMotions(
  { bones, segments = [] }: { bones: number; segments?: readonly Segment[] },
  { count, first, at }: BonePieces,
  placement: UnitPlacement,
  { motions, bends }: SegmentPoses,
): Float64Array {
  if (count === bones) return placedMotions(motions, bones, placement);
  const poses = motions.length / (12 * bones);
  const out = new Float64Array(12 * count * poses);
  const [own, bent, moved] = [12, 12, 12].map((n) => new Float64Array(n));
  for (let n = 0; n < poses * bones; n++) {
    const j = n % bones;
    for (let c = 0; c < 12; c++) own[c] = motions[12 * n + c];
    const to = 12 * (((n - j) / bones) * count + first[j]);
    const bend = Array.from({ length: BEND }, (_, c) => bends?.[BEND * n + c] ?? Number(c === 0 || c === 4));
    for (let m = first[j]; m < first[j + 1]; m++) {
      bendAt(bend, segments[j].head, segments[j].tail, at[m], bent);
      composeMotions(own, bent, moved);
      out.set(first[j + 1] - first[j] > 1 ? moved : own, to + 12 * (m - first[j]));
    }
  }
  return placedMotions(out, count, placement);
}
