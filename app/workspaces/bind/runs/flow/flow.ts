import type { Rig } from "../../../../../workers/model/rig/rig";
import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import type { BindingRun } from "../../../../document/binding/binding-state";
import type { DocumentState } from "../../../../document/document";

/** The parts of the document that weights depend on, as the engine last got them. */
export type Asked = Pick<DocumentState, "sequence" | "skeleton" | "weighting" | "weightEdits">;

/** Edits on their way to the engine: one request at a time, always the latest edits, and a pause after each. */
export interface Telling {
  waiting: WeightEdits | null;
  /** A request is waiting for its answer. */
  asking: boolean;
  /** The last request was too recent for another one. */
  cooling: boolean;
}

/** The state of a binding's flow. It is replaced, never mutated. */
export interface Flow {
  /** Null if nothing was bound since the mesh was opened. */
  asked: Asked | null;
  /** The run on screen; null if there is none. */
  run: BindingRun | null;
  /** Number of the last job. Only its answers count, and only while it runs. */
  job: number;
  /** Whether the job has shown weights. Before that, it cannot take edits. */
  begun: boolean;
  /** The energy after each iteration of the runs that this one continues. */
  energyBefore: readonly number[];
  /** The run pauses after this many iterations. */
  pauseAt: number;
  /** The rig that our last step, or the last undo, put into the document. */
  laid: Rig | null;
  /** Whether the run's weights are on screen. After an undo the document's are, until the artist's next request. */
  showing: boolean;
  /** A stroke that the weights follow, and whether weights were in progress when it began. */
  stroke: { underWay: boolean } | null;
  telling: Telling;
}

export const SILENT: Telling = { waiting: null, asking: false, cooling: false };

export const UNBOUND: Flow = {
  asked: null,
  run: null,
  job: 0,
  begun: false,
  energyBefore: [],
  pauseAt: Infinity,
  laid: null,
  showing: true,
  stroke: null,
  telling: SILENT,
};

/**
 * - `unbound`: nothing was bound since the mesh was opened;
 * - `starting`: the engine works, and has no weights to show yet;
 * - `running`: weights improve on screen;
 * - `paused`: the engine waits for the artist;
 * - `converged`: the engine waits for edits;
 * - `finishing`: the current weights are measured, then the run ends;
 * - `ended`: the engine has no job; an edit starts one from the current weights;
 * - `idle`: the engine has no job and no run is on screen: the last one was cancelled, or failed before it had weights.
 */
export type Phase = BindingRun["state"] | "unbound" | "idle";

export const phaseOf = ({ run, asked }: Pick<Flow, "run" | "asked">): Phase =>
  run?.state ?? (asked ? "idle" : "unbound");

/** Whether the engine has a job of this flow. */
export const hasJob = ({ run }: Pick<Flow, "run">): boolean => run !== null && run.state !== "ended";
