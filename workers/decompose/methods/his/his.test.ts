import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { assembleSequence } from "../../../formats/assemble/assemble-sequence";
import { inspect } from "../../../formats/open";
import { nodeFiles } from "../../../formats/source/node-file";
import { nodeParallel } from "../../../jobs/pool/node-parallel";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { defaultsOf } from "../../../model/solve/method-parameters/field";
import { HIS_FIELDS, type HisParameters } from "../../../model/solve/method-parameters/his";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../../model/solve/solve-settings";
import { type Progress, UNWATCHED } from "../../../model/task";
import { bendingBar, clothPatch, movingShells, staticCube } from "../../../testing/sequences";
import { sharedData } from "../../../testing/shared-data";
import { decompose } from "../../decompose";
import { startContext } from "../../initialisers/start-context";
import { hisStartBytes, startHis } from "../../initialisers/start-his";
import type { DecomposeTask } from "../../input/decompose-input";
import { buildProblem, problemBytes } from "../../problem/build-problem";
import { Flat } from "./flat/flat";
import { guess, guessedBytes } from "./flat/flat-search";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));
const UNSEEN: DecomposeTask = { progress() {}, async checkpoint() {}, finishNow: false, partial() {} };
const PLAIN = { method: "his", influences: 0, correctRestPose: false } as const;

function solve(sequence: MeshSequence, settings: Partial<SolveSettings>, make = serial, task = UNSEEN) {
  const input = { sequence, settings: { ...SOLVE_DEFAULTS, ...PLAIN, ...settings }, from: null, locks: null };
  return decompose(input, make, task);
}

const bar = bendingBar({ bones: 4, frames: 10, length: 20, width: 3 }).sequence;

describe("hyperspectral inverse skinning", () => {
  it("finds a rig with the flat's error and valid weights", async () => {
    const { rig, report } = await solve(bar, { bones: 4 });
    expect(report.bones).toBe(4);
    expect(rig.boneKind).toBe("affine");
    expect(report.figures!.flatERms).toBeLessThan(1.5);
    expect(Math.abs(report.eRms / report.figures!.flatERms - 1)).toBeLessThan(1e-3);
    expect(report.errorPerIteration.length).toBe(12);
    report.errorPerIteration.forEach((e, n) => {
      if (n > 0) expect(e).toBeLessThan(report.errorPerIteration[n - 1] * (1 + 1e-6));
    });
    const { offsets, values } = rig.weights;
    for (let i = 0; i + 1 < offsets.length; i++) {
      const row = values.subarray(offsets[i], offsets[i + 1]);
      expect(Math.min(...row)).toBeGreaterThan(0);
      expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    }
  });

  it("encloses all motion with the current simplex when told to finish, and reports no end before", async () => {
    const shares: (number | null)[] = [];
    const task = {
      ...UNSEEN,
      finishNow: false,
      progress({ phase, done }: Progress) {
        if (phase !== "Simplex") return;
        shares.push(done);
        task.finishNow = true;
      },
    };
    const kept = await solve(bar, { bones: 4 }, serial, task);
    const whole = await solve(bar, { bones: 4 });
    expect(shares[0]).toBeNull();
    expect(kept.report.figures!.simplexIterations).toBe(0);
    expect(kept.report.figures!.simplexLogVolume).toBeGreaterThan(whole.report.figures!.simplexLogVolume);
    expect(Math.abs(kept.report.eRms / whole.report.eRms - 1)).toBeLessThan(1e-3);
    expect(Math.min(...kept.rig.weights.values)).toBeGreaterThan(0);
  });

  it("shows a rig of the same error while the flat is being found", async () => {
    const shown: number[] = [];
    const task: DecomposeTask = {
      ...UNSEEN,
      partial(rig, { eRms }) {
        const { weights, motion, bones } = rig();
        if (shown.length > 3) return;
        let sum = 0;
        for (let k = 0; k < bar.frameCount; k++) {
          for (let i = 0; i < bar.vertexCount; i++) {
            for (let r = 0; r < 3; r++) {
              let x = -bar.frames[(k * bar.vertexCount + i) * 3 + r];
              for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
                const m = (k * bones.length + weights.bones[e]) * 12 + 4 * r;
                for (let c = 0; c < 3; c++) x += weights.values[e] * motion[m + c] * bar.rest[3 * i + c];
                x += weights.values[e] * motion[m + 3];
              }
              sum += x * x;
            }
          }
        }
        const [lo, hi] = [0, 1].map((end) =>
          [0, 1, 2].map((c) => {
            const all = bar.rest.filter((_, n) => n % 3 === c);
            return end ? Math.max(...all) : Math.min(...all);
          }),
        );
        const diagonal = Math.hypot(...hi.map((x, c) => x - lo[c]));
        const found = (2000 / diagonal) * Math.sqrt(sum / (3 * bar.vertexCount * bar.frameCount));
        expect(Math.abs(found / eRms - 1)).toBeLessThan(0.02);
        shown.push(found);
      },
    };
    await solve(bar, { bones: 3 }, serial, task);
    expect(shown.length).toBe(4);
  });

  it("refits to few influences, solves the rest pose, and accepts every variant", async () => {
    const sparse = await solve(bar, {
      bones: 6,
      influences: 2,
      parameters: { his: { refitIterations: 15 } },
    });
    expect(sparse.report.influences).toBeLessThanOrEqual(2);
    expect(sparse.report.figures!.sparseERms).toBeGreaterThan(sparse.report.figures!.flatERms);
    const plain = await solve(bar, { bones: 3 });
    const rest = await solve(bar, { bones: 3, parameters: { his: { solveRest: true } } });
    expect(rest.report.figures!.flatERms).toBeLessThan(plain.report.figures!.flatERms);
    expect(rest.report.eRms).toBeCloseTo(rest.report.figures!.flatERms, 2);
    const variants: Partial<HisParameters>[] = [
      { simplex: "sqp", flatTolerance: 0.2 },
      { neighbourhood: "euclidean", rank: "vertex", lambda: "singular" },
      { neighbourhood: "geodesic", exact: true, widen: false, simplexIterations: 0 },
    ];
    for (const parameters of variants) {
      const { report } = await solve(bar, {
        bones: 3,
        parameters: { his: { ...parameters, flatIterations: 4 } },
      });
      expect(report.eRms).toBeLessThan(40);
      expect(report.iterations).toBeLessThanOrEqual(6);
    }
  });

  it("handles plane rest poses, shells, more bones than the motion has dimensions, and one bone", async () => {
    const cloth = await solve(clothPatch({ size: 11, frames: 8 }), { bones: 8 });
    expect(cloth.report.eRms).toBeLessThan(5);
    const shells = await solve(movingShells({ shells: 4, frames: 8, detail: 3 }).sequence, { bones: 4 });
    expect(shells.report.eRms).toBeLessThan(0.05);
    const still = await solve(staticCube({ frames: 2 }), { bones: 5 });
    expect(still.report.eRms).toBeLessThan(1e-3);
    const one = await solve(bar, { bones: 1 });
    expect(one.report.bones).toBe(1);
  });

  it("finds the fewest bones that reach an error by the flat alone", async () => {
    const { report } = await solve(bar, { errorTarget: 0.004 });
    expect(report.rmsePercent).toBeLessThanOrEqual(0.4 * (1 + 1e-3));
    const fewer = await solve(bar, { bones: report.bones - 1 });
    expect(fewer.report.rmsePercent).toBeGreaterThan(0.4);
  });

  it("gives equal bits on one thread and on two", async () => {
    const settings = { bones: 5, influences: 3, parameters: { his: { refitIterations: 5 } } };
    const one = await solve(bar, settings);
    const two = await solve(bar, settings, (bytes: number) => nodeParallel(bytes, 2) as Promise<Serial>);
    expect(two.rig.motion).toEqual(one.rig.motion);
    expect(two.rig.weights).toEqual(one.rig.weights);
  });

  it("starts rigid bones that follow the shells", async () => {
    const { sequence } = movingShells({ shells: 5, frames: 8, detail: 3 });
    const size = {
      vertices: sequence.vertexCount,
      frames: 8,
      rank: 24,
      corners: sequence.triangles.length,
      bones: 5,
      influences: 5,
    };
    const parallel = await serial(problemBytes(sequence.vertexCount, 8) + hisStartBytes(size, 1) + 1e6);
    const problem = await buildProblem(parallel, sequence, { bones: 5, tailERms: 1e-6 }, UNWATCHED);
    const motion = await startHis(startContext(parallel, problem), 5, createRandom(1), UNWATCHED);
    expect(motion.length).toBe(8 * 5 * 12);
    const { report } = await solve(sequence, {
      method: "ssdr",
      initialiser: "his",
      bones: 5,
      iterations: 12,
      restarts: 1,
    });
    expect(report.eRms).toBeLessThan(0.05);
  });
});

const DATA = sharedData("");
const ASK = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

describe.skipIf(!existsSync(DATA))("flats of the authors' data (skipped without ../shared/data)", () => {
  it.each([
    ["horse-gallop", 20, 0.68],
    ["cat-poses", 10, 4.95],
    ["cat-poses", 20, 0.9],
    ["horse-poses", 10, 4],
  ])("%s with %i handles: at most %f after ten iterations", async (name, h, most) => {
    const paths = [".obj", ".pc2"].map((end) => new URL(name + end, DATA).pathname);
    const [source] = await inspect(await nodeFiles(paths), UNWATCHED);
    const sequence = await assembleSequence(await source.read(ASK, UNWATCHED), ASK, UNWATCHED);
    const { vertexCount, frameCount } = sequence;
    const size = { vertices: vertexCount, rank: 3 * frameCount, bones: h };
    const extra = guessedBytes(size, 1) + Flat.bytes(vertexCount, 3 * frameCount, h, 1);
    const parallel = await serial(problemBytes(vertexCount, frameCount) + extra);
    const problem = await buildProblem(parallel, sequence, { bones: h, tailERms: null }, UNWATCHED);
    const random = createRandom(1);
    const parameters = defaultsOf<HisParameters>(HIS_FIELDS);
    const flat = new Flat(parallel, problem, h);
    flat.place(await guess(startContext(parallel, problem), h, parameters, random, UNWATCHED), random);
    await flat.solveWeights(false, UNWATCHED);
    for (let it = 0; it < 10; it++) {
      await flat.solveHandles(false, UNWATCHED);
      await flat.solveWeights(false, UNWATCHED);
    }
    expect(1000 * Math.sqrt(flat.error / (3 * vertexCount * frameCount))).toBeLessThan(most);
  });
});
