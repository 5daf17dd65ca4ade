import type { Job, SolverClient } from "../../../../workers/client";
import type { WeightsPartial, WeightsResult } from "../../../../workers/model/reports/weight-report";
import type { Progress } from "../../../../workers/model/task";
import type { LostWeights } from "../../../../workers/model/weights/kept-weights";
import type { WeightEdits } from "../../../../workers/model/weights/weight-edits";
import { throttle } from "../../../common/throttle";
import { NOTHING_BOUND, useBinding } from "../../../document/binding/binding-state";
import { keptNow, lostWeights } from "../../../document/binding/kept-now";
import { weightsOnScreen } from "../../../document/binding/segment-weights";
import { type DocumentState, useDocument } from "../../../document/document";
import { isCancel, reportError } from "../../../document/session/report-error";
import { createAdjusting } from "./adjusting";
import { bindableOf } from "./bindable-of";
import type { FoundWeights } from "./found-weights";
import { boundNow, changeRun, runNow } from "./run-now";

/** Weights under way are shown no more often than this: an eye follows, and the hand still has its answer in time. */
const PARTIAL_MS = 50;
const PROGRESS_MS = 120;

/** The parts of the document that a run was started with, or has been told since. */
export type Wanted = Pick<DocumentState, "sequence" | "skeleton" | "weighting" | "weightEdits">;

type WeightsJob = Job<WeightsResult, WeightsPartial>;

/** The engine's job that finds weights, one at a time, and what is known of it beside the document. */
export interface WeightsRun {
  /** Null where nothing was bound. */
  readonly wanted: Readonly<Wanted> | null;
  /** Whether the engine works, or waits to. */
  readonly goesOn: boolean;
  /** Starts anew. @param goOn from the weights at hand, where they fit; else from nothing. */
  start(goOn: boolean): void;
  /** Goes on, or starts again from the weights at hand; false where nothing was ever bound. */
  awake(): boolean;
  /** What is wanted now: weights follow it, by one iteration where they are paused. */
  tell(edits: WeightEdits): void;
  /** Pauses. The weights at hand are the document's then: they can be painted on, and posed. */
  rest(): void;
  /** Goes on after a pause. @param iterations after which it pauses again. */
  resume(iterations?: number): void;
  /** Ends with the weights at hand. */
  keep(): void;
  /** Ends; what was found is still to be seen, and to go on from. */
  cancel(): void;
  /** The document is as it was but for names, or came with weights that were found before. */
  accept(wanted: Wanted): void;
  forget(): void;
}

/** @param letGo takes painted weights that cannot stay out of the document, as a step, and says so. */
export function createWeightsRun(
  client: SolverClient,
  found: FoundWeights,
  letGo: (lost: LostWeights) => void,
): WeightsRun {
  let job: WeightsJob | null = null;
  let wanted: Wanted | null = null;
  /** It pauses when this many iterations are done. */
  let pauseAt = Infinity;
  /** Edits that came before there was anything to tell. */
  let late = false;
  const adjusting = createAdjusting(client, () => wanted && start(true));

  function start(goOn: boolean): void {
    const lost = lostWeights(useDocument.getState());
    if (lost) letGo(lost);
    const state = useDocument.getState();
    const { sequence, skeleton, weighting, weightEdits } = state;
    if (!sequence || !skeleton) return;
    const isSame = wanted?.skeleton?.segments.length === skeleton.segments.length;
    const from = goOn ? weightsOnScreen(state, isSame ? useBinding.getState().weights : null) : null;
    const kept = keptNow(state);
    stop();
    // Energy is of one method.
    const before = goOn && weighting.method === "arap" ? runNow() : null;
    const { energy = [], marks = [] } = before ?? {};
    wanted = { sequence, skeleton, weighting, weightEdits };
    late = false;
    pauseAt = Infinity;
    found.begin();
    const mesh = bindableOf(sequence);
    const settings = weighting;
    job = client.weights({ mesh, skeleton, settings, edits: weightEdits, from, kept, stay: true });
    useBinding.setState({
      ...(goOn ? {} : NOTHING_BOUND),
      run: { state: "starting", progress: null, iteration: 0, seconds: 0, energy, marks },
    });
    listen(job, energy);
  }

  /** @param energyBefore of the runs that this one goes on from. */
  function listen(mine: WeightsJob, energyBefore: readonly number[]): void {
    const isMine = () => job === mine;
    const show = throttle(PARTIAL_MS, (partial: WeightsPartial) => isMine() && take(partial, energyBefore));
    mine.onPartial((partial) => {
      if (!isMine()) return;
      // What is sent once must not be throttle away.
      keepRare(partial);
      show(partial);
    });
    mine.onProgress(throttle(PROGRESS_MS, (progress: Progress) => isMine() && changeRun({ progress })));
    mine.result.then(
      (result) => isMine() && finish(result),
      (error) => isMine() && fail(error),
    );
  }

  function keepRare({ strain, held, exemplars, heat }: WeightsPartial): void {
    if (held) useBinding.setState({ held });
    if (strain) useBinding.setState({ strain });
    if (exemplars) useBinding.setState({ exemplars, exemplarStrain: null });
    if (heat) useBinding.setState({ heat: found.asShown(heat) });
  }

  function take(partial: WeightsPartial, energyBefore: readonly number[]): void {
    const { iteration, energyPerIteration, seconds, massOfHeat, weights, bound, idle, report } = partial;
    const run = runNow();
    if (!run) return;
    useBinding.setState({ massOfHeat, weights, segmentOfBone: bound.segmentOfBone });
    if (run.state === "finishing") return;
    if (late && wanted) adjusting.send(wanted.weightEdits);
    late = false;
    if (idle) changeRun({ state: "converged" });
    else if (iteration >= pauseAt) rest();
    else if (run.state !== "paused") changeRun({ state: "running" });
    changeRun({ iteration, seconds, progress: null, energy: [...energyBefore, ...energyPerIteration] });
    found.take(bound.rig, idle || runNow()?.state === "paused", (idle && report) || null);
  }

  function finish({ bound, report, weights }: WeightsResult): void {
    useBinding.setState({ weights, segmentOfBone: bound.segmentOfBone, held: report.held });
    if (runNow()?.energy.length === 0) changeRun({ energy: report.energyPerIteration });
    found.finish(bound.rig, report);
    end();
  }

  function fail(error: unknown): void {
    end();
    found.hide();
    if (!isCancel(error)) reportError(error, "Finding weights");
  }

  function end(): void {
    job = null;
    adjusting.stop();
    const run = runNow();
    if (run?.state === "starting" && run.energy.length === 0) useBinding.setState({ run: null });
    else changeRun({ state: "ended", progress: null });
  }

  function stop(): void {
    const stopped = job;
    job = null;
    adjusting.stop();
    stopped?.cancel();
  }

  function rest(): void {
    pauseAt = Infinity;
    job?.pause();
    changeRun({ state: "paused" });
  }

  function resume(iterations = Infinity): void {
    const run = runNow();
    pauseAt = (run?.iteration ?? 0) + iterations;
    if (run?.state !== "paused") return;
    job?.resume();
    changeRun({ state: "running" });
  }

  return {
    get wanted() {
      return wanted;
    },
    get goesOn() {
      return job !== null;
    },
    start,
    rest,
    resume,
    awake() {
      if (job) return true;
      if (!boundNow() || useDocument.getState().weighting.method !== "arap") return false;
      start(true);
      return true;
    },
    tell(edits) {
      if (wanted) wanted.weightEdits = edits;
      const state = runNow()?.state;
      late = state === "starting";
      if (!late) adjusting.send(edits);
      if (state === "paused" && found.showing) resume(1);
      else if (state === "converged") changeRun({ state: "running" });
    },
    keep() {
      if (!job) return;
      if (runNow()?.state === "paused") job.resume();
      changeRun({ state: "finishing" });
      job.keep();
    },
    cancel() {
      stop();
      end();
      found.hide();
    },
    accept(next) {
      wanted = next;
      found.accept();
    },
    forget() {
      stop();
      wanted = null;
      useBinding.setState(NOTHING_BOUND, true);
      found.forget();
    },
  };
}
