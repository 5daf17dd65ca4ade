import { beforeEach, describe, expect, it } from "vitest";
import type { SolverClient } from "../../../../../workers/client";
import { ControlledJob } from "../../../../../workers/jobs/testing/controlled-job";
import type {
  PullInput,
  PullResult,
  SkeletonReport,
} from "../../../../../workers/model/reports/skeleton-report";
import type { SolveReport } from "../../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { History } from "../../../../document/history/history";
import { openSequence } from "../../../../document/sequence-commands";
import { showExtracted } from "../../../../document/skeleton/extract-commands";
import { createStores, type Stores } from "../../../../document/stores";
import { createExtracting, type Extracting } from "./extracting";
import { EXTRACTIONS } from "./extractions";
import { createPulling, PULL_TRIAL, type Pulling } from "./pulling";

const truth = bendingBar({ bones: 3, frames: 4 });
const rig: Rig = { ...truth.rig, bones: truth.rig.bones.map((bone, j) => ({ ...bone, parent: j - 1 })) };
const soft: Rig = { ...rig, motion: rig.motion.slice() };

/** An answer of the engine, whose joints and error depend on the pull. */
const answer = (pull: number): PullResult => ({
  rig: { ...rig, motion: rig.motion.map((x) => x + pull) },
  soft: {
    ...soft,
    bones: rig.bones.map((bone) => ({ ...bone, head: [pull, 0, 0] as [number, number, number] })),
  },
  joints: [],
  rmsePercent: pull,
  eRms: 10 * pull,
});

const reportOf = (method: SkeletonReport["method"]): SkeletonReport =>
  ({ method, joints: [], eRms: 1, eRmsStrict: 2, heldOut: { ratio: 1 } }) as unknown as SkeletonReport;

let stores: Stores;
let history: History;
let asked: { input: PullInput; finish(value: PullResult): void }[];
let pulling: Pulling;
let extracting: Extracting;
const state = () => stores.document.getState();
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Shows an extracted skeleton that has both kinds of joints. */
function extract(method: SkeletonReport["method"], shown = rig): void {
  const skeletonReport = reportOf(method);
  const as = (each: Rig, joints: "strict" | "soft") => ({
    ...{ rig: each, skeletonReport, report: { method } as SolveReport },
    settings: { ...state().extraction, method, joints },
  });
  const found = { strict: as(shown, "strict"), soft: as(soft, "soft") };
  const { results } = stores.of(EXTRACTIONS).getState();
  stores.of(EXTRACTIONS).setState({ results: { ...results, [method]: { found } } });
  history.run(showExtracted(stores, found.strict, "Extract"));
}

beforeEach(() => {
  stores = createStores();
  history = new History();
  asked = [];
  const client = {
    pullJoints(input: PullInput) {
      const job = new ControlledJob<PullResult>();
      asked.push({ input, finish: job.finish });
      return job;
    },
    measureRig: () => ({ result: Promise.resolve({ eRms: 7 }) }),
  } as unknown as SolverClient;
  extracting = createExtracting(stores, client, history);
  pulling = createPulling(stores, client, history);
  history.run(openSequence(stores, truth.sequence, rig, null));
});

const steps = () => history.state.getState().position;

describe("a drag of the pull", () => {
  it("solves one value at a time, skips to the latest, and keeps the last picture meanwhile", async () => {
    extract("auto");
    for (const pull of [0.02, 0.03, 0.04]) pulling.preview(pull);
    expect(asked.map(({ input }) => input.pull)).toEqual([0.02]);
    // Soft joints are known from the run, so gaps are measured on them.
    expect(asked[0].input.soft).toBe(soft);
    asked[0].finish(answer(0.02));
    await settled();
    expect(asked.map(({ input }) => input.pull)).toEqual([0.02, 0.04]);
    const first = state().liveRig;
    expect(first?.motion[0]).toBeCloseTo(rig.motion[0] + 0.02);
    expect(stores.of(PULL_TRIAL).getState().report?.eRmsStrict).toBeCloseTo(0.2);
    asked[1].finish(answer(0.04));
    await settled();
    expect(state().liveRig).not.toBe(first);
    expect([state().extraction.pull, state().rig]).toEqual([0.01, rig]);
  });

  it("ends with one step, without another solve if the value was already solved", async () => {
    extract("auto");
    const before = steps();
    pulling.preview(0.04);
    asked[0].finish(answer(0.04));
    await settled();
    await pulling.take(0.04);
    expect([asked.length, steps()]).toEqual([1, before + 1]);
    expect([state().extraction.pull, state().liveRig, state().report?.eRms]).toEqual([0.04, null, 7]);
    expect(state().skeletonReport).toMatchObject({ eRms: 1, eRmsStrict: 0.4 });
    // Held-out frames belong to the former motion.
    expect(state().skeletonReport?.heldOut).toBeUndefined();
    expect(stores.of(PULL_TRIAL).getState().report).toBeNull();
    history.undo();
    expect([state().extraction.pull, state().rig, state().skeletonReport?.eRmsStrict]).toEqual([
      0.01,
      rig,
      2,
    ]);
  });

  it("shows the document again if it returns to the old value", async () => {
    extract("auto");
    pulling.preview(0.04);
    asked[0].finish(answer(0.04));
    await settled();
    pulling.preview(0.01);
    expect(state().liveRig).toBeNull();
  });

  it("only sets the value if there is no skeleton", async () => {
    await pulling.take(0.5);
    expect([state().extraction.pull, asked.length]).toEqual([0.5, 0]);
    pulling.preview(0.7);
    expect(asked.length).toBe(0);
  });
});

describe("results of methods", () => {
  const other: Rig = {
    ...rig,
    motion: rig.motion.slice(),
    bones: rig.bones.map((b) => ({ ...b, name: `x${b.name}` })),
  };

  it("are shown again at once, unchanged, in one step each", async () => {
    extract("auto");
    extract("schaefer", other);
    const before = steps();
    extracting.choose("auto");
    expect([state().rig?.motion, state().extraction.method]).toEqual([rig.motion, "auto"]);
    void pulling.take(0.04);
    await settled();
    asked[0].finish(answer(0.04));
    await settled();
    const pulled = state().rig;
    extracting.choose("schaefer");
    expect(state().rig?.bones[0].name).toBe(other.bones[0].name);
    extracting.choose("auto");
    expect([state().rig?.motion, state().extraction.pull]).toEqual([pulled?.motion, 0.04]);
    expect(steps()).toBe(before + 4);
    history.undo();
    expect(state().skeletonReport?.method).toBe("schaefer");
  });

  it("show the other kind of joints under the artist's names", () => {
    extract("auto");
    const bones = state().rig!.bones.map((bone) => ({ ...bone, name: `my ${bone.name}` }));
    stores.document.setState({ rig: { ...state().rig!, bones } });
    extracting.show("soft");
    expect(state().rig?.motion).toBe(soft.motion);
    expect(state().rig?.bones.map(({ name }) => name)).toEqual(bones.map(({ name }) => name));
  });

  it("have no soft joints for a skeleton that was edited since", () => {
    extract("auto");
    const edited = { ...state().rig!, motion: state().rig!.motion.slice() };
    stores.document.setState({ rig: edited });
    extracting.show("soft");
    expect(state().rig).toBe(edited);
  });
});
