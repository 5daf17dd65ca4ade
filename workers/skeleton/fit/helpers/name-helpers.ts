import { boneSides } from "../../../geometry/body/body-plan";
import type { UpAxis } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";
import { sideOf } from "../../../model/side-names";
import { freeName } from "../../../model/skeleton/segment-names";

/**
 * Names helper bones after their parents: "helper_UpperLeg.L". If the parent has no side, the name ends with the side
 * that the helper is on: "helper_Spine.R".
 * @param first the index of the first helper. All bones from there on are helpers.
 */
export function namedHelpers(rig: Rig, first: number, upAxis: UpAxis): Rig {
  if (first >= rig.bones.length) return rig;
  const sides = boneSides(rig, upAxis);
  const names = rig.bones.slice(0, first).map(({ name }) => name);
  for (let j = first; j < rig.bones.length; j++) {
    const region = rig.bones[rig.bones[j].parent].name;
    const side = !sideOf(region) && sides[j] ? `.${sides[j]}` : "";
    names.push(freeName(`helper_${region}${side}`, names));
  }
  return { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, name: names[j] })) };
}
