/**
 * Joint orients: rotations at rest that a file keeps apart from the curves, as artists set them. A joint with its own
 * axes then has no other rotation at rest, and its curves are relative to its orient.
 */
import { after, back, turnAt } from "../../geometry/posing/turns";
import { restAxes } from "../../model/rig/axes";
import type { Bone } from "../../model/rig/rig";
import type { ClipContent } from "../motion/prepare-clips";
import type { BoneTracks } from "./bone-tracks";

/** N: the rotation of each joint with its own axes relative to its parent, at rest; null for other nodes. */
export function jointOrients({ nodeBones, restRotations }: BoneTracks, bones: readonly Bone[]) {
  const axes = restAxes(bones);
  return Array.from(nodeBones, (j, n) => (axes[j] ? turnAt(restRotations, n) : null));
}

/** The clips with rotations relative to joint orients. */
export function withoutOrients(
  clips: readonly ClipContent[],
  orients: ReturnType<typeof jointOrients>,
): ClipContent[] {
  if (!orients.some(Boolean)) return [...clips];
  const relative = <T extends Float32Array | Float64Array>(rotations: T): T => {
    const out = rotations.slice() as T;
    for (let at = 0; at < out.length / 4; at++) {
      const orient = orients[at % orients.length];
      if (orient) out.set(after(back(orient), turnAt(rotations, at)), 4 * at);
    }
    return out;
  };
  return clips.map((clip) => ({
    ...clip,
    tracks: {
      ...clip.tracks,
      restRotations: relative(clip.tracks.restRotations),
      rotations: relative(clip.tracks.rotations),
    },
  }));
}
