import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { type MakeParallel, Serial } from "../../../kernels/parallel";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { type Task, UNWATCHED } from "../../../model/task";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../../model/weights/weight-settings";
import { chain, tube } from "../../testing/bindables";
import { EditMailbox } from "../input/edit-mailbox";
import { PhaseClock } from "../measure/phase-clock";
import { optimise } from "../optimise";
import { LiveWeights } from "./live-weights";

/** A tube along four bones. The last bone acts far from the first rings. */
const input = {
  mesh: tube([0, 0, 0], [8, 0, 0], 0.6, 33, 12),
  skeleton: chain([0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0], [8, 0, 0]),
  settings: { ...WEIGHT_DEFAULTS, exemplars: 10, clusters: 60, clusterings: 2, tolerance: 1e-6 },
  edits: NO_WEIGHT_EDITS,
  from: null,
  stay: true,
};
const FAR = 3;

const serial: MakeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});

const held = (vertices: number[], value: number): WeightEdits => ({
  ...NO_WEIGHT_EDITS,
  holds: {
    vertices: Uint32Array.from(vertices),
    bones: new Uint16Array(vertices.length).fill(FAR),
    values: new Float32Array(vertices.length).fill(value),
  },
});

const weightAt = ({ offsets, bones, values }: SparseWeights, i: number, j: number) => {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === j) return values[e];
  return 0;
};

async function turned(): Promise<LiveWeights> {
  const live = await LiveWeights.create(input, serial, new PhaseClock(), UNWATCHED);
  for (let n = 0; n < 3; n++) await live.iterate(UNWATCHED);
  return live;
}

/** Calls `look` at each checkpoint. */
const watched = (look: () => void | Promise<void>): Task => ({
  ...UNWATCHED,
  checkpoint: async () => look(),
});

describe("a brush where its bone does not act yet", () => {
  it("shows held weights before there is a system for them", async () => {
    const live = await turned();
    const before = live.weights();
    let asked = 0;
    await live.follow(
      held([14, 15, 16], 0.7),
      watched(() => void asked++),
    );
    expect([live.behind, asked]).toEqual([true, 0]);
    const now = live.weights();
    for (const i of [14, 15, 16]) expect(weightAt(now, i, FAR)).toBeCloseTo(0.7, 6);
    for (let i = 0; i < 390; i++) {
      if (i >= 14 && i <= 16) continue;
      for (let j = 0; j < 4; j++) expect(weightAt(now, i, j)).toBe(weightAt(before, i, j));
    }
    live.dispose();
  });

  it("ends with the same weights as the system with those bones", async () => {
    const live = await turned();
    await live.follow(held([14, 15, 16], 0.7), UNWATCHED);
    await live.catchUp(UNWATCHED);
    expect(live.behind).toBe(false);
    const edits = held([14, 15, 16], 0.7);
    const whole = await LiveWeights.create({ ...input, edits }, serial, new PhaseClock(), UNWATCHED);
    for (let n = 0; n < 120; n++) {
      await live.iterate(UNWATCHED);
      await whole.iterate(UNWATCHED);
    }
    let apart = 0;
    for (let i = 0; i < 390; i++)
      for (let j = 0; j < 4; j++)
        apart = Math.max(apart, Math.abs(weightAt(live.weights(), i, j) - weightAt(whole.weights(), i, j)));
    expect(apart).toBeLessThan(5e-3);
    live.dispose();
    whole.dispose();
  });

  it("needs no new system after the edit is undone", async () => {
    const live = await turned();
    const before = live.weights();
    await live.follow(held([14], 0.7), UNWATCHED);
    await live.follow(NO_WEIGHT_EDITS, UNWATCHED);
    expect(live.behind).toBe(false);
    expect(live.weights()).toEqual(before);
    live.dispose();
  });

  it("shows edits that arrive while the system is made, and follows them afterwards", async () => {
    const live = await turned();
    const mailbox = new EditMailbox(() => {});
    const shown: { behind: boolean; first: number; second: number }[] = [];
    let wanted = false;
    const task: Task = {
      ...UNWATCHED,
      checkpoint: async () => {
        // The stroke continues as soon as the system for its first sample is in progress.
        if (live.behind && !wanted && shown.at(-1)?.behind) {
          wanted = true;
          mailbox.post(held([14, 100], 0.7));
        }
      },
    };
    mailbox.post(held([14], 0.7));
    const stop = { ...task, iterations: 30, tolerance: 1e-4, stay: false };
    await optimise(live, mailbox, task, {
      ...stop,
      show: async () => {
        const weights = live.weights();
        const [first, second] = [weightAt(weights, 14, FAR), weightAt(weights, 100, FAR)];
        shown.push({ behind: live.behind, first, second });
      },
    });
    const early = shown.findIndex(({ behind, second }) => behind && Math.abs(second - 0.7) < 1e-6);
    expect(early).toBeGreaterThan(0);
    expect(shown[early - 1].second).toBe(0);
    expect(live.behind).toBe(false);
    expect(weightAt(live.weights(), 14, FAR)).toBeCloseTo(0.7, 2);
    expect(weightAt(live.weights(), 100, FAR)).toBeCloseTo(0.7, 2);
    live.dispose();
  });
});
