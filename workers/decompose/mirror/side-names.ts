import type { VertexMirror } from "../../geometry/vertex-mirror";
import type { Bone, Rig } from "../../model/rig/rig";
import { withoutSide } from "../../model/side-names";
import type { Symmetrised } from "./symmetrise";

/** The left bone of a pair: the one with the larger coordinate across the plane. */
const leftOf = ({ bones }: Rig, j: number, l: number, axis: number): [left: number, right: number] =>
  bones[j].head[axis] >= bones[l].head[axis] ? [j, l] : [l, j];

/** Names bones in the rig itself: bone_01 in the middle, bone_02.L and bone_02.R for pairs. */
export function nameBySide({ rig, partner }: Symmetrised, { axis }: VertexMirror): void {
  const used = new Set(rig.weights.bones);
  const digits = Math.max(2, String(rig.bones.length).length);
  let number = 0;
  partner.forEach((l, j) => {
    if (l < j || !(used.has(j) || used.has(l))) return;
    const name = `bone_${String(++number).padStart(digits, "0")}`;
    rig.bones[j].name = name;
    if (l === j) return;
    const [left, right] = leftOf(rig, j, l, axis);
    rig.bones[left].name = `${name}.L`;
    rig.bones[right].name = `${name}.R`;
  });
  // Bones that move nothing are removed later. Until then they get names that no other bone has.
  rig.bones.forEach((bone, j) => {
    if (!used.has(j) && !used.has(partner[j])) bone.name = `idle_${j}`;
  });
}

/**
 * New names for named bones: a middle bone keeps its name without a side; both bones of a pair get the name of the left
 * one with .L and .R. A taken name gets a number.
 */
export function namesBySide(
  { rig, partner }: Symmetrised,
  { axis }: VertexMirror,
  before: readonly Pick<Bone, "name">[],
): string[] {
  const names: string[] = [];
  const taken = new Set<string>();
  const stem = (j: number, ends: readonly string[]) => {
    const own = withoutSide(before[j].name);
    let name = own;
    for (let n = 2; ends.some((end) => taken.has(name + end)); n++) name = `${own}_${n}`;
    for (const end of ends) taken.add(name + end);
    return name;
  };
  partner.forEach((l, j) => {
    if (l < j) return;
    if (l === j) {
      names[j] = stem(j, [""]);
      return;
    }
    const [left, right] = leftOf(rig, j, l, axis);
    const name = stem(left, [".L", ".R"]);
    names[left] = `${name}.L`;
    names[right] = `${name}.R`;
  });
  return names;
}
