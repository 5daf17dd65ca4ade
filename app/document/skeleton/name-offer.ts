import type { BodyKind } from "../../../workers/geometry/body/body-plan";
import { boneRoles } from "../../../workers/geometry/body/names/bone-roles";
import { humanNames, humanoidMap } from "../../../workers/geometry/body/names/humanoid";
import {
  isHumanoidStyle,
  type NameStyle,
  suggestedNames,
} from "../../../workers/geometry/body/names/name-styles";
import type { UpAxis } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { bodyOfRig } from "./body-of-rig";

/** The names that a style offers for a rig. */
export interface NameOffer {
  kind: BodyKind;
  /** A name for each bone. Bones that it cannot identify, and bones that the artist named, keep their names. */
  names: readonly string[];
  /** Why engines do not take the body for a humanoid, or null. */
  problem: string | null;
}

export function nameOffer(rig: Rig, upAxis: UpAxis, style: NameStyle): NameOffer {
  const plan = bodyOfRig(rig, upAxis);
  const roles = boneRoles(plan);
  const map = humanoidMap(plan, roles);
  const human = style === "unity" || style === "vrm" ? humanNames(map, style) : undefined;
  const keep = (j: number) => rig.bones[j].named === true;
  const isRefused = isHumanoidStyle(style) && map.problem !== null;
  const names = isRefused
    ? rig.bones.map(({ name }) => name)
    : suggestedNames(rig.bones, roles, style, human, keep);
  return { kind: plan.kind, names, problem: map.problem };
}
