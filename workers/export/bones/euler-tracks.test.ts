import fc from "fast-check";
import { Euler, type EulerOrder, Quaternion } from "three";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { angleBetween, slerp } from "../../math/slerp";
import { UNWATCHED } from "../../model/task";
import type { ClipContent } from "../motion/prepare-clips";
import type { BoneTracks } from "./bone-tracks";
import { type EulerTrack, eulerTracks } from "./euler-tracks";

/** A clip of nodes that only turn. @param turns of each node at each moment */
function clipOf(turns: Quaternion[][], kept: number[] | null = null): ClipContent {
  const [nodeCount, frameCount] = [turns.length, turns[0].length];
  const rotations = new Float32Array(4 * nodeCount * frameCount);
  for (let f = 0; f < frameCount; f++) {
    for (let n = 0; n < nodeCount; n++) rotations.set(turns[n][f].toArray(), 4 * (f * nodeCount + n));
  }
  const still = Uint32Array.of(0);
  const keys = kept && {
    translation: turns.map(() => still),
    rotation: turns.map(() => Uint32Array.from(kept)),
    scale: turns.map(() => still),
  };
  const tracks = {
    ...{ frameCount, nodeCount, rotations, scales: null, perFrame: 1 },
    translations: new Float32Array(3 * nodeCount * frameCount),
    restRotations: Float64Array.from(turns.flatMap(() => [0, 0, 0, 1])),
    attached: turns.map(() => true),
    unscaled: turns.map(() => true),
  } as unknown as BoneTracks;
  return { tracks, keys } as ClipContent;
}

const axisTurn = (x: number, y: number, z: number, angle: number) => {
  const length = Math.hypot(x, y, z) || 1;
  const s = Math.sin(angle / 2) / length;
  return new Quaternion(x * s, y * s, z * s, Math.cos(angle / 2));
};

/** Nodes that turn about axes of their own, by up to `most` radians a moment. */
function turning(seed: number, frames: number, most: number): Quaternion[][] {
  const random = createRandom(seed);
  return Array.from({ length: 4 }, () => {
    const start = axisTurn(random.normal(), random.normal(), random.normal(), 3 * random.next());
    const [x, y, z] = [random.normal(), random.normal(), random.normal()];
    const rate = most * (2 * random.next() - 1);
    return Array.from({ length: frames }, (_, f) => start.clone().multiply(axisTurn(x, y, z, rate * f)));
  });
}

/** The rotation that angles give in three, whose orders are the same as ours. */
function turnOf({ order }: EulerTrack, angles: ArrayLike<number>): Quaternion {
  const of = (axis: string) => angles[order.indexOf(axis)];
  return new Quaternion().setFromEuler(new Euler(of("X"), of("Y"), of("Z"), order as EulerOrder));
}

function anglesAt({ clips: [{ moments, angles }] }: EulerTrack, time: number): number[] {
  const after = moments.findIndex((m) => m >= time);
  const b = after < 0 ? moments.length - 1 : after;
  const a = Math.max(0, b - 1);
  const share = a === b ? 0 : (time - moments[a]) / (moments[b] - moments[a]);
  return [0, 1, 2].map((c) => (1 - share) * angles[3 * a + c] + share * angles[3 * b + c]);
}

const seeds = fc.integer({ min: 1, max: 1e6 });

describe("angles of nodes", () => {
  it("give every rotation, and never jump", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const turns = turning(seed, 20, 0.8);
        const tracks = await eulerTracks(
          [clipOf(turns)],
          turns.map(() => 0),
          UNWATCHED,
        );
        for (const [n, track] of tracks.entries()) {
          for (let f = 0; f < 20; f++) {
            const angles = anglesAt(track, f);
            const off = angleBetween(turnOf(track, angles).toArray(), 0, turns[n][f].toArray(), 0);
            expect(off).toBeLessThan(1e-5);
            if (f === 0) continue;
            anglesAt(track, f - 1).forEach((before, c) => {
              expect(Math.abs(angles[c] - before)).toBeLessThanOrEqual(Math.PI + 1e-9);
            });
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it("get more keys if a blend of few would leave the shortest way", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.constantFrom(0.1, 0.01, 0.001), async (seed, most) => {
        const turns = turning(seed, 24, 0.1);
        const tracks = await eulerTracks(
          [clipOf(turns, [0, 12, 23])],
          turns.map(() => most),
          UNWATCHED,
        );
        for (const [n, track] of tracks.entries()) {
          for (let f = 0; f < 24; f++) {
            const off = angleBetween(
              turnOf(track, anglesAt(track, f)).toArray(),
              0,
              turns[n][f].toArray(),
              0,
            );
            expect(off).toBeLessThanOrEqual(most + 1e-5);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it("keep the usual order if it is good, and use another if the middle axis reaches a quarter turn", async () => {
    const plain = Array.from({ length: 12 }, (_, f) => axisTurn(1, 0, 0, 0.1 * f));
    // Every moment has the middle axis at a quarter turn, where the usual angles about x and z cannot be told apart.
    const locked = Array.from({ length: 12 }, (_, f) =>
      axisTurn(0, 1, 0, Math.PI / 2).multiply(axisTurn(0, 1, 0.3, 0.4 * Math.sin(f))),
    );
    const [one, other] = await eulerTracks([clipOf([plain, locked])], [0, 0], UNWATCHED);
    expect(one.order).toBe("ZYX");
    expect(other.order).not.toBe("ZYX");
    const straight = new Float64Array(4);
    for (let f = 0; f + 1 < 12; f++) {
      slerp(locked[f].toArray(), 0, locked[f + 1].toArray(), 0, 0.5, straight, 0);
      const between = turnOf(other, anglesAt(other, f + 0.5));
      expect(angleBetween(between.toArray(), 0, straight, 0)).toBeLessThan(0.05);
    }
  });
});
