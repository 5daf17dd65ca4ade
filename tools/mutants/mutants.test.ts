import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "../../workers/math/random";
import { drawEvenly } from "./draw";
import { changeOf, type Equivalent, isAmong, readEquivalents, staleEntries } from "./equivalent";
import { FunctionNumbers } from "./functions";
import { report } from "./report";
import { ModuleTests, sourcesOf } from "./sources";
import { spotsOf } from "./spots";
import { REACHED } from "./trial";

let root: string;
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "sinew-mutants-"));
});
afterEach(() => rmSync(root, { recursive: true }));

describe("equivalent mutants", () => {
  it("each have a reason", () => {
    for (const { reason } of readEquivalents(process.cwd())) expect(reason).toMatch(/^[A-Z].{15,}\.$/);
  });

  it("survive when lines move, and become stale when their line changes", () => {
    const entry: Equivalent = { file: "a.ts", line: "if (a < b) f();", change: "< → <=", nth: 0, reason: "" };
    write("a.ts", "\n\n  if (a < b) f();\n");
    expect(staleEntries(root, ["a.ts"], [entry])).toEqual([]);
    expect(isAmong([entry], "a.ts", spotsOf("if (a < b) f();")[0])).toBe(true);
    write("a.ts", "if (a < c) f();");
    expect(staleEntries(root, ["a.ts"], [entry])).toEqual([entry]);
    expect(staleEntries(root, ["a.ts"], [{ ...entry, file: "gone.ts" }])).toHaveLength(1);
  });
});

it("finds equivalent mutants in a file that has moved to another folder, but not in a file with a similar name", () => {
  const entry = { file: "a.ts", line: "a < b", change: "< → <=", nth: 0 };
  const [spot] = spotsOf("a < b");
  expect(["a.ts", "here/a.ts", "not-a.ts", "a.ts/b.ts"].map((file) => isAmong([entry], file, spot))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("finds the functions that a test calls, whatever their form", () => {
  const source = `
    export function plain(x) { return x + 1; }
    const arrow = (x) => ({ x });
    const nested = (x) => (y) => x * y;
    class Thing { constructor(a = arrow(3)) { this.a = a; } method() { return this.a; } get b() { return 2; } }
    const top = 4 + 5;
  `;
  write("m/a.ts", source);
  const numbers = new FunctionNumbers(root, ["m/a.ts"]);
  const around = (text: string) => numbers.around("m/a.ts", source.indexOf(text));
  expect(around("4 + 5")).toBeNull();
  const names = ["x + 1", "{ x }", "(y)", "x * y", "this.a = a", "return this.a", "return 2"];
  const [plain, arrow, outer, inner, creator, method, getter] = names.map(around);
  expect(new Set([plain, arrow, outer, inner, creator, method, getter, null]).size).toBe(7);
  // The text `(y)` begins the inner function.
  expect(outer).toBe(inner);
  expect(around("arrow(3)")).toBe(creator);
  const called = (script: string) => {
    const flags = new Uint8Array(numbers.count);
    const run = new Function(
      "flags",
      `globalThis.${REACHED} = flags; ${marked}\n${script}; delete globalThis.${REACHED};`,
    );
    run(flags);
    return [...flags.keys()].filter((n) => flags[n]);
  };
  const marked = numbers.marked("m/a.ts", source).replace("export ", "");
  expect(called("")).toEqual([]);
  expect(called("if (plain(2) !== 3) throw 1")).toEqual([plain]);
  expect(called("if (nested(2)(3) !== 6) throw 1")).toEqual([inner! - 1, inner]);
  expect(called("if (new Thing().method().x !== 3) throw 1").sort()).toEqual([arrow, creator, method].sort());
});

it("draws from each module in turn, the same for the same seed, until none are left", () => {
  const groups = [["a1", "a2", "a3", "a4"], ["b1"], []];
  const drawn = drawEvenly(groups, 3, createRandom(1));
  expect(drawn.filter((name) => name.startsWith("a"))).toHaveLength(2);
  expect(drawn).toContain("b1");
  expect(drawEvenly(groups, 3, createRandom(1))).toEqual(drawn);
  expect(drawEvenly(groups, 99, createRandom(1)).sort()).toEqual(["a1", "a2", "a3", "a4", "b1"]);
});

it("finds the sources of a module, and the tests that reach them, nearest first", () => {
  write("m/a.ts", 'import { b } from "./b";\nexport const a = b;');
  write("m/b.ts", "export const b = 1;");
  write("m/alone.ts", "export const alone = 1;");
  write("m/a.test.ts", 'import { a } from "./a";');
  write("m/z.test.ts", 'import { b } from "./b";');
  write("m/testing/meshes.ts", "export const mesh = 1;");
  expect(sourcesOf(root, "m")).toEqual(["m/a.ts", "m/alone.ts", "m/b.ts"]);
  const tests = new ModuleTests(root, "m");
  expect(tests.of("m/a.ts")).toEqual(["m/a.test.ts"]);
  expect(tests.of("m/b.ts")).toEqual(["m/z.test.ts", "m/a.test.ts"]);
  expect(tests.of("m/alone.ts")).toEqual([]);
});

it("reports shares without the equivalent ones, and each survivor", () => {
  const [spot] = spotsOf("a < b");
  const result = (outcome: Parameters<typeof report>[0][number]["outcome"]) => ({
    module: "m",
    file: "m/a.ts",
    spot,
    outcome,
  });
  const text = report([
    result({ caughtBy: "a test", seconds: 1 }),
    result({ caughtBy: null, seconds: 1 }),
    result("equivalent"),
  ]);
  expect(text).toContain("| m | 3 | 1 | 1 | 1 | 50.0 % |");
  expect(text).toContain(`| m/a.ts:1 | \`${changeOf(spot)}\` (0) | \`a < b\` |`);
});
