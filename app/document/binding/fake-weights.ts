/** A client whose weights a test hands out by itself, and what they are of. */
import type { Job, SolverClient } from "../../../workers/client";
import { CancelledError } from "../../../workers/model/errors";
import type { Rig } from "../../../workers/model/rig";
import { DEFAULT_LIMITS, type Skeleton } from "../../../workers/model/skeleton";
import type { WeightEdits } from "../../../workers/model/weight-edits";
import type { WeightReport, WeightsPartial, WeightsResult } from "../../../workers/model/weight-report";
import type { WeightsInput } from "../../../workers/model/weights-input";
import { bendingBar } from "../../../workers/samples/test-sequences";

const { sequence, rig: moving } = bendingBar({ bones: 2, frames: 1 });

export { sequence };

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

/** A rig whose vertices all have this much of the first bone, as weights of two segments stand for. */
export function bound(first: number): Rig {
  const count = sequence.vertexCount;
  return {
    ...moving,
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

interface Asked {
  input: WeightsInput;
  calls: string[];
  show(partial: WeightsPartial): void;
  finish(result: WeightsResult): void;
  fail(error: unknown): void;
}

/** What a run that is kept ends with. */
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
  const runs: Asked[] = [];
  const adjusted: WeightEdits[] = [];
  const answer = { followed: true };
  const client = {
    weights(input: WeightsInput): Job<WeightsResult, WeightsPartial> {
      let finish!: (result: WeightsResult) => void;
      let fail!: (error: unknown) => void;
      let listen: (partial: WeightsPartial) => void = () => {};
      const result = new Promise<WeightsResult>((resolve, reject) => {
        [finish, fail] = [resolve, reject];
      });
      const asked: Asked = { input, calls: [], show: (each) => listen(each), finish, fail };
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
    adjustWeights(edits: WeightEdits) {
      adjusted.push(edits);
      return { result: Promise.resolve({ ...answer }) } as Job<{ followed: boolean }>;
    },
  } as unknown as SolverClient;
  return { client, runs, adjusted, answer };
}
