/**
 * Vertices that several bones move pull a placement aside, because here each follows one bone alone. Those that one bone
 * moves tell the place exactly. So in each round a vertex counts by how little it leaves.
 */
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { Placement } from "../../../model/skeleton/fit-alignment";
import type { Task } from "../../../model/task";
import { bestBones, improved, type MotionFit, type MotionSample } from "./motion-fit";
import { snappedScale, snappedTurn } from "./placements";

const ROUNDS = 12;
/** A vertex counts at most this much more than one that leaves what the better half leaves on average. */
const FLOOR = 1e-3;
/** The new placement is taken if the better half of the vertices leaves less than this share. */
const CLEARLY = 0.25;
/** All vertices together may then leave so many times as much. */
const SLACK = 1.5;
/** Rounding, as a share of the diagonal. */
const ROUNDED = 1e-6;

/** Improves a placement, where the better half of the vertices says clearly that another one is right. */
export async function sharpened(
  sample: MotionSample,
  from: MotionFit,
  sequence: MeshSequence,
  task: Task,
): Promise<MotionFit> {
  const rounding = (ROUNDED * (restDiagonal(sequence) || 1)) ** 2;
  const start = measured(sample, from);
  let best = start;
  let current = start;
  for (let round = 0; round < ROUNDS && best.half > rounding; round++) {
    await task.checkpoint();
    const floor = FLOOR * current.half * sample.frames.length + 1e-300;
    const weights = current.squares.map((square) => 1 / (square + floor));
    current = measured(sample, improved(sample, current.placement, current.bones, true, weights));
    if (current.half < best.half) best = current;
  }
  if (best.half > CLEARLY * start.half || best.meanSquare > SLACK * start.meanSquare) return from;
  const { scale, turn, shift } = best.placement;
  const simple = measured(sample, { scale: snappedScale(scale), turn: snappedTurn(turn), shift });
  const found = simple.half <= best.half / CLEARLY + rounding ? simple : best;
  return { ...found.placement, meanSquare: found.meanSquare };
}

interface Measured {
  placement: Placement;
  bones: Int32Array;
  squares: Float64Array;
  meanSquare: number;
  /** Mean squared distance in a frame of the half of the vertices that leave least. */
  half: number;
}

function measured(sample: MotionSample, { scale, turn, shift }: Placement): Measured {
  const placement = { scale, turn, shift };
  const found = bestBones(sample, placement);
  const better = found.squares
    .slice()
    .sort()
    .subarray(0, Math.max(1, found.squares.length >> 1));
  const sum = better.reduce((total, square) => total + square, 0);
  return { placement, ...found, half: sum / (better.length * sample.frames.length) };
}
