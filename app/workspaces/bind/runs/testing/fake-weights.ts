/** A fake client whose weights the test supplies, and the mesh and skeleton that they belong to. */
import type { Job, SolverClient } from "../../../../../workers/client";
import { fakeUploads } from "../../../../../workers/jobs/testing/fake-uploads";
import { CancelledError } from "../../../../../workers/model/errors";
import type { MeshSequence } from "../../../../../workers/model/mesh/mesh-sequence";
import type {
  WeightReport,
  WeightsPartial,
  WeightsResult,
} from "../../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { DEFAULT_LIMITS, type Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import type { WeightsInput } from "../../../../../workers/model/weights/weights-input";

/** A strip of squares along x, from 0 to 2. */
const COLUMNS = 8;
const V = 2 * COLUMNS;
const rest = Float32Array.from({ length: 3 * V }, (_, n) => {
  const [column, row] = [Math.floor(n / 6), Math.floor(n / 3) % 2];
  return [(2 * column) / (COLUMNS - 1), row - 0.5, 0][n % 3];
});
const squares = Array.from({ length: COLUMNS - 1 }, (_, c) => [2 * c, 2 * c + 2, 2 * c + 3, 2 * c + 1]);

export const sequence: MeshSequence = {
  ...{ version: 1, name: "strip", vertexCount: V, frameCount: 1, fps: 24, origin: [0, 0, 0] },
  solverIndex: Uint32Array.from({ length: V }, (_, i) => i),
  polygonOffsets: Uint32Array.from({ length: COLUMNS }, (_, p) => 4 * p),
  polygonCorners: Uint32Array.from(squares.flat()),
  triangles: Uint32Array.from(squares.flatMap(([i, j, k, l]) => [i, j, k, i, k, l])),
  parts: [
    {
      ...{ name: "strip", material: 0, firstPolygon: 0, polygonCount: squares.length },
      ...{ firstTriangle: 0, triangleCount: 2 * squares.length },
    },
  ],
  materials: [{ name: "clay", baseColour: [1, 1, 1, 1], doubleSided: false }],
  clips: [{ name: "strip", first: 0, last: 0 }],
  ...{ upAxis: "y", metresPerUnit: 1, rest, frames: rest.slice(), uvs: null, normals: null },
};

const STILL = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export const skeleton: Skeleton = {
  version: 1,
  segments: [0, 1].map((j) => ({
    name: `part ${"ab"[j]}`,
    parent: j - 1,
    kind: "rigid",
    head: [j, 0, 0],
    tail: [j + 1, 0, 0],
    limits: { ...DEFAULT_LIMITS },
  })),
};

/** A rig with this weight of the first bone at every vertex, and the rest on the second. */
export function bound(first: number): Rig {
  const count = sequence.vertexCount;
  return {
    ...{ version: 1, boneKind: "rigid", motion: Float32Array.of(...STILL, ...STILL), rest },
    bones: skeleton.segments.map(({ name, parent, head }) => ({ name, parent, head })),
    weights: {
      version: 1,
      offsets: Uint32Array.from({ length: count + 1 }, (_, i) => 2 * i),
      bones: Uint16Array.from({ length: 2 * count }, (_, n) => n % 2),
      values: Float32Array.from({ length: 2 * count }, (_, n) => (n % 2 === 0 ? first : 1 - first)),
    },
  };
}

export const partial = (
  iteration: number,
  first: number,
  more: Partial<WeightsPartial> = {},
): WeightsPartial => ({
  iteration,
  weights: bound(first).weights,
  energyPerIteration: Array.from({ length: iteration }, (_, n) => 1 / (n + 1)),
  strain: null,
  held: [],
  massOfHeat: Float64Array.of(1, 1),
  exemplars: null,
  idle: false,
  seconds: 0.1,
  bound: { rig: bound(first), segmentOfBone: Uint16Array.of(0, 1) },
  ...more,
});

/** A job that the test answers. */
export interface AskedWeights {
  input: WeightsInput;
  calls: string[];
  /** The edits that it got since it started. */
  told: WeightEdits[];
  show(partial: WeightsPartial): void;
  finish(result: WeightsResult): void;
  fail(error: unknown): void;
}

/** The result of a run that is kept. */
export function ended(first: number, energyPerIteration: number[] = [1, 0.5]): WeightsResult {
  const { weights } = bound(first);
  const report = { method: "arap", held: [], energyPerIteration } as unknown as WeightReport;
  return {
    weights,
    heat: weights,
    report,
    bound: { rig: bound(first), segmentOfBone: Uint16Array.of(0, 1) },
  };
}

export function fakeClient() {
  const runs: AskedWeights[] = [];
  const adjusted: WeightEdits[] = [];
  const answer = { followed: true };
  const client = {
    ...fakeUploads(),
    weights(input: WeightsInput): Job<WeightsResult, WeightsPartial> {
      let finish!: (result: WeightsResult) => void;
      let fail!: (error: unknown) => void;
      let listen: (partial: WeightsPartial) => void = () => {};
      const result = new Promise<WeightsResult>((resolve, reject) => {
        [finish, fail] = [resolve, reject];
      });
      const asked: AskedWeights = { input, calls: [], told: [], show: (each) => listen(each), finish, fail };
      runs.push(asked);
      const note = (name: string) => () => void asked.calls.push(name);
      return {
        id: runs.length,
        result,
        pause: note("pause"),
        resume: note("resume"),
        keep: note("keep"),
        cancel: () => {
          asked.calls.push("cancel");
          fail(new CancelledError());
        },
        onProgress: () => () => {},
        onPartial: (each) => {
          listen = each;
          return () => {};
        },
      };
    },
    adjustWeights({ edits }: { edits: WeightEdits }) {
      adjusted.push(edits);
      runs[runs.length - 1]?.told.push(edits);
      return { result: Promise.resolve({ ...answer }) } as Job<{ followed: boolean }>;
    },
  } as unknown as SolverClient;
  return { client, runs, adjusted, answer };
}
