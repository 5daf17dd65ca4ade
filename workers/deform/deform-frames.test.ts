import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { DEFORM_DEFAULTS, DEFORMER_KINDS, type DeformerKind, deformSourceOf } from "../model/deform";
import { CancelledError } from "../model/errors";
import { restDiagonal } from "../model/mesh/mesh-sequence";
import { type Task, UNWATCHED } from "../model/task";
import { aSecondPerReading } from "../testing/fake-clock";
import { bendingBar, movingShells } from "../testing/sequences";
import { linearBlend } from "./classic/linear-blend";
import { createDeformer } from "./create-deformer";
import { deformFrames, prepareDeformer } from "./deform-frames";
import { deformWithReport } from "./deform-report";
import { plainFactors } from "./delta-mush/factors";
import { deformLaplacian } from "./prepare";
import { owners, rigidWeights } from "./rigid-bind";
import { farthest } from "./testing/meshes";

const makeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});
const { sequence, rig } = bendingBar({ bones: 3, frames: 6, length: 12, width: 3, seed: 2 });
const B = rig.bones.length;
const source = deformSourceOf(sequence, rig);
const settings = { ...DEFORM_DEFAULTS, iterations: 6, lambda: 0.8, kappa: 0.2 };
const diagonal = restDiagonal(sequence);

const prepared = (kind: DeformerKind) => prepareDeformer(kind, source, settings, makeParallel, UNWATCHED);

describe("frames of a deformer", () => {
  it.each(DEFORMER_KINDS)(
    "of %s equal the frames of the model itself, in f64 from the definitions",
    async (kind) => {
      const smoothed = kind === "dm" || kind.startsWith("ddm");
      const weights = smoothed ? rigidWeights(owners(rig.weights)) : rig.weights;
      const truth = await createDeformer(
        kind,
        {
          rest: source.rest,
          triangles: source.triangles,
          laplacian: await deformLaplacian(source, weights, settings, UNWATCHED),
          weights,
          boneCount: B,
        },
        {
          ...settings,
          lambdaOf: null,
          kappaOf: null,
          alphaOf: null,
          negligible: 0,
        },
        plainFactors,
        makeParallel,
        UNWATCHED,
      );
      let frames = 0;
      const { deformer } = await prepared(kind);
      await deformFrames(deformer, rig.motion, B, UNWATCHED, (k, posed) => {
        expect(k).toBe(frames++);
        const expected = truth.pose(rig.motion.subarray(12 * B * k, 12 * B * (k + 1)));
        const sure = (i: number) => expected.certainty[i] > 0.02;
        expect(farthest(posed.positions, expected.positions, sure)).toBeLessThan(1e-4 * diagonal);
      });
      expect(frames).toBe(6);
    },
  );

  it("report progress, and use the rest pose of each frame if there is one", async () => {
    const { deformer, entries, entriesPerVertex } = await prepared("lbs");
    expect([entries, entriesPerVertex]).toEqual([null, rig.weights.bones.length / sequence.vertexCount]);
    const seen: unknown[] = [];
    const task = { ...UNWATCHED, progress: (at: unknown) => void seen.push(at) };
    const corrected = Float32Array.from(rig.rest, (x) => x + 0.5);
    const posed: Float64Array[] = [];
    const spent = await aSecondPerReading(() =>
      deformFrames(
        deformer,
        rig.motion,
        B,
        task,
        (_, { positions }) => posed.push(positions.slice()),
        (k) => (k === 2 ? corrected : undefined),
      ),
    );
    // One second passes between the two readings of each of six frames.
    expect(spent).toBe(6);
    expect(seen).toEqual(
      [0, 1, 2, 3, 4, 5].map((k) => ({ phase: "Deforming", done: k / 6, detail: `frame ${k + 1} of 6` })),
    );
    posed.forEach((positions, k) => {
      const rest = k === 2 ? corrected : rig.rest;
      expect(farthest(positions, linearBlend({ ...rig, rest }, k))).toBeLessThan(1e-9);
    });
  });

  it("come one by one, and stop when cancelled", async () => {
    const { deformer } = await prepared("ddm-v0");
    let seen = 0;
    const task: Task = {
      ...UNWATCHED,
      async checkpoint() {
        if (seen === 3) throw new CancelledError();
      },
    };
    const run = deformFrames(deformer, rig.motion, B, task, () => {
      seen++;
    });
    await expect(run).rejects.toThrow(CancelledError);
    expect(seen).toBe(3);
  });
});

describe("the report of deformed frames", () => {
  it("measures the difference from a reference like a plain comparison", async () => {
    const shown: Float32Array[] = [];
    const report = await deformWithReport(
      { source, motion: rig.motion, kind: "ddm-v0", settings, reference: "lbs" },
      makeParallel,
      UNWATCHED,
      ({ positions }) => shown.push(positions),
    );
    let [largest, sum] = [0, 0];
    shown.forEach((positions, k) => {
      const blended = linearBlend(rig, k);
      largest = Math.max(largest, farthest(positions, blended));
      positions.forEach((x, n) => {
        sum += (x - blended[n]) ** 2;
      });
    });
    expect(report.maxDifferencePercent).toBeCloseTo((100 * largest) / diagonal, 3);
    const rms = Math.sqrt(sum / (6 * sequence.vertexCount));
    expect(report.rmsDifferencePercent).toBeCloseTo((100 * rms) / diagonal, 3);
    expect(report).toMatchObject({ deformer: "ddm-v0", frames: 6, bones: B, reference: "lbs" });
    expect(report.entriesPerVertex).toBeGreaterThan(1);
    expect(report.volumeChangePercent?.length).toBe(6);
  });

  it("finds no change of volume in rigid shells, and measures none of open surfaces", async () => {
    const shells = movingShells({ shells: 2, detail: 2, frames: 4 });
    const closed = deformSourceOf(shells.sequence, shells.rig);
    const run = (triangles: Uint32Array) =>
      deformWithReport(
        {
          source: { ...closed, triangles },
          motion: shells.rig.motion,
          kind: "lbs",
          settings,
          reference: null,
        },
        makeParallel,
        UNWATCHED,
        () => {},
      );
    const report = await run(closed.triangles);
    for (const change of report.volumeChangePercent ?? [Number.NaN])
      expect(Math.abs(change)).toBeLessThan(1e-3);
    expect(report.maxDifferencePercent).toBeNull();
    expect((await run(closed.triangles.subarray(3))).volumeChangePercent).toBeNull();
  });
});
