import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { type Progress, UNWATCHED } from "../../../model/task";
import { againstTruth } from "../../testing/against-truth";
import { limbs } from "../../testing/limbs";
import { isSmall } from "../effort";
import { solveFrom } from "../solve-from";
import { noOthers } from "./search-on";
import { thoroughSkeleton } from "./thorough-skeleton";

describe("a thorough search on a sample of a larger mesh", async () => {
  const { sequence, rig, parents } = limbs([-1, 0, 1, 0], 5, { sides: 65 });
  const truth = { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: parents[j] })) };
  const settings = { ...EXTRACT_DEFAULTS, bones: parents.length };
  const tools = {
    makeParallel: async (bytes: number) => new Serial(new Arena(bytes, false)),
    task: UNWATCHED,
    show() {},
  };
  const errors = new Float64Array(sequence.vertexCount).fill(1);
  // One influence for each vertex leaves a skeleton that is not exact.
  const { strict: rough } = await solveFrom(
    { sequence, from: null, settings: { ...settings, influences: 1 } },
    { free: rig, members: null, others: noOthers() },
    tools,
    () => false,
  );
  const begun = { strict: rough, errors };
  const search = (percent: number, seconds: number | null = null) =>
    thoroughSkeleton(
      { sequence, from: null, settings: { ...settings, seconds } },
      { ...begun, percent },
      tools,
      () => true,
    );

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

  it("runs at larger errors only if they are uneven", async () => {
    // A tenth of the vertices has nearly all of the error, as around a wrong link.
    const uneven = errors.map((_, i) => (i % 10 === 0 ? 1 : 0.01));
    const asked = { sequence, from: null, settings };
    const goOn = () => true;
    expect(await thoroughSkeleton(asked, { ...begun, percent: 0.08 }, tools, goOn)).toBeNull();
    expect(
      await thoroughSkeleton(asked, { ...begun, percent: 0.08, errors: uneven }, tools, goOn),
    ).not.toBeNull();
    expect(await thoroughSkeleton(asked, { ...begun, percent: 0.3, errors: uneven }, tools, goOn)).toBeNull();
    const all = { ...asked, settings: { ...settings, thorough: true } };
    expect(await thoroughSkeleton(all, { ...begun, percent: 0.08 }, tools, goOn)).not.toBeNull();
    expect(await thoroughSkeleton(all, { ...begun, percent: 0.3 }, tools, goOn)).toBeNull();
  });

  it("does not begin anew at a small error if loose weights do not help", async () => {
    const phases: string[] = [];
    const task = { ...UNWATCHED, progress: ({ detail }: Progress) => void phases.push(detail) };
    const asked = { sequence, from: null, settings: { ...settings, influences: 2 } };
    // The error is said to be smaller than it is, so that no search can help.
    const found = await thoroughSkeleton(
      asked,
      { ...begun, percent: 0.0015 },
      { ...tools, task },
      () => phases.length < 20,
    );
    expect(found).toBeNull();
    expect(phases.some((detail) => detail.includes("search 1"))).toBe(true);
    expect(phases.some((detail) => detail.includes("search 3"))).toBe(false);
  });

  it("does not run if the skeleton is exact, for flesh, or with a time limit", async () => {
    expect(await search(0.0009)).toBeNull();
    expect(await search(0.08)).toBeNull();
    expect(await search(0.03, 10)).toBeNull();
  });
});
