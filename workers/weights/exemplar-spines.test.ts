import { expect, it } from "vitest";
import { createRandom } from "../math/random";
import { BEND } from "./bend";
import { exemplars } from "./exemplars";
import { segment, skeletonOf } from "./testing/bindables";

it("a spine swings and twists within its limits, and reaches them", () => {
  const limits = {
    swing: 0.8,
    twist: [-0.1, 0.3] as [number, number],
    stretch: [0.9, 1.2] as [number, number],
  };
  const made = exemplars(
    skeletonOf(segment(-1, [0, 0, 0], [2, 0, 0], "spine", limits)),
    400,
    createRandom(3),
  );
  const bends = Array.from({ length: 400 }, (_, k) => [...made.bends.subarray(BEND * k, BEND * (k + 1))]);
  const twists = bends.map(([x, , , angle]) => x * angle);
  const swings = bends.map(([, y, z, angle]) => Math.hypot(y, z) * Math.abs(angle));
  const stretches = bends.map(([, , , , stretch]) => stretch);
  for (const [found, least, most] of [
    [twists, -0.1, 0.3],
    [swings, 0, 0.8],
    [stretches, 0.9, 1.2],
  ] as const) {
    // biome-ignore format: one list
    const reach = 0.05 * (most - least);
    expect(Math.min(...found)).toBeGreaterThan(least - 1e-9);
    expect(Math.min(...found)).toBeLessThan(least + reach);
    expect(Math.max(...found)).toBeLessThan(most + 1e-9);
    expect(Math.max(...found)).toBeGreaterThan(most - reach);
  }
});
