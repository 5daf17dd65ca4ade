import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../../model/task";
import { extractSkeleton } from "../../extract";
import { mergedInto } from "../../still/merge-still";
import { againstTruth } from "../../testing/against-truth";
import { character } from "../../testing/characters";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

// As many bones are asked for as the character has with its still joints.
describe("a character with joints that never move", () => {
  it.each([
    { kind: "tail", seed: 5, still: [3, 6, 9] },
    { kind: "hand", seed: 6, still: [2, 6, 9] },
    { kind: "fish", seed: 1, still: [2, 6] },
  ])("comes back as the character without them: $kind", async ({ kind, seed, still }) => {
    const options = { frames: 8, sides: 5, rings: 5, still };
    const { sequence, truth } = character(kind, seed, options);
    const settings = { ...EXTRACT_DEFAULTS, bones: truth.bones.length };
    const { rig, report } = await extractSkeleton({ sequence, from: null, settings }, makeSerial, {
      ...UNWATCHED,
      partial() {},
    });
    const moving = mergedInto(truth, new Set(still));
    expect(rig.bones.length).toBe(moving.bones.length);
    const { links, found, off } = againstTruth(sequence, moving, rig);
    expect(found).toBe(links);
    expect(Math.max(...off)).toBeLessThan(0.1);
    expect(report.rmsePercentStrict).toBeLessThan(0.01);
    expect(report.notes.join(" ")).toMatch(/left out|never move/);
  });
});
