/** Small random rigs with dense weights, and the terms of a reduction's objective in plain arrays. */
import { createRandom } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { packWeights, skinInto, turnAbout } from "../../testing/rigs";
import { clothPatch } from "../../testing/sequences";

export interface DenseCase {
  sequence: MeshSequence;
  rig: Rig;
  /** Vertices, 3T. */
  triangles: Uint32Array;
}

/** A patch of cloth under random bones, with noise in its frames. */
export function denseCase(seed: number, { size = 5, frames = 3, bones = 5, noise = 0.02 } = {}): DenseCase {
  const random = createRandom(seed);
  const cloth = clothPatch({ size, frames, seed });
  const V = cloth.vertexCount;
  const centres = Array.from({ length: bones }, () => {
    const i = random.integer(V);
    return [...cloth.rest.subarray(3 * i, 3 * i + 3)];
  });
  const rows = Array.from({ length: V }, (_, i) =>
    centres.map((centre, j): [number, number] => {
      const far = Math.hypot(...centre.map((x, c) => x - cloth.rest[3 * i + c]));
      return [j, Math.exp(-far) * (0.5 + random.next())];
    }),
  );
  const motion = Array.from({ length: frames * bones }, () => {
    const axis = [random.normal(), random.normal(), random.normal()];
    const length = Math.hypot(...axis);
    const shift = [0.3 * random.normal(), 0.3 * random.normal(), 0.3 * random.normal()];
    return turnAbout(
      axis.map((x) => x / length),
      0.6 * random.normal(),
      centres[0],
      shift,
    );
  });
  const rig: Rig = {
    version: 1,
    bones: centres.map((head, j) => ({ name: `b${j}`, parent: -1, head: head as [number, number, number] })),
    boneKind: "rigid",
    weights: packWeights(rows),
    motion: Float32Array.from(motion.flat()),
    rest: cloth.rest,
  };
  const posed = new Float32Array(3 * V * frames);
  for (let k = 0; k < frames; k++) skinInto(posed.subarray(3 * V * k, 3 * V * (k + 1)), rig, k);
  for (let n = 0; n < posed.length; n++) posed[n] += noise * random.normal();
  const triangles = cloth.triangles.map((d) => cloth.solverIndex[d]);
  return { sequence: { ...cloth, frames: posed }, rig, triangles };
}

/** Rows of weights over all bones, V·B. */
export function denseRows({ offsets, bones, values }: SparseWeights, count: number): number[][] {
  return Array.from({ length: offsets.length - 1 }, (_, i) => {
    const row = new Array<number>(count).fill(0);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) row[bones[e]] += values[e];
    return row;
  });
}

/** x_ij − y_i of one vertex, a list of 3F numbers for each bone. */
export function columnsOf({ sequence, rig }: DenseCase, i: number): number[][] {
  const B = rig.bones.length;
  return rig.bones.map((_, j) =>
    Array.from({ length: 3 * sequence.frameCount }, (_, n) => {
      const [k, r] = [Math.floor(n / 3), n % 3];
      const m = rig.motion.subarray(12 * (k * B + j) + 4 * r);
      const [x, y, z] = rig.rest.subarray(3 * i, 3 * i + 3);
      const target = sequence.frames[(k * sequence.vertexCount + i) * 3 + r];
      return m[0] * x + m[1] * y + m[2] * z + m[3] - target;
    }),
  );
}

/** The row nearest to `v` with w ≥ 0, Σw = 1, and w = 0 where `free` is false, by bisection of the shift. */
export function ontoSimplex(v: readonly number[], free: readonly boolean[]): number[] {
  let [low, high] = [Math.min(...v) - 1, Math.max(...v)];
  const at = (shift: number) => v.map((x, j) => (free[j] ? Math.max(0, x - shift) : 0));
  const sumAt = (shift: number) => at(shift).reduce((sum, x) => sum + x, 0);
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (sumAt(middle) > 1) low = middle;
    else high = middle;
  }
  const row = at((low + high) / 2);
  const sum = row.reduce((total, x) => total + x, 0);
  return row.map((x) => x / sum);
}

/** The least of xᵀGx over x ≥ 0, Σx = 1, by projected gradients. */
export function leastOnSimplex(columns: readonly number[][], free: readonly boolean[]): number {
  const G = columns.map((a) => columns.map((b) => a.reduce((sum, x, n) => sum + x * b[n], 0)));
  const step = 1 / G.reduce((trace, row, j) => trace + row[j], 1e-12);
  const start = free.filter((x) => x).length;
  let w = free.map((x) => (x ? 1 / start : 0));
  for (let n = 0; n < 1000; n++) {
    const gradient = G.map((row) => row.reduce((sum, g, j) => sum + g * w[j], 0));
    w = ontoSimplex(
      w.map((x, j) => x - step * gradient[j]),
      free,
    );
  }
  return w.reduce((sum, x, a) => sum + w.reduce((part, y, b) => part + x * y * G[a][b], 0), 0);
}
