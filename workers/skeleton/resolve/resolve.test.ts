import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { distance } from "../../math/vectors";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { HierarchyEdit } from "../../model/skeleton/hierarchy-edit";
import { UNWATCHED } from "../../model/task";
import { limbs } from "../testing/limbs";
import { orderOf, rigInTreeOrder } from "../tree/skeleton-tree";
import { resolveSkeleton } from "./resolve";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
const parents = [-1, 0, 1, 2, 1];
const truth = limbs(parents, 1);
const tree = {
  parents: Int32Array.from(parents),
  order: orderOf(parents),
  joints: Float64Array.from(truth.joints),
};
const { rig } = rigInTreeOrder(truth.rig, tree);
const number = (name: string) => rig.bones.findIndex((bone) => bone.name === name);
const names = truth.rig.bones.map(({ name }) => name);

async function resolved(edit: HierarchyEdit) {
  const settings = { influences: 4, pull: 1e-2, joints: "strict" } as const;
  const found = await resolveSkeleton(
    { sequence: truth.sequence, rig, edit, settings, locks: null },
    makeSerial,
    UNWATCHED,
  );
  const bones = found.rig.bones;
  const parentOf = (name: string) => {
    const bone = bones.find((b) => b.name === name)!;
    return bone.parent < 0 ? null : bones[bone.parent].name;
  };
  bones.forEach(({ parent }, j) => {
    expect(parent).toBeLessThan(j);
  });
  return { ...found, parentOf };
}

describe("resolveSkeleton", () => {
  it("poses the skeleton again after a joint has moved, and reports the cost", async () => {
    const j = number(names[2]);
    const to = rig.bones[j].head.map((x, c) => x + (c === 1 ? 0.4 : 0)) as [number, number, number];
    const { rig: after, before, rmsePercent, joints } = await resolved({ kind: "move", bone: j, to });
    expect(before).toBeLessThan(1e-3);
    expect(rmsePercent).toBeGreaterThan(0.05);
    to.forEach((x, c) => {
      expect(after.bones[j].head[c]).toBeCloseTo(x, 6);
    });
    expect(joints[j].cost).toBeGreaterThan(0.01);
    expect(after.weights).toEqual(rig.weights);
    rig.bones.forEach(({ head }, k) => {
      if (k === j || rig.bones[k].parent < 0) return;
      for (let c = 0; c < 3; c++) expect(after.bones[k].head[c]).toBeCloseTo(head[c], 6);
    });
  });

  it("gives a bone another parent, and then its old one again", async () => {
    const bone = number(names[3]);
    const wrong = await resolved({ kind: "reparent", bone, parent: number(names[0]) });
    expect(wrong.parentOf(names[3])).toBe(names[0]);
    expect(wrong.rmsePercent).toBeGreaterThan(0.01);
    const right = await resolveSkeleton(
      {
        sequence: truth.sequence,
        rig: wrong.rig,
        locks: null,
        settings: { influences: 4, pull: 1e-2, joints: "strict" },
        edit: {
          kind: "reparent",
          bone: wrong.rig.bones.findIndex(({ name }) => name === names[3]),
          parent: wrong.rig.bones.findIndex(({ name }) => name === names[2]),
        },
      },
      makeSerial,
      UNWATCHED,
    );
    expect(right.rmsePercent).toBeLessThan(0.05 * wrong.rmsePercent);
  });

  it("refuses to put a bone below itself or to move the joint of a root", async () => {
    const [bone, parent] = [number(names[1]), number(names[3])];
    await expect(resolved({ kind: "reparent", bone, parent })).rejects.toThrow("cannot be below itself");
    await expect(resolved({ kind: "move", bone: number(names[0]), to: [0, 0, 0] })).rejects.toThrow("root");
  });

  it("splits, merges, deletes and inserts bones within the tree", async () => {
    const split = await resolved({ kind: "split", bone: number(names[2]) });
    expect(split.rig.bones.length).toBe(6);
    expect(Array.from(split.origin).filter((j) => j < 0).length).toBe(1);
    expect(split.rmsePercent).toBeLessThan(0.1);
    expect(split.rig.bones.map(({ name }) => name).sort()).toEqual([...names, `${names[2]}_2`].sort());
    const merged = await resolved({ kind: "merge", bones: [number(names[2]), number(names[3])] });
    expect(merged.rig.bones.length).toBe(4);
    expect(merged.rig.bones.filter(({ parent }) => parent < 0).length).toBe(1);
    const deleted = await resolved({ kind: "delete", bones: [number(names[2])] });
    expect(deleted.parentOf(names[3])).toBe(names[1]);
    const bone = number(names[3]);
    const at = [0, 1, 2].map((c) => rig.bones[bone].head[c] + 0.3) as [number, number, number];
    const inserted = await resolved({ kind: "insert", bone, at });
    expect(inserted.rig.bones.length).toBe(6);
    expect(inserted.parentOf(names[3])).toBe(`${names[3]}_2`);
    expect(inserted.parentOf(`${names[3]}_2`)).toBe(names[2]);
    expect(inserted.rmsePercent).toBeLessThan(0.01);
  });

  it("keeps joints near the mesh if they join bones that do not touch", async () => {
    const diagonal = restDiagonal(truth.sequence);
    for (const [child, parent] of [
      [3, 0],
      [4, 0],
      [4, 3],
    ]) {
      const bone = number(names[child]);
      const { rig: after } = await resolved({ kind: "reparent", bone, parent: number(names[parent]) });
      const { head } = after.bones.find(({ name }) => name === names[child])!;
      expect(distance(head, rig.bones[bone].head) / diagonal).toBeLessThan(0.101);
    }
  });
});
