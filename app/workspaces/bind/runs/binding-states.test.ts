import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  HeldWeight,
  WeightReport,
  WeightsPartial,
} from "../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { NOTHING_BOUND, useBinding } from "../../../document/binding/binding-state";
import { renameSegmentAndBones } from "../../../document/binding/renaming";
import { setWeighting } from "../../../document/binding/weight-edit-commands";
import { held } from "../../../document/binding/weight-edit-strokes";
import { openSequence, patch } from "../../../document/commands";
import { shownRig, useDocument } from "../../../document/document";
import { History } from "../../../document/history";
import { useDialog } from "../../../document/session/dialog-state";
import { closeDialog } from "../../../document/session/dialogs";
import { type Binding, createBinding } from "./binding";
import { bound, ended, fakeClient, partial, sequence, skeleton } from "./testing/fake-weights";

/** What the run and the document are in after each way that one can come into a state; what is usual is in binding.test.ts. */
describe("states of binding", () => {
  let fake: ReturnType<typeof fakeClient>;
  let binding: Binding;
  let history: History;
  const state = useDocument.getState;
  const run = () => useBinding.getState().run;
  const steps = () => history.state.getState().steps.map(({ label }) => label);
  const settle = () => vi.advanceTimersByTimeAsync(120);
  const firstOf = (rig: Rig | null) => rig && Number(rig.weights.values[0].toFixed(3));
  const last = () => fake.runs[fake.runs.length - 1];
  const show = async (each: WeightsPartial) => {
    last().show(each);
    await settle();
  };
  const holding = (value: number) => held(state().weightEdits, 1, [3], value);

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
    await show(partial(2, 0.3, { idle: true }));
  };
  const keep = async () => {
    await converge();
    binding.keep();
    last().finish(ended(0.3));
    await settle();
  };

  it("a stroke that is given up at rest leaves screen and history as they were", async () => {
    await converge();
    const before = steps();
    binding.preview(holding(0.9));
    await show(partial(3, 0.5));
    expect(firstOf(shownRig(state()))).toBe(0.5);
    binding.preview(null);
    expect([firstOf(shownRig(state())), state().liveRig]).toEqual([0.3, null]);
    // The engine finds its way back unseen.
    await show(partial(4, 0.31, { idle: true }));
    expect([firstOf(shownRig(state())), steps()]).toEqual([0.3, before]);
    // The next stroke is seen again.
    binding.preview(holding(0.8));
    await show(partial(5, 0.6));
    expect(firstOf(shownRig(state()))).toBe(0.6);
  });

  it("a stroke that is given up while weights are under way lets them go on", async () => {
    binding.bind();
    await show(partial(1, 0.2));
    binding.preview(holding(0.9));
    await show(partial(2, 0.5));
    binding.preview(null);
    await show(partial(3, 0.25));
    expect(firstOf(shownRig(state()))).toBe(0.25);
  });

  it("paused weights follow an edit by one iteration", async () => {
    binding.bind();
    await show(partial(1, 0.2));
    binding.togglePause();
    await settle();
    expect(firstOf(state().rig)).toBe(0.2);
    binding.edit("Hold", "brush", holding(0.9));
    expect([last().calls.at(-1), run()?.state]).toEqual(["resume", "running"]);
    await show(partial(2, 0.6));
    expect([last().calls.at(-1), run()?.state, firstOf(state().rig)]).toEqual(["pause", "paused", 0.6]);
    expect(steps().at(-1)).toBe("Hold");
    binding.togglePause();
    expect([last().calls.at(-1), run()?.state]).toEqual(["resume", "running"]);
    await show(partial(3, 0.65));
    expect(run()?.state).toBe("running");
  });

  it("a single step after the end starts again, and pauses after one iteration", async () => {
    await keep();
    expect(run()?.state).toBe("ended");
    binding.step();
    expect(fake.runs).toHaveLength(2);
    // Nothing is told to an engine that has not begun.
    expect(run()?.state).toBe("starting");
    binding.edit("Hold", "brush", holding(0.9));
    await settle();
    expect(fake.adjusted).toHaveLength(0);
    await show(partial(1, 0.4));
    expect(fake.adjusted).toHaveLength(1);
    expect([last().calls, run()?.state]).toEqual([["pause"], "paused"]);
  });

  it("what is kept stays while it is measured, whatever comes on the way", async () => {
    await converge();
    binding.keep();
    expect(run()?.state).toBe("finishing");
    await show(partial(3, 0.9));
    expect([run()?.state, firstOf(shownRig(state()))]).toEqual(["finishing", 0.3]);
    last().finish(ended(0.35));
    await settle();
    expect([run()?.state, firstOf(state().rig)]).toEqual(["ended", 0.35]);
    // Nothing is left to be kept.
    binding.keep();
    expect(run()?.state).toBe("ended");
  });

  it("a run that fails leaves the document, and says why", async () => {
    await converge();
    history.run(setWeighting({ exemplars: 20 }));
    await settle();
    await show(partial(1, 0.5));
    expect(firstOf(shownRig(state()))).toBe(0.5);
    last().fail(new Error("out of memory"));
    await settle();
    expect([firstOf(shownRig(state())), state().liveRig, run()?.state]).toEqual([0.3, null, "ended"]);
    expect(useDialog.getState().dialog).not.toBe(null);
  });

  it("a first run that fails is as if it had never been", async () => {
    binding.bind();
    last().fail(new Error("out of memory"));
    await settle();
    expect([run(), shownRig(state()), steps().length]).toEqual([null, null, 2]);
  });

  it("moved joints are one step, and start again from the weights at hand", async () => {
    await converge();
    const moved = { ...skeleton, segments: skeleton.segments.map((s) => ({ ...s, tail: s.head })) };
    binding.moveJoints("Move a joint", moved);
    await settle();
    expect(fake.runs).toHaveLength(2);
    expect(last().input).toMatchObject({ skeleton: moved });
    expect(last().input.from?.values[0]).toBeCloseTo(0.3);
    await show(partial(1, 0.45, { idle: true }));
    expect(steps().slice(2)).toEqual(["Weights by ARAP, 2 iterations", "Move a joint"]);
    expect(firstOf(state().rig)).toBe(0.45);
    history.undo();
    await settle();
    expect([firstOf(state().rig), state().skeleton, last().calls]).toEqual([0.3, skeleton, ["cancel"]]);
  });

  it("a name is no reason to find weights again", async () => {
    await keep();
    history.run(renameSegmentAndBones(0, "hip"));
    await settle();
    expect([fake.runs.length, run()?.state]).toEqual([1, "ended"]);
    // Another setting is.
    history.run(setWeighting({ exemplars: 20 }));
    await settle();
    expect(fake.runs).toHaveLength(2);
  });

  it("weights that came with a project are shown as found, and gone on from", async () => {
    const constraint: HeldWeight = {
      ...{ kind: "attach", vertex: 3, bone: 1, added: false },
      ...{ energy: 1, around: 9, suspicious: true },
    };
    const weightReport = { ...ended(0.3, [3, 2, 1]).report, held: [constraint] } as WeightReport;
    history.run(openSequence({ ...sequence }, bound(0.3), null, null, { skeleton, weightReport }));
    await settle();
    expect(run()).toMatchObject({ state: "ended", energy: [3, 2, 1], iteration: 3 });
    expect(useBinding.getState().held).toEqual([constraint]);
    expect(fake.runs).toHaveLength(0);
    binding.togglePause();
    expect(last().input.from?.values[0]).toBeCloseTo(0.3);
    await show(partial(1, 0.32, { idle: true }));
    expect(run()?.energy).toEqual([3, 2, 1, 1]);
    expect(steps().at(-1)).toBe("Weights by ARAP, 4 iterations");
    history.goTo(0);
    await settle();
    expect([run(), useBinding.getState().held]).toEqual([null, []]);
    expect(last().calls).toContain("cancel");
  });
});
