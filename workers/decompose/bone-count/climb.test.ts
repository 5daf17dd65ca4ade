import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { autoIterations, iterationCost, spareWork } from "../session/plan";
import { climbInBones, mayClimb, topOf } from "./climb";
import type { Probe } from "./probe";

const sizeOf = (bones: number, vertexCount: number) => ({
  problem: { vertexCount, frameCount: 10, rank: 20 },
  bones,
  influences: Math.min(4, bones),
  kind: "rigid" as const,
});

/** A bench that records its calls. It asks to stop after `left` probes. */
function notingBench(left = Infinity) {
  const seen: { bones: number; iterations: number; from: number | null }[] = [];
  const probe = async (bones: number, iterations: number, from: Probe | null): Promise<Probe> => {
    seen.push({ bones, iterations, from: from?.bones ?? null });
    const none = { ids: new Int32Array(), values: new Float64Array(), losses: new Float64Array() };
    return { bones, motion: Float64Array.of(bones), eRms: 0, ...none };
  };
  const bench = {
    probe,
    get isStopping() {
      return seen.length >= left;
    },
  };
  return { bench, seen };
}

describe("climb", () => {
  it("climbs to the top and down to the wanted number, starts each step from the last, and keeps to the remaining work", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 50, max: 400 }),
        async (bones, vertices) => {
          const { bench, seen } = notingBench();
          const size = sizeOf(bones, vertices);
          const motion = await climbInBones(bench, size, vertices);
          expect(motion).toEqual(Float64Array.of(bones));
          const counts = seen.map((step) => step.bones);
          const peak = counts.indexOf(Math.min(topOf(bones), vertices));
          for (let n = 1; n < seen.length; n++) {
            expect(seen[n].from).toBe(counts[n - 1]);
            expect(Math.sign(counts[n] - counts[n - 1])).toBe(n <= peak ? 1 : -1);
          }
          const cost = ({ bones: n, iterations }: (typeof seen)[number]) =>
            iterations * iterationCost({ ...size, bones: n, influences: Math.min(4, n) });
          expect(seen.reduce((sum, step) => sum + cost(step), 0)).toBeLessThanOrEqual(spareWork(size));
        },
      ),
    );
  });

  it("does nothing without remaining work, and stops when told to", async () => {
    const { bench, seen } = notingBench();
    const large = sizeOf(20, 20000);
    expect(autoIterations(large)).toBeLessThan(400);
    expect(await climbInBones(bench, large, 20000)).toBeNull();
    expect(seen).toEqual([]);
    const stopped = notingBench(3);
    expect(await climbInBones(stopped.bench, sizeOf(10, 200), 200)).toBeNull();
    expect(stopped.seen).toHaveLength(3);
  });

  it("only runs if the artist chose neither how a solve starts nor how long it takes", () => {
    const settings = {
      method: "auto",
      bones: 10,
      initialiser: null,
      restarts: null,
      iterations: null,
      seconds: null,
    } as Parameters<typeof mayClimb>[0];
    expect(mayClimb(settings)).toBe(true);
    for (const other of [{ method: "ssdr" }, { bones: 1 }, { bones: 200 }, { seconds: 5 }] as const)
      expect(mayClimb({ ...settings, ...other })).toBe(false);
  });
});
