import { describe, expect } from "vitest";
import type { HeldWeight, WeightReport } from "../../../../workers/model/reports/weight-report";
import { renameSegmentAndBones } from "../../../document/binding/renaming";
import { setWeighting } from "../../../document/binding/weight-edit-commands";
import { shownRig } from "../../../document/document";
import { openSequence } from "../../../document/sequence-commands";
import { type BindingBench, firstOf, benchTest as it } from "./testing/binding-bench";
import { bound, ended, partial, sequence, skeleton } from "./testing/fake-weights";

/** The run and the document after unusual ways into a state; binding.test.ts covers the usual ones. */
describe("states of binding", () => {
  const keep = async (bench: BindingBench) => {
    await bench.converge();
    bench.binding.keep();
    bench.job.finish(ended(0.3));
    await bench.settle();
  };

  it("a cancelled stroke on weights at rest restores the screen and the history", async ({ bench }) => {
    await bench.converge();
    const before = bench.steps;
    bench.binding.preview(bench.holding(0.9));
    await bench.show(partial(3, 0.5));
    expect(firstOf(shownRig(bench.document))).toBe(0.5);
    bench.binding.preview(null);
    expect([firstOf(shownRig(bench.document)), bench.document.liveRig]).toEqual([0.3, null]);
    // The engine returns to the old weights. They are not shown.
    await bench.show(partial(4, 0.31, { idle: true }));
    expect([firstOf(shownRig(bench.document)), bench.steps]).toEqual([0.3, before]);
    // The next stroke is shown again.
    bench.binding.preview(bench.holding(0.8));
    await bench.show(partial(5, 0.6));
    expect(firstOf(shownRig(bench.document))).toBe(0.6);
  });

  it("a cancelled stroke during a run lets the run continue", async ({ bench }) => {
    bench.binding.bind();
    await bench.show(partial(1, 0.2));
    bench.binding.preview(bench.holding(0.9));
    await bench.show(partial(2, 0.5));
    bench.binding.preview(null);
    await bench.show(partial(3, 0.25));
    expect(firstOf(shownRig(bench.document))).toBe(0.25);
  });

  it("paused weights follow an edit with one iteration", async ({ bench }) => {
    bench.binding.bind();
    await bench.show(partial(1, 0.2));
    bench.binding.togglePause();
    await bench.settle();
    expect(firstOf(bench.document.rig)).toBe(0.2);
    bench.binding.edit("Hold", "brush", bench.holding(0.9));
    expect([bench.job.calls.at(-1), bench.run?.state]).toEqual(["resume", "running"]);
    await bench.show(partial(2, 0.6));
    expect([bench.job.calls.at(-1), bench.run?.state, firstOf(bench.document.rig)]).toEqual([
      "pause",
      "paused",
      0.6,
    ]);
    expect(bench.steps.at(-1)).toBe("Hold");
    bench.binding.togglePause();
    expect([bench.job.calls.at(-1), bench.run?.state]).toEqual(["resume", "running"]);
    await bench.show(partial(3, 0.65));
    expect(bench.run?.state).toBe("running");
  });

  it("a single step after the end starts a new job, and pauses after one iteration", async ({ bench }) => {
    await keep(bench);
    expect(bench.run?.state).toBe("ended");
    bench.binding.step();
    expect(bench.fake.runs).toHaveLength(2);
    // Edits are not sent to an engine that has not begun.
    expect(bench.run?.state).toBe("starting");
    bench.binding.edit("Hold", "brush", bench.holding(0.9));
    await bench.settle();
    expect(bench.fake.adjusted).toHaveLength(0);
    await bench.show(partial(1, 0.4));
    expect(bench.fake.adjusted).toHaveLength(1);
    expect([bench.job.calls, bench.run?.state]).toEqual([["pause"], "paused"]);
  });

  it("weights that are kept do not change while they are measured", async ({ bench }) => {
    await bench.converge();
    bench.binding.keep();
    expect(bench.run?.state).toBe("finishing");
    await bench.show(partial(3, 0.9));
    expect([bench.run?.state, firstOf(shownRig(bench.document))]).toEqual(["finishing", 0.3]);
    bench.job.finish(ended(0.35));
    await bench.settle();
    expect([bench.run?.state, firstOf(bench.document.rig)]).toEqual(["ended", 0.35]);
    // There is nothing left to keep.
    bench.binding.keep();
    expect(bench.run?.state).toBe("ended");
  });

  it("a run that fails leaves the document alone and says why", async ({ bench }) => {
    await bench.converge();
    bench.history.run(setWeighting(bench.stores, { exemplars: 20 }));
    await bench.settle();
    await bench.show(partial(1, 0.5));
    expect(firstOf(shownRig(bench.document))).toBe(0.5);
    bench.job.fail(new Error("out of memory"));
    await bench.settle();
    expect([firstOf(shownRig(bench.document)), bench.document.liveRig, bench.run?.state]).toEqual([
      0.3,
      null,
      "ended",
    ]);
    expect(bench.stores.dialog.getState().dialog).not.toBe(null);
  });

  it("a first run that fails leaves no trace", async ({ bench }) => {
    bench.binding.bind();
    bench.job.fail(new Error("out of memory"));
    await bench.settle();
    expect([bench.run, shownRig(bench.document), bench.steps.length]).toEqual([null, null, 2]);
  });

  it("moving joints is one step, and restarts from the current weights", async ({ bench }) => {
    await bench.converge();
    const moved = { ...skeleton, segments: skeleton.segments.map((s) => ({ ...s, tail: s.head })) };
    bench.binding.moveJoints("Move a joint", moved);
    await bench.settle();
    expect(bench.fake.runs).toHaveLength(2);
    expect(bench.job.input).toMatchObject({ skeleton: moved });
    expect(bench.job.input.from?.values[0]).toBeCloseTo(0.3);
    await bench.show(partial(1, 0.45, { idle: true }));
    expect(bench.steps.slice(2)).toEqual(["Weights by ARAP, 2 iterations", "Move a joint"]);
    expect(firstOf(bench.document.rig)).toBe(0.45);
    bench.history.undo();
    await bench.settle();
    expect([firstOf(bench.document.rig), bench.document.skeleton, bench.job.calls]).toEqual([
      0.3,
      skeleton,
      ["cancel"],
    ]);
  });

  it("renaming a bone does not restart the run", async ({ bench }) => {
    await keep(bench);
    bench.history.run(renameSegmentAndBones(bench.stores, 0, "hip"));
    await bench.settle();
    expect([bench.fake.runs.length, bench.run?.state]).toEqual([1, "ended"]);
    // Changing a setting does.
    bench.history.run(setWeighting(bench.stores, { exemplars: 20 }));
    await bench.settle();
    expect(bench.fake.runs).toHaveLength(2);
  });

  it("painting after an undo of settings starts nothing", async ({ bench }) => {
    await bench.converge();
    bench.history.run(setWeighting(bench.stores, { exemplars: 20 }));
    await bench.settle();
    await bench.show(partial(1, 0.35, { idle: true }));
    bench.history.undo();
    bench.history.undo();
    await bench.settle();
    bench.paint([3], 0.9);
    await bench.settle();
    expect([bench.fake.runs.length, bench.run?.state]).toEqual([2, "ended"]);
    // The same holds if the settings were undone after the run ended.
    await keep(bench);
    bench.history.run(setWeighting(bench.stores, { exemplars: 20 }));
    await bench.settle();
    bench.binding.keep();
    bench.job.finish(ended(0.4));
    await bench.settle();
    bench.history.undo();
    bench.history.undo();
    await bench.settle();
    const jobs = bench.fake.runs.length;
    bench.paint([4], 0.8);
    await bench.settle();
    expect([bench.fake.runs.length, bench.run?.state]).toEqual([jobs, "ended"]);
  });

  it("an edit waits if the run was paused before it had weights", async ({ bench }) => {
    bench.binding.bind();
    bench.binding.togglePause();
    bench.binding.edit("Hold", "brush", bench.holding(0.9));
    await bench.settle();
    expect([bench.fake.adjusted.length, bench.fake.runs.length]).toEqual([0, 1]);
    await bench.show(partial(1, 0.4));
    expect(bench.fake.adjusted.at(-1)?.holds.values[0]).toBeCloseTo(0.9);
  });

  it("weights of an opened project are shown as found, and a run can continue from them", async ({
    bench,
  }) => {
    const constraint: HeldWeight = {
      ...{ kind: "attach", vertex: 3, bone: 1, added: false },
      ...{ energy: 1, around: 9, strain: 8, suspicious: true },
    };
    const weightReport = { ...ended(0.3, [3, 2, 1]).report, held: [constraint] } as WeightReport;
    bench.history.run(
      openSequence(bench.stores, { ...sequence }, bound(0.3), null, null, { skeleton, weightReport }),
    );
    await bench.settle();
    expect(bench.run).toMatchObject({ state: "ended", energy: [3, 2, 1], iteration: 3 });
    expect(bench.stores.binding.getState().held).toEqual([constraint]);
    expect(bench.fake.runs).toHaveLength(0);
    bench.binding.togglePause();
    expect(bench.job.input.from?.values[0]).toBeCloseTo(0.3);
    await bench.show(partial(1, 0.32, { idle: true }));
    expect(bench.run?.energy).toEqual([3, 2, 1, 1]);
    expect(bench.steps.at(-1)).toBe("Weights by ARAP, 4 iterations");
    bench.history.goTo(0);
    await bench.settle();
    expect([bench.run, bench.stores.binding.getState().held]).toEqual([null, []]);
    expect(bench.job.calls).toContain("cancel");
  });
});
