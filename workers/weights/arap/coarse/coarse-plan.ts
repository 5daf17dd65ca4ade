/**
 * The pattern of the coarse level (`CoarseLevel`): parts of the mesh, one function for each bone of each part, and
 * which parts touch.
 */
import type { Steps } from "../../../math/steps";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { cscFromTriplets } from "../../../sparse/csc";
import { SparseLdlt } from "../../../sparse/sparse-ldlt";
import { analyseSteps, type Symbolic } from "../../../sparse/symbolic";
import type { RingWeights } from "../system/ring-weights";
import { aggregates } from "./aggregates";

export interface CoarsePlan {
  parts: number;
  /** Part of each vertex, V, or −1. */
  partOf: Int32Array;
  /** Vertices of each part (CSR). */
  memberOffsets: Uint32Array;
  members: Uint32Array;
  /** First unknown of each part, parts + 1. A part has an unknown for each bone of its vertices. */
  firsts: Uint32Array;
  /** Unknown of each entry of the supports; 0 for vertices without a part. */
  unknownOf: Uint32Array;
  /**
   * Where the blocks of each part begin, parts + 1: the block with itself, then the blocks with parts of higher
   * numbers.
   */
  blockOffsets: Uint32Array;
  /** Block of each edge; −1 if the other part has a lower number or does not exist. */
  edgeBlocks: Int32Array;
  /** Place in the blocks of each value of the matrix of `symbolic` (the upper triangle by columns). */
  places: Uint32Array;
  /** Which of these values are on the diagonal. */
  diagonal: Uint32Array;
  symbolic: Symbolic;
}

/** The number of parts between two steps, which take some milliseconds. */
const PARTS_AT_ONCE = 16;

/**
 * @param size the approximate number of vertices in a part. 0, or a mesh that is no larger than a part, gives null: no
 * coarse level.
 */
export function* planCoarse(
  positions: ArrayLike<number>,
  heat: SparseWeights,
  ring: RingWeights,
  size: number,
): Steps<CoarsePlan | null> {
  const vertexCount = heat.offsets.length - 1;
  const wanted = size > 0 ? Math.round(vertexCount / size) : 0;
  const graph = { points: positions, offsets: ring.offsets, neighbours: ring.neighbours };
  const { of: partOf, count: parts } = yield* aggregates(graph, wanted);
  if (parts === 0) return null;
  const { memberOffsets, members } = membersOf(partOf, parts);
  const { firsts, unknownOf } = unknownsOf(heat, memberOffsets, members);
  yield;
  return {
    parts,
    partOf,
    memberOffsets,
    members,
    firsts,
    unknownOf,
    ...(yield* blocksOf(partOf, parts, ring, firsts)),
  };
}

function membersOf(partOf: Int32Array, parts: number) {
  const memberOffsets = new Uint32Array(parts + 1);
  for (const part of partOf) if (part >= 0) memberOffsets[part + 1]++;
  for (let x = 0; x < parts; x++) memberOffsets[x + 1] += memberOffsets[x];
  const members = new Uint32Array(memberOffsets[parts]);
  const next = memberOffsets.slice(0, parts);
  partOf.forEach((part, i) => {
    if (part >= 0) members[next[part]++] = i;
  });
  return { memberOffsets, members };
}

function unknownsOf({ offsets, bones }: SparseWeights, memberOffsets: Uint32Array, members: Uint32Array) {
  const parts = memberOffsets.length - 1;
  const firsts = new Uint32Array(parts + 1);
  const unknownOf = new Uint32Array(bones.length);
  for (let x = 0; x < parts; x++) {
    const of = new Map<number, number>();
    for (let m = memberOffsets[x]; m < memberOffsets[x + 1]; m++) {
      for (let e = offsets[members[m]]; e < offsets[members[m] + 1]; e++) {
        if (!of.has(bones[e])) of.set(bones[e], firsts[x] + of.size);
        unknownOf[e] = of.get(bones[e])!;
      }
    }
    firsts[x + 1] = firsts[x] + of.size;
  }
  return { firsts, unknownOf };
}

function* blocksOf(partOf: Int32Array, parts: number, ring: RingWeights, firsts: Uint32Array) {
  const beside = Array.from({ length: parts }, () => new Map<number, number>());
  const eachEdge = (visit: (e: number, x: number, y: number) => void) => {
    for (let i = 0; i < partOf.length; i++) {
      for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++)
        visit(e, partOf[i], partOf[ring.neighbours[e]]);
    }
  };
  eachEdge((_, x, y) => {
    if (x >= 0 && y > x) beside[x].set(y, 0);
  });
  const blockOffsets = new Uint32Array(parts + 1);
  const [row, column, place]: number[][] = [[], [], []];
  const count = (x: number) => firsts[x + 1] - firsts[x];
  for (const [x, others] of beside.entries()) {
    if (x % PARTS_AT_ONCE === 0) yield;
    let at = blockOffsets[x];
    for (const y of [x, ...[...others.keys()].sort((a, b) => a - b)]) {
      if (y !== x) others.set(y, at);
      for (let a = 0; a < count(x); a++) {
        for (let b = y === x ? a : 0; b < count(y); b++) {
          row.push(firsts[x] + a);
          column.push(firsts[y] + b);
          place.push(at + a * count(y) + b);
        }
      }
      at += count(x) * count(y);
    }
    blockOffsets[x + 1] = at;
  }
  yield;
  const edgeBlocks = new Int32Array(ring.neighbours.length).fill(-1);
  eachEdge((e, x, y) => {
    if (x >= 0 && y >= x) edgeBlocks[e] = y === x ? blockOffsets[x] : beside[x].get(y)!;
  });
  const matrix = cscFromTriplets(firsts[parts], firsts[parts], { row, column, value: place });
  yield;
  const places = Uint32Array.from(matrix.values);
  const diagonal = matrix.offsets.slice(1).map((end) => end - 1);
  return { blockOffsets, edgeBlocks, places, diagonal, symbolic: yield* analyseSteps(matrix) };
}

/** Bytes of the arena for a coarse level, including its factor. */
export function coarseBytes(coarse: CoarsePlan, threads: number): number {
  const { parts, partOf, members, unknownOf, firsts, blockOffsets, edgeBlocks, symbolic } = coarse;
  const words = 4 * parts + partOf.length + members.length + unknownOf.length + edgeBlocks.length;
  const numbers = unknownOf.length + blockOffsets[parts] + firsts[parts];
  return 4 * words + 8 * numbers + 1024 + SparseLdlt.bytes(symbolic, threads, 0);
}
