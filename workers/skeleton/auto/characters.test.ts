import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { distance } from "../../math/vectors";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { SkeletonReport } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { EXTRACT_DEFAULTS } from "../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../model/task";
import { extractSkeleton } from "../extract";
import { againstTruth } from "../testing/against-truth";
import { type CharacterOptions, character } from "../testing/characters";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
/** Few vertices and frames, so that the tests are fast. */
const FEW: CharacterOptions = { frames: 8, sides: 5, rings: 5 };

/** The largest distance of a true joint from the nearest found one, both at rest, in percent of the diagonal. */
function farthestAtRest(sequence: MeshSequence, truth: Rig, { joints }: SkeletonReport): number {
  const found = joints.filter(({ parent }) => parent !== null).map(({ position }) => position);
  const away = truth.bones.flatMap(({ parent, head }) =>
    parent < 0 ? [] : [Math.min(...found.map((place) => distance(place, head)))],
  );
  return (100 * Math.max(...away)) / restDiagonal(sequence);
}

// `npm run bench -- skeletons --truth` measures more characters, larger ones and spiders.
describe("auto finds the skeleton of a character with smooth weights", () => {
  it.each([
    { kind: "tail", seed: 5, options: FEW, within: 0.1 },
    { kind: "hand", seed: 6, options: FEW, within: 0.1 },
    // The place of a hinge along its axis follows from the weights.
    { kind: "tail", seed: 5, options: { ...FEW, hinges: true }, within: 1 },
  ])("$kind", async ({ kind, seed, options, within }) => {
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
    // Each bone is needed.
    expect(report.notes.join(" ")).not.toContain("left out");
    expect(farthestAtRest(sequence, truth, report)).toBeLessThan(within);
  });
});
