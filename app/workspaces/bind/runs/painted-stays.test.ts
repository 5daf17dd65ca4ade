import { describe, expect } from "vitest";
import { unmetHoldsNow } from "../../../document/binding/kept-now";
import { renameSegmentAndBones } from "../../../document/binding/renaming";
import { setWeighting } from "../../../document/binding/weight-edit-commands";
import {
  held,
  settledEdits,
  steeringCleared,
  withoutHoldsAt,
} from "../../../document/binding/weight-edit-strokes";
import { shownRig } from "../../../document/document";
import { patch } from "../../../document/patch";
import { solveResult } from "../../../document/solve/solve-commands";
import { letGoOf } from "../../../document/weights/painted-vertices";
import { lockOthers, lockWeights, toggleLock } from "../../../document/weights/weight-locks";
import { type BindingBench, firstOf, benchTest as it } from "./testing/binding-bench";
import { bound, partial, skeleton } from "./testing/fake-weights";

/** Tests which painted or locked weights the engine is asked to keep. */
describe("painted and locked weights", () => {
  const rowOf = (bench: BindingBench, vertex: number) =>
    Number(bench.job.input.kept?.weights.values[2 * vertex].toFixed(3));

  it("are sent to the engine when a constraint stroke restarts it", async ({ bench }) => {
    await bench.converge();
    bench.paint([3, 5], 0.9);
    await bench.settle();
    expect(bench.job.calls).toContain("cancel");
    bench.binding.preview(bench.holding(0.1));
    expect(bench.fake.runs).toHaveLength(2);
    expect([...bench.job.input.edits.painted]).toEqual([3, 5]);
    expect([rowOf(bench, 3), rowOf(bench, 5), rowOf(bench, 4)]).toEqual([0.9, 0.9, 0.3]);
    expect(bench.job.input.kept?.bones).toEqual(["part a", "part b"]);
  });

  it("stay when the mesh is bound again, a setting changes or joints move", async ({ bench }) => {
    await bench.converge();
    bench.paint([7], 0.8);
    await bench.settle();
    bench.binding.bind();
    expect([rowOf(bench, 7), [...bench.job.input.edits.painted]]).toEqual([0.8, [7]]);
    await bench.show(partial(1, 0.4));
    bench.history.run(setWeighting(bench.stores, { exemplars: 20 }));
    await bench.settle();
    expect([...bench.job.input.edits.painted]).toEqual([7]);
    expect(bench.job.input.kept).not.toBeNull();
    const moved = { ...skeleton, segments: skeleton.segments.map((s) => ({ ...s, tail: s.head })) };
    bench.binding.moveJoints("Move a joint", moved);
    await bench.settle();
    expect([...bench.job.input.edits.painted]).toEqual([7]);
  });

  it("are released by undo, and restored by redo", async ({ bench }) => {
    await bench.converge();
    bench.paint([3], 0.9);
    bench.paint([3, 4], 0.7);
    expect([...bench.document.weightEdits.painted]).toEqual([3, 4]);
    bench.history.undo();
    expect([...bench.document.weightEdits.painted]).toEqual([3]);
    bench.history.undo();
    expect([...bench.document.weightEdits.painted]).toEqual([]);
    bench.history.redo();
    bench.history.redo();
    expect([...bench.document.weightEdits.painted]).toEqual([3, 4]);
  });

  it("keep their values: an undo of a stroke over the same vertices restarts the engine", async ({
    bench,
  }) => {
    await bench.converge();
    bench.paint([3], 0.9);
    bench.paint([3], 0.6);
    await bench.settle();
    bench.binding.edit("Hold", "brush", bench.holding(0.1));
    await bench.show(partial(1, 0.35));
    const running = bench.job;
    bench.history.undo();
    bench.history.undo();
    await bench.settle();
    // The engine keeps 0.6 there, but the document has 0.9 again.
    expect(running.calls).toContain("cancel");
    // The optimisation continues from there, and the restored weights stay on screen.
    expect(bench.job).not.toBe(running);
    expect(bench.job.calls).not.toContain("cancel");
    expect([bench.job.input.from?.values.length, [...bench.job.input.edits.painted]]).toEqual([
      bench.document.rig?.weights.values.length,
      [3],
    ]);
    const restored = bench.document.rig;
    await bench.show(partial(1, 0.35));
    expect([bench.document.liveRig, bench.document.rig]).toEqual([null, restored]);
    bench.binding.preview(bench.holding(0.2));
    expect(rowOf(bench, 3)).toBe(0.9);
  });

  it("of a locked bone are sent to the engine; a lock during a run restarts it at once", async ({
    bench,
  }) => {
    bench.binding.bind();
    await bench.show(partial(1, 0.2));
    bench.history.run(toggleLock(bench.stores, "part b"));
    await bench.settle();
    expect(bench.fake.runs).toHaveLength(2);
    expect(bench.job.input.edits.locked).toEqual(["part b"]);
    expect([rowOf(bench, 0), bench.job.input.from?.values[0]]).toEqual([0.2, expect.closeTo(0.2)]);
    bench.history.run(toggleLock(bench.stores, "part b"));
    await bench.settle();
    expect([bench.job.input.edits.locked, bench.job.input.kept]).toEqual([[], null]);
  });

  it("do not change when a bone is locked at rest, and the next edit respects the lock", async ({
    bench,
  }) => {
    await bench.converge();
    bench.history.run(lockOthers(bench.stores, 0));
    await bench.settle();
    expect([bench.fake.runs.length, bench.run?.state, firstOf(shownRig(bench.document))]).toEqual([
      1,
      "ended",
      0.3,
    ]);
    bench.binding.edit("Hold", "brush", bench.holding(0.4));
    await bench.settle();
    expect([bench.fake.runs.length, bench.job.input.edits.locked]).toEqual([2, ["part b"]]);
    // Edits that only steer the optimisation do not restart it, because the locks are the same.
    await bench.show(partial(1, 0.35));
    bench.binding.edit("Clear", "erase", steeringCleared(bench.document.weightEdits));
    await bench.settle();
    expect(bench.fake.runs).toHaveLength(2);
    expect(bench.fake.adjusted.at(-1)?.locked).toEqual(["part b"]);
  });

  it("are released in a running engine too", async ({ bench }) => {
    await bench.converge();
    bench.paint([3, 5], 0.9);
    await bench.settle();
    bench.binding.edit("Hold", "brush", bench.holding(0.1));
    await bench.show(partial(1, 0.35, { idle: true }));
    bench.binding.edit("Release 1 vertex", "erase", letGoOf(bench.document.weightEdits, [5]));
    await bench.settle();
    expect([bench.fake.runs.length, [...(bench.fake.adjusted.at(-1)?.painted ?? [])]]).toEqual([2, [3]]);
    bench.history.undo();
    await bench.settle();
    expect([...bench.document.weightEdits.painted]).toEqual([3, 5]);
  });

  it("that cannot stay are named, and released in a step that can be undone", async ({ bench }) => {
    await bench.converge();
    bench.paint([3, 5], 0.9);
    await bench.settle();
    const segments = skeleton.segments.map((s, j) => ({ ...s, name: `bone ${j}`, tail: s.head }));
    const other = { ...skeleton, segments };
    bench.history.run(patch(bench.stores, "Another skeleton", "bone", { skeleton: other }));
    await bench.settle();
    expect([bench.fake.runs.length, [...bench.job.input.edits.painted]]).toEqual([2, []]);
    expect(bench.stores.notices.getState().toasts.at(-1)).toMatchObject({
      title: "2 painted vertices cannot be kept",
      body: expect.stringContaining("part a, part b"),
    });
    bench.history.undo();
    expect([...bench.document.weightEdits.painted]).toEqual([3, 5]);
  });

  it("leave no room for some holds, which are counted, even during a run, and can be removed", async ({
    bench,
  }) => {
    await bench.converge();
    bench.history.run(lockWeights(bench.stores, ["part a"], true));
    const tooMuch = held(held(bench.document.weightEdits, 1, [3, 4], 0.9), 1, [5], 0.5);
    bench.binding.edit("Hold", "brush", tooMuch);
    await bench.settle();
    // 0.3 of each vertex is locked.
    expect(unmetHoldsNow(bench.document)).toEqual([3, 4]);
    await bench.show(partial(1, 0.3));
    expect(unmetHoldsNow(bench.document)).toEqual([3, 4]);
    bench.binding.edit("Remove holds", "erase", withoutHoldsAt(bench.document.weightEdits, [3, 4]));
    expect([unmetHoldsNow(bench.document), [...bench.document.weightEdits.holds.vertices]]).toEqual([
      [],
      [5],
    ]);
    bench.paint([5], 0.9);
    expect(unmetHoldsNow(bench.document)).toEqual([5]);
    bench.history.undo();
    bench.history.undo();
    expect(unmetHoldsNow(bench.document)).toEqual([3, 4]);
  });

  it("survive a continued solve, and a new solve with the same bones", async ({ bench }) => {
    await bench.converge();
    bench.paint([3], 0.9);
    bench.history.run(lockWeights(bench.stores, ["part a"], true));
    const report = { method: "auto" } as never;
    bench.history.run(solveResult(bench.stores, bound(0.5), report, { keptEarly: false, continued: true }));
    expect([[...bench.document.weightEdits.painted], bench.document.weightEdits.locked]).toEqual([
      [3],
      ["part a"],
    ]);
    bench.history.run(solveResult(bench.stores, bound(0.5), report, { keptEarly: false, continued: false }));
    expect([...settledEdits(bench.document.weightEdits).painted]).toEqual([3]);
    expect(bench.document.weightEdits.locked).toEqual(["part a"]);
  });

  it("keep their locks when bones are renamed", async ({ bench }) => {
    await bench.converge();
    bench.history.run(lockWeights(bench.stores, ["part a"], true));
    bench.history.run(renameSegmentAndBones(bench.stores, 0, "hip"));
    expect(bench.document.weightEdits.locked).toEqual(["hip"]);
    bench.history.undo();
    expect(bench.document.weightEdits.locked).toEqual(["part a"]);
  });
});
