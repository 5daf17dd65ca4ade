import { type Pose, poseOfMatrices, restPose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import type { DocumentState } from "../document";
import type { Stores } from "../stores";

/** Whether no bone is rotated or moved. */
export function isRest({ rotations, translations }: Pose): boolean {
  return translations.every((x) => x === 0) && rotations.every((x, n) => n % 4 === 3 || x === 0);
}

/** The bones' matrices in frame `k` of a rig, 12B. */
export function frameMatrices({ bones, motion }: Rig, k: number): Float32Array {
  const size = 12 * bones.length;
  return motion.subarray(k * size, (k + 1) * size);
}

/** Whether the mesh on screen is at rest: in its pose, or in the only frame of a still mesh. */
export function showsRest(stores: Stores): boolean {
  const { pose, sequence, rig } = stores.document.getState();
  if (pose) return isRest(pose);
  if (!rig || sequence?.frameCount !== 1) return false;
  // Each matrix is a row-major 3x4, with ones at 0, 5 and 10.
  return frameMatrices(rig, 0).every((x, n) => Math.abs(x - ((n % 12) % 5 === 0 ? 1 : 0)) < 1e-6);
}

/**
 * The pose on screen with a free name, ready to keep: "Pose 3" if it was made by hand, "walk 12" if it is from a clip.
 */
export function poseToKeep(stores: Stores): Pose | null {
  const { rig, sequence, pose } = stores.document.getState();
  if (!rig || !sequence) return null;
  if (pose) return { ...pose, name: freePoseName(stores, "Pose", true) };
  const k = Math.floor(stores.view.getState().frame);
  const clip = sequence.clips.find(({ first, last }) => k >= first && k <= last);
  const name = freePoseName(stores, clip ? `${clip.name} ${k - clip.first + 1}` : `Frame ${k + 1}`, false);
  return poseOfMatrices(rig.bones, frameMatrices(rig, k), name);
}

/** The rest pose and the kept ones, in the order of the pose strip. */
export function posesInOrder({ rig, poses }: Pick<DocumentState, "rig" | "poses">): Pose[] {
  return rig ? [restPose(rig.bones), ...poses] : [];
}

/**
 * A name that no kept pose has: `stem` itself if it is free and `numbered` is false, else `stem` with the next number.
 */
function freePoseName(stores: Stores, stem: string, numbered: boolean): string {
  const taken = new Set(stores.document.getState().poses.map(({ name }) => name));
  if (!numbered && !taken.has(stem)) return stem;
  for (let n = numbered ? 1 : 2; ; n++) if (!taken.has(`${stem} ${n}`)) return `${stem} ${n}`;
}

/** The pose on screen: the one made by hand, or the shown frame of the motion as a pose. Null without a rig. */
export function poseOnScreen(stores: Stores): Pose | null {
  const { rig, sequence, pose } = stores.document.getState();
  if (!rig || !sequence) return null;
  if (pose) return pose;
  const k = Math.floor(stores.view.getState().frame);
  return poseOfMatrices(rig.bones, frameMatrices(rig, k), `Frame ${k + 1}`);
}
