/**
 * The flow of a binding: maps each event of the artist, the document or the engine to the next state and its effects.
 * A pure function; `runner.ts` performs the effects. The table has the phase after each event, by the phase before it
 * ("-": nothing happens). `flow.ts` explains the phases, and `docs/binding-flow.md` also lists the effects. A test
 * compares both tables with the code.
 *
 * ```text
 *                          unbound   starting  running   paused    converged finishing ended     idle
 * bind                     starting  starting  starting  starting  starting  starting  starting  starting
 * bind, no skeleton        -         -         -         -         -         -         -         -
 * optimise                 starting  starting  starting  starting  starting  starting  starting  starting
 * togglePause              starting  paused    paused    running   -         -         starting  starting
 * togglePause, no weights  -         paused    paused    running   -         -         -         -
 * step                     starting  starting  running   running   -         finishing starting  starting
 * step, no weights         -         starting  running   running   -         finishing -         -
 * keep                     -         finishing finishing finishing finishing finishing -         -
 * cancel                   unbound   idle      idle      idle      idle      idle      idle      idle
 * stroke                   starting  starting  running   running   running   finishing starting  starting
 * stroke, no weights       unbound   starting  running   running   running   finishing ended     idle
 * stroke, not followed     unbound   starting  running   paused    converged finishing ended     idle
 * dropStroke               unbound   starting  running   running   running   finishing ended     idle
 * edit                     starting  starting  running   running   running   finishing starting  starting
 * edit, no weights         unbound   starting  running   running   running   finishing ended     idle
 * moveJoints               starting  starting  starting  starting  starting  starting  starting  starting
 * moveJoints, no weights   unbound   starting  starting  starting  starting  starting  ended     idle
 * closed                   -         unbound   unbound   unbound   unbound   unbound   unbound   unbound
 * closed, mesh opened      -         unbound   unbound   unbound   unbound   unbound   unbound   unbound
 * closed, rig opened       ended     ended     ended     ended     ended     ended     ended     ended
 * renamed                  -         starting  starting  starting  starting  starting  ended     idle
 * renamed, undone          -         idle      ended     ended     ended     ended     ended     idle
 * otherTask                -         starting  starting  starting  starting  starting  starting  -
 * otherTask, undone        -         idle      ended     ended     ended     ended     ended     idle
 * otherRig                 -         idle      ended     ended     ended     ended     -         -
 * otherRig, undone         -         idle      ended     ended     ended     ended     ended     idle
 * otherKept                -         starting  starting  ended     ended     ended     -         -
 * otherKept, undone        -         starting  starting  ended     ended     ended     ended     idle
 * otherEdits               -         starting  running   running   running   finishing -         -
 * otherEdits, undone       -         starting  running   paused    running   finishing ended     idle
 * nothing                  -         -         -         -         -         -         -         -
 * progress                 -         starting  running   paused    converged finishing -         -
 * figures                  -         starting  running   paused    converged finishing -         -
 * weights                  -         running   running   paused    running   finishing -         -
 * weights, a step is done  -         paused    paused    paused    paused    finishing -         -
 * weights, converged       -         converged converged converged converged finishing -         -
 * finished                 -         ended     ended     ended     ended     ended     -         -
 * failed                   -         idle      ended     ended     ended     ended     -         -
 * told                     -         starting  running   paused    converged finishing -         -
 * told, not followed       -         starting  starting  starting  starting  starting  -         -
 * tellFailed               -         starting  running   paused    converged finishing -         -
 * mayTell, edits wait      -         starting  running   paused    converged finishing -         -
 * weights, of another job  -         -         -         -         -         -         -         -
 * ```
 */
import { NO_FIGURES } from "../../../../document/binding/binding-state";
import { segmentsOfBones } from "../../../../document/binding/segment-weights";
import type { DocumentState } from "../../../../document/document";
import { changeSince, type DocumentChange } from "./document-change";
import type { BindingEvent, Effect } from "./events";
import { type Flow, hasJob } from "./flow";
import {
  accept,
  awake,
  cancel,
  canGoOn,
  end,
  forget,
  goBack,
  pump,
  rest,
  resume,
  settle,
  start,
  startAgain,
  tell,
} from "./moves";
import { Transition } from "./transition";

type Of<Type extends BindingEvent["type"]> = Extract<BindingEvent, { type: Type }>;
type Handlers = { [Type in BindingEvent["type"]]: (to: Transition, event: Of<Type>) => void };

const HANDLERS: Handlers = {
  bind: (to) => start(to, false),
  optimise: (to) => start(to, true),
  togglePause,
  step,
  keep,
  cancel(to) {
    cancel(to);
    to.set({ run: null });
  },
  stroke,
  dropStroke,
  edit,
  moveJoints,
  documentChanged,
  progress: (to, { progress }) => to.setRun({ progress }),
  figures: (to, { figures }) => to.do({ type: "figures", figures }),
  weights: takeWeights,
  finished,
  failed(to, { error }) {
    end(to);
    to.do({ type: "hide" });
    to.do({ type: "report", error, doing: "Finding weights" });
  },
  told(to, { followed }) {
    to.set({ telling: { ...to.flow.telling, asking: false } });
    if (followed) pump(to);
    else start(to, true);
  },
  tellFailed(to, { error }) {
    to.set({ telling: { ...to.flow.telling, asking: false } });
    to.do({ type: "report", error, doing: "Following the brush" });
    pump(to);
  },
  mayTell(to) {
    to.set({ telling: { ...to.flow.telling, cooling: false } });
    pump(to);
  },
};

/**
 * The next state, and the effects of an event.
 * @param document the document at the time of the event.
 */
export function bindingReducer(
  flow: Flow,
  event: BindingEvent,
  document: DocumentState,
): { flow: Flow; effects: readonly Effect[] } {
  const isLate = "job" in event && !(event.job === flow.job && hasJob(flow));
  if (isLate) return { flow, effects: [] };
  const to = new Transition(flow, document);
  const handle = HANDLERS[event.type] as (to: Transition, event: BindingEvent) => void;
  handle(to, event);
  return { flow: to.flow, effects: to.effects };
}

function togglePause(to: Transition): void {
  if (to.phase !== "running" && to.phase !== "starting") {
    if (!awake(to)) return;
    to.set({ showing: true });
    resume(to);
    return;
  }
  rest(to);
  // Weights at rest belong to the document, so that they can be painted and posed.
  const { liveRig } = to.document;
  if (liveRig) settle(to, { rig: liveRig, weightReport: null });
}

function step(to: Transition): void {
  if (to.phase === "converged" || !awake(to)) return;
  to.set({ showing: true });
  resume(to, 1);
}

function keep(to: Transition): void {
  if (!hasJob(to.flow)) return;
  to.set({ showing: true });
  if (to.phase === "paused") to.do({ type: "resumeJob" });
  to.setRun({ state: "finishing" });
  to.do({ type: "keepJob" });
}

function stroke(to: Transition, { edits, follows }: Of<"stroke">): void {
  to.do({ type: "figures", figures: { liveEdits: edits } });
  if (!follows || !awake(to)) return;
  // Weights that settle during a stroke must not go into the step before it.
  const { stroke: before } = to.flow;
  to.set({ stroke: before ?? { underWay: to.document.liveRig !== null }, showing: true });
  tell(to, edits);
}

function dropStroke(to: Transition, { follows }: Of<"dropStroke">): void {
  to.do({ type: "figures", figures: { liveEdits: null } });
  if (!follows || !hasJob(to.flow)) return;
  if (to.flow.stroke?.underWay === false) goBack(to);
  to.set({ stroke: null });
  tell(to, to.document.weightEdits);
}

function edit(to: Transition, { label, icon, weightEdits }: Of<"edit">): void {
  to.do({ type: "figures", figures: { liveEdits: null } });
  const settles = awake(to);
  const { marks = [], energy = [] } = to.flow.run ?? {};
  to.setRun({ marks: [...marks, { at: Math.max(0, energy.length - 1), label }] });
  const rig = to.document.liveRig ?? to.document.rig;
  to.set({ stroke: null, showing: true, laid: rig });
  to.do({ type: "edit", label, icon, change: { weightEdits }, rig, settles }, { weightEdits, rig });
  if (settles) tell(to, weightEdits);
}

function moveJoints(to: Transition, { label, change }: Of<"moveJoints">): void {
  const settles = hasJob(to.flow) || canGoOn(to);
  const rig = to.document.liveRig ?? to.document.rig;
  to.set({ stroke: null, showing: true, laid: rig });
  to.do({ type: "edit", label, icon: "ik", change, rig, settles }, { ...change, rig });
  if (settles) start(to, true);
}

function documentChanged(to: Transition, { undone, opened }: Of<"documentChanged">): void {
  const change = changeSince(to.flow, to.document, undone);
  if (change === "closed") {
    if (to.flow.asked) forget(to);
    if (opened) adopt(to);
    return;
  }
  if (undone) goBack(to);
  if (hasJob(to.flow)) follow(to, change, undone);
  else if (change === "renamed") accept(to);
  else if (change === "otherTask" && undone) accept(to);
  else if (change === "otherTask" && to.phase === "ended") start(to, true);
}

/** Makes the engine follow a change of the document. */
function follow(to: Transition, change: DocumentChange, undone: boolean): void {
  const isOther = change === "otherTask" || change === "renamed";
  const isUnderWay = to.phase === "running" || to.phase === "starting";
  if (isOther && !undone) start(to, true);
  else if (isOther || change === "otherRig") cancel(to);
  // Weights at rest do not change. The next edit starts a job that knows which weights to keep.
  else if (change === "otherKept") isUnderWay ? startAgain(to) : cancel(to);
  else if (change === "otherEdits") tell(to, to.document.weightEdits);
  if (isOther && undone) accept(to);
}

/** Treats weights that came with a project as if they had been found here and kept. */
function adopt(to: Transition): void {
  const { weightReport, rig, skeleton } = to.document;
  const segmentOfBone = rig && skeleton && segmentsOfBones(skeleton, rig);
  if (!weightReport || !segmentOfBone) return;
  const { held, energyPerIteration: energy } = weightReport;
  accept(to);
  to.set({
    run: { state: "ended", progress: null, iteration: energy.length, seconds: 0, energy, marks: [] },
  });
  to.do({ type: "figures", figures: { ...NO_FIGURES, held, segmentOfBone, lastReport: weightReport } });
}

function takeWeights(to: Transition, event: Of<"weights">): void {
  const { rig, figures, iteration, seconds, idle, report } = event;
  to.do({ type: "figures", figures });
  if (to.phase === "finishing") return;
  to.set({ begun: true });
  pump(to);
  if (idle) to.setRun({ state: "converged" });
  else if (iteration >= to.flow.pauseAt) rest(to);
  else if (to.phase !== "paused") to.setRun({ state: "running" });
  to.setRun({ iteration, seconds, progress: null, energy: [...to.flow.energyBefore, ...event.energy] });
  const rests = to.phase === "converged" || to.phase === "paused";
  if (rests && !to.flow.stroke) settle(to, { rig, weightReport: idle ? report : null });
  else if (to.flow.showing) to.do({ type: "show", rig });
}

function finished(to: Transition, { rig, figures, report }: Of<"finished">): void {
  to.do({ type: "figures", figures });
  if (to.flow.run?.energy.length === 0) to.setRun({ energy: report.energyPerIteration });
  settle(to, { rig, weightReport: report });
  end(to);
}
