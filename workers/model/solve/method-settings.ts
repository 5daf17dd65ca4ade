import type { BoneKind } from "../rig/rig";
import type { ParameterField, ParameterValue } from "./method-parameters/field";
import { METHODS, type SolveMethod } from "./methods";
import type { SolveSettings } from "./solve-settings";

/** What a method's own settings are, those that depend on it. */
export type MethodSettings = Pick<SolveSettings, "method" | "initialiser" | "influences" | "boneKind">;

/** The kind of motion that a method gives where `wanted` is asked for: its own where it does not know that one. */
export function kindOf(method: SolveMethod, wanted: BoneKind): BoneKind {
  const { boneKinds } = METHODS[method];
  return boneKinds.includes(wanted) ? wanted : boneKinds[0];
}

/**
 * What changes where another method is chosen: its own influences and initialiser, and motion that it knows. Motion
 * that the method before gave no choice of was nobody's wish, and becomes the new method's own.
 */
export function settingsForMethod(before: SolveSettings, method: SolveMethod): MethodSettings {
  const chosen = METHODS[before.method].boneKinds.length > 1;
  const { boneKinds, influences } = METHODS[method];
  const boneKind = chosen ? kindOf(method, before.boneKind) : boneKinds[0];
  return { method, initialiser: null, influences, boneKind };
}

/** The value of a method's parameter: the one that is set, else its default. */
export function parameterOf(
  settings: SolveSettings,
  method: SolveMethod,
  field: ParameterField,
): ParameterValue {
  return settings.parameters[method]?.[field.name] ?? field.default;
}

/** The parameters with one of a method set; one that is at its default is left out. */
export function withParameter(
  { parameters }: Pick<SolveSettings, "parameters">,
  method: SolveMethod,
  field: ParameterField,
  value: ParameterValue,
): SolveSettings["parameters"] {
  const mine = Object.fromEntries(
    Object.entries({ ...parameters[method], [field.name]: value }).filter(
      ([name, x]) => name !== field.name || x !== field.default,
    ),
  );
  const { [method]: _, ...others } = parameters;
  return Object.keys(mine).length > 0 ? { ...others, [method]: mine } : others;
}
