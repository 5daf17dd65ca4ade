import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Job, SolverClient } from "../../../../../workers/client";
import { fakeUploads } from "../../../../../workers/jobs/testing/fake-uploads";
import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import type { GivenWeights } from "../../../../../workers/weights/binding/measure/measure-given";
import { History } from "../../../../document/history/history";
import { patch } from "../../../../document/patch";
import { openSequence } from "../../../../document/sequence-commands";
import { createStores, type Stores } from "../../../../document/stores";
import { bound, sequence, skeleton } from "../testing/fake-weights";
import { createMeasuring, MEASURED, type StrainMeasuring } from "./strain-measuring";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

/** Lets promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("StrainMeasuring", () => {
  let asked: { input: GivenWeights; answer(report: WeightReport): void; cancelled: boolean }[];
  let history: History;
  let measuring: StrainMeasuring;
  const report = { method: "given" } as WeightReport;
  const state = () => stores.document.getState();

  beforeEach(() => {
    vi.stubGlobal("navigator", { userAgent: "test" });
    asked = [];
    const measureWeights = (input: GivenWeights) => {
      let answer!: (report: WeightReport) => void;
      const result = new Promise<WeightReport>((resolve) => {
        answer = resolve;
      });
      const mine = { input, answer, cancelled: false };
      asked.push(mine);
      const cancel = () => {
        mine.cancelled = true;
      };
      return { result, cancel, onProgress: () => () => {} } as unknown as Job<WeightReport>;
    };
    history = new History();
    measuring = createMeasuring(
      stores,
      { ...fakeUploads(), measureWeights } as unknown as SolverClient,
      history,
    );
    history.run(openSequence(stores, sequence, bound(0.7), null));
    history.run(patch(stores, "Skeleton", "bone", { skeleton }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("reports on the current weights without changing them", async () => {
    const { rig } = state();
    measuring.start();
    expect(stores.of(MEASURED).getState().progress).not.toBe(null);
    expect(asked[0].input.weights.values).toEqual(rig?.weights.values);
    asked[0].answer(report);
    await settle();
    expect([state().rig, state().weightReport, stores.of(MEASURED).getState().progress]).toEqual([
      rig,
      report,
      null,
    ]);
    history.undo();
    expect(state().weightReport).toBe(null);
  });

  it("discards figures of weights that have changed since", async () => {
    measuring.start();
    history.run(patch(stores, "Paint", "brush", { rig: bound(0.2) }));
    expect(asked[0].cancelled).toBe(true);
    asked[0].answer(report);
    await settle();
    expect(state().weightReport).toBe(null);
  });
});
