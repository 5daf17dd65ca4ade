import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clothOf } from "../../formats/gltf/testing/exported-rigs";
import type { Rig } from "../../model/rig/rig";
import { type Task, UNWATCHED } from "../../model/task";
import { numbersBetween } from "../../testing/numbers-between";
import { tracksOf } from "../testing/tracks-of";
import { withKeysBetween } from "./between-frames";
import { spreads } from "./bone-rest-frames";
import type { BoneTracks } from "./bone-tracks";
import { closePairs } from "./close-pairs";
import { motionOfTracks } from "./play-tracks";

const framesOf = (rig: Rig) => [...Array(rig.motion.length / (12 * rig.bones.length)).keys()];

/** Σ w² |difference of two transforms · (v − head)|² over the vertices of bone `j`, and Σ w². */
function energyOf(rig: Rig, j: number, difference: readonly number[]) {
  let [energy, mass] = [0, 0];
  const { offsets, bones, values } = rig.weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (bones[e] !== j) continue;
      const d = rig.bones[j].head.map((x, c) => rig.rest[3 * i + c] - x);
      const moved = [0, 4, 8].map((r) => d.reduce((sum, x, c) => sum + difference[r + c] * x, 0));
      energy += values[e] ** 2 * (moved[0] ** 2 + moved[1] ** 2 + moved[2] ** 2);
      mass += values[e] ** 2;
    }
  }
  return { energy, mass };
}

const anyCloth = fc
  .record({ bones: fc.integer({ min: 1, max: 6 }), seed: fc.integer({ min: 1, max: 1e6 }) })
  .map(({ bones, seed }) => clothOf(bones, 3, true, seed).rig);

const limitsOf = (rig: Rig, tolerance: number) => {
  const masses = rig.bones.map((_, j) => energyOf(rig, j, new Array(12).fill(0)).mass);
  return { moments: spreads(rig), masses: Float64Array.from(masses), tolerance };
};

describe("keys between frames", () => {
  it("keep the vertices of every bone that shears near the straight line, and do not change the frames", () => {
    return fc.assert(
      fc.asyncProperty(anyCloth, numbersBetween(-2.5, -0.5), async (rig, power) => {
        // Without parents, so that no node above adds a rotation of its own.
        const loose: Rig = { ...rig, bones: rig.bones.map((bone) => ({ ...bone, parent: -1 })) };
        const tolerance = 10 ** power;
        const { tracks, keys } = await withKeysBetween(
          await tracksOf(loose),
          limitsOf(loose, tolerance),
          UNWATCHED,
        );
        expect(keys === null).toBe(tracks.perFrame === 1);
        const B = loose.bones.length;
        const matrixOf = (f: number, j: number) =>
          loose.motion.slice(12 * (f * B + j), 12 * (f * B + j) + 12);
        for (const f of framesOf(loose).slice(1)) {
          for (const t of [0, 0.25, 0.5, 0.75]) {
            const played = motionOfTracks(tracks, (f - 1 + t) * tracks.perFrame);
            for (let j = 0; j < B; j++) {
              const [from, to] = [matrixOf(f - 1, j), matrixOf(f, j)];
              const off = Array.from(from, (x, c) => played[12 * j + c] - (1 - t) * x - t * to[c]);
              const { energy, mass } = energyOf(loose, j, off);
              const limit = t === 0 ? 1e-5 : 1.3 * tolerance + 1e-5;
              if (tracks.perFrame < 16) expect(Math.sqrt(energy / mass)).toBeLessThan(limit);
            }
          }
        }
      }),
      { numRuns: 12, seed: 6 },
    );
  });

  it("are as few as the tolerance allows: none for a large one, more for a small one", async () => {
    const { rig } = clothOf(4, 3, true, 12);
    const count = async (tolerance: number) => {
      const { tracks } = await withKeysBetween(await tracksOf(rig), limitsOf(rig, tolerance), UNWATCHED);
      return tracks.perFrame;
    };
    expect(await count(100)).toBe(1);
    expect(await count(0.2)).toBeGreaterThan(1);
    expect(await count(0.02)).toBeGreaterThan(await count(0.2));
  });

  it("change nothing if no bone shears", async () => {
    const { rig } = clothOf(4, 3, false, 12);
    const tracks = await tracksOf(rig);
    expect(await withKeysBetween(tracks, limitsOf(rig, 1e-6), UNWATCHED)).toEqual({ tracks, keys: null });
  });

  it("can be cancelled in the middle of a clip", async () => {
    const { rig } = clothOf(4, 3, true, 12);
    let asked = 0;
    const task: Task = {
      ...UNWATCHED,
      async checkpoint() {
        if (++asked > 2) throw new Error("cancelled");
      },
    };
    const found = withKeysBetween(await tracksOf(rig), limitsOf(rig, 1e-3), task);
    await expect(found).rejects.toThrow("cancelled");
  });
});

describe("pairs of a clip that loops", async () => {
  const { rig } = clothOf(5, 3, true, 3);
  const B = rig.bones.length;
  const open = await tracksOf(rig);
  const last = open.frameCount - 1;

  it("end as they begin, with the difference spread evenly over the matrices", () => {
    const closed = {
      ...open,
      translations: open.translations.slice(),
      rotations: open.rotations.slice(),
      scales: open.scales!.slice(),
    };
    closePairs(open, closed, "repeats");
    const [first, end] = [motionOfTracks(closed, 0), motionOfTracks(closed, last)];
    first.forEach((x, c) => {
      expect(end[c]).toBeCloseTo(x, 4);
    });
    const middle = Math.floor(last / 2);
    const root = rig.bones.findIndex(({ parent }) => parent < 0);
    const [was, is] = [motionOfTracks(open, middle), motionOfTracks(closed, middle)];
    const gap = (c: number) => motionOfTracks(open, 0)[c] - motionOfTracks(open, last)[c];
    for (const c of [0, 1, 2, 4, 5, 6, 8, 9, 10].map((e) => 12 * root + e)) {
      expect(is[c]).toBeCloseTo(was[c] + (gap(c) * middle) / last, 4);
    }
  });

  it("repeat their first frame if the clip leads to it", () => {
    const longer = (values: Float32Array, width: number) => {
      const out = new Float32Array(values.length + width * open.nodeCount);
      out.set(values);
      return out;
    };
    const closed: BoneTracks = {
      ...open,
      frameCount: open.frameCount + 1,
      translations: longer(open.translations, 3),
      rotations: longer(open.rotations, 4),
      scales: longer(open.scales!, 3),
    };
    closePairs(open, closed, "leads");
    for (const [f, from] of [
      [last, last],
      [last + 1, 0],
    ]) {
      const [is, was] = [motionOfTracks(closed, f), motionOfTracks(open, from)];
      for (let c = 0; c < 12 * B; c++) expect(is[c]).toBeCloseTo(was[c], 4);
    }
  });
});
