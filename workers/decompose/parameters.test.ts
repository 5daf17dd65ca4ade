import { describe, expect, it } from "vitest";
import { fingerprint } from "../identity/fingerprint";
import type { ParameterField, ParameterNeed, ParameterValue } from "../model/solve/method-parameters/field";
import { METHODS, type SolveMethod } from "../model/solve/methods";
import { hasEffect, usesInitialiser } from "../model/solve/parameter-needs";
import { SOLVE_DEFAULTS, type SolveSettings } from "../model/solve/solve-settings";
import { clothPatch } from "../testing/sequences";
import { solve } from "./testing/solved";

const cloth = clothPatch({ size: 13, frames: 6 });
/** A rest pose off the plane, with plane rings at one edge. */
const sequence = {
  ...cloth,
  rest: cloth.rest.map((x, n) => x + (n < 120 ? 0 : 0.03 * Math.sin(7 * n))),
};

/** A number, far from the default, that changes the result here. */
const NUMBERS: Record<string, number> = {
  "ssdr.reinitialisations": 0,
  "his.flatIterations": 2,
  "his.flatTolerance": 5,
  "his.kept": 0.2,
  "his.simplexIterations": 1,
  "his.refitIterations": 1,
  "ep-lbs.goal": 0.05,
  "ep-lbs.steps": 3,
  "fsd.iterations": 2,
  "fsd.reduction": 1,
  "lssp.alternations": 1,
  "lssp.sparsity": 1e5,
  "sma.bandwidth": 4,
  "sma.core": 0.2,
  "sma.least": 0.2,
  "sma.threshold": 0.3,
  "sma.orthogonality": 3,
};

/** Fewer bones where many would leave nothing to reduce; more influences where a limit hides the effect. */
const SPECIAL: Record<string, Partial<SolveSettings>> = {
  "his.simplex": { influences: 0 },
  "his.simplexIterations": { influences: 0 },
  "fsd.reduction": { bones: 3 },
  "ssdr.moveTo": { bones: 30, iterations: 60 },
  "ssdr.several": { bones: 30, iterations: 60 },
  "ssdr.reinitialisations": { bones: 30, iterations: 60 },
};

function otherValue(method: SolveMethod, field: ParameterField): ParameterValue {
  if (field.kind === "check") return !field.default;
  if (field.kind === "number") return NUMBERS[`${method}.${field.name}`];
  return field.options.find(({ value }) => value !== field.default)!.value;
}

/** The settings in which a need is met, or is not. */
function under(
  method: SolveMethod,
  need: ParameterNeed | undefined,
  isMet: boolean,
): { settings: Partial<SolveSettings>; parameters: Record<string, ParameterValue> } {
  if (need === undefined) return { settings: {}, parameters: {} };
  if (need === "own start") return { settings: { initialiser: isMet ? null : "kmeans" }, parameters: {} };
  if (need === "affine bones") return { settings: { boneKind: isMet ? "affine" : "rigid" }, parameters: {} };
  if (need === "few influences") return { settings: { influences: isMet ? 3 : 0 }, parameters: {} };
  const other = METHODS[method].fields.find(({ name }) => name === need.parameter)!;
  const [needed, rest] = "is" in need ? [need.is, null] : [null, need.isNot];
  const another =
    other.default === needed || other.default === rest ? otherValue(method, other) : other.default;
  const value = isMet ? (needed ?? another) : (rest ?? another);
  return { settings: {}, parameters: { [need.parameter]: value } };
}

const settingsOf = (
  method: SolveMethod,
  given: Partial<SolveSettings>,
  parameters: Record<string, ParameterValue>,
): SolveSettings => ({
  ...SOLVE_DEFAULTS,
  ...{ method, bones: 6, influences: 3, boneKind: METHODS[method].boneKinds[0], correctRestPose: false },
  ...given,
  parameters: { [method]: parameters },
});

/** The bits of the rig. */
async function outcome(settings: SolveSettings): Promise<string> {
  const { rig, report } = await solve(sequence, settings);
  return `${fingerprint(rig.weights.values, rig.weights.bones, rig.motion)} ${report.iterations}`;
}

const CASES = (Object.keys(METHODS) as SolveMethod[]).flatMap((method) =>
  METHODS[method].fields.map((field) => ({ method, field, name: `${method}.${field.name}` })),
);

describe("a parameter has an effect where what it needs is given, and none elsewhere", () => {
  it.each(CASES)("$name", async ({ method, field, name }) => {
    for (const isMet of field.needs === undefined ? [true] : [true, false]) {
      const { settings, parameters } = under(method, field.needs, isMet);
      const given = { ...SPECIAL[name], ...settings };
      const plain = settingsOf(method, given, parameters);
      const changed = settingsOf(method, given, { ...parameters, [field.name]: otherValue(method, field) });
      expect(hasEffect(changed, field)).toBe(isMet);
      const isSame = (await outcome(plain)) === (await outcome(changed));
      expect(isSame, isMet ? "it has no effect" : "it has an effect").toBe(!isMet);
    }
  });
});

it.each(Object.keys(METHODS) as SolveMethod[])(
  "%s follows an initialiser where it is said to",
  async (method) => {
    for (const isMet of METHODS[method].startNeeds === undefined ? [true] : [true, false]) {
      const { settings, parameters } = under(method, METHODS[method].startNeeds, isMet);
      const plain = settingsOf(method, { ...settings, iterations: 20 }, parameters);
      const changed = { ...plain, initialiser: "edge-collapse" } as const;
      const isSame = (await outcome(plain)) === (await outcome(changed));
      expect(isSame).toBe(!usesInitialiser(changed));
      expect(usesInitialiser(changed)).toBe(isMet && METHODS[method].takesInitialiser);
    }
  },
);
