import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { type MakeParallel, Serial } from "../../kernels/parallel";
import { type Task, UNWATCHED } from "../../model/task";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../model/weights/weight-settings";
import { chain, tube } from "../testing/bindables";
import { EditMailbox } from "./input/edit-mailbox";
import { LiveWeights } from "./live/live-weights";
import { PhaseClock } from "./measure/phase-clock";
import { optimise } from "./optimise";

const input = {
  mesh: tube([0, 0, 0], [8, 0, 0], 0.6, 33, 12),
  skeleton: chain([0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0], [8, 0, 0]),
  settings: { ...WEIGHT_DEFAULTS, exemplars: 10, clusters: 60, clusterings: 2 },
  edits: NO_WEIGHT_EDITS,
  from: null,
  stay: false,
};
const serial: MakeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});
const OPTIONS = { iterations: 12, tolerance: 1e-9, stay: false };
/** Vertices in the middle, and one of their bones. */
const [HELD, BONE] = [[192, 193, 194], 1];
const edits = {
  ...NO_WEIGHT_EDITS,
  holds: {
    vertices: Uint32Array.from(HELD),
    bones: new Uint16Array(HELD.length).fill(BONE),
    values: new Float32Array(HELD.length).fill(0.6),
  },
};

/** Optimises, and posts an edit after the third iteration. */
async function edited(givesWay: boolean) {
  const live = await LiveWeights.create(input, serial, new PhaseClock(), UNWATCHED);
  const mailbox = new EditMailbox(() => {});
  const task: Task = { ...UNWATCHED, givesWay };
  const refine = live.refine.bind(live);
  const iterate = live.iterate.bind(live);
  let [refined, iterations] = [0, 0];
  live.refine = (on, first) => {
    if (!first) refined++;
    return refine(on, first);
  };
  live.iterate = async (on) => {
    const figures = await iterate(on);
    if (++iterations === 3) mailbox.post(edits);
    return figures;
  };
  await optimise(live, mailbox, task, { ...OPTIONS, show: async () => {} });
  const { offsets, bones, values } = live.weights();
  const held = HELD.map((i) => values[offsets[i] + bones.subarray(offsets[i], offsets[i + 1]).indexOf(BONE)]);
  live.dispose();
  return { refined, iterations, held };
}

describe("a stroke on a machine with few cores", () => {
  it("leaves them to the page: only held weights are followed until the artist rests", async () => {
    const { refined, iterations, held } = await edited(true);
    expect(refined).toBe(0);
    expect(iterations).toBeGreaterThan(3);
    for (const weight of held) expect(weight).toBeCloseTo(0.6, 2);
  });

  it("is followed by the weights around it where there are more cores", async () => {
    expect((await edited(false)).refined).toBeGreaterThan(0);
  });
});
