import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type SolveReport, withoutVertexErrors } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";
import { bound } from "../../workspaces/bind/runs/testing/fake-weights";
import { removeCorrection, setCorrection } from "../../workspaces/solve/runs/correction-commands";
import { History } from "../history/history";
import { createStores, type Stores } from "../stores";
import { shownReport } from "./shown-report";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it("has the figures of the rig with its correction everywhere; an undo restores the others", () => {
  vi.stubGlobal("navigator", { userAgent: "test" });
  const plain = { eRms: 1.66, rmsePercent: 0.14, maxErrorPercent: 3, errorPerFrame: [1.6, 1.7] };
  const report = { ...plain, errorPerVertex: Float32Array.of(2, 2), rigBytes: 100 } as unknown as SolveReport;
  const rig: Rig = bound(0.5);
  stores.document.setState({ rig, report });
  const history = new History();
  const measures = { rmsePercent: 0.07, normalErrorDegrees: 1, jitterPercent: 1, errorPerFrame: [0.8, 0.9] };
  const errorPerVertex = Float32Array.of(1, 1);
  const corrected = {
    rank: 2,
    eRms: 0.88,
    maxErrorPercent: 1,
    bytes: 8,
    measures: { ...measures, errorPerVertex },
  };
  history.run(setCorrection(stores, { ...rig, correction: { rank: 2, shapes: new Float32Array(2), weights: new Float32Array(2) } }, corrected)); // biome-ignore format: one command
  const shown = shownReport(stores.document.getState());
  expect(shown).toMatchObject({ eRms: 0.88, maxErrorPercent: 1, ...measures, errorPerVertex, rigBytes: 100 });
  expect(shownReport(stores.document.getState())).toBe(shown);
  // The JSON has no values per vertex.
  expect(JSON.stringify(withoutVertexErrors(stores.document.getState().report!))).not.toContain("PerVertex");
  history.run(removeCorrection(stores));
  expect(shownReport(stores.document.getState())).toMatchObject(plain);
  history.undo();
  expect(shownReport(stores.document.getState())?.eRms).toBe(0.88);
  // A report of an older file lacks figures of the corrected rig. It must not show those of the plain rig instead.
  stores.document.setState({ report: { ...report, corrected: { ...corrected, measures: undefined } } });
  const old = shownReport(stores.document.getState());
  expect([old?.eRms, old?.errorPerVertex]).toEqual([0.88, undefined]);
  expect(old?.rmsePercent).toBeCloseTo((0.88 * Math.sqrt(3)) / 20, 12);
});
