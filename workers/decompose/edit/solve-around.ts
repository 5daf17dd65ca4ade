import type { Parallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { someVertices } from "../../model/mesh/some-vertices";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { BlendSolver } from "../phases/blend-solver";
import type { BlendState } from "../phases/blend-state";
import { descend } from "../phases/descent";
import { createSmoothing, smoothingBytes } from "../phases/regions/smoothing";
import { buildProblem, problemBytes } from "../problem/build-problem";
import { Nearest } from "../problem/nearest";
import { motionFromSequence, motionToSequence, sparseWeights } from "../result/rig-assembly";
import type { Draft } from "./edit-context";

/** The most rounds of bones and weights. */
const ROUNDS = 6;

export interface Around {
  sequence: MeshSequence;
  /** The old rig, for its rest pose and kind of bones. */
  rig: Rig;
  draft: Draft;
  settings: SolveSettings;
  lockedVertices: Uint8Array | null;
}

/** The result for a draft's vertices and free bones. */
export interface SolvedDraft {
  /** One row for each vertex of the draft. */
  weights: SparseWeights;
  /** The draft's motion, with its free bones fitted. */
  motion: Float32Array;
}

function sizeOf({ sequence, rig, draft, settings, lockedVertices }: Around) {
  const h = draft.bones.length;
  const limit = settings.influences === 0 ? h : Math.min(settings.influences, h);
  let slots = limit;
  const { offsets } = rig.weights;
  for (const i of draft.vertices)
    if (lockedVertices?.[i]) slots = Math.max(slots, offsets[i + 1] - offsets[i]);
  const { frameCount } = sequence;
  return {
    vertices: draft.vertices.length,
    frames: frameCount,
    rank: 3 * frameCount,
    bones: h,
    limit,
    slots,
  };
}

/** Arena bytes for `solveAround`. */
export function aroundBytes(around: Around, threads: number): number {
  const size = sizeOf(around);
  const { vertices, frames, bones } = size;
  const solver = BlendSolver.bytes(size, threads, 2);
  const corners = around.sequence.triangles.length;
  const smooth = around.settings.smoothness > 0 ? smoothingBytes(vertices, corners / 3) : 0;
  return (
    problemBytes(vertices, frames, threads) +
    solver +
    4 * 96 * frames * bones +
    bones +
    vertices +
    smooth +
    8192
  );
}

/**
 * The part of a sequence that a draft touches: its vertices at the rig's rest pose, and the triangles between them. An
 * edit therefore costs as much as the part that it touches.
 */
function partOf({ sequence, rig, draft }: Around): MeshSequence {
  const { vertices } = draft;
  const owner = new Int32Array(sequence.vertexCount).fill(-1);
  vertices.forEach((i, n) => {
    owner[i] = n;
  });
  return someVertices(sequence, { vertices, owner }, rig.rest);
}

/** Fits a draft's free bones and finds the weights of its vertices. The other bones stay. Frees its arena memory. */
export async function solveAround(parallel: Parallel, around: Around, task: Task): Promise<SolvedDraft> {
  const { rig, draft, settings } = around;
  const mark = parallel.arena.mark();
  try {
    const part = partOf(around);
    const problem = await buildProblem(parallel, part, { bones: draft.bones.length, tailERms: null }, task);
    const { bones: h, limit, slots } = sizeOf(around);
    const { free } = draft;
    const lockedBones = parallel.arena.u8(h).fill(1);
    for (const j of free) lockedBones[j] = 0;
    const { smoothness } = settings;
    const solver = new BlendSolver(parallel, problem, {
      bones: h,
      limit,
      slots,
      kind: rig.boneKind,
      search: limit < h ? "swap" : "all",
      rule: "single",
      lockedBones,
      lockedVertices: lockedPart(parallel, around),
      smoothing: smoothness > 0 ? createSmoothing(parallel.arena, problem, smoothness) : null,
      nearest: new Nearest(problem.rest),
    });
    const [state, spare] = [solver.createState(), solver.createState()];
    await solver.setMotion(state, motionFromSequence(draft.motion, problem), task);
    writeRows(state, around, slots, limit);
    if (free.length > 0) await fitOnce(solver, state, task);
    await solver.weights.run(state, task);
    const descent = { iterations: ROUNDS, momentum: true, tolerance: 1e-4, patience: 2 };
    if (free.length > 0) await descend(solver, state, spare, descent, task, () => !task.finishNow);
    const weights = sparseWeights(state.ids, state.values, problem.vertexCount);
    const motion = draft.motion.slice();
    const fitted = motionToSequence(solver.motionOf(state), problem);
    for (let at = 0; at < motion.length; at += 12 * h) {
      for (const j of free) motion.set(fitted.subarray(at + 12 * j, at + 12 * j + 12), at + 12 * j);
    }
    return { weights, motion };
  } finally {
    parallel.arena.release(mark);
  }
}

/** Fits the bones to the draft before weights change. Vertices without weights are left out. */
async function fitOnce(solver: BlendSolver, state: BlendState, task: Task): Promise<void> {
  if (state.ids.every((j, e) => e % solver.options.slots > 0 || j >= 0)) await solver.bones.run(state, task);
}

function lockedPart(parallel: Parallel, { draft, lockedVertices }: Around): Uint8Array | null {
  if (!lockedVertices || !draft.vertices.some((i) => lockedVertices[i])) return null;
  const flags = parallel.arena.u8(draft.vertices.length);
  draft.vertices.forEach((i, n) => {
    flags[n] = lockedVertices[i];
  });
  return flags;
}

/** Writes the draft's rows into a state: the largest weights that fit, scaled to the sum 1. */
function writeRows(state: BlendState, { draft, lockedVertices }: Around, slots: number, limit: number): void {
  state.ids.fill(-1);
  state.values.fill(0);
  draft.rows.forEach((row, n) => {
    const most = lockedVertices?.[draft.vertices[n]] ? slots : limit;
    const kept = row
      .filter(([, w]) => w > 0)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, most);
    const sum = kept.reduce((total, [, w]) => total + w, 0);
    kept.forEach(([bone, w], s) => {
      state.ids[n * slots + s] = bone;
      state.values[n * slots + s] = w / sum;
    });
  });
}
