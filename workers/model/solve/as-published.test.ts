import { describe, expect, it } from "vitest";
import { asPublished, hasPublished, isAsPublished, ownDefaults, publishedChange } from "./as-published";
import { METHODS, type SolveMethod } from "./methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "./solve-settings";

const methods = Object.keys(METHODS) as SolveMethod[];
const settingsFor = (method: SolveMethod): SolveSettings => ({
  ...SOLVE_DEFAULTS,
  method,
  influences: METHODS[method].influences,
  boneKind: METHODS[method].boneKinds[0],
});

describe("settings as published", () => {
  it("exist for every method but auto", () => {
    expect(methods.filter((method) => !hasPublished(method))).toEqual(["auto"]);
  });

  it.each(methods.filter(hasPublished))(
    "name parameters that %s has, with values that it takes",
    (method) => {
      const { parameters } = asPublished(settingsFor(method));
      for (const [name, value] of Object.entries(parameters[method] ?? {})) {
        const field = METHODS[method].fields.find((each) => each.name === name)!;
        expect(field, name).toBeDefined();
        if (field.kind === "choice") expect(field.options.map((option) => option.value)).toContain(value);
        else expect(typeof value).toBe(field.kind === "check" ? "boolean" : "number");
      }
    },
  );

  it.each(methods.filter(hasPublished))("are recognised, and undone by the defaults: %s", (method) => {
    const own = settingsFor(method);
    expect(isAsPublished(own)).toBe(false);
    const published = { ...own, ...publishedChange(own) };
    expect(isAsPublished(published)).toBe(true);
    expect({ ...published, ...ownDefaults(published) }).toEqual(own);
  });

  it("keep the number of bones, the seed, and parameters that the paper leaves open", () => {
    const own = { ...settingsFor("ssdr"), bones: 7, seed: 5, parameters: { ssdr: { reinitialisations: 3 } } };
    const { bones, seed, parameters } = asPublished(own);
    expect({ bones, seed }).toEqual({ bones: 7, seed: 5 });
    expect(parameters.ssdr).toEqual({ reinitialisations: 3, moveTo: "vertex", several: true });
  });
});
