import type { Job, SolverClient } from "../../../workers/client";
import type { Rig } from "../../../workers/model/rig";
import type { Skeleton } from "../../../workers/model/skeleton";
import type { Progress } from "../../../workers/model/task";
import type { WeightEdits } from "../../../workers/model/weight-edits";
import type { BoundRig, WeightsPartial, WeightsResult } from "../../../workers/model/weight-report";
import { complain, isCancel } from "../../shell/complain";
import type { IconName } from "../../ui/icon-names";
import { type DocumentState, useDocument } from "../document";
import type { History } from "../history";
import { paced } from "../solve/paced";
import { createAdjusting } from "./adjusting";
import { bindableOf } from "./bindable-of";
import { type BindingRun, NOTHING_BOUND, useBinding } from "./binding-state";
import { boundInMotion } from "./bound-in-motion";
import { watchHistory } from "./history-watch";
import { isRenamed } from "./renaming";
import { segmentsOfBones, weightsOnScreen } from "./segment-weights";
import { createSettling } from "./settling";
import type { Found } from "./weight-edit-commands";

/** Weights under way are shown no more often than this: an eye follows, and the hand still has its answer in time. */
const PARTIAL_MS = 50;
const PROGRESS_MS = 120;

/** Finds weights for the document's mesh and skeleton, and follows what the artist does to them. */
export interface Binding {
  /** Finds weights from nothing. */
  bind(): void;
  togglePause(): void;
  /** One iteration, then it pauses. */
  step(): void;
  /** Ends with the weights at hand. */
  keep(): void;
  /** Ends, and the weights from before come back. */
  cancel(): void;
  /**
   * What is wanted while a stroke goes on; null is what the document has: the stroke was given up.
   * @param send whether the weights follow at once, or wait for the stroke's end
   */
  preview(edits: WeightEdits | null, send?: boolean): void;
  /** The outcome of a stroke or of another edit, as one step; the weights settle into it. */
  edit(label: string, icon: IconName, edits: WeightEdits): void;
  /** The same skeleton with joints elsewhere, as one step; weights settle into it too. */
  moveJoints(label: string, skeleton: Skeleton): void;
}

/** The parts of the document that a run was started with, or has been told since. */
type Wanted = Pick<DocumentState, "sequence" | "skeleton" | "weighting" | "weightEdits">;

export function createBinding(client: SolverClient, history: History): Binding {
  let job: Job<WeightsResult, WeightsPartial> | null = null;
  let wanted: Wanted | null = null;
  /** The rig that the last step of ours, or the last undo, left in the document. */
  let ours: Rig | null = null;
  /** Whether weights under way are on screen: after an undo those of the document are. */
  let showing = true;
  /** It pauses when this many iterations are done. */
  let pauseAt = Infinity;
  /** A stroke that the weights follow goes on: what they settle to is not of the step before it. */
  let stroking = false;
  /** Edits that came before there was anything to tell. */
  let late = false;
  const wentBack = watchHistory(history);
  const settling = createSettling(history);
  const adjusting = createAdjusting(client, restart);

  const runNow = () => useBinding.getState().run;
  const change = (next: Partial<BindingRun>) =>
    useBinding.setState(({ run }) => ({ run: run && { ...run, ...next } }));

  /** Starts; from the weights at hand where they fit. */
  function start(goOn: boolean): void {
    const { sequence, skeleton, weighting, weightEdits } = useDocument.getState();
    if (!sequence || !skeleton) return;
    const { weights } = useBinding.getState();
    const isSame = wanted?.skeleton?.segments.length === skeleton.segments.length;
    const from = goOn ? weightsOnScreen(useDocument.getState(), isSame ? weights : null) : null;
    stopJob();
    // Energy is of one method.
    const before = goOn && weighting.method === "arap" ? runNow() : null;
    wanted = { sequence, skeleton, weighting, weightEdits };
    ours = useDocument.getState().rig;
    showing = true;
    late = false;
    pauseAt = Infinity;
    const mine = client.weights({
      mesh: bindableOf(sequence),
      skeleton,
      settings: weighting,
      edits: weightEdits,
      from,
      stay: true,
    });
    job = mine;
    const energy = before?.energy ?? [];
    const marks = before?.marks ?? [];
    useBinding.setState({
      ...(goOn ? {} : NOTHING_BOUND),
      run: { state: "starting", progress: null, iteration: 0, seconds: 0, energy, marks },
    });
    const isMine = () => job === mine;
    const show = paced(PARTIAL_MS, (partial: WeightsPartial) => isMine() && take(partial, energy));
    mine.onPartial((partial) => {
      if (!isMine()) return;
      // What is sent once must not be paced away.
      keepRare(partial);
      show(partial);
    });
    mine.onProgress(paced(PROGRESS_MS, (progress: Progress) => isMine() && change({ progress })));
    mine.result.then(
      (result) => isMine() && finish(result),
      (error) => isMine() && fail(error),
    );
  }

  function restart(): void {
    if (wanted) start(true);
  }

  function keepRare({ strain, held, exemplars, heat }: WeightsPartial): void {
    if (held) useBinding.setState({ held });
    if (strain) useBinding.setState({ strain });
    if (exemplars) useBinding.setState({ exemplars, exemplarStrain: null });
    if (heat && wanted?.sequence) useBinding.setState({ heat: shown({ rig: heat }) });
  }

  function take(partial: WeightsPartial, energyBefore: readonly number[]): void {
    const { iteration, energyPerIteration, seconds, massOfHeat, weights, bound } = partial;
    const run = runNow();
    if (!run) return;
    useBinding.setState({ massOfHeat, weights, segmentOfBone: bound.segmentOfBone });
    if (run.state === "finishing") return;
    if (late && wanted) adjusting.send(wanted.weightEdits);
    late = false;
    if (partial.idle) change({ state: "converged" });
    else if (iteration >= pauseAt) {
      pauseAt = Infinity;
      rest();
    } else if (run.state !== "paused") change({ state: "running" });
    change({ iteration, seconds, progress: null, energy: [...energyBefore, ...energyPerIteration] });
    const rig = shown(bound);
    const rests = partial.idle || runNow()?.state === "paused";
    if (rests && !stroking) settle({ rig, weightReport: (partial.idle && partial.report) || null });
    else if (showing) useDocument.setState({ liveRig: rig });
  }

  /** With the very rest pose and motion of the document: what is the same is not taken up anew. */
  const shown = ({ rig }: Pick<BoundRig, "rig">): Rig => {
    const sequence = wanted?.sequence;
    if (!sequence) return rig;
    return boundInMotion({ ...rig, rest: sequence.rest }, sequence, useDocument.getState().rig);
  };

  /** Pauses. The weights at hand are the document's then: they can be painted on, and posed. */
  function rest(): void {
    job?.pause();
    change({ state: "paused" });
  }

  function settle(found: Found): void {
    if (!showing) return;
    ours = found.rig;
    settling.settle(found, runNow()?.energy.length ?? 0);
  }

  function finish({ bound, report, weights }: WeightsResult): void {
    const { energy = [] } = runNow() ?? {};
    const wasShown = showing;
    showing = true;
    useBinding.setState({ weights, segmentOfBone: bound.segmentOfBone, held: report.held });
    if (energy.length === 0) change({ energy: report.energyPerIteration });
    if (wasShown) settle({ rig: shown(bound), weightReport: report });
    end();
  }

  function fail(error: unknown): void {
    end();
    useDocument.setState({ liveRig: null });
    if (!isCancel(error)) complain(error, "Finding weights");
  }

  /** Nothing goes on; what was found is still to be seen, and to go on from. */
  function end(): void {
    job = null;
    adjusting.stop();
    const run = runNow();
    if (run?.state === "starting" && run.energy.length === 0) useBinding.setState({ run: null });
    else change({ state: "ended", progress: null });
  }

  function stopJob(): void {
    const stopped = job;
    job = null;
    adjusting.stop();
    stopped?.cancel();
  }

  function cancel(): void {
    stopJob();
    end();
    useDocument.setState({ liveRig: null });
  }

  /** A change of the document, looked at once the history knows whether it was an undo. */
  function follow(): void {
    const state = useDocument.getState();
    const isBack = wentBack();
    if (state.sequence !== wanted?.sequence || !state.skeleton) {
      if (wanted) forget();
      return;
    }
    if (isBack) {
      // What an undo or a redo brought back stays on screen; the engine follows from wherever it is.
      showing = false;
      ours = state.rig;
      if (state.liveRig) useDocument.setState({ liveRig: null });
    }
    const other = state.skeleton !== wanted.skeleton || state.weighting !== wanted.weighting;
    if (!job) {
      // Weights have no names.
      if (isRenamed(wanted.skeleton, state.skeleton)) {
        wanted.skeleton = state.skeleton;
        ours = state.rig;
        return;
      }
      // What was kept goes on from where it is when what it is of changes.
      if (other && !isBack && runNow()?.state === "ended") start(true);
      return;
    }
    if (other && !isBack) restart();
    else if (other || state.rig !== ours || (isBack && !isBound())) cancel();
    else if (state.weightEdits !== wanted.weightEdits) tell(state.weightEdits);
  }

  /** Whether the document's rig is one of its skeleton. */
  function isBound(): boolean {
    const { rig, skeleton } = useDocument.getState();
    return rig !== null && skeleton !== null && segmentsOfBones(skeleton, rig) !== null;
  }

  function forget(): void {
    stopJob();
    wanted = ours = null;
    stroking = false;
    settling.forget();
    useBinding.setState(NOTHING_BOUND, true);
    useDocument.setState({ liveRig: null });
  }

  function tell(edits: WeightEdits): void {
    if (wanted) wanted.weightEdits = edits;
    const run = runNow();
    late = run?.state === "starting";
    if (!late) adjusting.send(edits);
    if (run?.state === "paused" && showing) step();
    else if (run?.state === "converged") change({ state: "running" });
  }

  /** Goes on, or starts again from the weights at hand; false where nothing was ever bound. */
  function awake(): boolean {
    if (job) return true;
    if (!isBound() || useDocument.getState().weighting.method !== "arap") return false;
    start(true);
    return true;
  }

  let looking = false;
  useDocument.subscribe((state, before) => {
    const same =
      state.sequence === before.sequence &&
      state.skeleton === before.skeleton &&
      state.weighting === before.weighting &&
      state.weightEdits === before.weightEdits &&
      state.rig === before.rig;
    if (same || looking) return;
    looking = true;
    queueMicrotask(() => {
      looking = false;
      follow();
    });
  });

  function step(): void {
    if (runNow()?.state === "converged" || !awake()) return;
    pauseAt = (runNow()?.iteration ?? 0) + 1;
    showing = true;
    job?.resume();
    change({ state: "running" });
  }

  return {
    bind: () => start(false),
    step,
    cancel() {
      cancel();
      useBinding.setState({ run: null });
    },
    togglePause() {
      const run = runNow();
      if (run?.state === "running" || run?.state === "starting") {
        rest();
        const { liveRig } = useDocument.getState();
        if (liveRig) settle({ rig: liveRig, weightReport: null });
        return;
      }
      if (!awake()) return;
      pauseAt = Infinity;
      showing = true;
      if (runNow()?.state !== "paused") return;
      job?.resume();
      change({ state: "running" });
    },
    keep() {
      if (!job) return;
      if (runNow()?.state === "paused") job.resume();
      showing = true;
      change({ state: "finishing" });
      job.keep();
    },
    preview(edits, send = true) {
      useBinding.setState({ liveEdits: edits });
      if (!send) return;
      if (edits === null ? !job : !awake()) return;
      showing = true;
      stroking = edits !== null;
      tell(edits ?? useDocument.getState().weightEdits);
    },
    edit(label, icon, edits) {
      useBinding.setState({ liveEdits: null });
      stroking = false;
      const goesOn = awake();
      const { liveRig, rig } = useDocument.getState();
      showing = true;
      ours = liveRig ?? rig;
      const run = runNow();
      if (run) change({ marks: [...run.marks, { at: Math.max(0, run.energy.length - 1), label }] });
      settling.edit(label, icon, { weightEdits: edits }, ours, goesOn);
      if (goesOn) tell(useDocument.getState().weightEdits);
    },
    moveJoints(label, skeleton) {
      const goesOn = awake();
      const { liveRig, rig } = useDocument.getState();
      ours = liveRig ?? rig;
      settling.edit(label, "joint", { skeleton }, ours, goesOn);
      useDocument.setState({ liveSkeleton: null });
    },
  };
}
