/** Every kind of event, and the usual state of every phase: the input of the transition table. */
import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import { NO_WEIGHT_EDITS } from "../../../../../workers/model/weights/weight-edits";
import type { BindingRun } from "../../../../document/binding/binding-state";
import type { DocumentState } from "../../../../document/document";
import { createStores } from "../../../../document/stores";
import type { BindingEvent } from "../flow/events";
import { type Flow, type Phase, UNBOUND } from "../flow/flow";
import { bound, sequence, skeleton } from "./fake-weights";

const JOB = 1;
const report = { method: "arap", held: [], energyPerIteration: [1, 0.5] } as unknown as WeightReport;
const documentEdits = { ...NO_WEIGHT_EDITS };
const otherEdits = { ...NO_WEIGHT_EDITS, wires: Uint32Array.of(0, 9) };

/** A mesh with a skeleton that it is bound to. */
export const boundDocument: DocumentState = {
  ...createStores().document.getInitialState(),
  ...{ sequence, skeleton, rig: bound(0.3), weightEdits: documentEdits },
};

export const PHASES: readonly Phase[] = [
  ...(["unbound", "starting", "running", "paused", "converged", "finishing", "ended", "idle"] as const),
];

/** The usual state of a phase: a first run, with no edits on their way to the engine. */
export function usualFlow(phase: Phase): Flow {
  if (phase === "unbound") return UNBOUND;
  const { sequence, skeleton, weighting, weightEdits, rig } = boundDocument;
  const begun = phase !== "starting";
  const energy = begun ? [1, 0.5] : [];
  const run: BindingRun | null =
    phase === "idle"
      ? null
      : { state: phase, progress: null, iteration: energy.length, seconds: 0, energy, marks: [] };
  return {
    ...UNBOUND,
    asked: { sequence, skeleton, weighting, weightEdits },
    ...{ run, job: JOB, begun, laid: rig },
  };
}

/** The document in a phase; in some phases a run shows weights. */
const usualDocument = (phase: Phase): DocumentState =>
  phase === "running" ? { ...boundDocument, liveRig: bound(0.4) } : boundDocument;

export interface TransitionCase {
  by: "the artist" | "the document" | "the engine";
  /** The event and its conditions, as the table writes them. */
  name: string;
  event: BindingEvent;
  document?: Partial<DocumentState>;
  flow?: Partial<Flow>;
}

const asking = { waiting: null, asking: true, cooling: true };
const renamed = { ...skeleton, segments: skeleton.segments.map((s, j) => ({ ...s, name: `bone ${j}` })) };
const otherTask = { weighting: { ...boundDocument.weighting, exemplars: 20 } };
const closed = { sequence: null, skeleton: null, rig: null };
const opened = { ...closed, sequence: { ...sequence } };
const weights = {
  type: "weights" as const,
  ...{ job: JOB, rig: bound(0.5), figures: {}, iteration: 3, seconds: 0.1, energy: [1, 0.5, 0.4] },
  ...{ idle: false, report: null },
};
const changed = { type: "documentChanged", undone: false, opened: false } as const;
const undone = { ...changed, undone: true } as const;
const stroke = { type: "stroke", edits: otherEdits, follows: true } as const;
const edit = { type: "edit", label: "Hold", icon: "brush", weightEdits: otherEdits } as const;
const moveJoints = { type: "moveJoints", label: "Move a joint", change: { skeleton: renamed } } as const;
const unfit = { rig: null };

const artist = (name: string, event: BindingEvent, document?: Partial<DocumentState>): TransitionCase => ({
  ...{ by: "the artist", name, event, document },
});
const change = (name: string, event: BindingEvent, document: Partial<DocumentState>): TransitionCase => ({
  ...{ by: "the document", name, event, document },
});
const engine = (name: string, event: BindingEvent, flow?: Partial<Flow>): TransitionCase => ({
  ...{ by: "the engine", name, event, flow },
});

export const CASES: readonly TransitionCase[] = [
  artist("bind", { type: "bind" }),
  artist("bind, no skeleton", { type: "bind" }, { skeleton: null }),
  artist("optimise", { type: "optimise" }),
  artist("togglePause", { type: "togglePause" }),
  artist("togglePause, no weights", { type: "togglePause" }, unfit),
  artist("step", { type: "step" }),
  artist("step, no weights", { type: "step" }, unfit),
  artist("keep", { type: "keep" }),
  artist("cancel", { type: "cancel" }),
  artist("stroke", stroke),
  artist("stroke, no weights", stroke, unfit),
  artist("stroke, not followed", { ...stroke, follows: false }),
  artist("dropStroke", { type: "dropStroke", follows: true }),
  artist("edit", edit),
  artist("edit, no weights", edit, unfit),
  artist("moveJoints", moveJoints),
  artist("moveJoints, no weights", moveJoints, unfit),
  change("closed", { ...changed, opened: true }, closed),
  change("closed, mesh opened", { ...changed, opened: true }, opened),
  change(
    "closed, rig opened",
    { ...changed, opened: true },
    { sequence: { ...sequence }, weightReport: report },
  ),
  change("renamed", changed, { skeleton: renamed }),
  change("renamed, undone", undone, { skeleton: renamed }),
  change("otherTask", changed, otherTask),
  change("otherTask, undone", undone, otherTask),
  change("otherRig", changed, { rig: bound(0.9) }),
  change("otherRig, undone", undone, { rig: null }),
  change("otherKept", changed, { weightEdits: { ...documentEdits, locked: ["part b"] } }),
  change("otherKept, undone", undone, { weightEdits: { ...documentEdits, locked: ["part b"] } }),
  change("otherEdits", changed, { weightEdits: otherEdits }),
  change("otherEdits, undone", undone, { weightEdits: otherEdits }),
  change("nothing", changed, {}),
  engine("progress", { type: "progress", job: JOB, progress: { phase: "Heat", done: 0.5, detail: "" } }),
  engine("figures", { type: "figures", job: JOB, figures: {} }),
  engine("weights", weights),
  engine("weights, a step is done", weights, { pauseAt: 3 }),
  engine("weights, converged", { ...weights, idle: true, report }),
  engine("finished", { type: "finished", job: JOB, rig: bound(0.6), figures: {}, report }),
  engine("failed", { type: "failed", job: JOB, error: new Error("out of memory") }),
  engine("told", { type: "told", job: JOB, followed: true }, { telling: asking }),
  engine("told, not followed", { type: "told", job: JOB, followed: false }, { telling: asking }),
  engine("tellFailed", { type: "tellFailed", job: JOB, error: new Error("lost") }, { telling: asking }),
  engine(
    "mayTell, edits wait",
    { type: "mayTell", job: JOB },
    { telling: { waiting: otherEdits, asking: false, cooling: true } },
  ),
  engine("weights, of another job", { ...weights, job: JOB - 1 }),
];

/** The state and the document at the beginning of a case. */
export function beginningOf(phase: Phase, { document, flow }: TransitionCase): [Flow, DocumentState] {
  return [
    phase === "unbound" ? UNBOUND : { ...usualFlow(phase), ...flow },
    { ...usualDocument(phase), ...document },
  ];
}
