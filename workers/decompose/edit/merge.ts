import { areConnected } from "../../model/tree-of-parents";
import { type Draft, type EditContext, keepOnly, membersOf, motionBy, renumberedRow } from "./edit-context";
import { refuseEdit, refuseLockedVertices, refuseStrangers } from "./refusals";

/**
 * Merges several bones into one. It takes the place of the first in the rig's order and the name of the first one
 * selected. Weights are added, one motion is fitted to all their vertices, and it becomes the parent of their children.
 */
export function draftMerge({ sequence, rig, locks }: EditContext, bones: readonly number[]): Draft {
  if (bones.length < 2) refuseEdit("There is nothing to merge", "Select two bones or more.");
  refuseStrangers(rig, bones, locks);
  refuseLockedVertices(rig, bones, locks, 1);
  const target = Math.min(...bones);
  const merged = new Set(bones);
  const kept = [...rig.bones.keys()].filter((j) => j === target || !merged.has(j));
  const { origin, place } = keepOnly(kept, rig.bones.length);
  for (const j of bones) place[j] = place[target];
  const members = bones.map((j) => membersOf(rig, j));
  const mass = members.map(({ shares }) => shares.reduce((sum, w) => sum + w, 0));
  const heaviest = bones[mass.indexOf(Math.max(...mass))];
  const vertices = Uint32Array.from(new Set(members.flatMap((each) => each.vertices))).sort();
  const connected = areConnected(rig.bones);
  const motion = motionBy(
    rig,
    sequence.frameCount,
    origin.map((j) => (j === target ? heaviest : j)),
    heaviest,
  );
  return {
    bones: kept.map((j) => {
      const { parent, head } = rig.bones[j];
      return {
        name: rig.bones[j === target ? bones[0] : j].name,
        parent: parent < 0 ? -1 : place[parent],
        head: j === target && !connected ? null : head,
      };
    }),
    origin,
    place,
    motion,
    free: [place[target]],
    vertices,
    rows: Array.from(vertices, (i) => renumberedRow(rig, i, place)),
  };
}
