import type { VertexBoneValues, WeightEdits } from "../../model/weight-edits";
import type { ArapPlan } from "./arap-plan";
import { entryOf } from "./constraint-set";

/**
 * Whether edits change what a plan was made of: supports, links, or exemplars. All else `ArapWeights.edit` follows.
 * @param plan where given, also whether a weight above 0 is held that its supports do not have.
 */
export function needsNewPlan(before: WeightEdits, after: WeightEdits, plan?: ArapPlan): boolean {
  if (before.influences !== after.influences && !samePairs(before.influences, after.influences)) return true;
  if (before.wires !== after.wires && !sameNumbers(before.wires, after.wires)) return true;
  if (!sameNumbers(before.droppedExemplars, after.droppedExemplars)) return true;
  const [was, is] = [before.addedExemplars, after.addedExemplars];
  if (was !== is && (was.length !== is.length || was.some((pose, n) => pose.pose !== is[n].pose)))
    return true;
  return plan !== undefined && (reachesOut(plan, after.holds) || reachesOut(plan, after.attach));
}

const sameNumbers = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  a === b || (a.length === b.length && Array.prototype.every.call(a, (x, n) => x === b[n]));

const samePairs = (a: VertexBoneValues, b: VertexBoneValues) =>
  sameNumbers(a.vertices, b.vertices) && sameNumbers(a.bones, b.bones) && sameNumbers(a.values, b.values);

function reachesOut(plan: ArapPlan, { vertices, bones, values }: VertexBoneValues): boolean {
  return values.some((value, n) => value > 0 && entryOf(plan, vertices[n], bones[n]) < 0);
}
