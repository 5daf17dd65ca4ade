import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Job, SolverClient } from "../../../../../workers/client";
import { fakeUploads } from "../../../../../workers/jobs/testing/fake-uploads";
import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import type { GivenWeights } from "../../../../../workers/weights/binding/measure/measure-given";
import { NOTHING_BOUND, useBinding } from "../../../../document/binding/binding-state";
import { openSequence, patch } from "../../../../document/commands";
import { useDocument } from "../../../../document/document";
import { History } from "../../../../document/history";
import { bound, sequence, skeleton } from "../testing/fake-weights";
import { createMeasuring, type Measuring, useMeasuring } from "./measuring";

describe("measuring weights", () => {
  let asked: { input: GivenWeights; answer(report: WeightReport): void; cancelled: boolean }[];
  let history: History;
  let measuring: Measuring;
  const report = { method: "given" } as WeightReport;
  const state = useDocument.getState;

  beforeEach(() => {
    vi.stubGlobal("navigator", { userAgent: "test" });
    useDocument.setState({ ...useDocument.getInitialState() }, true);
    useBinding.setState(NOTHING_BOUND, true);
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
    measuring = createMeasuring({ ...fakeUploads(), measureWeights } as unknown as SolverClient, history);
    history.run(openSequence(sequence, bound(0.7), null));
    history.run(patch("Skeleton", "bone", { skeleton }));
  });
  afterEach(() => {
    useDocument.setState({ ...useDocument.getInitialState() }, true);
    vi.unstubAllGlobals();
  });

  it("reports on the weights that there are, and changes none of them", async () => {
    const { rig } = state();
    const done = measuring.start();
    expect(useMeasuring.getState().progress).not.toBe(null);
    expect(asked[0].input.weights.values).toEqual(rig?.weights.values);
    asked[0].answer(report);
    await done;
    expect([state().rig, state().weightReport, useMeasuring.getState().progress]).toEqual([
      rig,
      report,
      null,
    ]);
    history.undo();
    expect(state().weightReport).toBe(null);
  });

  it("lets go of figures of weights that have changed since", async () => {
    const done = measuring.start();
    history.run(patch("Paint", "brush", { rig: bound(0.2) }));
    expect(asked[0].cancelled).toBe(true);
    asked[0].answer(report);
    await done;
    expect(state().weightReport).toBe(null);
  });
});
