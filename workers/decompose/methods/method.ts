import type { Parallel } from "../../kernels/parallel";
import type { Random } from "../../math/random";
import type { BoneKind } from "../../model/rig/rig";
import type { SolveSettings } from "../../model/solve/solve-settings";
import type { Start, StartContext } from "../initialisers/clusters";
import type { Problem } from "../problem/problem";
import type { Deadline } from "../progress/deadline";
import type { SolveLog } from "../progress/solve-log";

/** Bones, weights and rest pose of one moment, out of the arena, in normalised coordinates. */
export interface Blend {
  /** h. */
  bones: number;
  kind: BoneKind;
  /** F·h·12. */
  motion: Float64Array;
  /** V·slots: the bone of each influence, −1 where a slot is not used; and the weight beside it, ≥ 0, of a vertex 1 in sum. */
  ids: Int32Array;
  values: Float64Array;
  /** Sum of squared errors with what the trajectory basis leaves out. */
  error: number;
}

/** What a method works with. What it takes of the arena is released when it ends. */
export interface MethodContext {
  parallel: Parallel;
  /** A method that corrects the rest pose writes `problem.rest`: whoever called takes it from there and puts the old one back. */
  problem: Problem;
  settings: SolveSettings;
  /** Bones that are wanted. */
  bones: number;
  /** Influences a vertex may have, 1 to `bones`. */
  influences: number;
  /** What initialisers share. */
  starts: StartContext;
  /** The chosen initialiser, or else the method's own. */
  start(own: Start): Start;
  /** Whether there was no time for that, so that bones which were found at once took its place. */
  isLate(): boolean;
  /** Bones where the error is largest: what to begin with when a method's own way takes too long. */
  fallback: Start;
  random: Random;
  task: Deadline;
  log: SolveLog;
  /**
   * An iteration has passed, after which this is the best that there is: it is counted and shown, and handed out if the
   * method is cut short. Whether to go on.
   */
  note(blend: Blend): boolean;
  /** What is handed out if the method is cut short before anything else is noted. */
  keep(blend: Blend): void;
  /** The same as `note` for what is not out of the arena: nothing is left of it if the method is cut short. */
  look(blend: Blend): boolean;
}

/** What a method's arena depends on. */
export interface MethodSize {
  vertices: number;
  frames: number;
  /** Corners of triangles, 3T. */
  corners: number;
  bones: number;
  influences: number;
}

export interface MethodResult extends Blend {
  /** Why there are fewer or more bones than wanted, or null. */
  reason: string | null;
  /** Figures of the method itself, for the report. */
  figures?: Record<string, number>;
}

/** A way to decompose a sequence, beside `ssdr` and `auto`, which share a session. Null where time was up too early. */
export interface Method {
  /** Bytes of arena that it takes at most, beside the problem and what initialisers share. */
  bytes(size: MethodSize, threads: number): number;
  solve(context: MethodContext): Promise<MethodResult | null>;
  /**
   * The fewest bones, up to `context.bones`, that reach an E_RMS, where the method knows better than by whole solves;
   * the most where none do. Null where it does not with these settings.
   */
  fewest?(context: MethodContext, wanted: number): Promise<MethodResult | null>;
}
