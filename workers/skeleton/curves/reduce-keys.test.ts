import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoneTracks } from "../../export/bones/bone-tracks";
import { motionOfTracks } from "../../export/bones/play-tracks";
import { tracksOf } from "../../export/testing/tracks-of";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { numbersBetween } from "../../testing/numbers-between";
import { strictCloth } from "../../testing/strict-rigs";
import { boneReach } from "./bone-reach";
import { channelsOf } from "./local-curves";
import { reduceKeys } from "./reduce-keys";

const posed = (rig: Rig, tracks: BoneTracks, f: number) =>
  blendPositions(
    { ...rig, motion: Float32Array.from(motionOfTracks(tracks, f)) },
    0,
    new Float64Array(rig.rest.length),
  );

/** The largest distance of a vertex between two sets of tracks over all frames. */
function largestDeviation(rig: Rig, a: BoneTracks, b: BoneTracks): number {
  let largest = 0;
  for (let f = 0; f < a.frameCount; f++) {
    const [p, q] = [posed(rig, a, f), posed(rig, b, f)];
    for (let c = 0; c < p.length; c += 3) {
      largest = Math.max(largest, Math.hypot(p[c] - q[c], p[c + 1] - q[c + 1], p[c + 2] - q[c + 2]));
    }
  }
  return largest;
}

/** The mesh on which keys are measured: a rig with one node for each bone, and one moment for each frame. */
const skinOf = (rig: Rig) => ({ rig, reach: boneReach(rig), perFrame: 1, pose: motionOfTracks });

const countOf = (keys: Record<string, Uint32Array[]>) =>
  Object.values(keys)
    .flat()
    .reduce((sum, frames) => sum + frames.length, 0);

describe("reduceKeys", () => {
  it("keeps every vertex within the tolerance, and returns the largest distance", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 40 }),
        numbersBetween(-6, -0.5),
        async (seed, bones, frames, power) => {
          const { rig } = strictCloth({ seed, bones, frames, size: 5, travel: [1, 0, 0] });
          const full = await tracksOf(rig);
          const tolerance = 10 ** power;
          const reduced = await reduceKeys(full, skinOf(rig), tolerance, UNWATCHED);
          const truly = largestDeviation(rig, full, reduced.curves);
          expect(truly).toBeLessThanOrEqual(tolerance + 3e-7);
          expect(Math.abs(truly - reduced.deviation)).toBeLessThan(3e-7);
          // At its keys a player shows the original values.
          for (const { path, width, values } of channelsOf(full)) {
            const played = channelsOf(reduced.curves).find((channel) => channel.path === path)!.values;
            reduced.keys[path].forEach((kept, j) => {
              for (const f of kept) {
                const at = width * (f * bones + j);
                expect(played.subarray(at, at + width)).toEqual(values.subarray(at, at + width));
              }
            });
          }
        },
      ),
      { numRuns: 40, seed: 2 },
    );
  });

  it("leaves out most keys of a smooth motion, and fewer for a smaller tolerance", async () => {
    const { rig } = strictCloth({ bones: 10, frames: 120 });
    const full = await tracksOf(rig);
    const counts: number[] = [];
    for (const tolerance of [1e-5, 1e-3, 2e-2]) {
      const { keys, deviation } = await reduceKeys(full, skinOf(rig), tolerance, UNWATCHED);
      expect(deviation).toBeGreaterThan(0.5 * tolerance);
      counts.push(countOf({ rotation: keys.rotation }));
    }
    expect(counts[0]).toBeLessThan(10 * 120);
    expect(counts[1]).toBeLessThan(0.6 * 10 * 120);
    expect(counts[2]).toBeLessThan(0.5 * counts[1]);
  });

  it("keeps the motion of a bone that moves no vertex", async () => {
    const { rig } = strictCloth({ bones: 3, frames: 60 });
    const weights = { ...rig.weights, bones: rig.weights.bones.map(() => 0) };
    const offsets = Uint32Array.from({ length: rig.weights.offsets.length }, (_, i) => i);
    const lone = {
      ...rig,
      weights: {
        ...weights,
        offsets,
        bones: weights.bones.slice(0, offsets.length - 1),
        values: new Float32Array(offsets.length - 1).fill(1),
      },
    };
    const { keys } = await reduceKeys(await tracksOf(lone), skinOf(lone), 1e-4, UNWATCHED);
    for (const frames of keys.rotation.slice(1)) expect(frames.length).toBeGreaterThan(4);
  });
});
