import type { SkeletonClips } from "../../../workers/model/files/skeleton-source";
import type { Rig } from "../../../workers/model/rig/rig";
import type { Skeleton } from "../../../workers/model/skeleton/skeleton";
import { renameSegment } from "../../../workers/model/skeleton/skeleton-edit";
import type { WeightEdits } from "../../../workers/model/weights/weight-edits";
import type { Command } from "../history/history";
import { patch } from "../patch";
import { renamedFit } from "../skeleton/own-skeleton";
import { renamedReport } from "../skeleton/skeleton-facts";
import type { Stores } from "../stores";
import { segmentsOfBones } from "./segment-weights";

/**
 * Renames a segment in a skeleton and in the rig that is bound to it, because names connect bones with segments. The
 * bones of a spine keep their numbers. A rig with other bones does not change.
 */
export function renamedTogether(
  skeleton: Skeleton,
  rig: Rig | null,
  at: number,
  name: string,
): { skeleton: Skeleton; rig: Rig | null } {
  const before = skeleton.segments[at].name;
  const renamed = renameSegment(skeleton, at, name).skeleton;
  const now = renamed.segments[at].name;
  const segments = rig && segmentsOfBones(skeleton, rig);
  if (!rig || !segments) return { skeleton: renamed, rig };
  const bones = rig.bones.map((bone, j) =>
    segments[j] === at ? { ...bone, name: now + bone.name.slice(before.length) } : bone,
  );
  return { skeleton: renamed, rig: { ...rig, bones } };
}

/** Whether two skeletons differ only in names. */
export function isRenamed(before: Skeleton | null, now: Skeleton): boolean {
  if (before === null || before === now || before.segments.length !== now.segments.length) return false;
  return now.segments.every((segment, j) => {
    const old = before.segments[j];
    return (Object.keys(old) as (keyof typeof old)[]).every(
      (key) => key === "name" || segment[key] === old[key],
    );
  });
}

/** Clips find a segment by its name, so their tracks are renamed with it. */
function renamedClips(clips: SkeletonClips | null, before: string, now: string): SkeletonClips | null {
  if (!clips?.bones.includes(before) || clips.bones.includes(now)) return clips;
  return { ...clips, bones: clips.bones.map((name) => (name === before ? now : name)) };
}

/** Locks name bones, so they are renamed with them. */
function renamedLocks(edits: WeightEdits, before: Rig | null, now: Rig | null): WeightEdits {
  if (edits.locked.length === 0 || !before || !now) return edits;
  const names = new Map(before.bones.map(({ name }, j) => [name, now.bones[j].name]));
  return { ...edits, locked: edits.locked.map((name) => names.get(name) ?? name) };
}

/** Renames a segment, and its bones if the mesh is bound to it. */
export function renameSegmentAndBones(stores: Stores, at: number, name: string): Command {
  const { skeleton, skeletonClips, rig, weightEdits } = stores.document.getState();
  if (!skeleton) throw new Error("There is no skeleton.");
  const next = renamedTogether(skeleton, rig, at, name);
  const [before, now] = [skeleton, next.skeleton].map(({ segments }) => segments[at].name);
  const others = {
    skeletonClips: renamedClips(skeletonClips, before, now),
    weightEdits: renamedLocks(weightEdits, rig, next.rig),
  };
  return patch(stores, `Rename ${before} → ${now}`, "rename", { ...next, ...others }, { liveSkeleton: null });
}

/** Renames a bone of the rig. If it is bound to a skeleton, renames its segment and so the other bones of a spine. */
export function renameBone(stores: Stores, index: number, name: string): Command {
  const state = stores.document.getState();
  const { skeleton, rig, weightEdits, skeletonReport } = state;
  if (!rig) throw new Error("There is no rig.");
  const segments = skeleton && segmentsOfBones(skeleton, rig);
  if (skeleton && segments) {
    const at = segments[index];
    const number = rig.bones[index].name.slice(skeleton.segments[at].name.length);
    const wish = number !== "" && name.endsWith(number) ? name.slice(0, -number.length) : name;
    return renameSegmentAndBones(stores, at, wish);
  }
  const bones = rig.bones.map((bone, j) => (j === index ? { ...bone, name, named: true as const } : bone));
  const now = { ...rig, bones };
  const names = new Map([[rig.bones[index].name, name]]);
  return patch(stores, `Rename ${rig.bones[index].name} → ${name}`, "rename", {
    rig: now,
    weightEdits: renamedLocks(weightEdits, rig, now),
    skeletonReport: renamedReport(skeletonReport, names),
    ...renamedFit(state, names, now),
  });
}
