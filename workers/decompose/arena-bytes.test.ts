import { describe, expect, it } from "vitest";
import { exactParallel } from "../kernels/testing/exact-arena";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { INITIALISERS, type Initialiser, METHODS, type SolveMethod } from "../model/solve/methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "../model/solve/solve-settings";
import { UNWATCHED } from "../model/task";
import { bendingBar, clothPatch, movingShells } from "../testing/sequences";
import { decompose } from "./decompose";

/** Many threads: their scratch memory must outweigh the rounding of the prediction. */
const THREADS = 16;

/** Small sequences, where scratch memory is a large part, and one with more frames than a kernel solves at once. */
const SEQUENCES: Record<string, MeshSequence> = {
  bar: bendingBar({ bones: 3, frames: 6, length: 8, width: 2 }).sequence,
  cloth: clothPatch({ size: 9, frames: 40 }),
  shells: movingShells({ shells: 4, frames: 8, detail: 3 }).sequence,
};

const WAYS: Record<string, Partial<SolveSettings>> = {
  "at the knee": { knee: true },
  "to an error": { errorTarget: 0.01 },
  "affine and smooth": { boneKind: "affine", smoothness: 0.5 },
  "frames held out": { holdOut: 3, correction: 2 },
  "all influences": { influences: 0 },
  mirrored: { mirrored: true },
};

async function solve(sequence: MeshSequence, asked: Partial<SolveSettings>): Promise<number> {
  const settings = { ...SOLVE_DEFAULTS, bones: 4, iterations: 6, ...asked };
  const task = { ...UNWATCHED, finishNow: false, partial() {} };
  const { rig } = await decompose(
    { sequence, settings, from: null, locks: null },
    exactParallel(THREADS),
    task,
  );
  return rig.bones.length;
}

describe("an arena of exactly the predicted bytes", () => {
  for (const [name, sequence] of Object.entries(SEQUENCES)) {
    it.each(Object.keys(METHODS) as SolveMethod[])(`is enough for ${name}: %s`, async (method) => {
      expect(await solve(sequence, { method })).toBeGreaterThan(0);
    });

    it.each(Object.keys(INITIALISERS) as Initialiser[])(
      `is enough for ${name}, starts: %s`,
      async (start) => {
        expect(await solve(sequence, { method: "ssdr", initialiser: start })).toBeGreaterThan(0);
      },
    );

    it.each(Object.keys(WAYS))(`is enough for ${name} %s`, async (way) => {
      expect(await solve(sequence, WAYS[way])).toBeGreaterThan(0);
    });
  }
});
