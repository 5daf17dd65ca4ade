import type { Parallel } from "../../kernels/parallel";
import type { Random } from "../../math/random";
import type { Task } from "../../model/task";
import { Nearest } from "../problem/nearest";
import type { Problem } from "../problem/problem";
import { type Sample, sampleOf } from "../problem/sample";

/** Data that initialisers share. Make it once for a problem; it stays in the arena. */
export interface StartContext {
  parallel: Parallel;
  problem: Problem;
  nearest: Nearest;
  /** The vertices that clusters are made of. */
  sample: Sample;
  /** Sentences for the report about what was thinned out to save time or memory. */
  notes: Set<string>;
}

/** Vertices in sets: set j has members[offsets[j] .. offsets[j + 1]]. */
export interface VertexSets {
  offsets: Int32Array;
  members: Int32Array;
}

export function startContext(parallel: Parallel, problem: Problem): StartContext {
  const nearest = new Nearest(problem.rest);
  const sample = sampleOf(parallel, problem, nearest);
  const notes = new Set<string>();
  const [seen, all] = [sample.members.length, problem.vertexCount];
  if (seen < all) notes.add(`The first bones are found on ${seen} of ${all} vertices.`);
  return { parallel, problem, nearest, sample, notes };
}

/**
 * Finds bones to start from: F·B·12 numbers, motion[(k·B + j)·12 + row·4 + column], rest to posed in normalised
 * coordinates. There are always B bones, all rigid. If the motion needs fewer, some are equal.
 */
export type Start = (
  context: StartContext,
  bones: number,
  random: Random,
  task: Task,
) => Promise<Float64Array>;
