/** Puts a cage around a mesh: the rig whose bones are the cage's vertices. */
import type { MakeParallel } from "../../kernels/parallel";
import type { BindCageInput } from "../../model/reduce/reduce-report";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { coordinatesOf, travellingCage } from "./cage-rig";
import { cageWeights } from "./cage-weights";
import { followFrames } from "./follow-frames";

/**
 * The cage with dense weights. It stands still around a mesh that does, and follows an animation.
 * @throws SinewError if the cage is open, too fine or does not enclose the mesh; CancelledError
 */
export async function bindCage(input: BindCageInput, makeParallel: MakeParallel, task: Task): Promise<Rig> {
  const { sequence, cage } = input;
  const weights = await cageWeights(input, makeParallel, task);
  const poses =
    sequence.frameCount === 1
      ? cage.positions
      : await followFrames(sequence.rest, sequence.frames, cage.positions, weights, makeParallel, task);
  return travellingCage(cage, weights, poses, coordinatesOf(input));
}
