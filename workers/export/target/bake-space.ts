import { product3 } from "../../math/matrix3";
import type { MeshSequence, UpAxis } from "../../model/mesh/mesh-sequence";
import type { Bone, Rig } from "../../model/rig/rig";
import { quaternionMatrix } from "../bones/stretch";
import { fileSpace } from "../file-space";

type Turn = readonly number[];

/** Turns packed triples by a 3x3 and scales them. @param stride numbers from one triple to the next */
function turnTriples(values: Float32Array, turn: Turn, scale: number, stride = 3): Float32Array {
  const out = values.slice();
  for (let at = 0; at + 2 < values.length; at += stride) {
    const [x, y, z] = [values[at], values[at + 1], values[at + 2]];
    for (let r = 0; r < 3; r++) {
      out[at + r] = scale * (turn[3 * r] * x + turn[3 * r + 1] * y + turn[3 * r + 2] * z);
    }
  }
  return out;
}

/** Matrices in the turned and scaled space: R A Rᵀ, and s R t. */
function turnMatrices(motion: Float32Array, turn: Turn, scale: number): Float32Array {
  const back = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((e) => turn[e]);
  const out = new Float32Array(motion.length);
  for (let m = 0; m < motion.length; m += 12) {
    const linear = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => motion[m + c]);
    const turned = product3(product3([...turn], linear), back);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) out[m + 4 * r + c] = turned[3 * r + c];
      out[m + 4 * r + 3] =
        scale * [3, 7, 11].reduce((sum, at, c) => sum + turn[3 * r + c] * motion[m + at], 0);
    }
  }
  return out;
}

/**
 * Sequence and rig in the axes and the unit of a file, in metres, so that no node of the file turns or scales. The
 * origin stays an offset: far from it, 32 bits would not tell the vertices apart.
 */
export function bakeSpace(sequence: MeshSequence, rig: Rig, upAxis: UpAxis) {
  const { rotation, scale, translation } = fileSpace(sequence, upAxis);
  // Quarter turns have whole numbers, which rounding would blur.
  const turn = quaternionMatrix(Float64Array.from(rotation)).map(Math.round);
  const place = (values: Float32Array) => turnTriples(values, turn, scale);
  const { correction } = rig;
  const baked: Rig = {
    ...rig,
    bones: rig.bones.map((bone): Bone => {
      const [x, y, z] = [0, 3, 6].map((r) => scale * dot(turn, r, bone.head));
      return { ...bone, head: [x, y, z] };
    }),
    rest: place(rig.rest),
    motion: turnMatrices(rig.motion, turn, scale),
    ...(correction && { correction: { ...correction, shapes: place(correction.shapes) } }),
  };
  const [x, y, z] = translation;
  return {
    rig: baked,
    sequence: {
      ...sequence,
      rest: place(sequence.rest),
      frames: place(sequence.frames),
      normals: sequence.normals && turnTriples(sequence.normals, turn, 1),
      ...(sequence.tangents && { tangents: turnTriples(sequence.tangents, turn, 1, 4) }),
      origin: [x, y, z] as [number, number, number],
      upAxis,
      metresPerUnit: 1,
    } satisfies MeshSequence,
  };
}

const dot = (turn: Turn, r: number, p: readonly number[]) =>
  turn[r] * p[0] + turn[r + 1] * p[1] + turn[r + 2] * p[2];
