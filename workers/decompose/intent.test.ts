import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { METHODS, type SolveMethod } from "../model/solve/methods";
import {
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveIntent,
  type SolveSettings,
} from "../model/solve/solve-settings";
import { UNWATCHED } from "../model/task";
import { clothPatch } from "../testing/sequences";
import { decompose } from "./decompose";
import type { DecomposeTask } from "./input/decompose-input";
import { METHOD_TABLE } from "./methods/method-table";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));
const UNSEEN: DecomposeTask = { ...UNWATCHED, partial() {} };

const solve = (sequence: MeshSequence, changes: Partial<SolveSettings>, intent: Partial<SolveIntent>) => {
  const settings = { ...SOLVE_DEFAULTS, bones: 6, iterations: 30, restarts: 2, ...changes };
  const asked = { ...NO_INTENT, ...intent };
  return decompose({ sequence, settings, from: null, locks: null, intent: asked }, serial, UNSEEN);
};

/** The bones that have at least this weight at every vertex of a region. */
function sharedBones({ weights, bones }: Rig, region: (i: number) => boolean, least: number): number[] {
  const { offsets } = weights;
  const members = [...Array(offsets.length - 1).keys()].filter(region);
  return [...bones.keys()].filter((j) =>
    members.every((i) => {
      const row = weights.bones.subarray(offsets[i], offsets[i + 1]);
      const at = row.indexOf(j);
      return at >= 0 && weights.values[offsets[i] + at] >= least;
    }),
  );
}

const SIZE = 10;
const cloth = clothPatch({ size: SIZE, frames: 8 });
const column = (i: number) => i % SIZE;
const rigid = Uint16Array.from({ length: SIZE * SIZE }, (_, i) => (column(i) >= 7 ? 1 : 0));
const together = Uint16Array.from({ length: SIZE * SIZE }, (_, i) =>
  column(i) === 3 || column(i) === 4 ? 5 : 0,
);
const known = (Object.keys(METHODS) as SolveMethod[]).filter(
  (method) => method === "auto" || method === "ssdr" || METHOD_TABLE[method],
);

describe("the artist's intent for weights", () => {
  it.each(known)("is respected by every method: %s", async (method) => {
    const { rig, report } = await solve(cloth, { method, iterations: 12 }, { rigid, together });
    expect(sharedBones(rig, (i) => rigid[i] > 0, 1)).toHaveLength(1);
    expect(sharedBones(rig, (i) => together[i] > 0, 0.5 - 1e-6).length).toBeGreaterThan(0);
    expect(report.influences).toBeLessThanOrEqual(4);
    for (let i = 0; i < rigid.length; i++) {
      const [own, was] = [rig.rest, cloth.rest].map((rest) => [...rest.subarray(3 * i, 3 * i + 3)]);
      if (rigid[i] > 0) expect(own).toEqual(was);
    }
  });

  it("never raises the objective without saying so", async () => {
    const importance = Float32Array.from(rigid, (r) => 1 + 2 * r);
    const frames = Float32Array.from({ length: 8 }, (_, k) => 1 + (k % 3));
    for (const smoothness of [0, 1]) {
      const intent = { rigid, together, importance, frames };
      const { report } = await solve(cloth, { smoothness, connected: false }, intent);
      report.history.forEach(({ objective, event }, n) => {
        if (n > 0 && event === null) {
          expect(objective).toBeLessThanOrEqual(report.history[n - 1].objective! * (1 + 1e-9));
        }
      });
    }
  });

  it("draws bones to where the density is high", async () => {
    // The waves are the same everywhere, so bones spread evenly without density.
    const size = 24;
    const sheet = clothPatch({ size, frames: 10 });
    const even = sheet.frames.slice();
    for (let k = 0; k < 10; k++) {
      for (let i = 0; i < size * size; i++) {
        const [u, v] = [i % size, Math.floor(i / size)];
        const phase = (2 * Math.PI * k) / 10;
        const at = 3 * (k * size * size + i);
        even.set([sheet.rest[3 * i], sheet.rest[3 * i + 1], 0], at);
        even[at + 2] = 0.06 * (Math.sin(u * 0.9 + phase) + Math.sin(v * 0.9 - 2 * phase));
      }
    }
    const sequence = { ...sheet, frames: even };
    const left = (i: number) => i % size < size / 2;
    const counts: number[] = [];
    for (const wish of [0, 0.35, 1]) {
      const density = Float32Array.from({ length: size * size }, (_, i) => (left(i) ? wish : 0));
      const { rig } = await solve(sequence, { bones: 24, iterations: 40 }, { density });
      // For each bone, where most of its mass is.
      const mass = rig.bones.map(() => [0, 0]);
      for (let i = 0; i < size * size; i++) {
        for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
          mass[rig.weights.bones[e]][left(i) ? 0 : 1] += rig.weights.values[e];
        }
      }
      counts.push(mass.filter(([a, b]) => a > b).length);
    }
    expect(counts[1]).toBeGreaterThan(counts[0]);
    expect(counts[2]).toBeGreaterThan(counts[1]);
  });

  it("refuses invalid values", async () => {
    const wrong = solve(cloth, {}, { importance: new Float32Array(3) });
    await expect(wrong).rejects.toThrow("does not fit");
    const negative = solve(cloth, {}, { frames: new Float32Array(8).fill(-1) });
    await expect(negative).rejects.toThrow("below 0");
  });
});
