import { writeBvh } from "../../workers/formats/skeletons/write/bvh";
import { bvhExportDefaults } from "../../workers/model/files/skeleton-export";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { hound } from "../samples/hound";
import { HOUND_BONES } from "../samples/hound-body";
import { houndPose } from "../samples/hound-gait";
import type { TestFile } from "../studio-driver/files/fixtures";

/** The skeleton and the motion that the hound was made with, as a BVH in centimetres. */
export async function houndSkeleton(): Promise<TestFile> {
  const sequence = hound();
  const names = HOUND_BONES.map(({ name }) => name);
  const motion: number[] = [];
  for (let k = 0; k < sequence.frameCount; k++) {
    houndPose(k).forEach(({ turn, head }, j) => {
      const from = HOUND_BONES[j].head;
      for (let r = 0; r < 3; r++) {
        const row = [turn[3 * r], turn[3 * r + 1], turn[3 * r + 2]];
        motion.push(...row, head[r] - row.reduce((sum, x, c) => sum + x * from[c], 0));
      }
    });
  }
  // The sequence lies around its own middle.
  const at = (p: readonly number[]) => p.map((x, c) => x - sequence.origin[c]) as [number, number, number];
  const rig: Rig = {
    version: 1,
    bones: HOUND_BONES.map(({ name, parent, head }) => ({
      name,
      parent: parent === null ? -1 : names.indexOf(parent),
      head: at(head),
    })),
    boneKind: "rigid",
    weights: {
      version: 1,
      offsets: Uint32Array.from({ length: sequence.vertexCount + 1 }, (_, i) => i),
      bones: new Uint16Array(sequence.vertexCount),
      values: new Float32Array(sequence.vertexCount).fill(1),
    },
    motion: aroundOrigin(motion, sequence.origin),
    rest: sequence.rest,
  };
  const options = { ...bvhExportDefaults(sequence), unit: "cm" as const };
  const { bytes } = await writeBvh(sequence, rig, options, UNWATCHED);
  return { path: "hound_rig.bvh", bytes };
}

/** Motions of points p as motions of p − origin. */
function aroundOrigin(motion: readonly number[], origin: readonly number[]): Float32Array {
  const out = Float32Array.from(motion);
  for (let at = 0; at < out.length; at += 4) {
    const r = (at / 4) % 3;
    for (let c = 0; c < 3; c++) out[at + 3] += out[at + c] * origin[c];
    out[at + 3] -= origin[r];
  }
  return out;
}
