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

  it("are not in the number of a −1 that means none, only in its sign", () => {
    for (const source of ["return -1", "let a = -1", "a ?? -1", "a ? b : -1", "f.fill(-1)", "f({ a: -1 })"]) {
      expect(mutants(source)).toEqual([source.replace("-1", " 1")]);
    }
    expect(mutants("a ? -1 : 1")).toEqual(["a ?  1 : 1", "a ? -2 : 1", "a ? -1 : 2"]);
    expect(mutants("a === -1")).toEqual(["a !== -1", "a ===  1", "a === -2"]);
    expect(mutants("f(-1)")).toEqual(["f( 1)", "f(-2)"]);
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
