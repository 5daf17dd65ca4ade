import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { EXTRACT_DEFAULTS } from "../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../model/task";
import { percentOf, residualsOf } from "../report/residuals";
import { limbs } from "../testing/limbs";
import { otherStarts } from "./free-bones";

const tools = {
  makeParallel: async (bytes: number) => new Serial(new Arena(bytes, false)),
  task: UNWATCHED,
  show() {},
};

describe("other starts", () => {
  const { sequence, rig } = limbs([-1, 0, 1, 0, 3], 31, { frames: 5 });
  const settings = { ...EXTRACT_DEFAULTS, bones: rig.bones.length };

  it("have as many bones as the first, after some have gone, and follow the motion", async () => {
    const [other, ...rest] = await otherStarts({ sequence, settings, from: null }, rig, tools);
    expect(rest).toEqual([]);
    expect(other.bones.length).toBe(rig.bones.length);
    const { error } = await residualsOf(sequence, other, UNWATCHED);
    expect(percentOf(error, sequence)).toBeLessThan(0.1);
  });

  it("are not looked for with a time limit, for bones that are given, or for large meshes", async () => {
    const hurried = { ...settings, seconds: 10 };
    expect(await otherStarts({ sequence, settings: hurried, from: null }, rig, tools)).toEqual([]);
    expect(await otherStarts({ sequence, settings, from: rig }, rig, tools)).toEqual([]);
    const large = limbs([-1, 0, 1], 32, { sides: 100, frames: 2 }).sequence;
    expect(large.vertexCount).toBeGreaterThan(2400);
    expect(await otherStarts({ sequence: large, settings, from: null }, rig, tools)).toEqual([]);
  });
});
