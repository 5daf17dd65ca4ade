import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import type { Rig } from "../../../model/rig/rig";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../../model/task";
import { percentOf, residualsOf } from "../../report/residuals";
import { limbs } from "../../testing/limbs";
import { otherStarts } from "./free-bones";

const tools = {
  makeParallel: async (bytes: number) => new Serial(new Arena(bytes, false)),
  task: UNWATCHED,
  show() {},
};

async function collected(others: AsyncIterable<Rig>): Promise<Rig[]> {
  const found: Rig[] = [];
  for await (const other of others) found.push(other);
  return found;
}

describe("other starts", () => {
  const { sequence, rig } = limbs([-1, 0, 1, 0, 3], 31, { frames: 5 });
  const settings = { ...EXTRACT_DEFAULTS, bones: rig.bones.length };

  it("end with as many bones as the first start, and follow the motion", async () => {
    const others = await collected(otherStarts({ sequence, settings, from: null }, rig, tools));
    // A small mesh gets all four. A start that loses a bone is left out.
    expect(others.length).toBeGreaterThan(1);
    expect(others.length).toBeLessThan(5);
    for (const other of others) {
      expect(other.bones.length).toBe(rig.bones.length);
      const { error } = await residualsOf(sequence, other, UNWATCHED);
      expect(percentOf(error, sequence)).toBeLessThan(0.3);
    }
  });

  it("have no more bones than the mesh has room for", async () => {
    const many = { ...rig, bones: Array.from({ length: 200 }, () => rig.bones[0]) };
    expect(await collected(otherStarts({ sequence, settings, from: null }, many, tools))).toEqual([]);
  });

  it("are not made with a time limit, for given bones, or for large meshes", async () => {
    const hurried = { ...settings, seconds: 10 };
    expect(await collected(otherStarts({ sequence, settings: hurried, from: null }, rig, tools))).toEqual([]);
    expect(await collected(otherStarts({ sequence, settings, from: rig }, rig, tools))).toEqual([]);
    const large = limbs([-1, 0, 1], 32, { sides: 100, frames: 2 }).sequence;
    expect(large.vertexCount).toBeGreaterThan(2400);
    expect(await collected(otherStarts({ sequence: large, settings, from: null }, rig, tools))).toEqual([]);
  });
});
