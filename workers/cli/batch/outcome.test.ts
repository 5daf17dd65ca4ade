import { expect, it } from "vitest";
import { rmsPercent } from "../../model/reports/rms-percent";
import { figuresOf, missedBy } from "./outcome";

const written = (file: string, eRmsInFile: number, frames = 8) => ({ file, eRmsInFile, frames });
const judged = (report: Record<string, unknown>, ...out: string[]) => figuresOf(report, out)["judgedPercent"];

it("judges the error in the written file, not that of the solve", () => {
  const report = { eRms: 1, rmsePercent: rmsPercent(1), written: [written("a.glb", 4)] };
  const figures = figuresOf(report, ["rigs/a.glb"]);
  expect(figures).toMatchObject({ eRms: 1, eRmsInFile: 4, judgedPercent: rmsPercent(4) });
  expect(missedBy(figures, 0.002)).toBe(
    "Its RMS error in the file is 0.346 % of the diagonal, more than 0.2 %.",
  );
  expect(missedBy(figures, 0.004)).toBe(null);
});

it("judges the worst of several files, without levels of detail", () => {
  const files = [written("a.glb", 2), written("a.fbx", 3), written("a-9.glb", 7)];
  expect(judged({ rmsePercent: 0.1, written: files }, "a.glb", "a.fbx")).toBe(rmsPercent(3));
});

it("judges the solve where a file has no error of its own", () => {
  const report = { rmsePercent: 0.5, rmsePercentStrict: 0.7, written: [written("a.glb", 2)] };
  expect(judged(report, "a.bvh")).toBe(0.7);
  expect(judged(report, "a.glb")).toBe(rmsPercent(2));
  expect(judged(report, "a.glb", "a.bvh")).toBe(0.7);
  expect(missedBy(figuresOf(report, ["a.bvh"]), 0.006)).toBe(
    "Its RMS error is 0.700 % of the diagonal, more than 0.6 %.",
  );
});

it("does not pass a mesh that stands still for its error of nothing", () => {
  const still = { written: [written("a.glb", 0, 1)] };
  expect(missedBy(figuresOf(still, ["a.glb"]), 0.01)).toBe(
    "It reports no error, so --max-error cannot be checked.",
  );
  expect(judged({ ...still, rmsePercent: 0.3 }, "a.glb")).toBe(0.3);
});
