import type { Job, SolverClient } from "../../../../workers/client";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import {
  REDUCE_DEFAULTS,
  REDUCE_METHODS,
  type ReduceMethod,
} from "../../../../workers/model/reduce/reduce-settings";
import { cageOf, LEAST_CAGE_INFLUENCES } from "../../../../workers/model/rig/cage";
import type { Rig } from "../../../../workers/model/rig/rig";
import { maxInfluences } from "../../../../workers/model/rig/sparse-weights";
import { serviceKey } from "../../../actions/service";
import { formatError, plural } from "../../../common/format";
import type { History } from "../../../document/history/history";
import { putReduction } from "../../../document/reduce/reduce-commands";
import { fitReduceRanges } from "../../../document/reduce/reduce-ranges";
import {
  NOTHING_REDUCED,
  REDUCTION,
  type ReduceChoice,
  type ReduceRun,
  type RunReport,
  reduceRunOf,
} from "../../../document/reduce/reduce-state";
import { CurrentJob } from "../../../document/session/jobs/current-job";
import { explain, isCancel, reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { bestWithin, isDone } from "./budget";
import { compressJob, virtualBonesToTry } from "./compress-job";
import { type TimeRig, timerOfRigs } from "./rig-times";

/** The numbers of influences that the curves of the plot show. */
const CURVE = [1, 2, 3, 4, 5, 6, 8];
/** Cages need eight or more. */
const CAGE_CURVE = [8, 10, 12, 16];
/** Minimum time between updates of the running row. */
const PROGRESS_MS = 200;

/** Reduces the rig with all methods, one after the other in the background. */
export interface Reducing {
  /** Reduces with every method: first to the influences of the budget, then to the others of the plot. */
  start(): void;
  cancel(): void;
  show(side: "a" | "b", choice: ReduceChoice): void;
  /** Puts a result into the document as one undo step. */
  use(id: string): void;
  /** Gives the exceptional vertices of a result one more influence. */
  relieve(id: string): void;
}

export const REDUCING = serviceKey<Reducing>("reducing");

/** The numbers of influences to reduce to, beginning with that of the budget. */
export function influencesToTry(most: number, wanted: number, isCage = false): number[] {
  const least = isCage ? LEAST_CAGE_INFLUENCES : 1;
  const first = Math.min(Math.max(least, Math.floor(wanted)), Math.max(least, most - 1));
  return [first, ...(isCage ? CAGE_CURVE : CURVE).filter((k) => k < most && k !== first)];
}

/**
 * The methods for a mesh. Rigid weights are only for still meshes with a skeleton, which they are judged on in poses.
 * With frames, weights should follow those; bones without a skeleton have no poses.
 */
const methodsFor = (sequence: OpenedSequence, rig: Rig): ReduceMethod[] => {
  const isPosed = sequence.frameCount === 1 && rig.bones.some(({ parent }) => parent >= 0);
  return REDUCE_METHODS.filter((method) => method !== "arap" || isPosed);
};

const waiting = (method: ReduceRun["method"], asked: number): ReduceRun => ({
  id: `${method} ${asked}`,
  ...{ method, asked, state: "waiting", rig: null, report: null, error: null, gpuTime: null },
});

/** A finished row. */
interface Outcome {
  rig: Rig;
  report: RunReport;
}

/** "E_RMS 1.30 → 2.64." */
const costWords = ({ dense, eRms }: RunReport): string =>
  `E_RMS ${formatError(dense.eRms)} → ${formatError(eRms)}.`;

export function createReducing(
  stores: Stores,
  client: SolverClient,
  history: History,
  timeRig: TimeRig,
): Reducing {
  const store = stores.of(REDUCTION);
  const timeShown = timerOfRigs(stores, timeRig);
  const current = new CurrentJob<Outcome>();

  const change = (id: string, next: Partial<ReduceRun>) =>
    store.setState(({ runs }) => ({ runs: runs.map((run) => (run.id === id ? { ...run, ...next } : run)) }));

  function start(): void {
    const { rig, sequence } = stores.document.getState();
    if (!rig || !sequence) return;
    cancel();
    const { budget } = store.getState();
    const isCage = cageOf(rig) !== null;
    const wanted = budget.kind === "influences" ? budget.amount : 4;
    if (isCage && budget.kind === "influences" && wanted < LEAST_CAGE_INFLUENCES) {
      store.setState({ budget: { kind: "influences", amount: LEAST_CAGE_INFLUENCES } });
      toast(
        stores,
        `A cage needs ${LEAST_CAGE_INFLUENCES} influences or more`,
        "Fewer would lose half of its weights and change the mesh even at rest. The budget is set to this number.",
      );
    }
    const counts = influencesToTry(maxInfluences(rig.weights), wanted, isCage);
    const [first, ...others] = counts.map((k) =>
      methodsFor(sequence, rig).map((method) => waiting(method, k)),
    );
    // Two virtual points would put each vertex on a line.
    const layers = (isCage ? [] : virtualBonesToTry(sequence, rig)).map((count) =>
      waiting("two-layer", count),
    );
    const runs = [...first, ...layers, ...others.flat()];
    store.setState({ ...NOTHING_REDUCED, dense: rig, runs });
    pump();
  }

  function settingsOf(method: ReduceMethod, influences: number) {
    const { smoothness, exceptionalShare } = store.getState();
    return { ...REDUCE_DEFAULTS, method, influences, smoothness, exceptionalShare };
  }

  function jobOf({ method, asked }: ReduceRun, sequence: OpenedSequence, rig: Rig): Job<Outcome> {
    const { denseFigures } = store.getState();
    if (method === "two-layer") return compressJob(client, { sequence, rig }, asked, denseFigures);
    return client.reduceInfluences({ sequence, rig, settings: settingsOf(method, asked), examples: null });
  }

  /** Runs a job for a row of the table. */
  function run(row: ReduceRun, job: Job<Outcome>): void {
    change(row.id, { state: "running", error: null });
    store.setState({ progress: null });
    current.follow(job, {
      progressEvery: PROGRESS_MS,
      progress: (progress) => store.setState({ progress }),
      done: (result) => finish(row.id, result),
      failed: (error) => fail(row.id, error),
    });
  }

  function pump(): void {
    const { sequence } = stores.document.getState();
    const { runs, dense } = store.getState();
    const next = runs.find(({ state }) => state === "waiting");
    if (current.job || !next || !sequence || !dense) return;
    run(next, jobOf(next, sequence, dense));
  }

  function finish(id: string, { rig, report }: Outcome): void {
    const { dense, sides } = store.getState();
    // The result shares everything but its weights with the reduced rig, and the rest pose of a cage, which they move.
    const { weights, twoLayer, rest } = rig;
    const reduced: Rig | null = dense && { ...dense, weights, twoLayer, rest };
    change(id, { state: "done", rig: reduced, report, gpuTime: null });
    store.setState({ progress: null, denseFigures: report.dense });
    if (sides.b === id) fitReduceRanges(stores);
    showBest();
    pump();
    timeShown();
  }

  /** Shows the best result within the budget, or the first one, until the artist chooses another. */
  function showBest(): void {
    const { runs, budget, sides, isChosen } = store.getState();
    if (isChosen && sides.b !== null) return;
    const best = bestWithin(runs, budget)[0] ?? runs.find(isDone);
    if (best && best.id !== sides.b) put("b", best.id);
  }

  function fail(id: string, error: unknown): void {
    store.setState({ progress: null });
    if (!isCancel(error)) change(id, { state: "failed", error: explain(error, "The reduction") });
    pump();
  }

  function cancel(): void {
    current.release()?.cancel();
    store.setState(({ runs }) => ({
      progress: null,
      runs: runs.flatMap((each) => {
        if (each.report) return [{ ...each, state: "done" }];
        return each.state === "failed" ? [each] : [];
      }),
    }));
  }

  function show(side: "a" | "b", choice: ReduceChoice): void {
    if (side === "b") store.setState({ isChosen: true });
    put(side, choice);
  }

  function put(side: "a" | "b", choice: ReduceChoice): void {
    store.setState(({ sides }) => ({ sides: { ...sides, [side]: choice } }));
    fitReduceRanges(stores);
  }

  function use(id: string): void {
    const found = reduceRunOf(store.getState(), id);
    if (!found?.rig) return;
    const { rig } = stores.document.getState();
    if (rig?.weights === found.rig.weights && rig.twoLayer === found.rig.twoLayer) {
      toast(stores, "The rig has these weights already");
      return;
    }
    const [verb, done, what] =
      found.method === "two-layer"
        ? ["Compress", "Compressed", plural(found.asked, "virtual bone")]
        : ["Reduce", "Reduced", plural(found.report?.influences ?? found.asked, "influence")];
    runAndTell(stores, history, putReduction(stores, found.rig, `${verb} to ${what}`));
    if (found.report) toast(stores, `${done} to ${what}`, costWords(found.report));
  }

  function relieve(id: string): void {
    const { sequence } = stores.document.getState();
    const { dense, ...state } = store.getState();
    const row = reduceRunOf(state, id);
    if (!sequence || !dense || !row?.rig || row.method === "two-layer" || current.job) return;
    const vertices = row.report?.exceptional?.vertices;
    if (!vertices) return;
    const settings = settingsOf(row.method, row.asked);
    const input = { sequence, dense, rig: row.rig, vertices, settings, examples: null };
    run(row, client.oneMoreInfluence(input));
  }

  store.subscribe((state, before) => {
    if (state.budget === before.budget || state.runs.length === 0) return;
    showBest();
    timeShown();
  });
  // Another file has nothing to do with these results.
  stores.document.subscribe(
    (state) => state.sequence?.rest,
    () => {
      current.release()?.cancel();
      store.setState(NOTHING_REDUCED);
    },
  );
  return {
    start: () => {
      try {
        start();
      } catch (error) {
        reportError(stores, error, "The reduction");
      }
    },
    ...{ cancel, show, use, relieve },
  };
}
