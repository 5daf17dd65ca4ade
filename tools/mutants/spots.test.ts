import { describe, expect, it } from "vitest";
import { broken, spotsOf } from "./spots";

/** All mutants of a source, as text. */
const mutants = (source: string) => spotsOf(source).map((spot) => broken(source, spot));

describe("spots", () => {
  it("are operators, bounds, signs and whole numbers", () => {
    expect(mutants("a < b")).toEqual(["a <= b"]);
    expect(mutants("a === b && !c")).toEqual(["a !== b && !c", "a === b || !c", "a === b &&  c"]);
    expect(mutants("Math.max(-x, 2)")).toEqual(["Math.min(-x, 2)", "Math.max( x, 2)", "Math.max(-x, 3)"]);
    expect(mutants("sum -= y / 0.5")).toEqual(["sum += y / 0.5", "sum -= y * 0.5"]);
    expect(mutants("a - -b")).toEqual(["a + -b", "a -  b"]);
  });

  it("are not in types, strings, thrown errors, or the step of a loop", () => {
    expect(mutants("let a: 0 | 1")).toEqual([]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source in a string.
    expect(mutants('"a" + b + `c${d}`')).toEqual([]);
    expect(mutants("throw new Error(a + 1)")).toEqual([]);
    expect(mutants("for (;; i += 2) f()")).toEqual([]);
  });

  it("know their line, and their index among equal changes of equal text", () => {
    const spots = spotsOf("f();\n  x = a + b + c;\nx = a + b + c;");
    expect(spots.map(({ line, text, nth }) => [line, text, nth])).toEqual([
      [2, "x = a + b + c;", 0],
      [2, "x = a + b + c;", 1],
      [3, "x = a + b + c;", 2],
      [3, "x = a + b + c;", 3],
    ]);
    expect(spots[0].start).toBeLessThan(spots[1].start);
  });
});
