/** Which parameters and initialisers have an effect, given the other settings. */
import type { ParameterField, ParameterNeed } from "./method-parameters/field";
import { METHODS, type SolveMethod } from "./methods";
import type { SolveSettings } from "./solve-settings";

type Given = Pick<SolveSettings, "method" | "initialiser" | "parameters" | "boneKind" | "influences">;

/** Whether what a parameter needs is given. */
function isMet(settings: Given, need: ParameterNeed | undefined): boolean {
  const { method, initialiser, boneKind, influences } = settings;
  if (need === undefined) return true;
  if (need === "own start") return initialiser === null || initialiser === METHODS[method].initialiser;
  if (need === "affine bones") return boneKind === "affine";
  if (need === "few influences") return influences > 0;
  const other = METHODS[method].fields.find(({ name }) => name === need.parameter);
  if (!other) throw new Error(`${method} has no parameter ${need.parameter}`);
  const value = settings.parameters[method]?.[other.name] ?? other.default;
  return "is" in need ? value === need.is : value !== need.isNot;
}

/** Whether a parameter of the chosen method has an effect. */
export const hasEffect = (settings: Given, field: ParameterField): boolean => isMet(settings, field.needs);

/** Whether the chosen method starts from an initialiser that is given. */
export const usesInitialiser = (settings: Given): boolean =>
  METHODS[settings.method].takesInitialiser && isMet(settings, METHODS[settings.method].startNeeds);

/** What a need is on the command line, as "--set count=found". */
export function needFlag(method: SolveMethod, need: ParameterNeed): string {
  if (need === "own start") return `the method's own start (${METHODS[method].initialiser})`;
  if (need === "affine bones") return "--affine";
  if (need === "few influences") return "--influences N";
  const { parameter } = need;
  return "is" in need ? `--set ${parameter}=${need.is}` : `another ${parameter} than ${need.isNot}`;
}
