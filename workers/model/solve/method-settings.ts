import type { BoneKind } from "../rig/rig";
import type { ParameterField, ParameterValue } from "./method-parameters/field";
import { METHODS, type SolveMethod, type SolveSwitch } from "./methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "./solve-settings";

/** The settings that depend on the method. */
export type MethodSettings = Pick<SolveSettings, "method" | "initialiser" | "influences" | "boneKind">;

/** The kind of motion that a method uses if `wanted` is requested: its own if it does not support that one. */
export function boneKindOf(method: SolveMethod, wanted: BoneKind): BoneKind {
  const { boneKinds } = METHODS[method];
  return boneKinds.includes(wanted) ? wanted : boneKinds[0];
}

/**
 * The settings after a change of method: its own influences and initialiser, and a kind of motion that it supports. If
 * the previous method had only one kind of motion, the artist did not choose it, so the new method's own kind is used.
 */
export function settingsForMethod(before: SolveSettings, method: SolveMethod): MethodSettings {
  const chosen = METHODS[before.method].boneKinds.length > 1;
  const { boneKinds, influences } = METHODS[method];
  const boneKind = chosen ? boneKindOf(method, before.boneKind) : boneKinds[0];
  return { method, initialiser: null, influences, boneKind };
}

/** Whether a method uses a setting. */
export const usesSwitch = (method: SolveMethod, name: SolveSwitch): boolean =>
  METHODS[method].switches.includes(name);

/** The settings that other methods use but this one does not. */
export const unusedSwitches = (method: SolveMethod): SolveSwitch[] =>
  [...new Set(Object.values(METHODS).flatMap(({ switches }) => switches))].filter(
    (name) => !usesSwitch(method, name),
  );

/** The settings, with the defaults of those that the method does not use. */
export function usedSettings(settings: SolveSettings): SolveSettings {
  const unused = unusedSwitches(settings.method);
  return { ...settings, ...Object.fromEntries(unused.map((name) => [name, SOLVE_DEFAULTS[name]])) };
}

/** The value of a method's parameter: the set value, or its default. */
export function parameterOf(
  settings: SolveSettings,
  method: SolveMethod,
  field: ParameterField,
): ParameterValue {
  return settings.parameters[method]?.[field.name] ?? field.default;
}

/** The parameters with one parameter of a method changed. A value equal to the default is left out. */
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
