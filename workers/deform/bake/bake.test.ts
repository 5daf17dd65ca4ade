import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { leastResidual, type PlainProblem, residual } from "../../kernels/testing/blend-reference";
import { DEFORM_DEFAULTS, type DeformerKind, type DeformSettings, deformSourceOf } from "../../model/deform";
import { CancelledError, SinewError } from "../../model/errors";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { BakeInput } from "../../model/reports/deform-report";
import { poseMatrices, poseOfMatrices } from "../../model/rig/pose";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import { type Task, UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { linearBlend } from "../classic/linear-blend";
import { deformFrames, prepareDeformer } from "../deform-frames";
import { farthest } from "../testing/meshes";
import { bakeDeformer } from "./bake";

const makeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});
const { sequence, rig } = bendingBar({ bones: 4, frames: 9, length: 16, width: 3, seed: 4 });
const V = sequence.vertexCount;
const B = rig.bones.length;
const diagonal = restDiagonal(sequence);
const settings: DeformSettings = { ...DEFORM_DEFAULTS, iterations: 8, kappa: 0.3 };

const bake = (change: Partial<BakeInput>, task: Task = UNWATCHED) =>
  bakeDeformer(
    {
      sequence,
      rig,
      kind: "ddm-v0",
      settings,
      influences: 2,
      frames: { clips: [] },
      method: null,
      ...change,
    },
    makeParallel,
    task,
  );

/** The frames of the deformer, and of linear blend skinning with these weights. */
async function framesOf(kind: DeformerKind, weights: SparseWeights, motion = rig.motion) {
  const { deformer } = await prepareDeformer(
    kind,
    deformSourceOf(sequence, rig),
    settings,
    makeParallel,
    UNWATCHED,
  );
  const truth: Float64Array[] = [];
  const blended: Float64Array[] = [];
  await deformFrames(deformer, motion, B, UNWATCHED, (k, { positions }) => {
    truth.push(positions.slice());
    blended.push(linearBlend({ ...rig, weights, motion }, k));
  });
  return { truth, blended };
}

/** Squared error of each vertex over all frames. */
function vertexErrors({ truth, blended }: { truth: Float64Array[]; blended: Float64Array[] }): Float64Array {
  const errors = new Float64Array(V);
  truth.forEach((frame, k) => {
    frame.forEach((x, n) => {
      errors[Math.floor(n / 3)] += (x - blended[k][n]) ** 2;
    });
  });
  return errors;
}

const eRmsOf = (errors: Float64Array, frames: number) =>
  (1000 * Math.sqrt(errors.reduce((a, b) => a + b, 0) / (3 * V * frames)) * 2) / diagonal;

function checkRows(weights: SparseWeights, most: number): void {
  expect(maxInfluences(weights)).toBeLessThanOrEqual(most);
  for (let i = 0; i < V; i++) {
    const row = [...weights.values.subarray(weights.offsets[i], weights.offsets[i + 1])];
    expect(Math.min(...row)).toBeGreaterThan(0);
    expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
    const bones = [...weights.bones.subarray(weights.offsets[i], weights.offsets[i + 1])];
    expect(bones).toEqual(bones.toSorted((a, b) => a - b));
  }
}

describe("baking", () => {
  it("returns the weights of linear blend skinning", async () => {
    const { eRms, rig: baked } = await bake({ kind: "lbs", influences: 0 });
    for (const error of Object.values(eRms)) expect(error).toBeLessThan(1e-3);
    baked.weights.values.forEach((w, e) => {
      expect(w).toBeCloseTo(rig.weights.values[e], 4);
    });
    expect([...baked.weights.bones]).toEqual([...rig.weights.bones]);
  });

  it("by v5 with all influences is Direct Delta Mush v5", async () => {
    for (const bind of ["rigid", "rig"] as const) {
      const change = {
        kind: "ddm-v5",
        influences: 0,
        method: "v5",
        settings: { ...settings, bind },
      } as const;
      const { rig: baked, chosen, eRms } = await bake(change);
      expect(chosen).toBe("v5");
      expect(eRms.v5).toBeLessThan(1e-3);
      if (bind !== settings.bind) continue;
      const { truth, blended } = await framesOf("ddm-v5", baked.weights);
      truth.forEach((frame, k) => {
        expect(farthest(frame, blended[k])).toBeLessThan(1e-6 * diagonal);
      });
    }
  });

  it.each(["dqs", "dm", "ddm-v0", "ddm-v2", "ddm-v5-dqs"] as const)(
    "fits %s no worse than v5 on any vertex, and measures both correctly",
    async (kind) => {
      for (const influences of [1, 2, 3, 0]) {
        const [v5, fit, free] = [
          await bake({ kind, influences, method: "v5" }),
          await bake({ kind, influences, method: "fit" }),
          await bake({ kind, influences }),
        ];
        const most = influences || B;
        checkRows(v5.rig.weights, most);
        checkRows(fit.rig.weights, most);
        const plain = vertexErrors(await framesOf(kind, v5.rig.weights));
        const fitted = vertexErrors(await framesOf(kind, fit.rig.weights));
        fitted.forEach((error, i) => {
          expect(error).toBeLessThanOrEqual(plain[i] * (1 + 1e-5) + 1e-10);
        });
        expect(fit.eRms.v5).toBeCloseTo(eRmsOf(plain, 9), 3);
        expect(fit.eRms.fit).toBeCloseTo(eRmsOf(fitted, 9), 3);
        expect(fit.eRms.before).toBeCloseTo(eRmsOf(vertexErrors(await framesOf(kind, rig.weights)), 9), 3);
        // With one influence there are no weights to fit, and both take the best bone.
        if (influences !== 1) expect(fit.eRms.fit).toBeLessThan(0.99 * fit.eRms.v5);
        expect(free.chosen).toBe(fit.eRms.fit < fit.eRms.v5 ? "fit" : "v5");
        expect(free.rig.weights).toEqual((free.chosen === "fit" ? fit : v5).rig.weights);
      }
    },
  );

  it("comes near the best of all weights, compared with trying every support", async () => {
    const kind = "ddm-v0";
    const { rig: baked } = await bake({ kind, influences: 2, method: "fit" });
    const { truth } = await framesOf(kind, baked.weights);
    const plain: PlainProblem = { vertexCount: V, frameCount: 9, rest: [], trajectories: [] };
    for (let i = 0; i < V; i++) {
      plain.rest.push([...rig.rest.subarray(3 * i, 3 * i + 3), 1]);
      plain.trajectories.push(truth.flatMap((frame) => [...frame.subarray(3 * i, 3 * i + 3)]));
    }
    const bones = Array.from({ length: 27 }, (_, row) =>
      Array.from({ length: 4 * B }, (_, c) => {
        const [k, j] = [Math.floor(row / 3), c >> 2];
        return rig.motion[(k * B + j) * 12 + 4 * (row % 3) + (c & 3)];
      }),
    );
    let [reached, least] = [0, 0];
    for (let i = 0; i < V; i += 3) {
      const row = new Array<number>(B).fill(0);
      const { offsets, values } = baked.weights;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) row[baked.weights.bones[e]] = values[e];
      reached += residual(plain, bones, i, row);
      least += leastResidual(plain, bones, B, i, 2);
    }
    expect(reached).toBeGreaterThanOrEqual(least * (1 - 1e-4));
    expect(reached).toBeLessThan(1.02 * least);
  });

  it("bakes over poses, and over named clips", async () => {
    const size = 12 * B;
    const poses = [2, 5].map((k) =>
      poseOfMatrices(rig.bones, rig.motion.subarray(size * k, size * (k + 1)), `pose ${k}`),
    );
    const result = await bake({ frames: { poses }, method: "fit" });
    expect(result.frames).toBe(2);
    const motion = Float32Array.from(poses.flatMap((pose) => [...poseMatrices(rig.bones, pose)]));
    const errors = vertexErrors(await framesOf("ddm-v0", result.rig.weights, motion));
    expect(result.eRms.fit).toBeCloseTo(eRmsOf(errors, 2), 3);
    expect(result.rig.motion).toBe(rig.motion);
    const clips = [
      { name: "start", first: 0, last: 3 },
      { name: "end", first: 4, last: 8 },
    ];
    const part = await bake({ sequence: { ...sequence, clips }, frames: { clips: [1] } });
    expect(part.frames).toBe(5);
    expect(part.errorPerFrame.length).toBe(5);
  });

  it("stops at any point when cancelled", async () => {
    let calls = 0;
    const counting: Task = {
      ...UNWATCHED,
      async checkpoint() {
        calls++;
      },
    };
    await bake({}, counting);
    const all = calls;
    for (let stop = 0; stop < all; stop += Math.ceil(all / 12)) {
      let left = stop;
      const task: Task = {
        ...UNWATCHED,
        async checkpoint() {
          if (left-- <= 0) throw new CancelledError();
        },
      };
      await expect(bake({}, task)).rejects.toThrow(CancelledError);
    }
  });

  it("refuses input that cannot be baked", async () => {
    await expect(bake({ frames: { poses: [] } })).rejects.toThrow(SinewError);
    await expect(bake({ influences: -1 })).rejects.toThrow(/-1 influences/);
    await expect(bake({ rig: { ...rig, bones: [] } })).rejects.toThrow(/no bones/);
    await expect(bake({ rig: { ...rig, rest: new Float32Array(9) } })).rejects.toThrow(/3 vertices/);
  });
});
