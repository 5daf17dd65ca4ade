import type { UpAxis } from "../../model/mesh/mesh-sequence";
import type { AnySequence, FrameSource } from "../../model/mesh/streamed-sequence";
import { placedBone } from "../../model/rig/placed-bone";
import type { Rig } from "../../model/rig/rig";
import { fileSpace } from "../file-space";
import { turnMatrices, turnOf, turnShape, turnVectors } from "../turn-numbers";

/** Frames in the file's axes and unit, which streamed ones get when they are read. */
function placedFrames(
  frames: Float32Array | FrameSource,
  place: (values: Float32Array) => Float32Array,
): Float32Array | FrameSource {
  if (frames instanceof Float32Array) return place(frames);
  return { ...frames, frame: async (k: number) => place(await frames.frame(k)) };
}

/**
 * Sequence and rig in the axes and the unit of a file, in metres, so that no node of the file turns or scales. The
 * origin stays an offset: far from it, 32 bits could not distinguish the vertices.
 */
export function bakeSpace(sequence: AnySequence, rig: Rig, upAxis: UpAxis) {
  const { rotation, scale, translation } = fileSpace(sequence, upAxis);
  const turn = turnOf({ rotation });
  const place = <T extends Float32Array | Float64Array>(values: T) => turnVectors(values, turn, 3, scale);
  const { correction } = rig;
  const { shapes } = sequence;
  const baked: Rig = {
    ...rig,
    bones: rig.bones.map((bone) => {
      const [x, y, z] = place(Float64Array.from(bone.head));
      return placedBone(bone, [x, y, z], turn, scale);
    }),
    rest: place(rig.rest),
    motion: turnMatrices(rig.motion, turn, { scale, translation: [0, 0, 0] }),
    ...(correction && { correction: { ...correction, shapes: place(correction.shapes) } }),
  };
  const [x, y, z] = translation;
  return {
    rig: baked,
    sequence: {
      ...sequence,
      rest: place(sequence.rest),
      frames: placedFrames(sequence.frames, place),
      normals: sequence.normals && turnVectors(sequence.normals, turn, 3, 1),
      ...(sequence.tangents && { tangents: turnVectors(sequence.tangents, turn, 4, 1) }),
      ...(shapes && { shapes: shapes.map((shape) => turnShape(shape, turn, scale)) }),
      origin: [x, y, z] as [number, number, number],
      upAxis,
      metresPerUnit: 1,
    } as AnySequence,
  };
}
