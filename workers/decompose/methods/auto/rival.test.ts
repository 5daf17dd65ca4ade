import { describe, expect, it } from "vitest";
import { clothPatch } from "../../../testing/sequences";
import { rivalEffort } from "../../session/plan";
import { bar, solve } from "../../testing/solved";

const sizeOf = (vertexCount: number, bones: number) => ({
  problem: { vertexCount, frameCount: 48, rank: 60 },
  bones,
  influences: Math.min(4, bones),
  kind: "rigid" as const,
});

describe("a rival", () => {
  it("solves only where there is work left for it", () => {
    expect(rivalEffort(sizeOf(200, 8))).not.toBeNull();
    expect(rivalEffort(sizeOf(200, 1))).toBeNull();
    expect(rivalEffort(sizeOf(8000, 20))).toBeNull();
    expect(rivalEffort({ ...sizeOf(200, 8), searched: 100 })).toBeNull();
  });

  it("lets auto end no higher than SSDR with the same seed, whatever connected patches cost", async () => {
    const cloth = clothPatch({ size: 9, frames: 8 });
    for (const seed of [1, 2, 3]) {
      for (const influences of [4, 0]) {
        const asked = { bones: 5, seed, influences, tolerance: 1e-5 };
        const ssdr = await solve(cloth, { ...asked, method: "ssdr" });
        const auto = await solve(cloth, asked);
        expect(auto.report.eRms).toBeLessThan(1.005 * ssdr.report.eRms);
        expect(auto.report.connection?.costPercent ?? 0).toBeLessThanOrEqual(2);
      }
    }
  });

  it("leaves connected influence connected", async () => {
    const cloth = clothPatch({ size: 9, frames: 8 });
    const { report } = await solve(cloth, { bones: 6, patchCost: null });
    expect(report.strayInfluenceShare).toBe(0);
  });

  it("does not try where the first rig is exact", async () => {
    const { report } = await solve(bar.sequence, { bones: 4 });
    expect(report.eRms).toBeLessThan(0.01);
    expect(report.history.filter(({ event }) => event === "start")).toHaveLength(1);
  });
});
