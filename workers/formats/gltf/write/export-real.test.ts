import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { GROUND_TRUTH, groundTruth } from "../../../testing/ground-truth";
import { exportFile } from "../../export-file";

// The rig has 11 rigid bones with dense weights: 47 % of the vertices have more than 4 influences.
it.skipIf(!existsSync(GROUND_TRUTH))(
  "loses little on a real rig (skipped without ../shared/data)",
  async () => {
    const { sequence, rig } = await groundTruth("cheburashka");
    const options = { influences: 0, clips: [], upAxis: "y" } as const;
    const dense = await exportFile(sequence, rig, { ...options, clips: [] }, UNWATCHED);
    expect(dense.validatorMessages).toEqual([]);
    expect(dense.verticesReduced).toBe(0);
    expect(dense.eRmsInFile).toBeLessThan(0.002);
    const four = await exportFile(sequence, rig, { ...options, clips: [], influences: 4 }, UNWATCHED);
    expect(four.validatorMessages).toEqual([]);
    expect(four.verticesReduced).toBeGreaterThan(3000);
    expect(four.eRmsInFile).toBeLessThan(1.25);
  },
);
