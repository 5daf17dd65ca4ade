import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Goals } from "./rigid-fit";

/** Number of frames in which parts are told apart. They are spread evenly, and enough to see every lasting motion. */
const MOST_FRAMES = 32;

/** Up to `MOST_FRAMES` frame numbers, including the first and the last. */
export function goalFrames(count: number): number[] {
  const wanted = Math.min(count, MOST_FRAMES);
  return Array.from({ length: wanted }, (_, n) =>
    wanted === 1 ? 0 : Math.round((n * (count - 1)) / (wanted - 1)),
  );
}

/** Where the rig without some bones moves a vertex in a frame: Σ w M v over the other bones, into `out`. */
export function blendWithout(
  rig: Rig,
  vertex: number,
  frame: number,
  without: number,
  out: Float64Array,
): void {
  const { offsets, bones, values } = rig.weights;
  const [x, y, z] = [rig.rest[3 * vertex], rig.rest[3 * vertex + 1], rig.rest[3 * vertex + 2]];
  out[0] = out[1] = out[2] = 0;
  for (let e = offsets[vertex]; e < offsets[vertex + 1]; e++) {
    if (bones[e] === without) continue;
    const m = 12 * (frame * rig.bones.length + bones[e]);
    const w = values[e];
    for (let r = 0; r < 3; r++) {
      const q = m + 4 * r;
      out[r] += w * (rig.motion[q] * x + rig.motion[q + 1] * y + rig.motion[q + 2] * z + rig.motion[q + 3]);
    }
  }
}

/**
 * Where a bone would have to move each of its vertices to remove the whole error: (y − Σ over the others of w M v) / w,
 * in some frames. A vertex has the weight w², as in the sum of squared errors.
 */
export function goalsOfBone(
  sequence: MeshSequence,
  rig: Rig,
  bone: number,
  vertices: readonly number[],
  weights: readonly number[],
  frames: readonly number[],
): Goals {
  const count = vertices.length;
  const rest = new Float64Array(3 * count);
  const goals = new Float64Array(3 * count * frames.length);
  const others = new Float64Array(3);
  vertices.forEach((i, n) => {
    for (let c = 0; c < 3; c++) rest[3 * n + c] = rig.rest[3 * i + c];
    frames.forEach((k, f) => {
      blendWithout(rig, i, k, bone, others);
      for (let c = 0; c < 3; c++) {
        const y = sequence.frames[3 * (k * sequence.vertexCount + i) + c];
        goals[3 * (f * count + n) + c] = (y - others[c]) / weights[n];
      }
    });
  });
  return { count, frames: frames.length, rest, goals, shares: Float64Array.from(weights, (w) => w * w) };
}
