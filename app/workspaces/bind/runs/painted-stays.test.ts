import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WeightsPartial } from "../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { NOTHING_BOUND, useBinding } from "../../../document/binding/binding-state";
import { unmetHolds } from "../../../document/binding/kept-now";
import { renameSegmentAndBones } from "../../../document/binding/renaming";
import { setWeighting } from "../../../document/binding/weight-edit-commands";
import {
  held,
  settledEdits,
  steeringCleared,
  withoutHoldsAt,
} from "../../../document/binding/weight-edit-strokes";
import { openSequence, patch, solveResult } from "../../../document/commands";
import { shownRig, useDocument } from "../../../document/document";
import { History } from "../../../document/history";
import { closeDialog } from "../../../document/session/dialogs";
import { useNotices } from "../../../document/session/notices";
import { letGoOf } from "../../../document/weights/painted-vertices";
import { lockOthers, lockWeights, toggleLock } from "../../../document/weights/weight-locks";
import { changeWeights } from "../../../document/weights/weight-painting";
import { type Binding, createBinding } from "./binding";
import { bound, fakeClient, partial, sequence, skeleton } from "./testing/fake-weights";

/** What the engine is told to keep of weights that an artist painted or locked. */
describe("painted and locked weights", () => {
  let fake: ReturnType<typeof fakeClient>;
  let binding: Binding;
  let history: History;
  const state = useDocument.getState;
  const settle = () => vi.advanceTimersByTimeAsync(120);
  const firstOf = (rig: Rig | null) => rig && Number(rig.weights.values[0].toFixed(3));
  const last = () => fake.runs[fake.runs.length - 1];
  const show = async (each: WeightsPartial) => {
    last().show(each);
    await settle();
  };
  const holding = (value: number) => held(state().weightEdits, 1, [3], value);
  const run = () => useBinding.getState().run?.state;
  /** A stroke that gives these vertices so much of the first bone. */
  const paint = (vertices: number[], first: number) =>
    history.run(
      changeWeights("Paint", "brush", {
        vertices: Uint32Array.from(vertices),
        offsets: Uint32Array.from({ length: vertices.length + 1 }, (_, n) => 2 * n),
        bones: Uint16Array.from({ length: 2 * vertices.length }, (_, n) => n % 2),
        values: Float32Array.from({ length: 2 * vertices.length }, (_, n) => (n % 2 ? 1 - first : first)),
      }),
    );
  const rowOf = (vertex: number) => Number(last().input.kept?.weights.values[2 * vertex].toFixed(3));

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { userAgent: "test" });
    useDocument.setState({ ...useDocument.getInitialState() }, true);
    useBinding.setState(NOTHING_BOUND, true);
    closeDialog();
    useNotices.setState({ toasts: [] });
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

  const converge = async (first = 0.3) => {
    binding.bind();
    await show(partial(2, first, { idle: true }));
  };

  it("are handed to the engine when a constraint stroke starts it again", async () => {
    await converge();
    paint([3, 5], 0.9);
    await settle();
    expect(last().calls).toContain("cancel");
    binding.preview(holding(0.1));
    expect(fake.runs).toHaveLength(2);
    expect([...last().input.edits.painted]).toEqual([3, 5]);
    expect([rowOf(3), rowOf(5), rowOf(4)]).toEqual([0.9, 0.9, 0.3]);
    expect(last().input.kept?.bones).toEqual(["part a", "part b"]);
  });

  it("stay when the mesh is bound anew, a setting changes and joints move", async () => {
    await converge();
    paint([7], 0.8);
    await settle();
    binding.bind();
    expect([rowOf(7), [...last().input.edits.painted]]).toEqual([0.8, [7]]);
    await show(partial(1, 0.4));
    history.run(setWeighting({ exemplars: 20 }));
    await settle();
    expect([...last().input.edits.painted]).toEqual([7]);
    expect(last().input.kept).not.toBeNull();
    const moved = { ...skeleton, segments: skeleton.segments.map((s) => ({ ...s, tail: s.head })) };
    binding.moveJoints("Move a joint", moved);
    await settle();
    expect([...last().input.edits.painted]).toEqual([7]);
  });

  it("are let go of by undo, and come back by redo", async () => {
    await converge();
    paint([3], 0.9);
    paint([3, 4], 0.7);
    expect([...state().weightEdits.painted]).toEqual([3, 4]);
    history.undo();
    expect([...state().weightEdits.painted]).toEqual([3]);
    history.undo();
    expect([...state().weightEdits.painted]).toEqual([]);
    history.redo();
    history.redo();
    expect([...state().weightEdits.painted]).toEqual([3, 4]);
  });

  it("never come back as other values: an undo of a stroke over the same vertices stops the engine", async () => {
    await converge();
    paint([3], 0.9);
    paint([3], 0.6);
    await settle();
    binding.edit("Hold", "brush", holding(0.1));
    await show(partial(1, 0.35));
    const running = last();
    history.undo();
    history.undo();
    await settle();
    // The engine keeps 0.6 there; the document has 0.9 again.
    expect(running.calls).toContain("cancel");
    binding.preview(holding(0.2));
    expect(rowOf(3)).toBe(0.9);
  });

  it("of a locked bone are handed over; a lock while weights are under way begins again at once", async () => {
    binding.bind();
    await show(partial(1, 0.2));
    history.run(toggleLock("part b"));
    await settle();
    expect(fake.runs).toHaveLength(2);
    expect(last().input.edits.locked).toEqual(["part b"]);
    expect([rowOf(0), last().input.from?.values[0]]).toEqual([0.2, expect.closeTo(0.2)]);
    history.run(toggleLock("part b"));
    await settle();
    expect([last().input.edits.locked, last().input.kept]).toEqual([[], null]);
  });

  it("a lock on weights that rest changes none of them; the next edit knows of it", async () => {
    await converge();
    history.run(lockOthers(0));
    await settle();
    expect([fake.runs.length, run(), firstOf(shownRig(state()))]).toEqual([1, "ended", 0.3]);
    binding.edit("Hold", "brush", holding(0.4));
    await settle();
    expect([fake.runs.length, last().input.edits.locked]).toEqual([2, ["part b"]]);
    // What steers the optimisation does not begin it anew: the locks are the same.
    await show(partial(1, 0.35));
    binding.edit("Clear", "erase", steeringCleared(state().weightEdits));
    await settle();
    expect(fake.runs).toHaveLength(2);
    expect(fake.adjusted.at(-1)?.locked).toEqual(["part b"]);
  });

  it("are told to an engine that goes on when they are let go of", async () => {
    await converge();
    paint([3, 5], 0.9);
    await settle();
    binding.edit("Hold", "brush", holding(0.1));
    await show(partial(1, 0.35, { idle: true }));
    binding.edit("Let go of 1 vertex", "erase", letGoOf(state().weightEdits, [5]));
    await settle();
    expect([fake.runs.length, [...(fake.adjusted.at(-1)?.painted ?? [])]]).toEqual([2, [3]]);
    history.undo();
    await settle();
    expect([...state().weightEdits.painted]).toEqual([3, 5]);
  });

  it("that cannot stay are named, and let go of in a step that can be undone", async () => {
    await converge();
    paint([3, 5], 0.9);
    await settle();
    const segments = skeleton.segments.map((s, j) => ({ ...s, name: `bone ${j}`, tail: s.head }));
    const other = { ...skeleton, segments };
    history.run(patch("Another skeleton", "bone", { skeleton: other }));
    await settle();
    expect([fake.runs.length, [...last().input.edits.painted]]).toEqual([2, []]);
    expect(useNotices.getState().toasts.at(-1)).toMatchObject({
      title: "2 painted vertices cannot be kept",
      body: expect.stringContaining("part a, part b"),
    });
    history.undo();
    expect([...state().weightEdits.painted]).toEqual([3, 5]);
  });

  it("leave no room for some holds: these are counted, in weights under way too, and can be removed", async () => {
    await converge();
    history.run(lockWeights(["part a"], true));
    const tooMuch = held(held(state().weightEdits, 1, [3, 4], 0.9), 1, [5], 0.5);
    binding.edit("Hold", "brush", tooMuch);
    await settle();
    // 0.3 of each vertex is locked.
    expect(unmetHolds(state())).toEqual([3, 4]);
    await show(partial(1, 0.3));
    expect(unmetHolds(state())).toEqual([3, 4]);
    binding.edit("Remove holds", "erase", withoutHoldsAt(state().weightEdits, [3, 4]));
    expect([unmetHolds(state()), [...state().weightEdits.holds.vertices]]).toEqual([[], [5]]);
    paint([5], 0.9);
    expect(unmetHolds(state())).toEqual([5]);
    history.undo();
    history.undo();
    expect(unmetHolds(state())).toEqual([3, 4]);
  });

  it("go with the rig: another solve has none, one that goes on has all", async () => {
    await converge();
    paint([3], 0.9);
    history.run(lockWeights(["part a"], true));
    const report = { method: "auto" } as never;
    history.run(solveResult(bound(0.5), report, { keptEarly: false, continued: true }));
    expect([[...state().weightEdits.painted], state().weightEdits.locked]).toEqual([[3], ["part a"]]);
    history.run(solveResult(bound(0.5), report, { keptEarly: false, continued: false }));
    expect(settledEdits(state().weightEdits).painted).toHaveLength(0);
    expect(state().weightEdits.locked).toEqual([]);
  });

  it("locks follow the names of bones", async () => {
    await converge();
    history.run(lockWeights(["part a"], true));
    history.run(renameSegmentAndBones(0, "hip"));
    expect(state().weightEdits.locked).toEqual(["hip"]);
    history.undo();
    expect(state().weightEdits.locked).toEqual(["part a"]);
  });
});
