import type { Job, SolverClient } from "../../../../workers/client";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import { REDUCE_DEFAULTS, type ReduceMethod } from "../../../../workers/model/reduce/reduce-settings";
import { cageOf, LEAST_CAGE_INFLUENCES } from "../../../../workers/model/rig/cage";
import type { Rig } from "../../../../workers/model/rig/rig";
import { serviceKey } from "../../../actions/service";
import type { History } from "../../../document/history/history";
import { fitReduceRanges } from "../../../document/reduce/reduce-ranges";
import {
  type Budget,
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
import { applyRow } from "./apply-row";
import { bestWithin, isDone } from "./budget";
import { compressJob } from "./compress-job";
import { type TimeRig, timerOfRigs } from "./rig-times";
import { rowsToReduce } from "./rows";

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

/** A finished row. */
interface Outcome {
  rig: Rig;
  report: RunReport;
}

/** The influences that a budget asks for: engines take four, if it limits something else. */
const influencesOf = ({ kind, amount }: Budget): number => (kind === "influences" ? amount : 4);

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
    const wanted = influencesOf(budget);
    if (cageOf(rig) && budget.kind === "influences" && wanted < LEAST_CAGE_INFLUENCES) raiseBudget();
    const runs = rowsToReduce(sequence, rig, wanted);
    store.setState({ ...NOTHING_REDUCED, dense: rig, runs });
    pump();
  }

  function raiseBudget(): void {
    store.setState({ budget: { kind: "influences", amount: LEAST_CAGE_INFLUENCES } });
    toast(
      stores,
      `A cage needs ${LEAST_CAGE_INFLUENCES} influences or more`,
      "Fewer would lose half of its weights and change the mesh even at rest. The budget is set to this number.",
    );
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
    ...{ cancel, show, relieve },
    use: (id) => applyRow(stores, history, reduceRunOf(store.getState(), id)),
  };
}
