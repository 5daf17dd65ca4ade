import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BudgetKind, ReduceRun, RunReport } from "../../../document/reduce/reduce-state";
import { bestWithin, leastSpent, paretoFront, spent } from "./budget";

const run = (method: ReduceRun["method"], influences: number, eRms: number, bytes: number): ReduceRun => ({
  id: `${method} ${influences}`,
  method,
  asked: influences,
  state: "done",
  rig: null,
  report: { influences, meanInfluences: 0.9 * influences, eRms, bytes } as RunReport,
  error: null,
  gpuTime: null,
});

const runs = [
  run("k-largest", 2, 4, 60),
  run("k-largest", 4, 2, 120),
  run("auto", 2, 3, 60),
  run("auto", 4, 1.5, 110),
  { ...run("smooth", 4, 0.1, 1), state: "failed" as const, report: null },
];

describe("budgets", () => {
  it.each<[BudgetKind, number, string[]]>([
    ["influences", 4, ["auto 4", "k-largest 4"]],
    ["influences", 3, ["auto 2", "k-largest 2"]],
    ["bytes", 115, ["auto 4", "k-largest 2"]],
    ["blends", 1.8, ["auto 2", "k-largest 2"]],
    ["error", 3.5, ["auto 2", "k-largest 4"]],
    ["bytes", 10, []],
  ])("%s of at most %d", (kind, amount, ids) => {
    expect(bestWithin(runs, { kind, amount }).map(({ id }) => id)).toEqual(ids);
  });

  it("tell the smallest budget that is enough", () => {
    expect(leastSpent(runs, "bytes")).toBe(60);
    expect(leastSpent(runs, "error")).toBe(1.5);
    expect(leastSpent([], "error")).toBeNull();
  });
});

describe("the Pareto front", () => {
  it("has exactly the results that no other result beats", () => {
    const numbers = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(numbers, (pairs) => {
        const all = pairs.map(([eRms, bytes], n) => ({ ...run("auto", 1, eRms, bytes), id: String(n) }));
        const front = paretoFront(all);
        for (const one of all) {
          const isBeaten = front.some(
            ({ report }) =>
              report.eRms <= spent(one.report!, "error") && report.bytes <= spent(one.report!, "bytes"),
          );
          expect(isBeaten).toBe(true);
        }
        for (const one of front) {
          for (const other of front) {
            if (other === one) continue;
            expect(other.report.eRms <= one.report.eRms && other.report.bytes <= one.report.bytes).toBe(
              false,
            );
          }
        }
      }),
      { seed: 3 },
    );
  });
});
