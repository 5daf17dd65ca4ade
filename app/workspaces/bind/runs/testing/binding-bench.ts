/** A studio with a strip and a skeleton, and a fake engine whose weights the test supplies. */
import { test, vi } from "vitest";
import type { WeightsPartial } from "../../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import { held } from "../../../../document/binding/weight-edit-strokes";
import type { DocumentState } from "../../../../document/document";
import { type Command, History } from "../../../../document/history/history";
import { patch } from "../../../../document/patch";
import { openSequence } from "../../../../document/sequence-commands";
import { createStores } from "../../../../document/stores";
import { changeWeights } from "../../../../document/weights/painting/weight-painting";
import { type Binding, createBinding } from "../binding";
import { fakeClient, partial, sequence, skeleton } from "./fake-weights";

/** Longer than any throttle and than the pause between edits. */
const SETTLED_MS = 120;

export class BindingBench {
  readonly stores = createStores();
  readonly fake = fakeClient();
  readonly history = new History();
  readonly binding: Binding;

  constructor() {
    this.binding = createBinding(this.stores, this.fake.client, this.history);
    this.history.run(openSequence(this.stores, sequence, null, null));
    this.history.run(patch(this.stores, "Skeleton", "bone", { skeleton }));
  }

  get document(): DocumentState {
    return this.stores.document.getState();
  }

  get run() {
    return this.stores.binding.getState().run;
  }

  /** Labels of the history's steps. */
  get steps(): string[] {
    return this.history.state.getState().steps.map(({ label }) => label);
  }

  /** The engine's last job. */
  get job() {
    return this.fake.runs[this.fake.runs.length - 1];
  }

  /** Lets all pending timers fire. */
  async settle(): Promise<void> {
    await vi.advanceTimersByTimeAsync(SETTLED_MS);
  }

  /** Makes the last job show weights. */
  async show(weights: WeightsPartial): Promise<void> {
    this.job.show(weights);
    await this.settle();
  }

  /** Binds the mesh and shows two iterations, the second one converged. */
  async converge(first = 0.3): Promise<void> {
    this.binding.bind();
    await this.show(partial(1, 0.2));
    await this.show(partial(2, first, { idle: true }));
  }

  /** The document's edits, with the weight of the second bone held at some vertices. */
  holding(value: number, vertices = [3]): WeightEdits {
    return held(this.document.weightEdits, 1, vertices, value);
  }

  /** Paints this weight of the first bone at some vertices. */
  paint(vertices: number[], first: number): void {
    this.history.run(
      changeWeights(this.stores, "Paint", "brush", {
        vertices: Uint32Array.from(vertices),
        offsets: Uint32Array.from({ length: vertices.length + 1 }, (_, n) => 2 * n),
        bones: Uint16Array.from({ length: 2 * vertices.length }, (_, n) => n % 2),
        values: Float32Array.from({ length: 2 * vertices.length }, (_, n) => (n % 2 ? 1 - first : first)),
      }) as Command,
    );
  }
}

/** Weight of the first bone at the first vertex; null without a rig. */
export const firstOf = (rig: Rig | null) => rig && Number(rig.weights.values[0].toFixed(3));

/** A test with its own bench and fake timers. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs.
export const benchTest = test.extend("bench", ({}, { onCleanup }) => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { userAgent: "test" });
  const bench = new BindingBench();
  onCleanup(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return bench;
});
