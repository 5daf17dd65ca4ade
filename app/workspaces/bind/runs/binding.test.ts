import { describe, expect, vi } from "vitest";
import type { WeightReport } from "../../../../workers/model/reports/weight-report";
import { setWeighting } from "../../../document/binding/weight-edit-commands";
import { held } from "../../../document/binding/weight-edit-strokes";
import { shownRig } from "../../../document/document";
import { patch } from "../../../document/patch";
import { firstOf, benchTest as it } from "./testing/binding-bench";
import { bound, ended, partial, sequence, skeleton } from "./testing/fake-weights";

describe("binding", () => {
  it("shows weights during the run, and keeps the converged ones as one step", async ({ bench }) => {
    bench.binding.bind();
    expect(bench.job.input).toMatchObject({ stay: true, from: null, skeleton });
    await bench.show(partial(1, 0.2));
    expect(firstOf(shownRig(bench.document))).toBe(0.2);
    expect(bench.document.liveRig?.rest).toBe(sequence.rest);
    expect(bench.document.rig).toBe(null);
    await bench.show(partial(2, 0.3, { idle: true, report: { method: "arap" } as WeightReport }));
    expect(bench.steps.at(-1)).toBe("Weights by ARAP, 2 iterations");
    expect([firstOf(bench.document.rig), bench.document.liveRig]).toEqual([0.3, null]);
    expect(bench.document.weightReport?.method).toBe("arap");
    expect(bench.run).toMatchObject({ state: "converged", energy: [1, 0.5] });
    bench.history.undo();
    await bench.settle();
    expect(shownRig(bench.document)).toBe(null);
    // There is nothing left for the engine to follow.
    expect(bench.job.calls).toContain("cancel");
    bench.history.redo();
    expect(firstOf(shownRig(bench.document))).toBe(0.3);
  });

  it("sends the latest edits of a stroke at most twenty times a second", async ({ bench }) => {
    await bench.converge();
    for (let n = 1; n <= 40; n++) {
      bench.binding.preview(bench.holding(n / 40));
      await vi.advanceTimersByTimeAsync(5);
    }
    await bench.settle();
    expect(bench.fake.adjusted.length).toBeGreaterThan(3);
    expect(bench.fake.adjusted.length).toBeLessThanOrEqual(6);
    expect(bench.fake.adjusted.at(-1)?.holds.values[0]).toBe(1);
    expect(bench.steps).toHaveLength(3);
    bench.binding.preview(null);
    await bench.settle();
    expect(bench.fake.adjusted.at(-1)).toBe(bench.document.weightEdits);
  });

  it("makes one step of a stroke and the weights that settle after it", async ({ bench }) => {
    await bench.converge();
    bench.binding.preview(bench.holding(0.9));
    await bench.show(partial(3, 0.5));
    bench.binding.edit("Hold part b at 0.9", "brush", bench.holding(0.9));
    expect(firstOf(bench.document.rig)).toBe(0.5);
    await bench.show(partial(4, 0.6));
    expect(firstOf(shownRig(bench.document))).toBe(0.6);
    await bench.show(partial(5, 0.7, { idle: true }));
    expect(bench.steps.slice(2)).toEqual(["Weights by ARAP, 2 iterations", "Hold part b at 0.9"]);
    expect(firstOf(bench.document.rig)).toBe(0.7);
    expect(bench.run?.marks).toEqual([{ at: 2, label: "Hold part b at 0.9" }]);

    bench.history.undo();
    await bench.settle();
    expect([firstOf(shownRig(bench.document)), bench.document.weightEdits.holds.vertices.length]).toEqual([
      0.3, 0,
    ]);
    expect(bench.fake.adjusted.at(-1)?.holds.vertices.length).toBe(0);
    // Weights that the engine finds now are not shown, because the restored step has its own.
    await bench.show(partial(6, 0.4));
    await bench.show(partial(7, 0.4, { idle: true }));
    expect(firstOf(shownRig(bench.document))).toBe(0.3);
    expect(bench.steps).toHaveLength(4);
    bench.history.redo();
    await bench.settle();
    expect([firstOf(shownRig(bench.document)), bench.document.weightEdits.holds.vertices.length]).toEqual([
      0.7, 1,
    ]);
  });

  it("leaves the step before a stroke unchanged, even if the engine converges during the stroke", async ({
    bench,
  }) => {
    bench.binding.bind();
    bench.fake.runs[0].show(partial(2, 0.4, { idle: true }));
    await vi.advanceTimersByTimeAsync(100);
    const { rig, weightEdits } = bench.document;
    const painted = held(weightEdits, 0, [1], 1);
    bench.binding.preview(painted);
    bench.fake.runs[0].show(partial(3, 0.7, { idle: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(bench.document.rig).toBe(rig);
    expect(shownRig(bench.document)?.weights.values[0]).toBeCloseTo(0.7);
    bench.binding.edit("Hold", "brush", painted);
    bench.fake.runs[0].show(partial(4, 0.8, { idle: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(bench.document.rig?.weights.values[0]).toBeCloseTo(0.8);
    bench.history.undo();
    expect(bench.document.rig).toBe(rig);
  });

  it("restarts from the current weights when settings change, but not when an undo restores them", async ({
    bench,
  }) => {
    await bench.converge();
    bench.history.run(setWeighting(bench.stores, { exemplars: 20 }));
    await bench.settle();
    expect(bench.fake.runs).toHaveLength(2);
    expect(bench.job.input.settings.exemplars).toBe(20);
    expect(bench.job.input.from?.values[0]).toBeCloseTo(0.3);
    await bench.show(partial(1, 0.35, { idle: true }));
    expect(bench.steps.at(-1)).toBe("Weights by ARAP, 3 iterations");
    bench.history.undo();
    bench.history.undo();
    await bench.settle();
    expect(bench.fake.runs).toHaveLength(2);
    expect(bench.job.calls).toEqual(["cancel"]);
    expect(firstOf(shownRig(bench.document))).toBe(0.3);
    // The next stroke starts the engine again, from the weights on screen.
    bench.binding.preview(bench.holding(0.1));
    expect(bench.job.input.settings.exemplars).toBe(80);
    expect(bench.job.input.from?.values[0]).toBeCloseTo(0.3);
    // Edits cannot be sent before the job has begun.
    expect(bench.fake.adjusted).toHaveLength(0);
    await bench.show(partial(1, 0.3));
    expect(bench.fake.adjusted.at(-1)?.holds.values[0]).toBeCloseTo(0.1);
  });

  it("restarts if the engine cannot follow an edit", async ({ bench }) => {
    await bench.converge();
    bench.fake.answer.followed = false;
    bench.binding.edit("Link parts", "wire", {
      ...bench.document.weightEdits,
      wires: Uint32Array.of(0, 9),
    });
    await bench.settle();
    expect(bench.fake.runs).toHaveLength(2);
    expect([...bench.job.input.edits.wires]).toEqual([0, 9]);
    expect(bench.job.input.from).not.toBe(null);
  });

  it("leaves hand-painted weights alone, and continues from them on request", async ({ bench }) => {
    await bench.converge();
    bench.history.run(patch(bench.stores, "Paint", "brush", { rig: bound(0.8) }));
    await bench.settle();
    expect(bench.job.calls).toContain("cancel");
    expect(firstOf(shownRig(bench.document))).toBeCloseTo(0.8);
    bench.binding.togglePause();
    expect(bench.job.input.from?.values[0]).toBeCloseTo(0.8);
  });

  it("pauses, makes single steps, and keeps the current weights", async ({ bench }) => {
    bench.binding.bind();
    await bench.show(partial(1, 0.2));
    bench.binding.togglePause();
    expect([bench.job.calls.at(-1), bench.run?.state]).toEqual(["pause", "paused"]);
    bench.binding.step();
    expect([bench.job.calls.at(-1), bench.run?.state]).toEqual(["resume", "running"]);
    await bench.show(partial(2, 0.25));
    expect([bench.job.calls.at(-1), bench.run?.state]).toEqual(["pause", "paused"]);
    bench.binding.keep();
    expect(bench.job.calls.slice(-2)).toEqual(["resume", "keep"]);
    const result = ended(0.25);
    bench.job.finish(result);
    await bench.settle();
    expect(bench.steps.at(-1)).toBe("Weights by ARAP, 2 iterations");
    expect([bench.document.weightReport, bench.run?.state]).toEqual([result.report, "ended"]);
  });

  it("leaves no trace when cancelled, and forgets everything when the mesh is closed", async ({ bench }) => {
    bench.binding.bind();
    await bench.show(partial(1, 0.2));
    bench.binding.cancel();
    expect([shownRig(bench.document), bench.steps.length]).toEqual([null, 2]);
    bench.binding.bind();
    await bench.show(partial(1, 0.2));
    bench.history.run(patch(bench.stores, "Close", "x", { sequence: null, skeleton: null }));
    await bench.settle();
    expect([bench.document.liveRig, bench.run]).toEqual([null, null]);
    expect(bench.job.calls).toEqual(["cancel"]);
  });

  it("only stores the edits of a mesh that was never bound", ({ bench }) => {
    bench.binding.preview(bench.holding(0.5));
    bench.binding.edit("Hold part b at 0.5", "brush", bench.holding(0.5));
    expect([bench.fake.runs.length, bench.fake.adjusted.length]).toEqual([0, 0]);
    expect(bench.document.weightEdits.holds.vertices).toHaveLength(1);
    bench.binding.bind();
    expect(bench.job.input.edits).toBe(bench.document.weightEdits);
  });
});
