/**
 * Joint orients: rotations at rest that a file keeps apart from the curves, as artists set them. A joint with its own
 * axes then has no other rotation at rest, and its curves are relative to its orient.
 */
import { after, back, type Turn, turnAt } from "../../geometry/posing/turns";
import { restAxes } from "../../model/rig/axes";
import type { Bone } from "../../model/rig/rig";
import type { ClipContent } from "../motion/prepare-clips";
import type { BoneTracks } from "./bone-tracks";
import { turnsAsUsual } from "./euler-tracks";

/** For each node; null without an orient. */
export type JointOrients = readonly (Turn | null)[];

/** The rotation of each joint with its own axes relative to its parent, at rest. */
function jointOrients({ nodeBones, restRotations }: BoneTracks, bones: readonly Bone[]): JointOrients {
  const axes = restAxes(bones);
  return Array.from(nodeBones, (j, n) => (axes[j] ? turnAt(restRotations, n) : null));
}

/**
 * The orients of joints that then turn in the usual order of axes. An orient itself always turns in that order, but
 * Blender turns it in the joint's. So a joint that needs another order has its axes in its own rotation at rest.
 */
export function usualOrients(clips: readonly ClipContent[], bones: readonly Bone[]): JointOrients {
  const orients = jointOrients(clips[0].tracks, bones);
  const relative = withoutOrients(clips, orients);
  return orients.map((orient, n) => (orient && turnsAsUsual(relative, n) ? orient : null));
}

/** The clips with rotations relative to joint orients. */
export function withoutOrients(clips: readonly ClipContent[], orients: JointOrients): ClipContent[] {
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
