import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WeightReport, WeightsPartial } from "../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { NOTHING_BOUND, useBinding } from "../../../document/binding/binding-state";
import { setWeighting } from "../../../document/binding/weight-edit-commands";
import { held } from "../../../document/binding/weight-edit-strokes";
import { openSequence, patch } from "../../../document/commands";
import { shownRig, useDocument } from "../../../document/document";
import { History } from "../../../document/history";
import { closeDialog } from "../../../document/session/dialogs";
import { type Binding, createBinding } from "./binding";
import { bound, ended, fakeClient, partial, sequence, skeleton } from "./testing/fake-weights";

describe("binding", () => {
  let fake: ReturnType<typeof fakeClient>;
  let binding: Binding;
  let history: History;
  const state = useDocument.getState;
  const steps = () => history.state.getState().steps.map(({ label }) => label);
  const settle = () => vi.advanceTimersByTimeAsync(120);
  const firstOf = (rig: Rig | null) => rig && Number(rig.weights.values[0].toFixed(3));
  const last = () => fake.runs[fake.runs.length - 1];
  const show = async (each: WeightsPartial) => {
    last().show(each);
    await settle();
  };
  const holding = (value: number, vertices = [3]) => held(state().weightEdits, 1, vertices, value);

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { userAgent: "test" });
    useDocument.setState({ ...useDocument.getInitialState() }, true);
    useBinding.setState(NOTHING_BOUND, true);
    closeDialog();
    fake = fakeClient();
    history = new History();
    binding = createBinding(fake.client, history);
    history.run(openSequence(sequence, null, null));
    history.run(patch("Skeleton", "bone", { skeleton }));
  });
  afterEach(() => {
    useDocument.setState({ ...useDocument.getInitialState() }, true);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const converge = async () => {
    binding.bind();
    await show(partial(1, 0.2));
    await show(partial(2, 0.3, { idle: true }));
  };

  it("shows weights under way, and keeps those that have converged as one step", async () => {
    binding.bind();
    expect(last().input).toMatchObject({ stay: true, from: null, skeleton });
    await show(partial(1, 0.2));
    expect(firstOf(shownRig(state()))).toBe(0.2);
    expect(state().liveRig?.rest).toBe(sequence.rest);
    expect(state().rig).toBe(null);
    await show(partial(2, 0.3, { idle: true, report: { method: "arap" } as WeightReport }));
    expect(steps().at(-1)).toBe("Weights by ARAP, 2 iterations");
    expect([firstOf(state().rig), state().liveRig]).toEqual([0.3, null]);
    expect(state().weightReport?.method).toBe("arap");
    expect(useBinding.getState().run).toMatchObject({ state: "converged", energy: [1, 0.5] });
    history.undo();
    await settle();
    expect(shownRig(state())).toBe(null);
    // The engine has nothing to follow any more.
    expect(last().calls).toContain("cancel");
    history.redo();
    expect(firstOf(shownRig(state()))).toBe(0.3);
  });

  it("sends the latest edits of a stroke at most twenty times a second", async () => {
    await converge();
    for (let n = 1; n <= 40; n++) {
      binding.preview(holding(n / 40));
      await vi.advanceTimersByTimeAsync(5);
    }
    await settle();
    expect(fake.adjusted.length).toBeGreaterThan(3);
    expect(fake.adjusted.length).toBeLessThanOrEqual(6);
    expect(fake.adjusted.at(-1)?.holds.values[0]).toBe(1);
    expect(steps()).toHaveLength(3);
    binding.preview(null);
    await settle();
    expect(fake.adjusted.at(-1)).toBe(state().weightEdits);
  });

  it("makes one step of a stroke and the weights that settle after it", async () => {
    await converge();
    binding.preview(holding(0.9));
    await show(partial(3, 0.5));
    binding.edit("Hold part b at 0.9", "brush", holding(0.9));
    expect(firstOf(state().rig)).toBe(0.5);
    await show(partial(4, 0.6));
    expect(firstOf(shownRig(state()))).toBe(0.6);
    await show(partial(5, 0.7, { idle: true }));
    expect(steps().slice(2)).toEqual(["Weights by ARAP, 2 iterations", "Hold part b at 0.9"]);
    expect(firstOf(state().rig)).toBe(0.7);
    expect(useBinding.getState().run?.marks).toEqual([{ at: 2, label: "Hold part b at 0.9" }]);

    history.undo();
    await settle();
    expect([firstOf(shownRig(state())), state().weightEdits.holds.vertices.length]).toEqual([0.3, 0]);
    expect(fake.adjusted.at(-1)?.holds.vertices.length).toBe(0);
    // What the engine makes of it is not shown: those are the weights of that step already.
    await show(partial(6, 0.4));
    await show(partial(7, 0.4, { idle: true }));
    expect(firstOf(shownRig(state()))).toBe(0.3);
    expect(steps()).toHaveLength(4);
    history.redo();
    await settle();
    expect([firstOf(shownRig(state())), state().weightEdits.holds.vertices.length]).toEqual([0.7, 1]);
  });

  it("leaves the step before a stroke as it was, also where the engine rests during the stroke", async () => {
    binding.bind();
    fake.runs[0].show(partial(2, 0.4, { idle: true }));
    await vi.advanceTimersByTimeAsync(100);
    const { rig, weightEdits } = useDocument.getState();
    const painted = held(weightEdits, 0, [1], 1);
    binding.preview(painted);
    fake.runs[0].show(partial(3, 0.7, { idle: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(useDocument.getState().rig).toBe(rig);
    expect(shownRig(useDocument.getState())?.weights.values[0]).toBeCloseTo(0.7);
    binding.edit("Hold", "brush", painted);
    fake.runs[0].show(partial(4, 0.8, { idle: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(useDocument.getState().rig?.weights.values[0]).toBeCloseTo(0.8);
    history.undo();
    expect(useDocument.getState().rig).toBe(rig);
  });

  it("starts again from the weights at hand where settings change, and not where an undo brings them back", async () => {
    await converge();
    history.run(setWeighting({ exemplars: 20 }));
    await settle();
    expect(fake.runs).toHaveLength(2);
    expect(last().input.settings.exemplars).toBe(20);
    expect(last().input.from?.values[0]).toBeCloseTo(0.3);
    await show(partial(1, 0.35, { idle: true }));
    expect(steps().at(-1)).toBe("Weights by ARAP, 3 iterations");
    history.undo();
    history.undo();
    await settle();
    expect(fake.runs).toHaveLength(2);
    expect(last().calls).toEqual(["cancel"]);
    expect(firstOf(shownRig(state()))).toBe(0.3);
    // The next stroke wakes the engine up, from what is on screen.
    binding.preview(holding(0.1));
    expect(last().input.settings.exemplars).toBe(80);
    expect(last().input.from?.values[0]).toBeCloseTo(0.3);
    // It cannot be told anything before it has begun.
    expect(fake.adjusted).toHaveLength(0);
    await show(partial(1, 0.3));
    expect(fake.adjusted.at(-1)?.holds.values[0]).toBeCloseTo(0.1);
  });

  it("starts again where the engine cannot follow", async () => {
    await converge();
    fake.answer.followed = false;
    binding.edit("Link parts", "wire", { ...state().weightEdits, wires: Uint32Array.of(0, 9) });
    await settle();
    expect(fake.runs).toHaveLength(2);
    expect([...last().input.edits.wires]).toEqual([0, 9]);
    expect(last().input.from).not.toBe(null);
  });

  it("leaves weights alone that were painted by hand, and goes on from them when asked", async () => {
    await converge();
    history.run(patch("Paint", "brush", { rig: bound(0.8) }));
    await settle();
    expect(last().calls).toContain("cancel");
    expect(firstOf(shownRig(state()))).toBeCloseTo(0.8);
    binding.togglePause();
    expect(last().input.from?.values[0]).toBeCloseTo(0.8);
  });

  it("pauses, makes single steps, and keeps what there is", async () => {
    binding.bind();
    await show(partial(1, 0.2));
    binding.togglePause();
    expect([last().calls.at(-1), useBinding.getState().run?.state]).toEqual(["pause", "paused"]);
    binding.step();
    expect([last().calls.at(-1), useBinding.getState().run?.state]).toEqual(["resume", "running"]);
    await show(partial(2, 0.25));
    expect([last().calls.at(-1), useBinding.getState().run?.state]).toEqual(["pause", "paused"]);
    binding.keep();
    expect(last().calls.slice(-2)).toEqual(["resume", "keep"]);
    const result = ended(0.25);
    last().finish(result);
    await settle();
    expect(steps().at(-1)).toBe("Weights by ARAP, 2 iterations");
    expect([state().weightReport, useBinding.getState().run?.state]).toEqual([result.report, "ended"]);
  });

  it("forgets all of it with the mesh, and gives up without a trace", async () => {
    binding.bind();
    await show(partial(1, 0.2));
    binding.cancel();
    expect([shownRig(state()), steps().length]).toEqual([null, 2]);
    binding.bind();
    await show(partial(1, 0.2));
    history.run(patch("Close", "x", { sequence: null, skeleton: null }));
    await settle();
    expect([state().liveRig, useBinding.getState().run]).toEqual([null, null]);
    expect(last().calls).toEqual(["cancel"]);
  });

  it("only remembers edits of a mesh that was never bound", () => {
    binding.preview(holding(0.5));
    binding.edit("Hold part b at 0.5", "brush", holding(0.5));
    expect([fake.runs.length, fake.adjusted.length]).toEqual([0, 0]);
    expect(state().weightEdits.holds.vertices).toHaveLength(1);
    binding.bind();
    expect(last().input.edits).toBe(state().weightEdits);
  });
});
