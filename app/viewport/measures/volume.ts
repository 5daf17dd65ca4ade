import { boundaryEdges, coneVolume } from "../../../workers/model/mesh/volume";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";

/** Mean position of some vertices. */
export function meanOf(positions: ArrayLike<number>, vertices: Iterable<number>): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (const i of vertices) {
    for (let c = 0; c < 3; c++) sum[c] += positions[3 * i + c];
    count++;
  }
  return count > 0 ? [sum[0] / count, sum[1] / count, sum[2] / count] : sum;
}

/** A part of the surface, and the vertices along its rim; a closed part has none. */
export interface Region {
  /** 3T. */
  triangles: Uint32Array;
  rim: Uint32Array;
}

/** The triangles whose three vertices a bone moves more than any other does. */
export function regionOf(
  triangles: Uint32Array,
  { offsets, bones, values }: SparseWeights,
  bone: number,
): Region {
  const mine = new Uint8Array(offsets.length - 1);
  for (let i = 0; i < mine.length; i++) {
    let [most, strongest] = [0, -1];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (values[e] > most) [most, strongest] = [values[e], bones[e]];
    }
    mine[i] = strongest === bone ? 1 : 0;
  }
  const inside: number[] = [];
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (mine[a] & mine[b] & mine[c]) inside.push(a, b, c);
  }
  const rim = new Set(boundaryEdges(inside));
  return { triangles: Uint32Array.from(inside), rim: Uint32Array.from(rim) };
}

/**
 * Volume of a region, closed by a cone from its rim to the rim's centre. Comparable between poses, even for a sleeve
 * with two rims.
 */
export function regionVolume(positions: ArrayLike<number>, { triangles, rim }: Region): number {
  return coneVolume(positions, triangles, meanOf(positions, rim.length > 0 ? rim : triangles.subarray(0, 1)));
}

/** Volumes below this fraction of the diagonal's cube are too small to compare with. */
const NEGLIGIBLE = 1e-6;

/** Relative change of a volume from the rest pose, where 0.02 is 2 % more; null if the rest pose has none. */
export function volumeChange(now: number, rest: number, diagonal: number): number | null {
  return Math.abs(rest) > NEGLIGIBLE * diagonal ** 3 ? now / rest - 1 : null;
}
