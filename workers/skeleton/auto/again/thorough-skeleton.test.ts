import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../../model/task";
import { againstTruth } from "../../testing/against-truth";
import { limbs } from "../../testing/limbs";
import { isSmall } from "../effort";
import { thoroughSkeleton } from "./thorough-skeleton";

describe("a thorough search on a sample of a larger mesh", () => {
  const { sequence, rig, parents } = limbs([-1, 0, 1, 0], 5, { sides: 65 });
  const truth = { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: parents[j] })) };
  const settings = { ...EXTRACT_DEFAULTS, bones: parents.length };
  const tools = {
    makeParallel: async (bytes: number) => new Serial(new Arena(bytes, false)),
    task: UNWATCHED,
    show() {},
  };
  const search = (before: number, seconds: number | null = null) =>
    thoroughSkeleton({ sequence, from: null, settings: { ...settings, seconds } }, before, tools, () => true);

  it("finds the skeleton, with weights for all vertices", async () => {
    expect(isSmall(sequence)).toBe(false);
    const { strict, percent } = (await search(0.03))!;
    expect(strict.weights.offsets.length).toBe(sequence.vertexCount + 1);
    const { links, found, missing, off } = againstTruth(sequence, truth, strict);
    expect(missing).toEqual([]);
    expect(found).toBe(links);
    expect(Math.max(...off)).toBeLessThan(0.1);
    expect(percent).toBeLessThan(0.01);
  });

  it("does not run if the skeleton is exact, for flesh, or with a time limit", async () => {
    expect(await search(0.001)).toBeNull();
    expect(await search(0.08)).toBeNull();
    expect(await search(0.03, 10)).toBeNull();
  });
});
