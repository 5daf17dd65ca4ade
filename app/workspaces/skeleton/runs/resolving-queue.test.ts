import { beforeEach, describe, expect, it, vi } from "vitest";
import type { HierarchyEdit } from "../../../../workers/model/skeleton/hierarchy-edit";
import { answer, names, openChain, reparent, rig, settled } from "./testing/resolving-bench";

let chain: ReturnType<typeof openChain>;

beforeEach(() => {
  vi.stubGlobal("navigator", { userAgent: "test" });
  chain = openChain();
});

describe("edits of the skeleton that come while another one is solved", () => {
  const insert: HierarchyEdit = { kind: "insert", bone: 1, at: [1, 0, 0] };
  /** The insertion puts the new bone before bone 1, so that later bones get other numbers. */
  const inserted = () => answer([0, -1, 1, 2, 3], [-1, 0, 1, 2, 3]);

  it("wait, start from what that one leads to, and are a step each", async () => {
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

  it("part the rest of a bone that the one before has parted", async () => {
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

  it("go on from the rig as it is if that one is cancelled", async () => {
    const first = chain.tree.perform(insert);
    const second = chain.tree.perform(reparent);
    chain.asked[0].job.cancel();
    await first;
    await settled();
    expect([chain.asked[1].input.rig, chain.asked[1].input.edit]).toEqual([rig, reparent]);
    chain.asked[1].job.cancel();
    await second;
  });

  it("are not done, with a word, if their bone is gone by then", async () => {
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

  it("are carried if they were begun before it ended, as drags are", async () => {
    const first = chain.tree.perform(insert);
    chain.asked[0].job.finish(inserted());
    await first;
    const dragged = chain.tree.perform({ kind: "move", bone: 2, to: [3, 1, 0] }, rig);
    await settled();
    expect(chain.asked[1].input.edit).toEqual({ kind: "move", bone: 3, to: [3, 1, 0] });
    chain.asked[1].job.cancel();
    await dragged;
  });

  it("wait for a pull of the joints too", async () => {
    chain.stores.work.setState({ resolving: "Pulling the joints" });
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
