/** The moves that transitions consist of. Each changes the state and adds the matching effects. */
import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import { NO_FIGURES } from "../../../../document/binding/binding-state";
import { lostWeightsNow } from "../../../../document/binding/kept-now";
import type { Found } from "../../../../document/binding/weight-edit-commands";
import { letGoOf } from "../../../../document/weights/painted-vertices";
import { isBound } from "./document-change";
import { type Asked, hasJob, SILENT, UNBOUND } from "./flow";
import type { Transition } from "./transition";

const askedOf = ({ document: { sequence, skeleton, weighting, weightEdits } }: Transition): Asked => ({
  sequence,
  skeleton,
  weighting,
  weightEdits,
});

/** Stops keeping painted weights of bones that the skeleton does not have. */
function letGoOfLost(to: Transition): void {
  const lost = lostWeightsNow(to.document);
  if (!lost) return;
  const weightEdits = letGoOf(to.document.weightEdits, lost.vertices);
  to.do({ type: "letGo", lost, weightEdits }, { weightEdits });
}

/**
 * Starts a job in place of the current one.
 * @param goOn from the current weights; otherwise from scratch.
 */
export function start(to: Transition, goOn: boolean): void {
  const { sequence, skeleton } = to.document;
  if (!sequence || !skeleton) return;
  letGoOfLost(to);
  const { flow, document } = to;
  const asked = askedOf(to);
  const job = flow.job + 1;
  // Energies of different methods cannot be compared.
  const before = goOn && document.weighting.method === "arap" ? flow.run : null;
  const { energy = [], marks = [] } = before ?? {};
  const underWayFit = flow.asked?.skeleton?.segments.length === skeleton.segments.length;
  if (hasJob(flow)) to.do({ type: "cancelJob" });
  if (!goOn) to.do({ type: "figures", figures: NO_FIGURES });
  to.do({ type: "startJob", job, asked, goOn, underWayFit });
  to.set({
    ...{ asked, job, begun: false, energyBefore: energy, pauseAt: Infinity },
    ...{ laid: document.rig, showing: true, telling: SILENT },
    run: { state: "starting", progress: null, iteration: 0, seconds: 0, energy, marks },
  });
}

/** Replaces the current job by one that starts from the current weights. After an undo its weights are not shown. */
export function startAgain(to: Transition): void {
  const { showing } = to.flow;
  start(to, true);
  to.set({ showing });
}

/** Whether a run can continue from the document's weights. */
export const canGoOn = ({ document }: Transition): boolean =>
  isBound(document) && document.weighting.method === "arap";

/** Makes sure that the engine has a job. @returns whether it has one. */
export function awake(to: Transition): boolean {
  if (hasJob(to.flow)) return true;
  if (!canGoOn(to)) return false;
  start(to, true);
  return true;
}

/** Ends the job. The weights that it has shown stay, and a later run can continue from them. */
export function end(to: Transition): void {
  const { run } = to.flow;
  const hasShown = run && (run.state !== "starting" || run.energy.length > 0);
  to.set({ run: hasShown ? { ...run, state: "ended", progress: null } : null, telling: SILENT });
}

/** Cancels the job and shows the document's weights. */
export function cancel(to: Transition): void {
  if (hasJob(to.flow)) to.do({ type: "cancelJob" });
  end(to);
  to.do({ type: "hide" }, { liveRig: null });
}

/** Sends the current edits to the engine. The weights follow; if they are paused on screen, with one iteration. */
export function tell(to: Transition, edits: WeightEdits): void {
  const { asked, telling, showing } = to.flow;
  to.set({ asked: asked && { ...asked, weightEdits: edits }, telling: { ...telling, waiting: edits } });
  pump(to);
  if (to.phase === "paused" && showing) resume(to, 1);
  else if (to.phase === "converged") to.setRun({ state: "running" });
}

/** Sends the waiting edits if the engine is ready for them. */
export function pump(to: Transition): void {
  const { telling, begun, job } = to.flow;
  const { waiting: edits, asking, cooling } = telling;
  if (!edits || !begun || asking || cooling) return;
  to.set({ telling: { waiting: null, asking: true, cooling: true } });
  to.do({ type: "tell", job, edits });
}

export function rest(to: Transition): void {
  to.set({ pauseAt: Infinity });
  to.do({ type: "pauseJob" });
  to.setRun({ state: "paused" });
}

/** Resumes after a pause. @param iterations after which it pauses again. */
export function resume(to: Transition, iterations = Infinity): void {
  to.set({ pauseAt: (to.flow.run?.iteration ?? 0) + iterations });
  if (to.phase !== "paused") return;
  to.do({ type: "resumeJob" });
  to.setRun({ state: "running" });
}

/** Puts found weights into the document, if the run's weights are on screen. */
export function settle(to: Transition, found: Found): void {
  const { showing, run } = to.flow;
  if (!showing) return;
  to.set({ laid: found.rig });
  const iterations = run?.energy.length ?? 0;
  to.do({ type: "settle", found, iterations }, { ...found, liveRig: null });
}

/** Keeps the restored weights on screen after an undo or a redo; the engine follows from its own weights. */
export function goBack(to: Transition): void {
  const { rig, liveRig } = to.document;
  to.set({ showing: false, laid: rig });
  if (liveRig) to.do({ type: "hide" }, { liveRig: null });
}

/** Marks the current document as the one that the weights belong to. */
export const accept = (to: Transition): void => to.set({ asked: askedOf(to), laid: to.document.rig });

/** Forgets the run and its figures, because the mesh or the skeleton is gone. */
export function forget(to: Transition): void {
  if (hasJob(to.flow)) to.do({ type: "cancelJob" });
  to.set({ ...UNBOUND, job: to.flow.job });
  to.do({ type: "figures", figures: NO_FIGURES });
  to.do({ type: "forgetSteps" });
  to.do({ type: "hide" }, { liveRig: null });
}
