import { type BodyPlan, bodyPlan } from "../../../workers/geometry/body/body-plan";
import type { UpAxis } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";

const known = new WeakMap<Rig, { upAxis: UpAxis; plan: BodyPlan }>();

/** The plan of a rig's body, found once for each rig. */
export function bodyOfRig(rig: Rig, upAxis: UpAxis): BodyPlan {
  const found = known.get(rig);
  if (found?.upAxis === upAxis) return found.plan;
  const plan = bodyPlan(rig, upAxis);
  known.set(rig, { upAxis, plan });
  return plan;
}
