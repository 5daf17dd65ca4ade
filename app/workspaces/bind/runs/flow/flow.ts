import type { Rig } from "../../../../../workers/model/rig/rig";
import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import type { BindingRun } from "../../../../document/binding/binding-state";
import type { DocumentState } from "../../../../document/document";

/** The parts of the document that the engine was asked to find weights for, or has been told since. */
export type Asked = Pick<DocumentState, "sequence" | "skeleton" | "weighting" | "weightEdits">;

/** Edits on their way to the engine: one question at a time, the latest edits, and a pause after each. */
export interface Telling {
  waiting: WeightEdits | null;
  /** The engine has not answered yet. */
  asking: boolean;
  /** The last question is not long ago. */
  cooling: boolean;
}

/** All that the flow of a binding remembers. It is never written, only replaced. */
export interface Flow {
  /** Null where nothing was bound since the mesh was opened. */
  asked: Asked | null;
  /** The run on screen; null where there is none. */
  run: BindingRun | null;
  /** Counts the jobs of the engine. Only the answers of the last one count, and only while it is under way. */
  job: number;
  /** Whether the job has shown weights: it cannot be told anything before. */
  begun: boolean;
  /** Of the runs that this one goes on from, one number an iteration. */
  energyBefore: readonly number[];
  /** The run pauses when it has done this many iterations. */
  pauseAt: number;
  /** The rig that our last step, or the last undo, left in the document. */
  laid: Rig | null;
  /** Whether weights under way are on screen. After an undo, the document's are, until the artist asks for something. */
  showing: boolean;
  /** A stroke that weights follow, and whether weights were under way when it began. */
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
 * - `finishing`: the weights at hand are measured, then the run ends;
 * - `ended`: the engine has no job; an edit starts one from the weights at hand;
 * - `idle`: the engine has no job and no run is on screen: the last one was cancelled, or failed before it had weights.
 */
export type Phase = BindingRun["state"] | "unbound" | "idle";

export const phaseOf = ({ run, asked }: Pick<Flow, "run" | "asked">): Phase =>
  run?.state ?? (asked ? "idle" : "unbound");

/** Whether the engine has a job of ours. */
export const hasJob = ({ run }: Pick<Flow, "run">): boolean => run !== null && run.state !== "ended";
