import { describe, expect, it } from "vitest";
import { linearBlend } from "../deform/classic/linear-blend";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { createRandom } from "../math/random";
import { Patches } from "../mesh/patches";
import { frameOf, type MeshSequence, restDiagonal } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { maxInfluences } from "../model/rig/sparse-weights";
import { UNWATCHED } from "../model/task";
import { bendingBar, movingShells } from "../testing/sequences";
import { measure, measureBytes } from "./measure";
import { strayInfluenceShare } from "./stray-influences";

/** The rig with its motion and its rest pose disturbed. */
function disturbed(rig: Rig, amount: number, seed: number): Rig {
  const random = createRandom(seed);
  const shake = (numbers: Float32Array) => numbers.map((x) => x + amount * random.normal());
  return { ...rig, motion: shake(rig.motion), rest: shake(rig.rest) };
}

function measured(sequence: MeshSequence, rig: Rig) {
  const bytes = measureBytes(sequence, rig.bones.length, maxInfluences(rig.weights), 1);
  return measure(new Serial(new Arena(bytes, false)), sequence, rig, UNWATCHED);
}

/** Area-weighted normals, 3V, not of unit length. */
function normalsOf(positions: ArrayLike<number>, corners: ArrayLike<number>): number[][] {
  const normals = Array.from({ length: positions.length / 3 }, () => [0, 0, 0]);
  const point = (i: number) => [0, 1, 2].map((c) => positions[3 * i + c]);
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => point(corners[t + n]));
    const [u, v] = [b, c].map((p) => p.map((x, axis) => x - a[axis]));
    const n = [0, 1, 2].map((x) => u[(x + 1) % 3] * v[(x + 2) % 3] - u[(x + 2) % 3] * v[(x + 1) % 3]);
    for (let k = 0; k < 3; k++) for (let axis = 0; axis < 3; axis++) normals[corners[t + k]][axis] += n[axis];
  }
  return normals;
}

/** Computes every figure again, vertex by vertex and frame by frame. */
function plain(sequence: MeshSequence, rig: Rig) {
  const { vertexCount: V, frameCount: F } = sequence;
  const d = restDiagonal(sequence);
  const corners = sequence.triangles.map((v) => sequence.solverIndex[v]);
  const perFrame = new Array(F).fill(0);
  const perVertex = new Array(V).fill(0);
  const distances: number[][] = Array.from({ length: F }, () => []);
  let [largest, jitter, angles, counted] = [0, 0, 0, 0];
  let before: number[] = [];
  for (let k = 0; k < F; k++) {
    const posed = linearBlend(rig, k);
    const truth = frameOf(sequence, k);
    const error = Array.from(posed, (x, n) => x - truth[n]);
    for (let i = 0; i < V; i++) {
      const at = [3 * i, 3 * i + 1, 3 * i + 2];
      const square = at.reduce((s, n) => s + error[n] ** 2, 0);
      perFrame[k] += square;
      perVertex[i] += square;
      distances[k].push((100 * Math.sqrt(square)) / d);
      largest = Math.max(largest, square);
      if (k > 0) jitter += at.reduce((s, n) => s + (error[n] - before[n]) ** 2, 0);
    }
    before = error;
    const [a, b] = [normalsOf(truth, corners), normalsOf(posed, corners)];
    for (let i = 0; i < V; i++) {
      const [la, lb] = [Math.hypot(...a[i]), Math.hypot(...b[i])];
      if (la === 0 || lb === 0) continue;
      const apart = Math.hypot(...a[i].map((x, c) => x / la - b[i][c] / lb));
      angles += 2 * Math.asin(Math.min(1, apart / 2));
      counted++;
    }
  }
  const total = perFrame.reduce((s, x) => s + x, 0);
  const mean = distances.map((all) => all.reduce((s, x) => s + x / V, 0));
  const deviation = distances.map((all, k) => Math.sqrt(all.reduce((s, x) => s + (x - mean[k]) ** 2 / V, 0)));
  return {
    eRms: (1000 * Math.sqrt(total / (3 * V * F)) * 2) / d,
    rmsePercent: (100 * Math.sqrt(total / (V * F))) / d,
    maxErrorPercent: (100 * Math.sqrt(largest)) / d,
    jitterPercent: (100 * Math.sqrt(jitter / (V * Math.max(1, F - 1)))) / d,
    normalErrorDegrees: (angles / counted) * (180 / Math.PI),
    errorPerFrame: perFrame.map((s) => (1000 * Math.sqrt(s / (3 * V)) * 2) / d),
    distancePerFrame: { mean, deviation },
    distanceDeviationPercent: deviation.reduce((s, x) => s + x / F, 0),
    errorPerVertex: perVertex.map((s) => Math.sqrt(s / F)),
  };
}

describe("measure", () => {
  it.each([
    ["a bar", bendingBar(), 0.01],
    ["a bar that is far off", bendingBar({ frames: 5, seed: 3 }), 0.4],
    ["shells", movingShells(), 0.02],
    ["one frame", bendingBar({ frames: 1 }), 0.05],
  ])("agrees with a direct evaluation of %s", async (_, { sequence, rig: exact }, amount) => {
    const rig = disturbed(exact, amount, 7);
    const found = await measured(sequence, rig);
    const truth = plain(sequence, rig);
    for (const key of ["eRms", "rmsePercent", "maxErrorPercent", "jitterPercent"] as const) {
      expect(found[key], key).toBeCloseTo(truth[key], 8);
    }
    expect(Math.abs(found.normalErrorDegrees - truth.normalErrorDegrees)).toBeLessThan(2e-3);
    found.errorPerFrame.forEach((e, k) => {
      expect(e).toBeCloseTo(truth.errorPerFrame[k], 8);
    });
    for (const part of ["mean", "deviation"] as const) {
      found.distancePerFrame![part].forEach((x, k) => {
        expect(x, part).toBeCloseTo(truth.distancePerFrame[part][k], 6);
      });
    }
    expect(found.distanceDeviationPercent).toBeCloseTo(truth.distanceDeviationPercent, 6);
    found.errorPerVertex.forEach((e, i) => {
      expect(e).toBeCloseTo(truth.errorPerVertex[i], 5);
    });
  });

  it("finds no error in an exact rig", async () => {
    const { sequence, rig } = bendingBar();
    const found = await measured(sequence, rig);
    expect(found.eRms).toBeLessThan(1e-3);
    expect(found.normalErrorDegrees).toBeLessThan(0.01);
    expect(found.influences).toBe(maxInfluences(rig.weights));
    expect(found.meanInfluences).toBe(rig.weights.values.length / sequence.vertexCount);
    expect(found.sequenceBytes).toBe(12 * sequence.vertexCount * sequence.frameCount);
  });
});

describe("strayInfluenceShare", () => {
  it("counts influences on patches that are small relative to a bone's largest patch on a shell", () => {
    // A strip of 100 vertices and a separate triangle.
    const strip = Array.from({ length: 98 }, (_, t) => [t, t + 1, t + 2]).flat();
    const patches = new Patches([...strip, 100, 101, 102], 103);
    const share = (bones: number[], values = new Float32Array(103).fill(1)) => {
      const offsets = Uint32Array.from({ length: 104 }, (_, i) => i);
      return strayInfluenceShare({ version: 1, offsets, bones: Uint16Array.from(bones), values }, 2, patches);
    };
    const bones = (islands: number[]) => Array.from({ length: 103 }, (_, i) => (islands.includes(i) ? 1 : 0));
    const wide = (from: number) => Array.from({ length: 41 }, (_, n) => from + n);
    expect(share(bones([]))).toBe(0);
    // One patch has 41 vertices. Two more beyond a gap are less than a twentieth of that, three are not.
    expect(share(bones([...wide(0), 90, 91]))).toBeCloseTo(2 / 103, 12);
    expect(share(bones([...wide(0), 90, 91, 92]))).toBe(0);
    // On another shell, a single vertex is a patch of its own.
    expect(share(bones([...wide(0), 101]))).toBe(0);
    const values = new Float32Array(103).fill(1);
    values[90] = 0;
    expect(share(bones([...wide(0), 90]), values)).toBe(0);
  });
});
