import { beforeEach, describe, expect, it, vi } from "vitest";
import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import { answer, names, openChain, reparent, rig, settled } from "./testing/resolving-bench";

let chain: ReturnType<typeof openChain>;

beforeEach(() => {
  vi.stubGlobal("navigator", { userAgent: "test" });
  chain = openChain();
});

describe("skeleton edits during another one's solve", () => {
  const insert: HierarchyEdit = { kind: "insert", bone: 1, at: [1, 0, 0] };
  /** The insertion puts the new bone before bone 1, so that later bones get other numbers. */
  const inserted = () => answer([0, -1, 1, 2, 3], [-1, 0, 1, 2, 3]);

  it("wait, start from its result, and are a step each", async () => {
    const first = chain.tree.perform(insert);
    const second = chain.tree.perform({ kind: "move", bone: 3, to: [5, 1, 0] });
    const third = chain.tree.perform({ kind: "reparent", bone: 2, parent: 0 });
    expect(chain.asked).toHaveLength(1);
    chain.asked[0].job.finish(inserted());
    await first;
    await settled();
    const between = chain.now().rig!;
    expect(between.bones).toHaveLength(5);
    expect(chain.asked[1].input.rig).toBe(between);
    expect(chain.asked[1].input.edit).toEqual({ kind: "move", bone: 4, to: [5, 1, 0] });
    chain.asked[1].job.finish({ ...inserted(), origin: Int32Array.of(0, 1, 2, 3, 4) });
    await second;
    await settled();
    expect(chain.asked[2].input.edit).toEqual({ kind: "reparent", bone: 3, parent: 0 });
    chain.asked[2].job.cancel();
    await third;
    expect(chain.steps()).toBe(3);
    chain.history.undo();
    expect(chain.now().rig).toBe(between);
    chain.history.undo();
    expect(chain.now().rig).toBe(rig);
  });

  it("split the rest of a bone that the one before has split", async () => {
    const first = chain.tree.perform(insert);
    const second = chain.tree.perform(insert);
    const [x, y, z] = rig.bones[1].head;
    const parted = inserted();
    parted.rig.bones[2] = { ...parted.rig.bones[2], head: [1.001, 0, 0] };
    chain.asked[0].job.finish(parted);
    await first;
    await settled();
    const at = [1.001 + (1 - x) / 2, (0 - y) / 2, (0 - z) / 2];
    expect(chain.asked[1].input.edit).toEqual({ kind: "insert", bone: 2, at });
    chain.asked[1].job.cancel();
    await second;
  });

  it("start from the unchanged rig if it is cancelled", async () => {
    const first = chain.tree.perform(insert);
    const second = chain.tree.perform(reparent);
    chain.asked[0].job.cancel();
    await first;
    await settled();
    expect([chain.asked[1].input.rig, chain.asked[1].input.edit]).toEqual([rig, reparent]);
    chain.asked[1].job.cancel();
    await second;
  });

  it("are dropped with a message if their bone no longer exists", async () => {
    const first = chain.tree.perform({ kind: "delete", bones: [3] });
    const second = chain.tree.perform({ kind: "move", bone: 3, to: [5, 1, 0] });
    chain.asked[0].job.finish(answer([0, 1, 2], [-1, 0, 1]));
    await first;
    await second;
    expect(chain.asked).toHaveLength(1);
    expect(chain.stores.notices.getState().toasts.map(({ title }) => title)).toContain(
      `Move the joint of ${names[3]}: not done`,
    );
  });

  it("are converted if they began before it ended, as drags do", async () => {
    const first = chain.tree.perform(insert);
    chain.asked[0].job.finish(inserted());
    await first;
    const dragged = chain.tree.perform({ kind: "move", bone: 2, to: [3, 1, 0] }, rig);
    await settled();
    expect(chain.asked[1].input.edit).toEqual({ kind: "move", bone: 3, to: [3, 1, 0] });
    chain.asked[1].job.cancel();
    await dragged;
  });

  it("also wait for a pull of the joints", async () => {
    chain.stores.work.setState({ resolving: "Pulling joints" });
    const done = chain.tree.perform(reparent);
    await settled();
    expect(chain.asked).toHaveLength(0);
    chain.stores.work.setState({ resolving: null });
    await settled();
    expect(chain.asked).toHaveLength(1);
    chain.asked[0].job.cancel();
    await done;
  });
});
