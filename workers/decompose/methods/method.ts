import type { Parallel } from "../../kernels/parallel";
import type { Random } from "../../math/random";
import type { BoneKind } from "../../model/rig/rig";
import type { SolveSettings } from "../../model/solve/solve-settings";
import type { Start, StartContext } from "../initialisers/start-context";
import type { Problem } from "../problem/problem";
import type { Deadline } from "../progress/deadline";
import type { SolveLog } from "../progress/solve-log";

/** Bones, weights and rest pose at one moment, outside the arena, in normalised coordinates. */
export interface Blend {
  /** The number of bones, h. */
  bones: number;
  kind: BoneKind;
  /** F·h·12. */
  motion: Float64Array;
  /** V·slots: the bone of each influence, −1 for unused slots, and its weight, ≥ 0, with the sum 1 per vertex. */
  ids: Int32Array;
  values: Float64Array;
  /** Sum of squared errors, including the tail of the trajectory basis. */
  error: number;
}

/** The input of a method. Its arena memory is released when the method ends. */
export interface MethodContext {
  parallel: Parallel;
  /**
   * A method that corrects the rest pose writes `problem.rest`. The caller reads it there and restores the old rest
   * pose.
   */
  problem: Problem;
  settings: SolveSettings;
  /** Requested number of bones. */
  bones: number;
  /** The most influences of a vertex, 1 to `bones`. */
  influences: number;
  /** Data that initialisers share. */
  starts: StartContext;
  /** The chosen initialiser, or the method's own if none is chosen. */
  start(own: Start): Start;
  /** Whether there was no time for the start, and the first bones replaced it. */
  isLate(): boolean;
  /** Bones where the error is largest. They replace the method's own start if that takes too long. */
  fallback: Start;
  random: Random;
  task: Deadline;
  log: SolveLog;
  /**
   * Records an iteration, with the best blend so far. The blend is counted, shown, and returned if the method is cut
   * short. Returns whether to continue.
   */
  note(blend: Blend): boolean;
  /** Sets the blend to return if the method is cut short before the next `note`. */
  keep(blend: Blend): void;
  /** Like `note`, for a blend that is still in the arena: it is not kept if the method is cut short. */
  look(blend: Blend): boolean;
}

/** The sizes that determine a method's arena. */
export interface MethodSize {
  vertices: number;
  frames: number;
  /** The most columns of the trajectory basis: 3F, unless the basis is already known. */
  rank: number;
  /** Corners of triangles, 3T. */
  corners: number;
  bones: number;
  influences: number;
}

export interface MethodResult extends Blend {
  /** Why the number of bones differs from the request, or null. */
  reason: string | null;
  /** The method's own figures, for the report. */
  figures?: Record<string, number>;
}

/** A method besides `ssdr` and `auto`, which share a session. Returns null if time ran out too early. */
export interface Method {
  /** The most arena bytes, besides the problem and the data that initialisers share. */
  bytes(size: MethodSize, threads: number): number;
  solve(context: MethodContext): Promise<MethodResult | null>;
  /**
   * The fewest bones, up to `context.bones`, that reach an E_RMS, for methods that find this number faster than whole
   * solves would. The largest number if none reaches it; null if the settings do not allow the shortcut.
   */
  fewest?(context: MethodContext, wanted: number): Promise<MethodResult | null>;
}
