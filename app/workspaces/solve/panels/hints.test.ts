import { describe, expect, it } from "vitest";
import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import { SOLVE_DEFAULTS } from "../../../../workers/model/solve/solve-settings";
import { type HintPart, hintsFor } from "./hints";

const report: SolveReport = {
  version: 1,
  method: "auto",
  eRms: 2,
  rmsePercent: 0.17,
  maxErrorPercent: 0.7,
  normalErrorDegrees: 2,
  jitterPercent: 0.01,
  strayInfluenceShare: 0,
  bonesAsked: 32,
  bones: 32,
  bonesReason: null,
  vertices: 100,
  frames: 4,
  influences: 4,
  meanInfluences: 3,
  seconds: 1,
  secondsPerPhase: {},
  iterations: 10,
  errorPerIteration: [],
  history: [],
  errorPerFrame: [2, 2, 2, 2],
  basisRank: 10,
  basisTailERms: 0,
  threads: 1,
  seed: 1,
  rigBytes: 1,
  sequenceBytes: 10,
};
const words = (parts: HintPart[]) =>
  parts.map((part) => (typeof part === "string" ? part : part.label)).join("");

describe("hintsFor", () => {
  it("says nothing about a result that is as requested", () => {
    expect(hintsFor(report, SOLVE_DEFAULTS)).toEqual([]);
  });

  it("explains missing bones with the reason, and offers two settings that help", () => {
    const [hint] = hintsFor({ ...report, bones: 27, bonesReason: "Five parts never move." }, SOLVE_DEFAULTS);
    expect(words(hint.parts)).toContain("27 of 32 bones. Five parts never move.");
    expect(hint.parts.filter((part) => typeof part !== "string" && part.set)).toHaveLength(2);
  });

  it("gives no reason for missing bones if it does not know one", () => {
    const [hint] = hintsFor({ ...report, bones: 27 }, SOLVE_DEFAULTS);
    expect(words(hint.parts)).toMatch(/^27 of 32 bones\. Allow more influences/);
  });

  it("offers the next count where the error at the knee is large, also beside a time limit", () => {
    const curve = [
      { bones: 1, eRms: 60 },
      { bones: 5, eRms: 22 },
      { bones: 55, eRms: 10 },
    ];
    const knee = { ...report, bonesAsked: null, bones: 5, bonesReason: "5 bones are at the knee.", curve };
    for (const cutShort of [undefined, ["There was no time for islands."]]) {
      const [hint] = hintsFor({ ...knee, cutShort }, { ...SOLVE_DEFAULTS, knee: true, seconds: 5 });
      expect(words(hint.parts)).toMatch(
        /^5 bones are at the knee\. .*Ask for 55\.$|^5 bones are at the knee\. Ask for 55\.$/,
      );
      expect(hint.parts).toContainEqual({
        label: "Ask for 55",
        set: { bones: 55, knee: false, errorTarget: null },
      });
    }
  });

  it("reports the cost of connected patches and offers the other choice", () => {
    const offer = (costPercent: number, connected: boolean) => {
      const [hint] = hintsFor({ ...report, connection: { costPercent, connected } }, SOLVE_DEFAULTS);
      return hint?.parts.find((part) => typeof part !== "string");
    };
    expect(offer(43, false)).toMatchObject({ set: { connected: true, patchCost: null } });
    expect(offer(1.5, true)).toMatchObject({ set: { connected: false } });
    expect(offer(-0.5, true)).toBeUndefined();
  });

  it("reports what the time limit cut, and offers to remove the limit", () => {
    const cut = { ...report, bones: 3, bonesReason: "There was time for 3.", cutShort: ["It began anew."] };
    const [kept] = hintsFor(cut, SOLVE_DEFAULTS);
    expect(words(kept.parts)).toBe("3 of 32 bones. There was time for 3. It began anew.");
    const [limited] = hintsFor(cut, { ...SOLVE_DEFAULTS, seconds: 1 });
    expect(limited.parts).toContainEqual({ label: "Solve without a time limit", set: { seconds: null } });
  });

  it("mentions stray influences only if there are many", () => {
    expect(hintsFor({ ...report, strayInfluenceShare: 0.08 }, SOLVE_DEFAULTS)).toEqual([]);
    const [hint] = hintsFor({ ...report, strayInfluenceShare: 0.13 }, SOLVE_DEFAULTS);
    expect(hint.parts[0]).toMatch(/^13\u00a0% of the influences/);
    expect(hint.parts).toContainEqual({ label: "Smooth the weights", set: { smoothness: 1e-4 } });
  });

  it("points at a frame that stands out, and offers affine bones only for rigid ones", () => {
    const bad = { ...report, errorPerFrame: [1, 1, 5, 1] };
    const [hint] = hintsFor(bad, SOLVE_DEFAULTS);
    expect(words(hint.parts)).toBe(
      "Around frame 3 the error is 2.5 times the mean. Add 4 bones or use affine bones.",
    );
    expect(hint.parts).toContainEqual({ label: "frame 3", frame: 2 });
    expect(words(hintsFor(bad, { ...SOLVE_DEFAULTS, boneKind: "affine" })[0].parts)).not.toContain("affine");
  });
});
