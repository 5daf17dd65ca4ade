import type { Bone, Rig } from "../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../workers/model/skeleton/hierarchy-edit";

/**
 * An edit with the bone numbers that are valid after another edit; null if a bone that it needs no longer exists.
 * @param origin the number that each bone had before, or −1 for a new bone.
 */
export function carriedEdit(edit: HierarchyEdit, origin: ArrayLike<number>): HierarchyEdit | null {
  const before = Array.from(origin);
  const place = (bone: number) => before.indexOf(bone);
  if (edit.kind === "merge" || edit.kind === "delete") {
    const bones = edit.bones.map(place).filter((bone) => bone >= 0);
    // A merge needs all of its bones. A deletion may go on with those that still exist.
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

/**
 * A joint was put at a place if it is at most this far from it, as a fraction of the distance from the old joint to the
 * place.
 */
const TAKEN = 0.25;

/**
 * An insertion that follows another one in the same bone. If the first has put its joint at the same place, the second
 * uses the middle of the rest of the bone.
 */
function besideTaken(edit: Insertion, before: Bone, after: Bone): Insertion {
  const along = edit.at.map((x, axis) => x - before.head[axis]);
  const away = Math.hypot(...edit.at.map((x, axis) => x - after.head[axis]));
  if (away > TAKEN * Math.hypot(...along)) return edit;
  const [x, y, z] = after.head.map((head, axis) => head + along[axis] / 2);
  return { ...edit, at: [x, y, z] };
}

/** Whether both rigs have the same bones in the same order. */
const hasSameBones = (a: Rig, b: Rig): boolean =>
  a.bones.length === b.bones.length && a.bones.every(({ name }, j) => name === b.bones[j].name);

/** Whether two rigs differ only in names, limits or colours. A result for one then fits the other. */
export const movesAlike = (a: Rig, b: Rig): boolean =>
  a.motion === b.motion &&
  a.weights === b.weights &&
  a.rest === b.rest &&
  a.bones.length === b.bones.length &&
  a.bones.every(({ parent, head }, j) => parent === b.bones[j].parent && head === b.bones[j].head);

/** Remembers the rig that each edit has led to, so that an edit of an older rig still finds its bones. */
export class Lineage {
  private readonly next = new WeakMap<Rig, { rig: WeakRef<Rig>; origin: Int32Array }>();

  /** Notes that an edit has replaced `before` by `after`. */
  add(before: Rig, after: Rig, origin: Int32Array): void {
    this.next.set(before, { rig: new WeakRef(after), origin });
  }

  /**
   * Converts an edit of the bones of `from` to one of the bones of `to`; null if no edits lead there, or a bone is
   * gone.
   */
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
