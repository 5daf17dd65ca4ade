import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../../model/task";
import { extractSkeleton } from "../../extract";
import { againstTruth } from "../../testing/against-truth";
import { limbs } from "../../testing/limbs";
import { solveFrom } from "../solve-from";
import { freeBones } from "../start/free-bones";
import { orFromParts } from "./from-parts";
import { noOthers } from "./search-on";

const makeParallel = async (bytes: number) => new Serial(new Arena(bytes, false));
const tools = { makeParallel, task: UNWATCHED, show() {} };

describe("a character that is bent at rest", () => {
  const { sequence: straight, rig, parents } = limbs([-1, 0, 1, -1, 3, 4], 2, { frames: 8 });
  const sequence = { ...straight, rest: straight.frames.slice(0, straight.rest.length) };
  const settings = { ...EXTRACT_DEFAULTS, bones: parents.length };
  const input = { sequence, from: null, settings };

  it("comes back link for link, from rigid parts", async () => {
    const { rig: found, report } = await extractSkeleton(input, makeParallel, { ...UNWATCHED, partial() {} });
    const truth = { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: parents[j] })) };
    expect(againstTruth(sequence, truth, found)).toMatchObject({ links: 4, found: 4 });
    expect(report.roots).toBe(2);
    expect(report.rmsePercentStrict).toBeLessThan(0.02);
  });

  it("is searched once more only if the skeleton is far worse than the free bones, and without a time limit", async () => {
    const free = await freeBones(input, null, tools);
    const begun = { free, members: null, others: noOthers() };
    const solved = await solveFrom(input, begun, tools, () => false);
    const search = (percent: number, seconds: number | null = null, mayGoOn = true) => {
      const first = { ...solved, percent, trees: [] };
      const own = { ...input, settings: { ...settings, seconds } };
      return orFromParts(own, first, { free, members: null }, tools, () => mayGoOn);
    };
    expect((await search(0.05)).trees).toEqual([]);
    expect((await search(0.6, 10)).trees).toEqual([]);
    expect((await search(0.6, null, false)).trees).toEqual([]);
    const found = await search(0.6);
    expect(found.percent).toBeLessThan(0.1);
    expect(found.trees.length).toBeGreaterThan(0);
  });
});
