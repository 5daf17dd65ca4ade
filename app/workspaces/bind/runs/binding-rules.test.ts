import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Rig } from "../../../../workers/model/rig/rig";
import { NO_WEIGHT_EDITS } from "../../../../workers/model/weights/weight-edits";
import { renameSegmentAndBones } from "../../../document/binding/renaming";
import { setWeighting } from "../../../document/binding/weight-edit-commands";
import { type DocumentState, shownRig } from "../../../document/document";
import { patch } from "../../../document/patch";
import { toggleLock } from "../../../document/weights/weight-locks";
import { BindingBench } from "./testing/binding-bench";
import { type AskedWeights, bound, ended, partial } from "./testing/fake-weights";

const MOST_ACTS = 100;

/** Weight of the first bone at a vertex, in thousandths. */
const amountAt = ({ weights }: Rig, vertex: number) => Math.round(1000 * weights.values[2 * vertex]);

/** A fake engine that leaves kept weights alone. Every set of weights has a number, which is stored at vertex 0. */
class RandomStudio {
  readonly bench = new BindingBench();
  /** The job that found each numbered set of weights. */
  private readonly finders = new Map<number, AskedWeights>();
  private readonly seen = new Set<number>();
  private readonly over = new Set<AskedWeights>();
  /** The painted values, by the document's array of painted vertices. */
  private readonly painted = new WeakMap<Uint32Array, Map<number, number>>();
  private readonly stop = this.bench.stores.document.subscribe((state) => this.look(state));

  close(): void {
    this.stop();
    vi.clearAllTimers();
  }

  get jobsUnderWay(): AskedWeights[] {
    return this.bench.fake.runs.filter((job) => !this.isOver(job));
  }

  job(n: number): AskedWeights | undefined {
    const { runs } = this.bench.fake;
    return n < 3 ? runs[n] : runs[runs.length - 1];
  }

  /** Weights that the job finds: new ones, except for those that stay. */
  find(job: AskedWeights): Rig {
    const number = this.finders.size + 1;
    this.finders.set(number, job);
    const { input } = job;
    const { skeleton, kept } = input;
    const edits = job.told[job.told.length - 1] ?? input.edits;
    const rig = bound(number / 1000);
    for (const vertex of edits.painted) {
      const first = kept ? kept.weights.values[2 * vertex] : Number.NaN;
      rig.weights.values.set([first, 1 - first], 2 * vertex);
    }
    const bones = skeleton.segments.map(({ name, parent, head }) => ({ name, parent, head }));
    return { ...rig, bones };
  }

  end(job: AskedWeights, error?: Error): void {
    const rig = this.find(job);
    if (error) job.fail(error);
    else
      job.finish({ ...ended(0), weights: rig.weights, bound: { rig, segmentOfBone: Uint16Array.of(0, 1) } });
    this.ending = job;
  }

  /** A job whose answer is still on its way. */
  private ending: AskedWeights | null = null;

  heard(): void {
    if (this.ending) this.over.add(this.ending);
    this.ending = null;
  }

  private isOver(job: AskedWeights): boolean {
    return this.over.has(job) || job.calls.includes("cancel");
  }

  /** Checks that weights on screen come from a job that has not ended. */
  private look({ rig, liveRig, weightEdits: { painted } }: DocumentState): void {
    for (const each of [rig, liveRig]) {
      const number = each && amountAt(each, 0);
      if (!number || this.seen.has(number)) continue;
      this.seen.add(number);
      expect(this.isOver(this.finders.get(number)!)).toBe(false);
    }
    if (rig && !this.painted.has(painted))
      this.painted.set(painted, new Map([...painted].map((vertex) => [vertex, amountAt(rig, vertex)])));
  }

  expectRules(): void {
    const { run, document } = this.bench;
    expect(this.jobsUnderWay.length).toBeLessThanOrEqual(1);
    expect(run !== null && run.state !== "ended").toBe(this.jobsUnderWay.length === 1);
    if (!document.sequence) expect([run, document.liveRig]).toEqual([null, null]);
    const { painted } = document.weightEdits;
    const rig = shownRig(document);
    if (!rig || painted.length === 0) return;
    const values = this.painted.get(painted)!;
    for (const vertex of painted)
      expect([vertex, amountAt(rig, vertex)]).toEqual([vertex, values.get(vertex)]);
  }
}

type Act = (studio: RandomStudio, a: number, b: number) => void;

const undoOrRedo =
  (act: "undo" | "redo"): Act =>
  ({ bench }) => {
    bench.history[act]();
  };

const ACTS: Record<string, Act> = {
  bind: ({ bench }) => bench.binding.bind(),
  optimise: ({ bench }) => bench.binding.optimise(),
  togglePause: ({ bench }) => bench.binding.togglePause(),
  step: ({ bench }) => bench.binding.step(),
  keep: ({ bench }) => bench.binding.keep(),
  cancel: ({ bench }) => bench.binding.cancel(),
  stroke: ({ bench }, a) => bench.binding.preview(bench.holding(a / 10, [8])),
  dropStroke: ({ bench }) => bench.binding.preview(null),
  edit: ({ bench }, a) => bench.binding.edit("Hold", "brush", bench.holding(a / 10, [8])),
  letGo({ bench }, a) {
    const { painted } = bench.document.weightEdits;
    if (painted.length > 0) bench.binding.letGo("Release", painted.slice(0, 1 + (a % 2)));
  },
  moveJoints({ bench }, a) {
    const { skeleton } = bench.document;
    if (!skeleton) return;
    const segments = skeleton.segments.map((each) => ({ ...each, tail: [each.tail[0], a, 0] as const }));
    bench.binding.moveJoints("Move a joint", { ...skeleton, segments: segments as never });
  },
  /** Brushes change nothing where the other of two bones is locked. */
  paint({ bench }, a, b) {
    const { rig, liveRig, weightEdits } = bench.document;
    if (rig && !liveRig && weightEdits.locked.length === 0) bench.paint([1 + (a % 4)], 0.5 + b / 100);
  },
  lock: ({ bench }) => {
    const { rig } = bench.document;
    if (rig) bench.history.run(toggleLock(bench.stores, rig.bones[1].name));
  },
  settings: ({ bench }, a) => bench.history.run(setWeighting(bench.stores, { exemplars: 10 + a })),
  rename({ bench }, a) {
    if (bench.document.skeleton) bench.history.run(renameSegmentAndBones(bench.stores, 0, `hip ${a}`));
  },
  undo: undoOrRedo("undo"),
  redo: undoOrRedo("redo"),
  close: ({ bench }) =>
    bench.history.run(
      patch(bench.stores, "Close", "x", {
        sequence: null,
        skeleton: null,
        rig: null,
        weightEdits: NO_WEIGHT_EDITS,
      }),
    ),
  weights(studio, a, b) {
    const job = studio.job(b);
    if (!job) return;
    const rig = studio.find(job);
    const bound = { rig, segmentOfBone: Uint16Array.of(0, 1) };
    job.show(partial(a, 0, { idle: a % 3 === 0, weights: rig.weights, bound }));
  },
  finish(studio, _, b) {
    const job = studio.job(b);
    if (job) studio.end(job);
  },
  fail(studio, _, b) {
    const job = studio.job(b);
    if (job) studio.end(job, new Error("out of memory"));
  },
  refuse: ({ bench }, a) => void (bench.fake.answer.followed = a > 2),
};

/** Weights arrive more often than other events. */
const names = [
  ...Object.keys(ACTS),
  ...["weights", "weights", "weights", "weights", "bind", "edit", "paint", "undo"],
];
const acts = fc.array(
  fc.record({ name: fc.constantFrom(...names), a: fc.nat(9), b: fc.nat(9), waits: fc.boolean() }),
  { minLength: 10, maxLength: MOST_ACTS },
);

describe("the rules of a binding", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { userAgent: "test" });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("hold for random sequences of events of the artist and the engine", async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (list) => {
        const studio = new RandomStudio();
        try {
          for (const { name, a, b, waits } of list) {
            const { position } = studio.bench.history.state.getState();
            ACTS[name](studio, a, b);
            await vi.advanceTimersByTimeAsync(waits ? 120 : 0);
            studio.heard();
            const isMoved = studio.bench.history.state.getState().position !== position;
            if (isMoved && (name === "undo" || name === "redo"))
              expect(studio.bench.document.liveRig).toBe(null);
            studio.expectRules();
          }
        } finally {
          studio.close();
        }
      }),
      { numRuns: 200 },
    );
  });
});
