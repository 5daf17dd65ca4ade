import { frameOf, type MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";

/** The frame number of the rest pose, which may differ from every frame. */
export const REST_FRAME = -1;

/** Positions of a frame, or of the rest pose; 3V. */
export const frameOrRest = (sequence: MeshSequence, frame: number): Float32Array =>
  frame === REST_FRAME ? sequence.rest : frameOf(sequence, frame);
