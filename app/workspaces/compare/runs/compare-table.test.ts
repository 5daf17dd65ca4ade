import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import {
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveSettings,
} from "../../../../workers/model/solve/solve-settings";
import {
  type CompareRun,
  type NearReference,
  PLAN_DEFAULTS,
  type SortKey,
} from "../../../document/compare/compare-state";
import { plannedRuns } from "./compare-plan";
import {
  boneCountsOf,
  commonWords,
  errorChange,
  figureOf,
  pointAtKnee,
  runName,
  runTitle,
  seriesOf,
  tableRows,
} from "./compare-table";

let id = 0;
const run = (
  settings: Partial<SolveSettings>,
  report: Partial<SolveReport> | null,
  state: CompareRun["state"] = "done",
): CompareRun => {
  const whole = { ...SOLVE_DEFAULTS, ...settings };
  return {
    id: id++,
    settings: whole,
    batch: 1,
    state,
    report: report && ({ bones: whole.bones, ...report } as SolveReport),
    kind: whole.boneKind,
    intent: NO_INTENT,
    error: null,
    held: true,
  };
};

const KEYS: SortKey[] = [
  "method",
  "bones",
  "eRms",
  "change",
  "largest",
  "heldOut",
  "seconds",
  "influences",
  "size",
  "bits",
];

describe("the table of a comparison", () => {
  it("shows only results with about the error or the time of the reference", () => {
    const [a, b, c] = [
      run({ bones: 8 }, { eRms: 2, seconds: 10 }),
      run({ bones: 16 }, { eRms: 2.1, seconds: 30 }),
      run({ bones: 24 }, { eRms: 1, seconds: 11 }),
    ];
    const rows = (like: NearReference | null, reference: CompareRun | null) =>
      tableRows([a, b, c], { key: "bones", down: false }, { count: null, like, reference });
    expect(rows({ by: "eRms", percent: 6 }, a)).toEqual([a, b]);
    expect(rows({ by: "eRms", percent: 4.9 }, a)).toEqual([a]);
    expect(rows({ by: "seconds", percent: 10 }, a)).toEqual([a, c]);
    expect(rows({ by: "seconds", percent: 0 }, b)).toEqual([b]);
    expect(rows({ by: "seconds", percent: 0 }, null)).toEqual([a, b, c]);
    expect(rows(null, a)).toEqual([a, b, c]);
    expect(errorChange(b, a)).toBeCloseTo(0.05, 12);
    expect(errorChange(c, a)).toBe(-0.5);
    expect(errorChange(a, null)).toBeNull();
  });

  it("sorts by any column, both ways, with missing values at the end", () => {
    const figures = fc.record({
      eRms: fc.double({ min: 0.01, max: 9, noNaN: true }),
      maxErrorPercent: fc.double({ min: 0.01, max: 9, noNaN: true }),
      bitsPerVertexFrame: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    });
    const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(figures)), { maxLength: 12 });
    fc.assert(
      fc.property(runs, fc.constantFrom(...KEYS), fc.boolean(), (drawn, key, down) => {
        const all = drawn.map(([bones, report]) => run({ bones }, report));
        const rows = tableRows(all, { key, down }, { count: null });
        expect(rows).toHaveLength(all.filter(({ report }) => report).length);
        const seen = rows.map((row) => figureOf(row, key));
        const there = seen.filter((figure) => figure !== null);
        expect(seen.slice(0, there.length)).toEqual(there);
        for (let n = 1; n < there.length; n++) {
          if (down) expect(there[n] <= there[n - 1]).toBe(true);
          else expect(there[n] >= there[n - 1]).toBe(true);
        }
      }),
      { seed: 3 },
    );
  });

  it("filters by the requested number of bones, and names runs by settings that are not the method's default", () => {
    const runs = [
      run({ bones: 8, method: "ssdr", boneKind: "affine", initialiser: "lbg" }, { eRms: 1 }),
      run({ bones: 16, method: "his", influences: 0, boneKind: "affine" }, { eRms: 2 }),
      run({ bones: 16 }, null, "waiting"),
    ];
    expect(tableRows(runs, { key: "eRms", down: false }, { count: 16 })).toEqual([runs[1]]);
    expect(boneCountsOf(runs)).toEqual([8, 16]);
    expect(runs.map(runTitle)).toEqual([
      "SSDR, affine, Splitting, 8 bones",
      "HIS, 16 bones",
      "Auto, 16 bones",
    ]);
    expect(commonWords(runs.slice(1))).toBe("");
    const alike = [run({ holdOut: 5 }, null), run({ holdOut: 5, bones: 3 }, null)];
    expect(commonWords(alike)).toBe("4 influences, every fifth frame held out");
  });

  it("draws one curve per set of runs that differ only in bones and seed, through the best run for each number", () => {
    const runs = [
      run({ bones: 16, seed: 2 }, { eRms: 2 }),
      run({ bones: 8 }, { eRms: 4 }),
      run({ bones: 16 }, { eRms: 3 }),
      run({ bones: 8, method: "ssdr" }, { eRms: 5 }),
      run({ bones: 32 }, null, "failed"),
    ];
    const series = seriesOf(runs);
    expect(series.map(({ name, points }) => [name, points.map(({ bones, eRms }) => [bones, eRms])])).toEqual([
      [
        "Auto",
        [
          [8, 4],
          [16, 2],
        ],
      ],
      ["SSDR", [[8, 5]]],
    ]);
  });

  it("names the settings that distinguish curves of one method", () => {
    const names = (...runs: ReturnType<typeof run>[]) => seriesOf(runs).map(({ name }) => name);
    const figures = { eRms: 1 };
    expect(names(run({ influences: 4 }, figures), run({ influences: 0, method: "ssdr" }, figures))).toEqual([
      "Auto",
      "SSDR",
    ]);
    expect(
      names(
        run({ influences: 4, holdOut: 5 }, figures),
        run({ influences: 0, holdOut: 5 }, figures),
        run({ influences: 0 }, figures),
      ),
    ).toEqual([
      "Auto, 4 influences, every fifth frame held out",
      "Auto, all influences, every fifth frame held out",
      "Auto, all influences, all frames fitted",
    ]);
  });

  it("finds the knee of a curve that bends, and none in a straight one", () => {
    const curve = (...points: [number, number][]) =>
      points.map(([bones, eRms]) => ({ run: run({ bones }, null), bones, eRms }));
    expect(pointAtKnee(curve([5, 16], [10, 4], [20, 1], [40, 0.9], [80, 0.8]))?.bones).toBe(20);
    expect(pointAtKnee(curve([5, 16], [10, 8], [20, 4], [40, 2]))).toBeNull();
    expect(pointAtKnee(curve([5, 16], [10, 1]))).toBeNull();
  });
});

describe("the plan of a comparison", () => {
  const plan = { ...PLAN_DEFAULTS, methods: ["ssdr", "his"] as const, counts: "16, 8" };

  it("combines every method with every number of bones, and takes other settings from the Solve panel", () => {
    const planned = plannedRuns(plan, { ...SOLVE_DEFAULTS, smoothness: 0.5, knee: true }, NO_INTENT, []);
    if (!planned.ok) throw new Error(planned.reason);
    expect(
      planned.runs.map(({ method, bones, influences, boneKind }) => [method, bones, influences, boneKind]),
    ).toEqual([
      ["ssdr", 8, 4, "rigid"],
      ["his", 8, 0, "affine"],
      ["ssdr", 16, 4, "rigid"],
      ["his", 16, 0, "affine"],
    ]);
    for (const each of planned.runs) expect(each).toMatchObject({ smoothness: 0.5, knee: false, holdOut: 5 });
  });

  it("leaves out existing runs, except failed ones", () => {
    const first = plannedRuns(plan, SOLVE_DEFAULTS, NO_INTENT, []);
    if (!first.ok) throw new Error(first.reason);
    const runs = first.runs.map((settings, n) => run(settings, null, n === 0 ? "failed" : "done"));
    const second = plannedRuns(plan, SOLVE_DEFAULTS, NO_INTENT, runs);
    expect(second).toEqual({ ok: true, runs: [first.runs[0]], known: 3 });
    // Parameters of one method do not affect runs of the others.
    const base = { ...SOLVE_DEFAULTS, parameters: { fsd: { rounds: 2 } } };
    expect(plannedRuns(plan, base, NO_INTENT, runs)).toMatchObject({ known: 3 });
    // A painted map makes different runs, with different names.
    const intent = { ...NO_INTENT, density: new Float32Array(4) };
    expect(plannedRuns(plan, SOLVE_DEFAULTS, intent, runs)).toMatchObject({ known: 0 });
    const painted = runs.map((each) => ({ ...each, intent }));
    expect(plannedRuns(plan, SOLVE_DEFAULTS, { ...intent }, painted)).toMatchObject({ known: 3 });
    expect([runs[1], painted[1]].map(runName)).toEqual(["HIS", "HIS, guided"]);
  });

  it("says why it adds nothing", () => {
    expect(plannedRuns({ ...plan, methods: [] }, SOLVE_DEFAULTS, NO_INTENT, [])).toEqual({
      ok: false,
      reason: "No method is chosen.",
    });
    expect(plannedRuns({ ...plan, counts: "8, x" }, SOLVE_DEFAULTS, NO_INTENT, [])).toMatchObject({
      ok: false,
    });
  });
});
