import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import type { Rig } from "../../../model/rig/rig";
import { UNWATCHED } from "../../../model/task";
import { strictCloth } from "../../../testing/strict-rigs";
import { errorOfRig } from "../report/measure-fit";
import { removeHelper } from "./remove-helper";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

const rowOf = ({ weights: { offsets, bones, values }, bones: own }: Rig, i: number) =>
  Array.from(bones.subarray(offsets[i], offsets[i + 1]), (j, n) => [own[j].name, values[offsets[i] + n]]);

describe("removeHelper", () => {
  const truth = strictCloth({ bones: 8, frames: 10, seed: 4 });
  const { sequence, rig } = truth;
  const gone = rig.bones.findIndex(({ parent }, j) => parent >= 0 && rig.bones.some((b) => b.parent === j));
  const { name, parent } = rig.bones[gone];
  const input = { sequence, rig, helper: name, lockedWeights: [] as string[] };

  it("removes one bone, and changes only the vertices that it moved", async () => {
    const { rig: left, before, after } = await removeHelper(input, makeSerial, UNWATCHED);
    expect(left.bones.map((bone) => bone.name)).toEqual(
      rig.bones.map((bone) => bone.name).filter((each) => each !== name),
    );
    const orphans = rig.bones.filter((bone) => bone.parent === gone);
    for (const { name: orphan } of orphans) {
      const bone = left.bones.find((each) => each.name === orphan)!;
      expect(left.bones[bone.parent].name).toBe(rig.bones[parent].name);
    }
    let kept = 0;
    for (let i = 0; i < sequence.vertexCount; i++) {
      if (rowOf(rig, i).some(([bone]) => bone === name)) continue;
      expect(rowOf(left, i)).toEqual(rowOf(rig, i));
      kept++;
    }
    expect(kept).toBeGreaterThan(0);
    expect(before.rmsePercent).toBeLessThan(1e-3);
    expect(after).toEqual(await errorOfRig(sequence, left, UNWATCHED));
    // The result is better than giving its weights to its parent.
    const plain = {
      ...rig,
      weights: { ...rig.weights, bones: rig.weights.bones.map((j) => (j === gone ? parent : j)) },
    };
    expect(after.rmsePercent).toBeLessThan((await errorOfRig(sequence, plain, UNWATCHED)).rmsePercent);
  });

  it("keeps locked weights bit for bit", async () => {
    const other = rig.bones[(gone + 3) % 8].name;
    const locked = await removeHelper({ ...input, lockedWeights: [other] }, makeSerial, UNWATCHED);
    for (let i = 0; i < sequence.vertexCount; i++) {
      const own = (from: Rig) => rowOf(from, i).filter(([bone]) => bone === other);
      expect(own(locked.rig)).toEqual(own(rig));
      const sum = rowOf(locked.rig, i).reduce((total, [, w]) => total + Number(w), 0);
      expect(sum).toBeCloseTo(1, 5);
    }
  });

  it("refuses roots and unknown names with error messages", async () => {
    const root = rig.bones.find((bone) => bone.parent < 0)!.name;
    await expect(removeHelper({ ...input, helper: root }, makeSerial, UNWATCHED)).rejects.toThrow(
      `${root} cannot be removed. It is a root`,
    );
    await expect(removeHelper({ ...input, helper: "ear" }, makeSerial, UNWATCHED)).rejects.toThrow(
      "The rig has no bone ear",
    );
  });
});
