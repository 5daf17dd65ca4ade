import { describe, expect, it } from "vitest";
import type { ParameterField } from "./method-parameters/field";
import { boneKindOf, parameterOf, settingsForMethod, withParameter } from "./method-settings";
import { METHODS, type SolveMethod } from "./methods";
import { SOLVE_DEFAULTS } from "./solve-settings";

const names = Object.keys(METHODS) as SolveMethod[];
const field: ParameterField = {
  kind: "number",
  name: "rounds",
  label: "Rounds",
  help: "How often.",
  default: 3,
  soft: [1, 10],
  hard: [1, 100],
  step: 1,
};

describe("choosing a method", () => {
  it("uses the new method's influences and a kind of motion that it supports", () => {
    for (const from of names) {
      for (const to of names) {
        const before = { ...SOLVE_DEFAULTS, ...settingsForMethod(SOLVE_DEFAULTS, from), influences: 7 };
        const change = settingsForMethod({ ...before, initialiser: "lbg" }, to);
        expect(change.influences).toBe(METHODS[to].influences);
        expect(METHODS[to].boneKinds).toContain(change.boneKind);
        expect(change.initialiser).toBeNull();
      }
    }
  });

  it("keeps the motion that the artist chose, not one that a method required", () => {
    const affine = { ...SOLVE_DEFAULTS, boneKind: "affine" as const };
    expect(settingsForMethod(affine, "ssdr").boneKind).toBe("affine");
    const his = { ...SOLVE_DEFAULTS, ...settingsForMethod(SOLVE_DEFAULTS, "his") };
    expect(his.boneKind).toBe("affine");
    expect(settingsForMethod(his, "ssdr").boneKind).toBe("rigid");
    expect(boneKindOf("lssp", "affine")).toBe("rigid");
    expect(boneKindOf("sma", "rigid")).toBe("rigid");
  });

  it("keeps a parameter only if it differs from its default", () => {
    expect(parameterOf(SOLVE_DEFAULTS, "fsd", field)).toBe(3);
    const parameters = withParameter(SOLVE_DEFAULTS, "fsd", field, 5);
    expect(parameters).toEqual({ fsd: { rounds: 5 } });
    const settings = { ...SOLVE_DEFAULTS, parameters };
    expect(parameterOf(settings, "fsd", field)).toBe(5);
    expect(parameterOf(settings, "sma", field)).toBe(3);
    expect(withParameter(settings, "fsd", field, 3)).toEqual({});
    const two = withParameter(settings, "sma", { ...field, name: "width" }, 9);
    expect(two).toEqual({ fsd: { rounds: 5 }, sma: { width: 9 } });
  });
});
