import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { boneRestFrames } from "../bones/bone-rest-frames";
import { type BoneTracks, boneTracks } from "../bones/bone-tracks";

/** The tracks of all frames of a rig. */
export async function tracksOf(rig: Rig): Promise<BoneTracks> {
  const frames = [...Array(rig.motion.length / (12 * rig.bones.length)).keys()];
  return boneTracks(rig, frames, await boneRestFrames(rig, frames, UNWATCHED));
}
