import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { isAnimated } from "../../model/mesh/shapes";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { linearBlend } from "../classic/linear-blend";
import { inBindPose } from "./in-bind-pose";
import { playsShapes, withShapes } from "./rest-shapes";

/**
 * The sequence without the motion of its shapes, if clips play these because the bones do not have their motion, as in
 * a file with a skeleton and animated morph targets. Otherwise it is the sequence itself. Weights are fitted to such
 * frames: the bones could imitate the shapes only in part, and clips would then add the shapes once more.
 */
export async function framesOfBones(sequence: MeshSequence, rig: Rig, task: Task): Promise<MeshSequence> {
  if (sequence.frameCount === 1 || !sequence.shapes?.some(isAnimated)) return sequence;
  const { shapes = [] } = await inBindPose(sequence, rig, task);
  const every = [...Array(sequence.frameCount).keys()];
  if (!(await playsShapes(sequence, rig, shapes, every, "auto"))) return sequence;
  const shaped = withShapes(rig, shapes);
  const frames = new Float32Array(sequence.frames);
  const size = rig.rest.length;
  const [withThem, without] = [new Float64Array(size), new Float64Array(size)];
  for (const k of every) {
    await task.checkpoint();
    linearBlend(shaped, k, withThem);
    linearBlend(rig, k, without);
    for (let c = 0; c < size; c++) frames[k * size + c] += without[c] - withThem[c];
  }
  return { ...sequence, frames };
}
