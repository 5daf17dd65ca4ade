import type { VertexMirror } from "../../geometry/vertex-mirror";
import type { Blend } from "../methods/method";
import type { Problem } from "../problem/problem";

/** Mirrored bones and weights in normalised coordinates, over a doubled sequence. */
export interface Symmetry {
  mirror: VertexMirror;
  /** The partner of each bone. */
  partner: Int32Array;
  /** V flags, or null: vertices of regions across the middle. Their bone need not be in the middle. */
  apart: Uint8Array | null;
}

/** How weights become symmetric: from both sides, or from the lower or upper side of the axis. */
export type MirrorSource = "both" | "lower" | "upper";

/** Overwrites the second half of a motion (2F·h·12) with the first half, mirrored, with each bone's partner. */
export function mirrorMotion(
  motion: Float64Array,
  problem: Pick<Problem, "centre" | "scale">,
  { mirror, partner }: Symmetry,
): void {
  const { axis } = mirror;
  const plane = (mirror.plane - problem.centre[axis]) * problem.scale;
  const h = partner.length;
  const half = motion.length / 2;
  for (let at = 0; at < half; at += 12) {
    const j = (at / 12) % h;
    const from = at + 12 * (partner[j] - j);
    for (let row = 0; row < 3; row++) {
      const turn = row === axis ? -1 : 1;
      for (let c = 0; c < 3; c++) {
        motion[half + at + 4 * row + c] = turn * (c === axis ? -1 : 1) * motion[from + 4 * row + c];
      }
      // S(R S p + t): R also acts on the plane's offset.
      const moved = motion[from + 4 * row + 3] + 2 * plane * motion[from + 4 * row + axis];
      motion[half + at + 4 * row + 3] = turn * moved + (row === axis ? 2 * plane : 0);
    }
  }
}

type Row = Map<number, number>;

function rowOf({ ids, values }: Pick<Blend, "ids" | "values">, i: number, slots: number): Row {
  const row: Row = new Map();
  for (let s = i * slots; s < (i + 1) * slots; s++)
    if (ids[s] >= 0 && values[s] > 0) row.set(ids[s], values[s]);
  return row;
}

function writeRow({ ids, values }: Pick<Blend, "ids" | "values">, i: number, slots: number, row: Row): void {
  ids.fill(-1, i * slots, (i + 1) * slots);
  values.fill(0, i * slots, (i + 1) * slots);
  let s = i * slots;
  for (const [bone, weight] of [...row].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
    ids[s] = bone;
    values[s++] = weight;
  }
}

/**
 * Keeps the `limit` bones with the largest weights, with the sum 1. Groups stay together, so a symmetric row stays
 * symmetric.
 */
function cut(groups: [bone: number, weight: number][][], limit: number): Row {
  const weight = (group: [number, number][]) => group.reduce((sum, [, w]) => sum + w, 0);
  const order = groups.sort((a, b) => weight(b) / b.length - weight(a) / a.length || a[0][0] - b[0][0]);
  const kept: [number, number][] = [];
  for (const group of order) if (kept.length + group.length <= limit) kept.push(...group);
  // If only one bone is allowed, one bone of the pair is kept.
  if (kept.length === 0) kept.push(order[0][0]);
  const sum = kept.reduce((total, [, w]) => total + w, 0);
  return new Map(kept.map(([bone, w]) => [bone, w / sum]));
}

/** Makes weights symmetric: row m(i) is row i with every bone's partner; vertices without an image keep their rows. */
export function symmetriseWeights(
  state: Pick<Blend, "ids" | "values">,
  rest: Float64Array,
  limit: number,
  { mirror, partner, apart }: Symmetry,
  side: MirrorSource,
): void {
  const { map, axis } = mirror;
  const slots = state.ids.length / map.length;
  map.forEach((l, i) => {
    if (l < i || apart?.[i]) return;
    const [own, other] = [rowOf(state, i, slots), rowOf(state, l, slots)];
    if (l === i) {
      writeRow(state, i, slots, middleRow(own, partner, limit));
      return;
    }
    const flipped: Row = new Map([...other].map(([bone, w]) => [partner[bone], w]));
    const below = rest[4 * i + axis] < rest[4 * l + axis];
    const row = side === "both" ? blended(own, flipped, limit) : (side === "lower") === below ? own : flipped;
    writeRow(state, i, slots, row);
    writeRow(state, l, slots, new Map([...row].map(([bone, w]) => [partner[bone], w])));
  });
}

function blended(a: Row, b: Row, limit: number): Row {
  const sums = new Map(a);
  for (const [bone, w] of b) sums.set(bone, (sums.get(bone) ?? 0) + w);
  return cut(
    [...sums].map((entry) => [entry]),
    limit,
  );
}

/** A row for a vertex in the middle: equal weights for bones and their partners. */
function middleRow(row: Row, partner: Int32Array, limit: number): Row {
  const groups: [number, number][][] = [];
  for (const bone of row.keys()) {
    const l = partner[bone];
    if (l === bone) groups.push([[bone, row.get(bone)!]]);
    else if (bone < l || !row.has(l)) {
      const mean = ((row.get(bone) ?? 0) + (row.get(l) ?? 0)) / 2;
      groups.push([
        [bone, mean],
        [l, mean],
      ]);
    }
  }
  return cut(groups, limit);
}

/** Makes displacements from one rest pose to another symmetric, 3V in place. */
export function mirrorRest(rest: Float32Array, original: Float32Array, { map, axis }: VertexMirror): void {
  const moved = rest.map((x, at) => x - original[at]);
  map.forEach((l, i) => {
    if (l < 0) return;
    for (let c = 0; c < 3; c++) {
      const image = (c === axis ? -1 : 1) * moved[3 * l + c];
      rest[3 * i + c] = original[3 * i + c] + (moved[3 * i + c] + image) / 2;
    }
  });
}
