import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { maxInfluences } from "../../../model/rig/sparse-weights";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../../model/task";
import { againstTruth } from "../../testing/against-truth";
import { character } from "../../testing/characters";
import { denseSkeleton } from "./dense-skeleton";

describe("a search for dense weights", () => {
  // Up to six bones move a vertex.
  const options = { frames: 8, sides: 5, rings: 6, smooth: 0.6, reach: 2, influences: 8 };
  const { sequence, truth } = character("fish", 1, options);
  const settings = { ...EXTRACT_DEFAULTS, bones: truth.bones.length, influences: 4 };
  const tools = {
    makeParallel: async (bytes: number) => new Serial(new Arena(bytes, false)),
    task: UNWATCHED,
    show() {},
  };
  const search = (before: number, seconds: number | null = null) =>
    denseSkeleton({ sequence, from: null, settings: { ...settings, seconds } }, before, tools, () => true);

  it("finds the skeleton, and keeps its joints with fewer influences", async () => {
    expect(maxInfluences(truth.weights)).toBe(6);
    const { solved, notes } = (await search(0.05))!;
    const { links, found, missing, off } = againstTruth(sequence, truth, solved.strict);
    expect(missing).toEqual([]);
    expect(found).toBe(links);
    // With a motion that is fitted to four influences, the worst joint lies 0.6 % away.
    expect(Math.max(...off)).toBeLessThan(0.2);
    expect(solved.percent).toBeLessThan(0.1);
    expect(maxInfluences(solved.strict.weights)).toBeLessThanOrEqual(4);
    expect(notes.join(" ")).toContain("The skeleton was found with up to 8 influences");
  });

  it("does not run for other errors, or with a time limit", async () => {
    expect(await search(0.01)).toBeNull();
    expect(await search(0.5)).toBeNull();
    expect(await search(0.05, 10)).toBeNull();
  });
});
