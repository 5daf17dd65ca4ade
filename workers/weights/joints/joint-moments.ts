/**
 * Sums over mesh and weights from which the energy follows without posing any vertex. With M the motions of the pieces,
 * w their weights, h = (v, 1) and the sums over vertices i and their neighbours k,
 *   E = Σ_ab tr(M_a W_ab M_bᵀ) − 2 Σ_x tr(R_xᵀ Σ_a M_a S_xa) + size in each pose, for rotations R of clusters x,
 *   W_ab = Σ Λ_i λ_ik q_a q_bᵀ with q_a = w_ka h_k − w_ia h_i, and S_xa = Σ_{i in x} Λ_i λ_ik q_a e_ikᵀ. The last
 *   numbers of both give the derivatives with respect to the translations of the pieces.
 */
import type { Task } from "../../model/task";
import type { RingWeights } from "../arap/system/ring-weights";
import type { PieceWeights } from "./bone-pieces";

/**
 * The cluster of each vertex in several clusterings: owners[q·V + i]. Numbers continue from one clustering to the next.
 */
export interface WeightClusters {
  ways: number;
  /** Number of clusters in each clustering. */
  each: number;
  owners: Uint32Array;
}

export interface JointMoments {
  /** P·P·16: W_ab, row-major. */
  pairs: Float64Array;
  /** P·P: 0 where W_ab is 0. */
  linked: Uint8Array;
  /** Pieces of each cluster (CSR), and S of each piece, 4x3 row-major. */
  offsets: Uint32Array;
  pieces: Uint16Array;
  sums: Float64Array;
  /** Σ Λ_i λ_ik |e_ik|². */
  size: number;
}

const AT_ONCE = 64;

/** @param points V·4: the vertices and a 1. */
export async function jointMoments(
  points: Float64Array,
  ring: RingWeights,
  weights: PieceWeights,
  pieceCount: number,
  clusters: WeightClusters,
  task: Task,
): Promise<JointMoments> {
  const { ways, each, owners } = clusters;
  const V = ring.masses.length;
  const place = new Int32Array(ways * each * pieceCount);
  const near = new NearPieces(ring, weights, pieceCount);
  for (let i = 0; i < V; i++) {
    near.visit(i);
    for (let q = 0; q < ways; q++) {
      const row = owners[q * V + i] * pieceCount;
      for (let n = 0; n < near.count; n++) place[row + near.pieces[n]] = 1;
    }
  }
  const { offsets, pieces } = listPieces(place, ways * each, pieceCount);
  const pairs = new Float64Array(16 * pieceCount ** 2);
  const sums = new Float64Array(12 * pieces.length);
  let size = 0;
  for (let i = 0; i < V; i++) {
    near.visit(i);
    size += near.gather(i, points, pairs);
    for (let q = 0; q < ways; q++) {
      const row = owners[q * V + i] * pieceCount;
      for (let n = 0; n < near.count; n++) {
        const to = 12 * place[row + near.pieces[n]];
        for (let m = 0; m < 12; m++) sums[to + m] += near.moments[12 * n + m];
      }
    }
    if (i % AT_ONCE === 0) await task.checkpoint();
  }
  mirror(pairs, pieceCount);
  const linked = Uint8Array.from({ length: pieceCount ** 2 }, (_, n) =>
    pairs.subarray(16 * n, 16 * n + 16).some((x) => x !== 0) ? 1 : 0,
  );
  return { pairs, linked, offsets, pieces, sums, size };
}

/** Numbers the marked pieces of each cluster and writes the numbers to `place`. */
function listPieces(place: Int32Array, clusters: number, pieceCount: number) {
  const offsets = new Uint32Array(clusters + 1);
  const pieces: number[] = [];
  for (let x = 0; x < clusters; x++) {
    for (let a = 0; a < pieceCount; a++) {
      if (place[x * pieceCount + a] === 0) continue;
      place[x * pieceCount + a] = pieces.length;
      pieces.push(a);
    }
    offsets[x + 1] = pieces.length;
  }
  return { offsets, pieces: Uint16Array.from(pieces) };
}

/** The pieces of one vertex and its neighbours, and their moments. */
class NearPieces {
  count = 0;
  /** The first `count` are valid, ascending. */
  readonly pieces: Uint16Array;
  /** 12 numbers for each piece: Σ_k Λ_i λ_ik q_a e_ikᵀ. */
  readonly moments: Float64Array;
  private readonly ring: RingWeights;
  private readonly weights: PieceWeights;
  private readonly pieceCount: number;
  private readonly place: Int32Array;
  private readonly q: Float64Array;

  constructor(ring: RingWeights, weights: PieceWeights, pieceCount: number) {
    this.ring = ring;
    this.weights = weights;
    this.pieceCount = pieceCount;
    this.pieces = new Uint16Array(pieceCount);
    this.place = new Int32Array(pieceCount).fill(-1);
    this.moments = new Float64Array(12 * pieceCount);
    this.q = new Float64Array(4 * pieceCount);
  }

  /** Lists the pieces around vertex i. */
  visit(i: number): void {
    const { ring, pieces, place } = this;
    for (let n = 0; n < this.count; n++) place[pieces[n]] = -1;
    this.count = 0;
    this.add(i);
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) this.add(ring.neighbours[e]);
    pieces.subarray(0, this.count).sort();
    for (let n = 0; n < this.count; n++) place[pieces[n]] = n;
  }

  private add(v: number): void {
    const { weights, place } = this;
    for (let e = weights.offsets[v]; e < weights.offsets[v + 1]; e++) {
      const a = weights.pieces[e];
      if (place[a] >= 0) continue;
      place[a] = this.count;
      this.pieces[this.count++] = a;
    }
  }

  /** Writes the moments of vertex i and adds its edges to the upper half of `pairs`; returns Σ_k Λ_i λ_ik |e_ik|². */
  gather(i: number, points: Float64Array, pairs: Float64Array): number {
    const { ring, moments, q, count } = this;
    moments.fill(0, 0, 12 * count);
    let size = 0;
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
      const k = ring.neighbours[e];
      const g = ring.masses[i] * ring.shares[e];
      const x = points[4 * k] - points[4 * i];
      const y = points[4 * k + 1] - points[4 * i + 1];
      const z = points[4 * k + 2] - points[4 * i + 2];
      size += g * (x * x + y * y + z * z);
      q.fill(0, 0, 4 * count);
      this.addRow(k, 1, points);
      this.addRow(i, -1, points);
      for (let n = 0; n < count; n++) {
        for (let r = 0; r < 4; r++) {
          const at = 12 * n + 3 * r;
          const p = g * q[4 * n + r];
          moments[at] += p * x;
          moments[at + 1] += p * y;
          moments[at + 2] += p * z;
        }
      }
      this.addPairs(g, pairs);
    }
    return size;
  }

  /** q += sign·w h of vertex v. */
  private addRow(v: number, sign: number, points: Float64Array): void {
    const { weights, place, q } = this;
    for (let e = weights.offsets[v]; e < weights.offsets[v + 1]; e++) {
      const at = 4 * place[weights.pieces[e]];
      const w = sign * weights.values[e];
      for (let r = 0; r < 4; r++) q[at + r] += w * points[4 * v + r];
    }
  }

  private addPairs(g: number, pairs: Float64Array): void {
    const { q, count, pieces, pieceCount } = this;
    for (let a = 0; a < count; a++) {
      const [x, y, z, w] = [g * q[4 * a], g * q[4 * a + 1], g * q[4 * a + 2], g * q[4 * a + 3]];
      if (x === 0 && y === 0 && z === 0 && w === 0) continue;
      for (let b = a; b < count; b++) {
        const to = 16 * (pieces[a] * pieceCount + pieces[b]);
        for (let c = 0; c < 4; c++) {
          const p = q[4 * b + c];
          pairs[to + c] += x * p;
          pairs[to + 4 + c] += y * p;
          pairs[to + 8 + c] += z * p;
          pairs[to + 12 + c] += w * p;
        }
      }
    }
  }
}

/** W_ba = W_abᵀ. */
function mirror(pairs: Float64Array, pieceCount: number): void {
  for (let a = 0; a < pieceCount; a++) {
    for (let b = 0; b < a; b++) {
      const [to, from] = [16 * (a * pieceCount + b), 16 * (b * pieceCount + a)];
      for (let n = 0; n < 16; n++) pairs[to + n] = pairs[from + 4 * (n & 3) + (n >> 2)];
    }
  }
}
