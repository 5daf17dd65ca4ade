import { boneSides } from "../../geometry/body/body-plan";
import type { UpAxis } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { sideOf } from "../../model/side-names";
import { freeName } from "../../model/skeleton/segment-names";

/**
 * Names the last bones of a rig after their parents: "helper_UpperLeg.L". In the middle of the
 * body the name gets the side where the helper lies: "helper_Spine.R".
 * @param first the number of the first helper.
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
