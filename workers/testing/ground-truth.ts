import { readFileSync } from "node:fs";
import { assembleSequence } from "../formats/assemble/assemble-sequence";
import { inspect } from "../formats/open";
import { bytesFile } from "../formats/source/source-file";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { WeightBuilder } from "../model/rig/weight-builder";
import { UNWATCHED } from "../model/task";
import { sharedData } from "./shared-data";

/** The place of the exact rigs beside the project, if they exist. */
export const GROUND_TRUTH = sharedData("ground-truth/");

export interface GroundTruth {
  sequence: MeshSequence;
  /** The exact rig. Its bones are the edges of a graph of joints, without a hierarchy. */
  rig: Rig;
  /** Places of the joints by their numbers. */
  joints: Map<number, number[]>;
  /** B: the joints at the two ends of each bone. */
  ends: number[][];
}

const AS_IT_IS = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

/** Reads an exact rig: weights from a `.dmat`, a `.Tmat` for each frame, and joints from a `.tgf`. */
export async function groundTruth(name: string): Promise<GroundTruth> {
  const read = (file: string) => readFileSync(new URL(`${name}/${file}`, GROUND_TRUTH));
  const numbers = (file: string) => read(file).toString().trim().split(/\s+/).map(Number);
  const files = [`${name}.obj`, `${name}.pc2`].map((file) => bytesFile(file, new Uint8Array(read(file))));
  const [source] = await inspect(files, UNWATCHED);
  const sequence = await assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
  const [B, V, ...dense] = numbers("weights.dmat");
  const digits = String(sequence.frameCount).length;
  const frames = Array.from({ length: sequence.frameCount }, (_, k) => {
    const rows = numbers(`${name}-${String(k + 1).padStart(digits, "0")}.Tmat`);
    // [x y z 1] T: the columns of the 4x3 are the rows of our 3x4.
    return Array.from({ length: 12 * B }, (_, n) => {
      const [j, r, c] = [Math.floor(n / 12), Math.floor((n % 12) / 4), n % 4];
      return rows[12 * j + 3 * c + r];
    });
  });
  const rig: Rig = {
    version: 1,
    bones: Array.from({ length: B }, (_, j) => ({ name: String(j), parent: -1, head: [0, 0, 0] })),
    boneKind: "rigid",
    weights: sparse(dense, B, V),
    motion: Float32Array.from(frames.flat()),
    rest: sequence.rest,
  };
  const [points, edges] = read("skeleton.tgf").toString().split("#").map(table);
  return { sequence, rig, joints: new Map(points.map(([id, ...place]) => [id, place])), ends: edges };
}

const table = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));

function sparse(dense: readonly number[], B: number, V: number): Rig["weights"] {
  const rows = new WeightBuilder();
  for (let i = 0; i < V; i++) {
    for (let j = 0; j < B; j++) {
      if (dense[j * V + i] > 0) rows.add(j, dense[j * V + i]);
    }
    rows.endRow();
  }
  return rows.weights();
}

/** The exact rig with its hierarchy: the first bone is the root, and bones are connected where their ends meet. */
export function rooted({ rig, joints, ends }: GroundTruth): Rig {
  const bones = rig.bones.map((bone) => ({ ...bone }));
  const placed = [0];
  for (const j of placed) {
    for (const k of bones.keys()) {
      const common = ends[k].find((end) => ends[j].includes(end));
      if (placed.includes(k) || common === undefined) continue;
      const [x, y, z] = joints.get(common)!;
      bones[k] = { ...bones[k], parent: j, head: [x, y, z] };
      placed.push(k);
    }
  }
  return { ...rig, bones };
}
