/** Properties that hold after every edit of a skeleton, measured without the solver's own code. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillFrames } from "../../../tools/samples/make-sequence";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { ExtractSettings } from "../../model/skeleton/extract/extract-settings";
import type { HierarchyEdit } from "../../model/skeleton/hierarchy-edit";
import { UNWATCHED } from "../../model/task";
import { skinInto } from "../../testing/rigs";
import { percentOf, residualsOf } from "../report/residuals";
import { closeJoints } from "../strict/cut";
import { limbs } from "../testing/limbs";
import { orderOf, rigInTreeOrder, treeOfRig } from "../tree/skeleton-tree";
import { resolveSkeleton } from "./resolve";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

/** A generated character with its true tree. */
function character(parents: number[], seed: number, frames = 6): { sequence: MeshSequence; rig: Rig } {
  const { sequence, rig, joints } = limbs(parents, seed, { frames });
  const tree = {
    parents: Int32Array.from(parents),
    order: orderOf(parents),
    joints: Float64Array.from(joints),
  };
  return { sequence, rig: rigInTreeOrder(rig, tree).rig };
}

const resolved = (
  sequence: MeshSequence,
  rig: Rig,
  edit: HierarchyEdit,
  joints: ExtractSettings["joints"] = "strict",
) =>
  resolveSkeleton(
    { sequence, rig, edit, settings: { influences: 4, pull: 1e-2, joints }, locks: null },
    makeSerial,
    UNWATCHED,
  );

const numbered = ({ bones }: Rig, name: string) => bones.findIndex((bone) => bone.name === name);

/** The place to which a bone carries a point of the rest pose in a frame. */
function carried({ motion, bones }: Rig, j: number, k: number, p: readonly number[]): number[] {
  const m = 12 * (k * bones.length + j);
  return [0, 4, 8].map(
    (row) =>
      motion[m + row] * p[0] + motion[m + row + 1] * p[1] + motion[m + row + 2] * p[2] + motion[m + row + 3],
  );
}

const framesOf = ({ motion, bones }: Rig) => motion.length / (12 * bones.length);

/** The largest change, over the frames, of the distance between the joints at the two ends of any bone. */
function worstLength(rig: Rig): number {
  let worst = 0;
  rig.bones.forEach(({ head, parent }, j) => {
    if (parent < 0) return;
    const from = rig.bones[parent];
    const rest = Math.hypot(...head.map((x, c) => x - from.head[c]));
    for (let k = 0; k < framesOf(rig); k++) {
      const [a, b] = [carried(rig, j, k, head), carried(rig, parent, k, from.head)];
      worst = Math.max(worst, Math.abs(Math.hypot(...a.map((x, c) => x - b[c])) - rest));
    }
  });
  return worst;
}

/** All matrices of a bone, by its name. */
const motionOf = (rig: Rig, name: string) => {
  const j = numbered(rig, name);
  return Array.from({ length: framesOf(rig) }, (_, k) => {
    const at = 12 * (k * rig.bones.length + j);
    return [...rig.motion.subarray(at, at + 12)];
  });
};

/** The weights of every vertex by the names of the bones. */
const rowsOf = ({ bones, weights }: Rig) =>
  Array.from({ length: weights.offsets.length - 1 }, (_, i) =>
    Object.fromEntries(
      Array.from({ length: weights.offsets[i + 1] - weights.offsets[i] }, (__, n) => {
        const e = weights.offsets[i] + n;
        return [bones[weights.bones[e]].name, weights.values[e]];
      }),
    ),
  );

const errorOf = async (sequence: MeshSequence, rig: Rig) =>
  percentOf((await residualsOf(sequence, rig, UNWATCHED)).error, sequence);

describe("every edit", () => {
  it("keeps bones of constant length, weights with the sum 1 and parents before children, and reports the true errors", async () => {
    const trees = [
      [-1, 0, 1, 1],
      [-1, 0, 1, 2, 0],
      [-1, 0, -1, 2],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...trees),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.tuple(fc.nat(5), fc.nat(99), fc.nat(99)), { minLength: 1, maxLength: 3 }),
        async (parents, seed, picks) => {
          const { sequence, rig: first } = character(parents, seed, 4);
          let rig = first;
          for (const [kind, a, b] of picks) {
            const bone = a % rig.bones.length;
            const { head } = rig.bones[bone];
            const aside = (by: number): [number, number, number] => [head[0] + by, head[1] - by, head[2]];
            const edits: HierarchyEdit[] = [
              { kind: "move", bone, to: aside(0.2) },
              { kind: "reparent", bone, parent: (b % (rig.bones.length + 1)) - 1, alone: b % 2 === 1 },
              { kind: "root", bone },
              { kind: "delete", bones: [bone] },
              { kind: "insert", bone, at: aside(0.4) },
              { kind: "extrude", bone, at: aside(0), to: aside(0.7) },
            ];
            const before = await errorOf(sequence, rig);
            const found = await resolved(sequence, rig, edits[kind]).catch((error: Error) => error);
            // A refusal has an error message.
            if (found instanceof Error) {
              expect(found.message).toMatch(/^[A-Z].*/);
              continue;
            }
            expect(found.before).toBeCloseTo(before, 6);
            expect(found.rmsePercent).toBeCloseTo(await errorOf(sequence, found.rig), 6);
            rig = found.rig;
            expect(worstLength(rig)).toBeLessThan(1e-5);
            rig.bones.forEach(({ parent }, j) => {
              expect(parent).toBeLessThan(j);
            });
            for (const row of rowsOf(rig)) {
              expect(Object.values(row).reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
            }
            expect(new Set(rig.bones.map(({ name }) => name)).size).toBe(rig.bones.length);
          }
        },
      ),
      { seed: 5, numRuns: 12 },
    );
  });

  it("is no worse than the same edit that only closes joints", async () => {
    const { sequence, rig } = character([-1, 0, 1, 2, 1], 3);
    const j = numbered(rig, "bone 3");
    const to = rig.bones[j].head.map((x) => x + 0.3) as [number, number, number];
    const moved = await resolved(sequence, rig, { kind: "move", bone: j, to });
    const tree = treeOfRig(rig);
    tree.joints.set(to, 3 * j);
    const closed = await errorOf(sequence, closeJoints(rig, tree));
    expect(moved.rmsePercent).toBeLessThan(0.8 * closed);
    expect(moved.rmsePercent).toBeGreaterThan(moved.before);
  });

  it("keeps all weights, and the motion of other trees, bit for bit", async () => {
    const { sequence, rig } = character([-1, 0, 1, -1, 3], 4);
    const edits: HierarchyEdit[] = [
      { kind: "move", bone: numbered(rig, "bone 1"), to: [0.4, 0.2, 0.1] },
      { kind: "reparent", bone: numbered(rig, "bone 2"), parent: numbered(rig, "bone 0") },
      { kind: "reparent", bone: numbered(rig, "bone 2"), parent: -1 },
    ];
    for (const edit of edits) {
      const { rig: after } = await resolved(sequence, rig, edit);
      expect(rowsOf(after)).toEqual(rowsOf(rig));
      expect(after.rest).toEqual(rig.rest);
      for (const name of ["bone 3", "bone 4"]) {
        expect(motionOf(after, name)).toEqual(motionOf(rig, name));
        expect(after.bones[numbered(after, name)].head).toEqual(rig.bones[numbered(rig, name)].head);
      }
    }
  });

  it("poses nothing if a bone without parent and children is removed", async () => {
    const { sequence, rig } = character([-1, 0, 1, -1], 8);
    const lone = numbered(rig, "bone 3");
    const { rig: after } = await resolved(sequence, rig, { kind: "delete", bones: [lone] });
    for (const name of ["bone 0", "bone 1", "bone 2"])
      expect(motionOf(after, name)).toEqual(motionOf(rig, name));
  });

  it("moves nothing if it only chooses the root, or if joints are soft", async () => {
    const { sequence, rig } = character([-1, 0, 1, 2], 6);
    const names = rig.bones.map(({ name }) => name);
    const rooted = await resolved(sequence, rig, { kind: "root", bone: numbered(rig, "bone 2") });
    const above = rooted.rig.bones.map(({ name, parent }) => [name, rooted.rig.bones[parent]?.name]);
    expect(Object.fromEntries(above)).toEqual({
      "bone 2": undefined,
      "bone 1": "bone 2",
      "bone 3": "bone 2",
      "bone 0": "bone 1",
    });
    const soft = await resolved(sequence, rig, { kind: "reparent", bone: 3, parent: 0 }, "soft");
    for (const found of [rooted, soft]) {
      expect(found.rmsePercent).toBeCloseTo(found.before, 9);
      for (const name of names) expect(motionOf(found.rig, name)).toEqual(motionOf(rig, name));
    }
  });

  it("hangs bones that meet at one place on the one nearest to a new root", async () => {
    // Bones 2 and 3 both start at the end of bone 1.
    const { sequence, rig } = character([-1, 0, 1, 1], 7);
    const at = rig.bones[numbered(rig, "bone 2")].head;
    const joined = await resolved(sequence, rig, { kind: "move", bone: numbered(rig, "bone 3"), to: at });
    const frames = fillFrames(sequence.vertexCount, sequence.frameCount, (frame, k) =>
      skinInto(frame, joined.rig, k),
    );
    const met = { ...sequence, frames };
    const rooted = await resolved(met, joined.rig, { kind: "root", bone: numbered(joined.rig, "bone 2") });
    const above = rooted.rig.bones.map(({ name, parent }) => [name, rooted.rig.bones[parent]?.name]);
    expect(Object.fromEntries(above)).toEqual({
      "bone 2": undefined,
      "bone 1": "bone 2",
      "bone 3": "bone 2",
      "bone 0": "bone 1",
    });
    expect(rooted.rmsePercent).toBeLessThan(1e-3);
    expect(worstLength(rooted.rig)).toBeLessThan(1e-5);
    const third = rooted.joints.find(({ name }) => name === "bone 3")!;
    expect(third.couldHangOn).toEqual(["bone 1"]);
  });

  it("keeps open joints open that it does not affect", async () => {
    const { sequence, rig } = character([-1, 0, 1, 1], 7);
    const motion = rig.motion.slice();
    const j = numbered(rig, "bone 3");
    for (let k = 0; k < framesOf(rig); k++) motion[12 * (k * rig.bones.length + j) + 3] += 0.1 * k;
    const open = { ...rig, motion };
    const { rig: after } = await resolved(sequence, open, {
      kind: "move",
      bone: numbered(rig, "bone 2"),
      to: [1, 1, 1],
    });
    const { head, parent } = after.bones[numbered(after, "bone 3")];
    const gaps = Array.from({ length: framesOf(after) }, (_, k) => {
      const [own, on] = [numbered(after, "bone 3"), parent].map((bone) => carried(after, bone, k, head));
      return Math.hypot(...own.map((x, c) => x - on[c]));
    });
    // The solve may move the bone back to the surface, but nothing ties it to its parent.
    expect(Math.max(...gaps)).toBeGreaterThan(0);
    const moved = numbered(after, "bone 2");
    const joint = after.bones[moved].head;
    for (let k = 0; k < framesOf(after); k++) {
      const [own, on] = [moved, after.bones[moved].parent].map((bone) => carried(after, bone, k, joint));
      for (let c = 0; c < 3; c++) expect(own[c]).toBeCloseTo(on[c], 5);
    }
  });
});

describe("single edits", () => {
  const { sequence, rig } = character([-1, 0, 1, 2], 2);
  const parentOf = ({ bones }: Rig, name: string) =>
    bones[bones.find((bone) => bone.name === name)!.parent]?.name ?? null;

  it("give a bone another parent without its branch, which moves to the old parent", async () => {
    const edit = { kind: "reparent", bone: numbered(rig, "bone 1"), parent: 3, alone: true } as const;
    const { rig: after } = await resolved(sequence, rig, edit);
    expect(["bone 0", "bone 1", "bone 2", "bone 3"].map((name) => parentOf(after, name))).toEqual([
      null,
      "bone 3",
      "bone 0",
      "bone 2",
    ]);
  });

  it("keep the joint of a bone with another parent where it is", async () => {
    const bone = numbered(rig, "bone 3");
    const edit = { kind: "reparent", bone, parent: 0, keepJoint: true } as const;
    const { rig: after } = await resolved(sequence, rig, edit);
    const head = after.bones[numbered(after, "bone 3")].head;
    for (let c = 0; c < 3; c++) expect(head[c]).toBeCloseTo(rig.bones[bone].head[c], 6);
  });

  it("extrude a bone that the skeleton lacks, using its parent's vertices", async () => {
    const last = numbered(rig, "bone 3");
    const joint = rig.bones[last].head;
    // The middle of the far end of the last tube.
    const tip = [0, 1, 2].map((c) => {
      const ring = Array.from({ length: 8 }, (_, n) => rig.rest[rig.rest.length - 3 * (n + 1) + c]);
      return ring.reduce((sum, x) => sum + x, 0) / 8;
    }) as [number, number, number];
    const without = (await resolved(sequence, rig, { kind: "merge", bones: [last - 1, last] })).rig;
    const poor = await errorOf(sequence, without);
    const edit = { kind: "extrude", bone: numbered(without, "bone 2"), at: joint, to: tip } as const;
    const found = await resolved(sequence, without, edit);
    expect(found.rig.bones.length).toBe(4);
    expect(parentOf(found.rig, "bone 2_2")).toBe("bone 2");
    expect([...found.origin].filter((j) => j < 0)).toHaveLength(1);
    expect(found.rmsePercent).toBeLessThan(0.5 * poor);
    const head = found.rig.bones[numbered(found.rig, "bone 2_2")].head;
    for (let c = 0; c < 3; c++) expect(head[c]).toBeCloseTo(joint[c], 6);
    await expect(resolved(sequence, without, { ...edit, at: [9, 9, 9], to: [9, 9, 10] })).rejects.toThrow(
      "would move nothing",
    );
  });
});
