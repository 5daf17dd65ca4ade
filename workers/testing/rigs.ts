/** Building blocks of the test sequences with a known rig. */
import { createRandom } from "../math/random";
import type { Axes } from "../model/rig/axes";
import type { Bone, Rig } from "../model/rig/rig";
import type { SparseWeights } from "../model/rig/sparse-weights";
import { WeightBuilder } from "../model/rig/weight-builder";

/** Writes v' = sum of w · M · [v; 1] of frame `k` of a rig; f64 inside. */
export function skinInto(out: Float32Array, rig: Rig, k: number): void {
  const { offsets, bones, values } = rig.weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let row = 0; row < 3; row++) {
      let sum = 0;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const m = (k * rig.bones.length + bones[e]) * 12 + 4 * row;
        const [a, b, c, t] = rig.motion.subarray(m, m + 4);
        sum += values[e] * (a * rig.rest[3 * i] + b * rig.rest[3 * i + 1] + c * rig.rest[3 * i + 2] + t);
      }
      out[3 * i + row] = sum;
    }
  }
}

/** Rows of [bone, weight] pairs, normalised and sorted. */
export function packWeights(influences: [bone: number, weight: number][][]): SparseWeights {
  const rows = new WeightBuilder();
  for (const row of influences) rows.addScaledRow(row);
  return rows.weights();
}

/** Row-major 3x4 that turns by `angle` about a unit axis through `centre`, then moves by `shift`. */
export function turnAbout(axis: number[], angle: number, centre: number[], shift: number[]): number[] {
  const [x, y, z] = axis;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  const r = [
    [c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    [z * x * d - y * s, z * y * d + x * s, c + z * z * d],
  ];
  return r.flatMap((row, a) => {
    const turned = row[0] * centre[0] + row[1] * centre[1] + row[2] * centre[2];
    return [...row, centre[a] - turned + shift[a]];
  });
}

/** a · b of row-major 3x4 matrices. */
export function compose(a: number[], b: number[]): number[] {
  const out: number[] = [];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) {
      const sum = a[4 * r] * b[c] + a[4 * r + 1] * b[4 + c] + a[4 * r + 2] * b[8 + c];
      out.push(c === 3 ? sum + a[4 * r + 3] : sum);
    }
  }
  return out;
}

/** The rig with random axes of their own for most joints. The others have those of their parents, if they have any. */
export function withOwnAxes(rig: Rig, seed: number): Rig {
  const random = createRandom(seed);
  const bones = rig.bones.map((bone): Bone => {
    if (random.next() < 0.3) return bone;
    const q = [0, 1, 2, 3].map(() => random.normal());
    const length = Math.hypot(...q);
    return { ...bone, axes: q.map((x) => x / length) as Axes };
  });
  return { ...rig, bones };
}
