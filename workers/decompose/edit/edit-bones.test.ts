import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { BoneEdit } from "../../model/rig/bone-edit";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { SolveLocks } from "../../model/solve/solve-settings";
import { bendingBar, clothPatch, movingShells } from "../../testing/sequences";
import { edit, locksOf, motionOf, rowAt } from "./testing/edited";

/** Shells that move on their own, with one bone for the first two. It moves with the first. */
function twoInOne() {
  const { sequence, rig } = movingShells({ shells: 4, frames: 8, detail: 3 });
  const bones = rig.weights.bones.map((j) => Math.max(0, j - 1));
  const motion = Float32Array.from({ length: 12 * 8 * 3 }, (_, at) => {
    const j = Math.floor(at / 12) % 3;
    const k = Math.floor(at / 36);
    return rig.motion[12 * (4 * k + (j === 0 ? 0 : j + 1)) + (at % 12)];
  });
  const wrong: Rig = { ...rig, bones: rig.bones.slice(0, 3), weights: { ...rig.weights, bones }, motion };
  return { sequence, truth: rig, wrong };
}

/** A rig that has bone `j` twice. Each copy moves half of every vertex. */
function doubled(rig: Rig, j: number, frames: number, share: number): Rig {
  const h = rig.bones.length;
  const offsets = [0];
  const bones: number[] = [];
  const values: number[] = [];
  for (let i = 0; i + 1 < rig.weights.offsets.length; i++) {
    for (const { bone, weight } of rowAt(rig.weights, i)) {
      bones.push(bone);
      values.push(bone === j ? weight * (1 - share) : weight);
    }
    const own = rowAt(rig.weights, i).find(({ bone }) => bone === j);
    if (own && share > 0) {
      bones.push(h);
      values.push(own.weight * share);
    }
    offsets.push(bones.length);
  }
  const motion = new Float32Array(12 * frames * (h + 1));
  for (let k = 0; k < frames; k++) {
    motion.set(rig.motion.subarray(12 * k * h, 12 * (k + 1) * h), 12 * k * (h + 1));
    const own = 12 * (k * h + j);
    motion.set(rig.motion.subarray(own, own + 12), 12 * (k * (h + 1) + h));
  }
  return {
    ...rig,
    bones: [...rig.bones, { ...rig.bones[j], name: "double", parent: -1 }],
    weights: {
      version: 1,
      offsets: Uint32Array.from(offsets),
      bones: Uint16Array.from(bones),
      values: Float32Array.from(values),
    },
    motion,
  };
}

describe("editBones", () => {
  it("splits a bone that moves two parts into one bone for each", async () => {
    const { sequence, truth, wrong } = twoInOne();
    const { rig, before, measures, origin } = await edit(sequence, wrong, { kind: "split", bone: 0 });
    expect(before).toBeGreaterThan(1);
    expect(measures.eRms).toBeLessThan(0.01);
    const { name } = wrong.bones[0];
    expect(rig.bones.map((bone) => bone.name)).toEqual([
      `${name}.a`,
      wrong.bones[1].name,
      wrong.bones[2].name,
      `${name}.b`,
    ]);
    expect([...origin]).toEqual([0, 1, 2, -1]);
    // One of the two bones has all of the first shell, the other all of the second.
    const owners = [0, 1].map((shell) => {
      const mine = [...Array(sequence.vertexCount).keys()].filter((i) => truth.weights.bones[i] === shell);
      return new Set(mine.flatMap((i) => rowAt(rig.weights, i).map(({ bone }) => bone)));
    });
    expect(owners.map((set) => set.size)).toEqual([1, 1]);
    expect(new Set(owners.flatMap((set) => [...set]))).toEqual(new Set([0, 3]));
    expect(motionOf(rig, 1, 8)).toEqual(motionOf(wrong, 1, 8));
  });

  it("splits a part that moves as one along its length without raising the error", async () => {
    const { sequence, rig: truth } = movingShells({ shells: 2, frames: 6, detail: 4 });
    const { rig, measures } = await edit(sequence, truth, { kind: "split", bone: 1 });
    expect(rig.bones).toHaveLength(3);
    expect(measures.eRms).toBeLessThan(0.01);
    expect(new Set(rig.weights.bones)).toEqual(new Set([0, 1, 2]));
  });

  it("makes the second half of a split bone a child of the first, and gives children to the nearer half", async () => {
    const { sequence, rig } = bendingBar({ bones: 4, frames: 8, length: 20, width: 3 });
    const { rig: split } = await edit(sequence, rig, { kind: "split", bone: 1 });
    expect(split.bones.map(({ name, parent }) => [name, parent])).toEqual([
      ["bar_1", -1],
      ["bar_2.a", 0],
      ["bar_2.b", 1],
      ["bar_3", 2],
      ["bar_4", 3],
    ]);
    const [a, b, c] = [1, 2, 3].map((j) => split.bones[j].head[0]);
    expect(a).toBeLessThan(b);
    expect(b).toBeLessThan(c);
  });

  it("merges the bones of one rigid part without raising the error", async () => {
    const { sequence, rig } = movingShells({ shells: 4, frames: 8, detail: 3 });
    const twice = doubled(rig, 1, 8, 0.4);
    const {
      rig: merged,
      before,
      measures,
      origin,
    } = await edit(sequence, twice, { kind: "merge", bones: [4, 1] });
    expect(before).toBeLessThan(0.01);
    expect(measures.eRms).toBeLessThan(0.01);
    expect(merged.bones.map(({ name }) => name)).toEqual([
      rig.bones[0].name,
      "double",
      rig.bones[2].name,
      rig.bones[3].name,
    ]);
    expect([...origin]).toEqual([0, 1, 2, 3]);
    expect(maxInfluences(merged.weights)).toBe(1);
  });

  it("deletes a bone that moves nothing, or only what others move too, without raising the error", async () => {
    const { sequence, rig } = movingShells({ shells: 3, frames: 6, detail: 3 });
    for (const share of [0, 0.5]) {
      const { rig: left, measures } = await edit(sequence, doubled(rig, 2, 6, share), {
        kind: "delete",
        bones: [3],
      });
      expect(measures.eRms).toBeLessThan(0.01);
      expect(left.bones.map(({ name }) => name)).toEqual(rig.bones.map(({ name }) => name));
      expect(left.motion).toEqual(rig.motion);
    }
  });

  it("moves the children of a deleted bone to its parent", async () => {
    const { sequence, rig } = bendingBar({ bones: 4, frames: 6, length: 12, width: 2 });
    const { rig: left, origin } = await edit(sequence, rig, { kind: "delete", bones: [1] });
    expect(left.bones.map(({ parent }) => parent)).toEqual([-1, 0, 1]);
    expect([...origin]).toEqual([0, 2, 3]);
  });

  it("moves a bone to where the error is, and lowers it", async () => {
    const { sequence, truth, wrong } = twoInOne();
    // The last bone repeats another, so it is free to move to the shell that no bone follows.
    const idle = doubled(wrong, 2, 8, 0);
    const vertex = truth.weights.bones.indexOf(1);
    const { rig, before, measures, origin } = await edit(sequence, idle, { kind: "move", bone: 3, vertex });
    expect(before).toBeGreaterThan(1);
    expect(measures.eRms).toBeLessThan(0.01);
    expect([...origin]).toEqual([0, 1, 2, 3]);
    expect(rig.bones.map(({ name }) => name)).toEqual(idle.bones.map(({ name }) => name));
    expect(rowAt(rig.weights, vertex)).toEqual([{ bone: 3, weight: 1 }]);
    const away = rig.bones[3].head.map((x, c) => x - sequence.rest[3 * vertex + c]);
    expect(Math.hypot(...away)).toBeLessThan(2);
  });

  it("edits affine bones, with smoothness and without a limit of influences", async () => {
    const sequence = clothPatch({ size: 12, frames: 6 });
    const rig = oneBone(sequence);
    for (const settings of [{ influences: 0 }, { smoothness: 1 }]) {
      const first = await edit(
        sequence,
        { ...rig, boneKind: "affine" },
        { kind: "split", bone: 0 },
        settings,
      );
      const second = await edit(sequence, first.rig, { kind: "split", bone: 1 }, settings);
      expect(first.measures.eRms).toBeLessThan(first.before);
      expect(second.measures.eRms).toBeLessThan(second.before * 1.0001);
      expect(second.rig.boneKind).toBe("affine");
    }
  });

  it("says why an edit is not possible", async () => {
    const { sequence, rig } = bendingBar({ bones: 3, frames: 4, length: 8, width: 2 });
    const locks = locksOf(rig, sequence, [1], []);
    const refused = async (change: BoneEdit, kept: SolveLocks | null, words: RegExp) => {
      const error = await edit(sequence, rig, change, {}, kept).catch((e) => e);
      expect(error).toBeInstanceOf(SinewError);
      expect(error.message).toMatch(words);
    };
    await refused({ kind: "split", bone: 1 }, locks, /bar_2 is locked/);
    await refused({ kind: "merge", bones: [0, 1] }, locks, /bar_2 is locked/);
    await refused({ kind: "merge", bones: [0] }, null, /two bones/);
    await refused({ kind: "delete", bones: [0, 1, 2] }, null, /last bone/);
    await refused({ kind: "delete", bones: [0] }, locksOf(rig, sequence, [], [0]), /cannot change/);
    await refused({ kind: "move", bone: 0, vertex: 1e6 }, null, /vertex does not exist/);
    await refused({ kind: "split", bone: 7 }, null, /bone does not exist/);
  });
});

function oneBone(sequence: MeshSequence): Rig {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  return {
    version: 1,
    bones: [{ name: "all", parent: -1, head: [0, 0, 0] }],
    boneKind: "rigid",
    weights: {
      version: 1,
      offsets: Uint32Array.from({ length: sequence.vertexCount + 1 }, (_, i) => i),
      bones: new Uint16Array(sequence.vertexCount),
      values: new Float32Array(sequence.vertexCount).fill(1),
    },
    motion: Float32Array.from(Array.from({ length: sequence.frameCount }, () => identity).flat()),
    rest: sequence.rest,
  };
}
