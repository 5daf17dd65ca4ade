import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { EXTRACT_DEFAULTS } from "../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../model/task";
import { extractSkeleton } from "../extract";
import { againstTruth } from "../testing/against-truth";
import { type CharacterOptions, character } from "../testing/characters";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
/** Few vertices and frames, so that the tests are fast. */
const FEW: CharacterOptions = { frames: 8, sides: 5, rings: 5 };

// `npm run bench -- skeletons --truth` measures more characters, larger ones and spiders.
describe("auto finds the skeleton of a character with smooth weights", () => {
  it.each([
    { kind: "tail", seed: 5, options: FEW },
    { kind: "hand", seed: 6, options: FEW },
  ])("$kind", async ({ kind, seed, options }) => {
    const { sequence, truth } = character(kind, seed, options);
    const settings = { ...EXTRACT_DEFAULTS, bones: truth.bones.length };
    const { rig, report } = await extractSkeleton({ sequence, from: null, settings }, makeSerial, {
      ...UNWATCHED,
      partial() {},
    });
    const { links, found, missing, off } = againstTruth(sequence, truth, rig);
    expect(missing).toEqual([]);
    expect(found).toBe(links);
    expect(Math.max(...off)).toBeLessThan(0.1);
    expect(report.rmsePercentStrict).toBeLessThan(0.01);
  });
});
