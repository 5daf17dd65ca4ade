import type { Rig } from "../../../workers/model/rig/rig";
import { plural } from "../../common/format";
import { renamedTogether } from "../binding/renaming";
import { segmentsOfBones } from "../binding/segment-weights";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";
import { renamedFit } from "./own-skeleton";
import { renamedReport } from "./skeleton-facts";

/** No name that an artist types has this. */
const HELD = "\u0001";

/**
 * Gives all bones new names in one step. The segments that they are bound to, their clips and locks follow.
 * @param names one for each bone.
 * @param typed bones whose names the artist typed: later automatic names leave them.
 */
export function nameBones(
  stores: Stores,
  names: readonly string[],
  typed: ReadonlySet<number>,
): Command<Partial<DocumentState>> {
  const state = stores.document.getState();
  const { rig, weightEdits } = state;
  if (!rig) throw new Error("There is no rig.");
  const { skeleton, skeletonClips, bones } = together(stores, rig, names);
  const marked = bones.map((bone, j) => (typed.has(j) ? { ...bone, named: true as const } : bone));
  const now = new Map(rig.bones.map(({ name }, j) => [name, marked[j].name]));
  const changed = marked.filter(({ name }, j) => name !== rig.bones[j].name).length;
  const renamed = { ...rig, bones: marked };
  return patch(stores, `Rename ${plural(changed, "bone")}`, "rename", {
    rig: renamed,
    ...renamedFit(state, now, renamed),
    skeletonReport: renamedReport(state.skeletonReport, now),
    skeleton,
    skeletonClips,
    weightEdits: { ...weightEdits, locked: weightEdits.locked.map((name) => now.get(name) ?? name) },
  });
}

/** The bones with new names, and the skeleton that they are bound to with the same names. */
function together(stores: Stores, rig: Rig, names: readonly string[]) {
  const { skeleton, skeletonClips } = stores.document.getState();
  const segments = skeleton && segmentsOfBones(skeleton, rig);
  if (!skeleton || !segments) {
    return { skeleton, skeletonClips, bones: rig.bones.map((bone, j) => ({ ...bone, name: names[j] })) };
  }
  let next = { skeleton, rig: rig as Rig | null };
  // Rename to unused names first; otherwise two bones that swap names would collide.
  const wishes = skeleton.segments.map(({ name }, at) => {
    const first = segments.indexOf(at);
    return first < 0 ? name : names[first];
  });
  wishes.forEach((_, at) => {
    next = renamedTogether(next.skeleton, next.rig, at, `${HELD}${at}`);
  });
  wishes.forEach((wish, at) => {
    next = renamedTogether(next.skeleton, next.rig, at, wish);
  });
  const now = new Map(skeleton.segments.map(({ name }, at) => [name, next.skeleton.segments[at].name]));
  const clips = skeletonClips && {
    ...skeletonClips,
    bones: skeletonClips.bones.map((name) => now.get(name) ?? name),
  };
  return { skeleton: next.skeleton, skeletonClips: clips, bones: next.rig?.bones ?? rig.bones };
}
