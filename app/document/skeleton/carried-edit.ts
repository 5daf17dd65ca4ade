import type { Bone, Rig } from "../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../workers/model/skeleton/hierarchy-edit";

/**
 * An edit in the numbers of the bones after another edit; null if a bone that it needs is gone.
 * @param origin the number that each bone had before, or −1 for a new bone.
 */
export function carriedEdit(edit: HierarchyEdit, origin: ArrayLike<number>): HierarchyEdit | null {
  const before = Array.from(origin);
  const place = (bone: number) => before.indexOf(bone);
  if (edit.kind === "merge" || edit.kind === "delete") {
    const bones = edit.bones.map(place).filter((bone) => bone >= 0);
    // A merge needs all of its bones. Of those to delete, some may have gone already.
    const isWhole = edit.kind === "merge" ? bones.length === edit.bones.length : bones.length > 0;
    return isWhole ? { ...edit, bones } : null;
  }
  const bone = place(edit.bone);
  if (bone < 0) return null;
  if (edit.kind !== "reparent" || edit.parent < 0) return { ...edit, bone };
  const parent = place(edit.parent);
  return parent < 0 ? null : { ...edit, bone, parent };
}

type Insertion = Extract<HierarchyEdit, { kind: "insert" }>;

/** The farthest that a joint lies from a place and counts as put there, over the length from the old joint to it. */
const TAKEN = 0.25;

/**
 * An insertion after another one in the same bone. If that one has put its joint at the same place, the middle of what
 * is left of the bone is meant.
 */
function besideTaken(edit: Insertion, before: Bone, after: Bone): Insertion {
  const along = edit.at.map((x, axis) => x - before.head[axis]);
  const away = Math.hypot(...edit.at.map((x, axis) => x - after.head[axis]));
  if (away > TAKEN * Math.hypot(...along)) return edit;
  const [x, y, z] = after.head.map((head, axis) => head + along[axis] / 2);
  return { ...edit, at: [x, y, z] };
}

/** Whether the same numbers mean the same bones in both rigs. */
const hasSameBones = (a: Rig, b: Rig): boolean =>
  a.bones.length === b.bones.length && a.bones.every(({ name }, j) => name === b.bones[j].name);

/** Whether two rigs differ in what they call, limit or colour alone, so that what was solved on one fits the other. */
export const movesAlike = (a: Rig, b: Rig): boolean =>
  a.motion === b.motion &&
  a.weights === b.weights &&
  a.rest === b.rest &&
  a.bones.length === b.bones.length &&
  a.bones.every(({ parent, head }, j) => parent === b.bones[j].parent && head === b.bones[j].head);

/** Remembers which rig each edit has led to, so that an edit that was asked for earlier still finds its bones. */
export class Lineage {
  private readonly next = new WeakMap<Rig, { rig: WeakRef<Rig>; origin: Int32Array }>();

  /** Notes that an edit has put `after` in the place of `before`. */
  add(before: Rig, after: Rig, origin: Int32Array): void {
    this.next.set(before, { rig: new WeakRef(after), origin });
  }

  /** An edit of the bones of `from` as an edit of those of `to`; null if that is not known, or a bone is gone. */
  carry(edit: HierarchyEdit, from: Rig, to: Rig): HierarchyEdit | null {
    let carried: HierarchyEdit | null = edit;
    let at: Rig | undefined = from;
    while (at && at !== to && carried) {
      const step = this.next.get(at);
      if (!step) return hasSameBones(at, to) ? carried : null;
      const next = step.rig.deref();
      const moved = carriedEdit(carried, step.origin);
      if (next && carried.kind === "insert" && moved?.kind === "insert") {
        carried = besideTaken(moved, at.bones[carried.bone], next.bones[moved.bone]);
      } else carried = moved;
      at = next;
    }
    return at ? carried : null;
  }
}
