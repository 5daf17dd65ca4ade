import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportFile } from "../../formats/export-file";
import { partsOfGlb } from "../../formats/gltf/compress/glb-parts";
import { clothOf, shown, skinned } from "../../formats/gltf/testing/exported-rigs";
import { largestDifference, threePositions } from "../../formats/gltf/testing/fixtures";
import type { ExportOptions } from "../../model/files/export/export-options";
import { targetOptions } from "../../model/files/export/export-targets";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { bendingBar, type GroundTruth } from "../../testing/sequences";

const exported = ({ sequence, rig }: GroundTruth, options: Partial<ExportOptions>) =>
  exportFile(
    sequence,
    rig,
    { ...targetOptions("gltf", sequence, rig), influences: 0, ...options },
    UNWATCHED,
  );

/** The numbers of keys of all channels. */
function keyCounts(bytes: Uint8Array): number[] {
  const { animations = [], accessors = [] } = partsOfGlb(bytes).json;
  return animations.flatMap(({ samplers }) => samplers.map(({ input }) => accessors[input].count));
}

describe("a rate of keys", () => {
  it("keeps every n-th frame and the last, and has no more keys than the rate allows", () => {
    const bar = bendingBar({ bones: 3, frames: 14, length: 6, width: 2 });
    const { fps } = bar.sequence;
    return fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 80 }), async (rate) => {
        const stride = Math.ceil(fps / rate - 1e-6);
        const made = await exported(bar, { keyRate: rate });
        const most = Math.ceil(13 / stride) + 1;
        expect(Math.max(...keyCounts(made.bytes))).toBe(stride > 1 ? most : 14);
        const kept = [...Array(14).keys()].filter((k) => k % stride === 0 || k === 13);
        const played = await threePositions(
          made.bytes,
          0,
          kept.map((k) => k / fps),
        );
        const near = 1e-4 * restDiagonal(bar.sequence);
        for (const [n, k] of kept.entries())
          expect(largestDifference(played[n], shown(bar.sequence, skinned(bar.rig, k)))).toBeLessThan(near);
        expect(made.largestAdded).toBeLessThanOrEqual(made.keys.deviation + near);
        expect(made.keys.after < made.keys.before).toBe(stride > 1);
      }),
      { numRuns: 8, examples: [[fps], [fps / 2], [1]] },
    );
  });

  it("reports how far it moves a vertex, even with bones that shear and with a tolerance", async () => {
    const cloth = clothOf(4, 3, true, 12);
    const rate = cloth.sequence.fps / 2;
    const half = await exported(cloth, { keyRate: rate });
    expect(half.keys.deviation).toBeGreaterThan(0);
    expect(half.largestAdded).toBeLessThanOrEqual(1.001 * half.keys.deviation);
    expect(half.eRmsInFile).toBeGreaterThan(half.eRmsNow);
    const keyTolerance = half.keys.deviation / 4;
    const fewer = await exported(cloth, { keyRate: rate, keyTolerance });
    expect(fewer.keys.after).toBeLessThanOrEqual(half.keys.after);
    expect(fewer.keys.deviation).toBeLessThanOrEqual(half.keys.deviation + keyTolerance);
    expect(fewer.largestAdded).toBeLessThanOrEqual(1.001 * fewer.keys.deviation);
  });
});
