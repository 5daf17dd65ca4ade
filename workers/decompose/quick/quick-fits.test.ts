import { describe, expect, it } from "vitest";
import { fingerprint } from "../../identity/fingerprint";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { CancelledError } from "../../model/errors";
import type { Rig } from "../../model/rig/rig";
import { NO_INTENT, SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import { measureRig } from "../../report/measure-rig";
import { skinInto } from "../../testing/rigs";
import { clothPatch } from "../../testing/sequences";
import { serial, solve, UNSEEN } from "../testing/solved";
import type { QuickFitInput } from "./quick-fit-input";
import { QuickFits } from "./quick-fits";

const cloth = clothPatch({ size: 9, frames: 8 });
const SETTINGS = { ...SOLVE_DEFAULTS, bones: 4, iterations: 40, restarts: 2 };
const { rig } = await solve(cloth, SETTINGS);
const affine = (await solve(cloth, { ...SETTINGS, boneKind: "affine" })).rig;

const asked = (settings: Partial<QuickFitInput["settings"]>, more: Partial<QuickFitInput> = {}) => ({
  ...{ sequence: cloth, rig, locks: null },
  settings: { ...SETTINGS, ...settings },
  ...more,
});
const fitted = (settings: Partial<QuickFitInput["settings"]>, more?: Partial<QuickFitInput>) =>
  new QuickFits().fit(asked(settings, more), serial, UNSEEN);
const bitsOf = ({ weights, motion, rest }: Rig) => fingerprint(weights.bones, weights.values, motion, rest);
const errorOf = async (found: Rig) =>
  (await measureRig({ sequence: cloth, rig: found }, serial, UNSEEN)).eRms;
const rowOf = ({ weights: { offsets, bones, values } }: Rig, i: number) =>
  Array.from({ length: offsets[i + 1] - offsets[i] }, (_, e) => [
    bones[offsets[i] + e],
    values[offsets[i] + e],
  ]);

/** The squared error of each vertex over all frames. */
function errorsOf(found: Rig): Float64Array {
  const errors = new Float64Array(cloth.vertexCount);
  const posed = new Float32Array(cloth.rest.length);
  for (let k = 0; k < cloth.frameCount; k++) {
    skinInto(posed, found, k);
    posed.forEach((x, at) => {
      errors[Math.floor(at / 3)] += (x - cloth.frames[k * posed.length + at]) ** 2;
    });
  }
  return errors;
}

/** The rig with the largest `most` weights of each vertex, scaled to the sum 1. */
function truncated(from: Rig, most: number): Rig {
  const { offsets, bones, values } = from.weights;
  const cut = values.slice();
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = Array.from({ length: offsets[i + 1] - offsets[i] }, (_, e) => offsets[i] + e);
    row.sort((a, b) => values[b] - values[a]);
    const sum = row.slice(0, most).reduce((total, e) => total + values[e], 0);
    row.forEach((e, n) => {
      cut[e] = n < most ? values[e] / sum : 0;
    });
  }
  return { ...from, weights: { ...from.weights, offsets, bones, values: cut } };
}

describe("a quick fit", () => {
  it("keeps to fewer influences, and every vertex is at least as good as with its largest ones", async () => {
    const found = await fitted({ influences: 2 });
    const [mine, cut] = [errorsOf(found.rig), errorsOf(truncated(rig, 2))];
    mine.forEach((error, i) => {
      expect(rowOf(found.rig, i).length).toBeLessThanOrEqual(2);
      expect(error).toBeLessThanOrEqual(cut[i] + 1e-6);
    });
    expect(mine.reduce((a, b) => a + b)).toBeLessThan(0.99 * cut.reduce((a, b) => a + b));
    expect(found.rig.motion).toEqual(rig.motion);
    expect(found.rig.rest).toEqual(rig.rest);
  });

  it("knows its error", async () => {
    for (const change of [{ influences: 2 }, { influences: 0 }, { boneKind: "affine" as const }]) {
      const found = await fitted(change);
      expect(Math.abs(found.eRms / (await errorOf(found.rig)) - 1)).toBeLessThan(0.01);
    }
  });

  it("uses more influences where they help", async () => {
    const few = await solve(cloth, { ...SETTINGS, influences: 1 });
    const found = await fitted({ influences: 3 }, { rig: few.rig });
    expect(found.eRms).toBeLessThan(0.9 * few.report.eRms);
  });

  it("smooths weights", async () => {
    const roughness = (of: Rig) => {
      let sum = 0;
      for (let t = 0; t < cloth.triangles.length; t++) {
        const ends = [t, t % 3 === 2 ? t - 2 : t + 1].map((at) => cloth.solverIndex[cloth.triangles[at]]);
        const [a, b] = ends.map((i) => new Map(rowOf(of, i) as [number, number][]));
        for (let j = 0; j < 4; j++) sum += ((a.get(j) ?? 0) - (b.get(j) ?? 0)) ** 2;
      }
      return sum;
    };
    const found = await fitted({ smoothness: 10 });
    expect(roughness(found.rig)).toBeLessThan(0.9 * roughness(rig));
  });

  it("makes bones affine with less error, and affine bones rotations", async () => {
    const looser = await fitted({ boneKind: "affine" });
    expect(looser.rig.boneKind).toBe("affine");
    expect(looser.eRms).toBeLessThan(0.95 * (await errorOf(rig)));
    const { rig: stiff } = await fitted({ boneKind: "rigid" }, { rig: affine });
    expect(stiff.boneKind).toBe("rigid");
    for (let at = 0; at < stiff.motion.length; at += 12) {
      for (const [a, b] of [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 2],
        [2, 2],
        [0, 2],
      ]) {
        // Columns of a rotation are orthonormal.
        const dot = [0, 4, 8].reduce(
          (sum, r) => sum + stiff.motion[at + r + a] * stiff.motion[at + r + b],
          0,
        );
        expect(dot).toBeCloseTo(a === b ? 1 : 0, 5);
      }
    }
  });

  it("keeps locked vertices, locked bones and rigid regions", async () => {
    const vertices = new Uint8Array(cloth.vertexCount);
    vertices.fill(1, 30, 40);
    const locks = { bones: Uint8Array.of(0, 1, 0, 0), vertices };
    const region = new Uint16Array(cloth.vertexCount);
    region.fill(1, 0, 12);
    const intent = { ...NO_INTENT, rigid: region };
    for (const boneKind of ["rigid", "affine"] as const) {
      const found = await fitted({ influences: 1, boneKind }, { locks, intent });
      for (let i = 30; i < 40; i++) expect(rowOf(found.rig, i)).toEqual(rowOf(rig, i));
      expect(new Set(Array.from({ length: 12 }, (_, i) => String(rowOf(found.rig, i)))).size).toBe(1);
      found.rig.motion.forEach((x, at) => {
        if (Math.floor(at / 12) % 4 === 1) expect(x).toBe(rig.motion[at]);
      });
    }
  });

  it("has motion for frames that are held out", async () => {
    const found = await fitted({ influences: 2, holdOut: 3 });
    expect(found.rig.motion).toEqual(rig.motion);
    const looser = await fitted({ boneKind: "affine", holdOut: 3 });
    expect(looser.rig.motion).toHaveLength(rig.motion.length);
    expect(await errorOf(looser.rig)).toBeLessThan(3 * (await errorOf(rig)));
  });

  it("keeps the problem for the next fit, which gives the same bits as the first on any threads", async () => {
    let made = 0;
    const counted = (bytes: number) => {
      made++;
      return serial(bytes);
    };
    const fits = new QuickFits();
    await fits.fit(asked({ influences: 3, smoothness: 1 }), counted, UNSEEN);
    await fits.fit(asked({ boneKind: "affine" }), counted, UNSEEN);
    const warm = await fits.fit(asked({ influences: 2 }), counted, UNSEEN);
    expect(made).toBe(1);
    const threads = Object.assign((bytes: number) => nodeParallel(bytes, 3), { threads: 3 });
    const cold = await new QuickFits().fit(asked({ influences: 2 }), threads, UNSEEN);
    expect(bitsOf(warm.rig)).toBe(bitsOf(cold.rig));
    await fits.fit(asked({ influences: 2 }, { sequence: { ...cloth } }), counted, UNSEEN);
    expect(made).toBe(2);
  });

  it("shares no memory with the given rig, which may then serve the next fit", async () => {
    const found = (await fitted({ influences: 2 })).rig;
    const buffersOf = ({ motion, rest, weights }: Rig) =>
      [motion, rest, weights.offsets, weights.bones, weights.values].map(({ buffer }) => buffer);
    const given = new Set(buffersOf(rig));
    expect(buffersOf(found).some((buffer) => given.has(buffer))).toBe(false);
  });

  it("stops when it is cancelled, and fits again", async () => {
    const fits = new QuickFits();
    const cancelled = { ...UNSEEN, checkpoint: () => Promise.reject(new CancelledError()) };
    const first = fits.fit(asked({ influences: 2 }), serial, cancelled);
    const second = fits.fit(asked({ influences: 2 }), serial, UNSEEN);
    await expect(first).rejects.toThrow(CancelledError);
    expect((await second).rig.bones).toHaveLength(4);
  });

  it("refuses settings that no solve takes", async () => {
    await expect(fitted({ influences: -1 })).rejects.toThrow("The number of influences is out of range");
  });
});
