import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../model/solve/solve-settings";
import type { Progress } from "../../model/task";
import { numbersBetween } from "../../testing/numbers-between";
import { bendingBar, clothPatch, movingShells } from "../../testing/sequences";
import { decompose } from "../decompose";
import type { DecomposeTask } from "../input/decompose-input";
import { type ErrorCurve, kneeOf } from "./knee";

const counts = [1, 2, 3, 4, 5, 7, 9, 12, 16, 22, 30, 41, 55, 64];
const curve = (error: (bones: number) => number): ErrorCurve => ({
  points: counts.map((bones) => ({ bones, eRms: error(bones) })),
  end: "most",
  isRefined: true,
});

describe("kneeOf", () => {
  it("finds the count after which an error stops falling", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(3, 4, 5, 7, 9, 12, 16, 22),
        numbersBetween(0.6, 2),
        numbersBetween(0.001, 0.2),
        (exact, power, drop) => {
          const left = (drop * 150) / exact ** power;
          const error = (bones: number) => (bones < exact ? 150 / bones ** power : left * 0.99 ** bones);
          expect(kneeOf(curve(error), "").bones).toBe(exact);
        },
      ),
    );
  });

  it("uses the gain of another bone where the error falls evenly", () => {
    const few = kneeOf(
      curve((bones) => 150 / bones),
      "",
    );
    const more = kneeOf(
      curve((bones) => 150 / bones ** 1.5),
      "",
    );
    expect(few.reason).toContain("evenly");
    expect(few.bones).toBeGreaterThan(8);
    expect(more.bones).toBeGreaterThan(few.bones);
    expect(more.bones).toBeLessThan(30);
  });

  it("does not claim a knee if the curve was cut short before one", () => {
    const cut: ErrorCurve = {
      points: [
        { bones: 1, eRms: 62 },
        { bones: 2, eRms: 44.8 },
      ],
      end: "cut",
      isRefined: false,
    };
    const { bones, reason } = kneeOf(cut, "The limit of 1 s");
    expect(bones).toBe(2);
    expect(reason).toMatch(/^The limit of 1 s ended the search for a knee at 2 bones\./);
    expect(reason).not.toContain("less than 6 %");
    expect(reason).toMatch(
      /That is 72 % of the error of a single bone, which is much for this motion\. More bones may/,
    );
    const one = kneeOf({ ...cut, points: cut.points.slice(0, 1) }, "Keep this");
    expect(one.reason).toMatch(/^Keep this ended the search for a knee at one bone\. One bone leaves/);
  });

  it("speaks of one bone in the singular", () => {
    const falls = kneeOf(
      { ...curve((bones) => (bones === 1 ? 150 : 148 * 0.999 ** bones)), end: "cut" },
      "Time",
    );
    expect(falls.bones).toBe(1);
    expect(falls.reason).toContain("Beyond 1 bone, each");
    const one: ErrorCurve = { points: [{ bones: 1, eRms: 150 }], end: "cut", isRefined: false };
    expect(kneeOf(one, "Time").reason).toContain("at one bone. One bone leaves");
  });

  it("says that its error is large in the sequence's own terms, and offers the next count", () => {
    const folds = curve((bones) => (bones < 5 ? 60 : 22) / bones ** 0.3);
    const { bones, reason } = kneeOf(folds, "");
    expect(bones).toBe(5);
    expect(reason).toMatch(
      / That leaves 23 % of the error of a single bone, .* 55 bones leave about 11 %\.$/,
    );
    const clear = kneeOf(
      curve((h) => (h < 5 ? 60 / h : 2)),
      "",
    );
    expect(clear.bones).toBe(5);
    expect(clear.reason).not.toContain("single bone");
  });

  it("says that the knee may lie further on if the curve was cut short behind it", () => {
    const bent = curve((bones) => (bones < 5 ? 150 / bones : 3));
    const whole = kneeOf(bent, "The limit of 1 s");
    const points = bent.points.filter(({ bones }) => bones < 16);
    const cut = kneeOf({ points, end: "cut", isRefined: false }, "The limit of 1 s");
    expect(cut.bones).toBe(whole.bones);
    expect(whole.reason).not.toContain("The limit");
    expect(cut.reason).toContain("The limit of 1 s ended the search at 12 bones");
  });

  it("does not claim that another bone gains little where the error falls to the last count", () => {
    const { bones, reason } = kneeOf(
      curve((bones) => 3000 / 1.1 ** bones),
      "",
    );
    expect(bones).toBe(64);
    expect(reason).toContain("of the diagonal, and the error still falls there");
    expect(reason).not.toContain("less than 6 %");
    const falling = curve((bones) => 3000 / 1.1 ** bones);
    const few = kneeOf({ ...falling, points: falling.points.slice(0, 7) }, "");
    expect(few.reason).toMatch(/That is \d+ % of the error of a single bone.*The error still falls there/);
  });

  it("adds no bones that make no visible difference", () => {
    expect(
      kneeOf(
        curve((bones) => 0.4 / bones),
        "",
      ).bones,
    ).toBe(1);
    expect(kneeOf({ points: [{ bones: 1, eRms: 20 }], end: "most", isRefined: true }, "").bones).toBe(1);
  });
});

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));

async function solve(sequence: MeshSequence, settings: Partial<SolveSettings> = {}) {
  const seen: Progress[] = [];
  const task: DecomposeTask = {
    progress: (now) => seen.push(now),
    async checkpoint() {},
    finishNow: false,
    partial() {},
  };
  const asked = { ...SOLVE_DEFAULTS, knee: true, iterations: 20, restarts: 1, ...settings };
  const { report } = await decompose({ sequence, settings: asked, from: null, locks: null }, serial, task);
  return { report, seen };
}

describe("a solve that chooses the number of bones", () => {
  it("finds one bone for each shell that moves on its own", async () => {
    const { report, seen } = await solve(movingShells({ shells: 7, frames: 8, detail: 2 }).sequence);
    expect(report).toMatchObject({ bones: 7, bonesAsked: null });
    expect(report.bonesReason).toContain("7 bones");
    const { curve: points } = report;
    expect(points!.length).toBeGreaterThan(5);
    for (let n = 1; n < points!.length; n++) expect(points![n].bones).toBeGreaterThan(points![n - 1].bones);
    expect(seen.map(({ phase }) => phase)).toContain("Number of bones");
    const done = seen.flatMap((now) => now.done ?? []);
    for (let n = 1; n < done.length; n++) expect(done[n]).toBeGreaterThanOrEqual(done[n - 1]);
  });

  it("finds about as many bones as made the bar", async () => {
    const { sequence } = bendingBar({ bones: 6, frames: 12, length: 30, width: 2 });
    const { report } = await solve(sequence);
    expect(Math.abs(report.bones - 6)).toBeLessThanOrEqual(1);
  });

  it("uses one bone for a mesh that moves as one, with any method", async () => {
    const rigid = movingShells({ shells: 1, frames: 6, detail: 3 }).sequence;
    expect((await solve(rigid, { method: "ssdr" })).report.bones).toBe(1);
    const { report } = await solve(clothPatch({ size: 9, frames: 8 }), { seconds: 0.05 });
    expect(report.bones).toBeGreaterThanOrEqual(1);
  });
});
