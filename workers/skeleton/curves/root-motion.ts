/**
 * Root motion: where a character goes and in which direction it faces, on a separate bone above all others, as game
 * engines expect it. The vertices do not move, because the bones below lose the motion that the new bone gains.
 */
import { bestRotation } from "../../math/best-rotation";
import type { UpAxis } from "../../model/mesh/mesh-sequence";
import type { SequenceMesh } from "../../model/mesh/streamed-sequence";
import type { Bone, Rig } from "../../model/rig/rig";
import { rootName } from "../../model/rig/root-name";
import type { Task } from "../../model/task";

/** Below this, a root lies on its side or upside down, so its turn about the vertical is hardly defined. */
const LEAST_UPRIGHT = 0.2;
/** Frames to process between two checkpoints. */
const STRIDE = 256;

/** The root whose tree moves most of the mesh. */
export function mainRoot({ bones, weights }: Pick<Rig, "bones" | "weights">): number {
  const mass = new Float64Array(bones.length);
  for (let e = 0; e < weights.bones.length; e++) mass[weights.bones[e]] += weights.values[e];
  for (let j = bones.length - 1; j >= 0; j--) if (bones[j].parent >= 0) mass[bones[j].parent] += mass[j];
  let main = -1;
  bones.forEach(({ parent }, j) => {
    if (parent < 0 && (main < 0 || mass[j] > mass[main])) main = j;
  });
  return main;
}

/** The turn of a rotation about the vertical, in radians, nearest to `before`; `before` itself if it is not defined. */
function heading(q: Float64Array, up: number, before: number): number {
  if (Math.hypot(q[up], q[3]) < LEAST_UPRIGHT) return before;
  const angle = 2 * Math.atan2(q[up], q[3]);
  return angle - 2 * Math.PI * Math.round((angle - before) / (2 * Math.PI));
}

/** Row-major 3x4: turns by `angle` about the vertical through `from`, and moves that point to `to` on the ground. */
function travelMatrix(
  up: number,
  angle: number,
  from: readonly number[],
  to: readonly number[],
): Float64Array {
  const [u, v] = [(up + 1) % 3, (up + 2) % 3];
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const m = new Float64Array(12);
  m[5 * up] = 1;
  m[5 * u] = m[5 * v] = cosine;
  m[4 * u + v] = -sine;
  m[4 * v + u] = sine;
  m[4 * u + 3] = to[u] - cosine * from[u] + sine * from[v];
  m[4 * v + 3] = to[v] - sine * from[u] - cosine * from[v];
  return m;
}

const AXES: readonly UpAxis[] = ["x", "y", "z"];

/**
 * The travel of a rig in all frames: the path of its main root on the ground, and its turn about the vertical.
 * @returns F·12: matrices from the rest pose, row-major 3x4
 */
export async function travelOf(rig: Rig, { upAxis, clips }: SequenceMesh, task: Task): Promise<Float64Array> {
  const { bones, motion } = rig;
  const up = AXES.indexOf(upAxis);
  const root = mainRoot(rig);
  const { head } = bones[root];
  const linear = new Float64Array(9);
  const q = new Float64Array(4);
  const starts = new Set(clips.map(({ first }) => first));
  const frames = motion.length / (12 * bones.length);
  const travel = new Float64Array(12 * frames);
  let angle = 0;
  for (let k = 0; k < frames; k++) {
    if (k % STRIDE === 0) await task.checkpoint();
    const at = 12 * (k * bones.length + root);
    const place: number[] = [];
    for (let r = 0; r < 3; r++) {
      let x = motion[at + 4 * r + 3];
      for (let c = 0; c < 3; c++) {
        linear[3 * r + c] = motion[at + 4 * r + c];
        x += linear[3 * r + c] * head[c];
      }
      place.push(x);
    }
    bestRotation(linear, 0, q, 0);
    angle = heading(q, up, starts.has(k) ? 0 : angle);
    travel.set(travelMatrix(up, angle, head, place), 12 * k);
  }
  return travel;
}

/** The rig with a new first bone that has its travel. The former roots are its children. */
export async function extractRootMotion(rig: Rig, sequence: SequenceMesh, task: Task): Promise<Rig> {
  const up = AXES.indexOf(sequence.upAxis);
  const travel = await travelOf(rig, sequence, task);
  const B = rig.bones.length;
  const ground: Bone["head"] = [...rig.bones[mainRoot(rig)].head];
  ground[up] = Infinity;
  for (let c = up; c < rig.rest.length; c += 3) ground[up] = Math.min(ground[up], rig.rest[c]);
  const frames = rig.motion.length / (12 * B);
  const motion = new Float32Array(12 * (B + 1) * frames);
  for (let k = 0; k < frames; k++) {
    motion.set(travel.subarray(12 * k, 12 * k + 12), 12 * k * (B + 1));
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B), 12 * (k * (B + 1) + 1));
  }
  const below = rig.bones.map((bone): Bone => ({ ...bone, parent: bone.parent + 1 }));
  return {
    ...rig,
    bones: [{ name: rootName(rig.bones), parent: -1, head: ground }, ...below],
    weights: { ...rig.weights, bones: rig.weights.bones.map((j) => j + 1) },
    motion,
  };
}
