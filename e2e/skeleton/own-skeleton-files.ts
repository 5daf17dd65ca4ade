import { objAndCache, type TestFile } from "../../tools/studio-driver/files/fixtures";
import { exportFile } from "../../workers/formats/export-file";
import { writeBvh } from "../../workers/formats/skeletons/write/bvh";
import { targetOptions } from "../../workers/model/files/export/export-targets";
import { bvhExportDefaults } from "../../workers/model/files/export/skeleton-export";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { restAxes } from "../../workers/model/rig/axes";
import type { Rig } from "../../workers/model/rig/rig";
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
