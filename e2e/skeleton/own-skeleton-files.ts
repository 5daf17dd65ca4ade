import { objAndCache, type TestFile } from "../../tools/studio-driver/files/fixtures";
import { exportFile } from "../../workers/formats/export-file";
import { writeBvh } from "../../workers/formats/skeletons/write/bvh";
import { targetOptions } from "../../workers/model/files/export/export-targets";
import { bvhExportDefaults } from "../../workers/model/files/export/skeleton-export";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { restAxes } from "../../workers/model/rig/axes";
import type { Bone, Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { limbs } from "../../workers/skeleton/testing/limbs";
import { withOwnAxes } from "../../workers/testing/rigs";

const PARENTS = [-1, 0, 1, 1, 2, 3];

/** A generated character of six bones, with the skeleton that moves it. */
export function character(): { sequence: MeshSequence; rig: Rig } {
  const { sequence, rig } = limbs(PARENTS, 1, { frames: 10 });
  return { sequence, rig: { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: PARENTS[j] })) } };
}

/** Its mesh animation, without a skeleton. */
export const characterFiles = (): TestFile[] => objAndCache(character().sequence, "character");

/** Its skinned mesh with the clip. */
export async function skinnedFile(): Promise<TestFile> {
  const { sequence, rig } = character();
  const { bytes } = await exportFile(sequence, rig, targetOptions("gltf", sequence, rig), UNWATCHED);
  return { path: "skinned.glb", bytes };
}

/** The same with joints that have axes of their own, and these joints. */
export async function orientedFile() {
  const { sequence, rig: upright } = character();
  const rig = withOwnAxes(upright, 3);
  const { bytes } = await exportFile(sequence, rig, targetOptions("gltf", sequence, rig), UNWATCHED);
  const file: TestFile = { path: "oriented.glb", bytes };
  const axes = restAxes(rig.bones);
  return { file, joints: rig.bones.map(({ name }, j) => ({ name, axes: axes[j] })) };
}

/** Its skeleton and clip alone, in centimetres. */
export async function motionFile(): Promise<TestFile> {
  const { sequence, rig } = character();
  const options = { ...bvhExportDefaults(sequence), unit: "cm" as const };
  const { bytes } = await writeBvh(sequence, rig, options, UNWATCHED);
  return { path: "mine.bvh", bytes };
}

/** Its skeleton and clip with an end joint below the last bone, which moves with it. */
export async function endedFile(): Promise<TestFile> {
  const { sequence, rig } = character();
  const B = rig.bones.length;
  const motion = new Float32Array(rig.motion.length + 12 * sequence.frameCount);
  for (let k = 0; k < sequence.frameCount; k++) {
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B), 12 * k * (B + 1));
    motion.set(rig.motion.subarray(12 * ((k + 1) * B - 1), 12 * (k + 1) * B), 12 * (k * (B + 1) + B));
  }
  const last = rig.bones[B - 1];
  const [x, y, z] = last.head;
  const end: Bone = { name: "foot_end", parent: B - 1, head: [x, y - 0.3, z], end: true };
  const ended: Rig = { ...rig, bones: [...rig.bones, end], motion };
  const { bytes } = await exportFile(sequence, ended, targetOptions("gltf", sequence, ended), UNWATCHED);
  return { path: "ended.glb", bytes };
}
