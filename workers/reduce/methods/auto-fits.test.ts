/** The fits of `auto` beyond the usual one, and how ℓ goes from one to the next. */
import { describe, expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { REDUCE_DEFAULTS, type ReduceSettings } from "../../model/reduce/reduce-settings";
import { UNWATCHED } from "../../model/task";
import { reduceInfluences } from "../reduce";
import { denseCase } from "../testing/dense-case";
import { nextSmoothness } from "./choose-smoothness";

const reducedBy = async (seed: number, settings: Partial<ReduceSettings>) => {
  const { sequence, rig } = denseCase(seed, { size: 7, bones: 6, frames: 6 });
  const input = {
    sequence,
    rig,
    settings: { ...REDUCE_DEFAULTS, influences: 3, ...settings },
    examples: null,
  };
  return (await reduceInfluences(input, exactParallel(1), UNWATCHED)).report;
};

describe("fits of auto", () => {
  it("have other values of τ or more sweeps where the usual ones miss the goal", async () => {
    let others = 0;
    for (const seed of [45, 46, 47, 48, 49, 50]) {
      const [found, usual] = [
        await reducedBy(seed, {}),
        await reducedBy(seed, { tangential: 0.15, sweeps: 80 }),
      ];
      expect(usual).toMatchObject({ tangential: 0.15, sweeps: 80 });
      if (found.tangential === 0.15 && found.sweeps === 80) continue;
      others++;
      // The search goes on only for something better.
      const isBetter = found.eRms < usual.eRms || found.normalErrorDegrees < usual.normalErrorDegrees;
      expect(isBetter, `seed ${seed}`).toBe(true);
    }
    expect(others).toBeGreaterThan(0);
  });

  it("keep what was typed", async () => {
    const { tangential, sweeps } = await reducedBy(46, { tangential: 0.3, sweeps: 7 });
    expect({ tangential, sweeps }).toEqual({ tangential: 0.3, sweeps: 7 });
  });
});

describe("ℓ of another fit", () => {
  const choice = { smoothness: 0.1, mostNormals: 2, retry: null, slope: 0.5, reached: 0 };
  const made = (smoothness: number, normals: number) => ({ smoothness, normals, positions: 1 });

  it("follows the slope: normals four percent too bad need a larger ℓ, normals with room a smaller one", () => {
    expect(nextSmoothness([made(0.1, 2.4)], choice)).toBe(0.14);
    expect(nextSmoothness([made(0.1, 1.6)], choice)).toBe(0.064);
  });

  it("lies between a fit that is within and one beyond", () => {
    // 2 is halfway from 1.6 to 2.5 on a logarithmic scale.
    expect(nextSmoothness([made(0.1, 1.6), made(0.025, 2.5)], choice)).toBe(0.05);
    expect(nextSmoothness([made(0.025, 2.5), made(0.1, 1.6)], choice)).toBe(0.05);
    expect(nextSmoothness([made(0.1, 1.6), made(0.025, 2.5), made(0.05, 2.1)], choice)).toBe(0.057);
  });

  it("returns to the try with the best normals first, and exceeds it at most twice", () => {
    const hopeful = { ...choice, retry: 0.2 };
    expect(nextSmoothness([made(0.1, 2.1)], hopeful)).toBe(0.2);
    expect(nextSmoothness([made(0.1, 2.1), made(0.2, 2.09)], hopeful)).toBe(0.4);
  });
});
