import { anyMoves } from "../../../../../workers/model/rig/motion-by-names";
import type { NamedClip } from "../../../../../workers/model/skeleton/clip-exemplars";
import type { DocumentState } from "../../../../document/document";

/** Clips whose frames can pose the document's skeleton: those that came with it, and the animation of its own rig. */
export function clipChoices({
  skeleton,
  skeletonClips,
  rig,
  sequence,
}: Pick<DocumentState, "skeleton" | "skeletonClips" | "rig" | "sequence">): NamedClip[] {
  if (!skeleton) return [];
  const choices: NamedClip[] = [];
  const moves = (bones: readonly string[]) => anyMoves(skeleton.segments, bones);
  const { bones: theirs = [], clips = [] } = skeletonClips ?? {};
  if (moves(theirs)) for (const clip of clips) choices.push({ ...clip, bones: theirs });
  const bones = rig?.bones.map(({ name }) => name) ?? [];
  if (rig && sequence && sequence.frameCount > 1 && moves(bones)) {
    const size = 12 * bones.length;
    for (const { name, first, last } of sequence.clips) {
      const motions = rig.motion.subarray(size * first, size * (last + 1));
      choices.push({ name, bones, frameCount: last + 1 - first, motions });
    }
  }
  return choices;
}
