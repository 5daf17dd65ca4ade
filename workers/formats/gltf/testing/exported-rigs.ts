/** Rigs to export, and what a viewer should show by definition. */

import { type PartSurface, splitParts } from "../../../export/meshes/split-parts";
import { createRandom } from "../../../math/random";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { SequenceMesh } from "../../../model/mesh/streamed-sequence";
import type { Rig } from "../../../model/rig/rig";
import { UNWATCHED } from "../../../model/task";
import { clothPatch, type GroundTruth } from "../../../testing/sequences";
import { bytesFile } from "../../source/source-file";
import { openGltf } from "../read/read";

/** The rig with a correction of random shapes of this size. */
export function withShapes(rig: Rig, rank: number, size: number, seed: number): Rig {
  const random = createRandom(seed);
  const frames = rig.motion.length / (12 * rig.bones.length);
  const shapes = Float32Array.from({ length: rank * rig.rest.length }, () => size * random.normal());
  const weights = Float32Array.from({ length: rank * frames }, () => 2 * random.next() - 1);
  return { ...rig, correction: { rank, shapes, weights } };
}

/** Positions of the solver vertices in frame k, by the definition of linear blend skinning and its correction. */
export function skinned(given: Rig, k: number): number[] {
  const { rank = 0, shapes = [], weights = [] } = given.correction ?? {};
  const rest = Array.from(given.rest, (x, c) => {
    let sum = x;
    for (let n = 0; n < rank; n++) sum += weights[k * rank + n] * shapes[n * given.rest.length + c];
    return sum;
  });
  const { motion, bones: all } = given;
  const { offsets, bones, values } = given.weights;
  return rest.map((_, c) => {
    const [i, row] = [Math.floor(c / 3), c % 3];
    const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const m = 12 * (k * all.length + bones[e]) + 4 * row;
      sum += values[e] * (motion[m] * x + motion[m + 1] * y + motion[m + 2] * z + motion[m + 3]);
    }
    return sum;
  });
}

/**
 * Solver positions as a viewer shows them: display vertices of the parts, in metres, y up, at the origin.
 * @param surfaces the parts in the order of the file.
 */
export function shown(
  sequence: SequenceMesh,
  positions: ArrayLike<number>,
  surfaces: readonly Pick<PartSurface, "vertices">[] = splitParts(sequence),
): number[] {
  const { upAxis, metresPerUnit, origin, solverIndex } = sequence;
  const out: number[] = [];
  for (const { vertices } of surfaces) {
    for (const d of vertices) {
      const i = 3 * solverIndex[d];
      const x = (positions[i] + origin[0]) * metresPerUnit;
      const y = (positions[i + 1] + origin[1]) * metresPerUnit;
      const z = (positions[i + 2] + origin[2]) * metresPerUnit;
      if (upAxis === "z") out.push(x, z, -y);
      else if (upAxis === "x") out.push(-y, x, z);
      else out.push(x, y, z);
    }
  }
  return out;
}

export async function readBack(bytes: Uint8Array, fps: number) {
  const file = bytesFile("back.glb", bytes);
  const source = await openGltf([file], file, UNWATCHED);
  return source.read({ clips: [], fps, upAxis: null, metresPerUnit: null, restFrame: null }, UNWATCHED);
}

/** Random weights of `most` bones at every vertex, and random near-rigid or sheared motions. */
export function randomRig(
  sequence: MeshSequence,
  bones: number,
  most: number,
  affine: boolean,
  seed: number,
): Rig {
  const random = createRandom(seed);
  const V = sequence.vertexCount;
  const row = Math.min(most, bones);
  const picks = Array.from({ length: V }, () => {
    const all = [...Array(bones).keys()].map((j) => [random.next(), j]);
    all.sort((a, b) => a[0] - b[0]);
    return all
      .slice(0, row)
      .map(([, j]) => j)
      .sort((a, b) => a - b);
  });
  const values = picks.flatMap((pick) => {
    const raw = pick.map(() => 0.01 + random.next() ** 3);
    const sum = raw.reduce((a, b) => a + b, 0);
    return raw.map((w) => w / sum);
  });
  const motion: number[] = [];
  for (let m = 0; m < sequence.frameCount * bones; m++) {
    const [x, y, z, w] = [random.normal(), random.normal(), random.normal(), random.normal()];
    const n = x * x + y * y + z * z + w * w;
    const shear = () => (affine ? 0.15 * random.normal() : 0);
    const r = [
      ...[1 - (2 * (y * y + z * z)) / n, (2 * (x * y - w * z)) / n, (2 * (x * z + w * y)) / n],
      ...[(2 * (x * y + w * z)) / n, 1 - (2 * (x * x + z * z)) / n, (2 * (y * z - w * x)) / n],
      ...[(2 * (x * z - w * y)) / n, (2 * (y * z + w * x)) / n, 1 - (2 * (x * x + y * y)) / n],
    ].map((v) => v + shear());
    for (let c = 0; c < 9; c += 3) motion.push(r[c], r[c + 1], r[c + 2], random.normal());
  }
  return {
    version: 1,
    bones: Array.from({ length: bones }, (_, j) => ({
      name: `bone_${j + 1}`,
      parent: j > 0 && !affine ? random.integer(j + 1) - 1 : -1,
      head: [random.normal(), random.normal(), random.normal()],
    })),
    boneKind: affine ? "affine" : "rigid",
    weights: {
      version: 1,
      offsets: Uint32Array.from({ length: V + 1 }, (_, i) => i * row),
      bones: Uint16Array.from(picks.flat()),
      values: Float32Array.from(values),
    },
    motion: Float32Array.from(motion),
    rest: sequence.rest,
  };
}

/** A cloth whose frames are exactly the rig's. */
export function clothOf(bones: number, most: number, affine: boolean, seed: number): GroundTruth {
  const cloth = clothPatch({ size: 7, frames: 9, seed });
  const rig = randomRig(cloth, bones, most, affine, seed);
  const frames = Float32Array.from(
    Array.from({ length: cloth.frameCount }, (_, k) => skinned(rig, k)).flat(),
  );
  return { sequence: { ...cloth, frames }, rig };
}

/** The largest weights of each row, scaled to the sum 1 or not. */
export function keepLargest(rig: Rig, most: number, scaled = true): Rig {
  const { offsets, bones, values } = rig.weights;
  const kept = values.slice();
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = values.subarray(offsets[i], offsets[i + 1]);
    const largest = row.toSorted().slice(-most);
    const sum = scaled ? largest.reduce((a, b) => a + b, 0) : 1;
    kept.set(
      row.map((w) => (w >= largest[0] ? w / sum : 0)),
      offsets[i],
    );
  }
  return { ...rig, weights: { version: 1, offsets, bones, values: kept } };
}
