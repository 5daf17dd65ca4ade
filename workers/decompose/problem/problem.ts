import type { FrameSource } from "../../model/mesh/streamed-sequence";

/**
 * The problem that all decomposition methods solve, in one arena. Lengths are normalised: the rest pose's bounding box
 * is centred on 0 and has the diagonal 2. In these units E_RMS = 1000 · sqrt(sum / (3VF)).
 */
export interface Problem {
  /** The number of vertices, V. */
  vertexCount: number;
  /** The number of frames, F. */
  frameCount: number;
  /** Rest positions in homogeneous coordinates, 4V: (x, y, z, 1) per vertex. */
  rest: Float64Array;
  /** r, the rank of the trajectory basis (3F if a basis gains nothing), with the columns for flat frames. */
  rank: number;
  /** r rounded up to even: the distance between vertices in `trajectories`; the padding is 0. */
  stride: number;
  /** Y = Uᵀ Yfull, vertex-major: trajectories[i·stride + row]. It is 0 in columns for flat frames. */
  trajectories: Float64Array;
  /** Squared length of each reduced trajectory, V. */
  norms: Float64Array;
  /** U, 3F rows of `stride` numbers, row 3k + axis; orthonormal columns. */
  basis: Float64Array;
  /** Squared Frobenius norm of Yfull − U Y, the part outside the basis. */
  tail: number;
  /** Normalised = (position − centre) · scale. */
  centre: [number, number, number];
  scale: number;
  /** The sequence's own frames, not normalised: F·3V frame-major f32, or read when they are needed (`frameAt`). */
  frames: Float32Array | FrameSource;
  /** Triangles over solver vertices. */
  triangles: Uint32Array;
  /**
   * The square root of each frame's weight: F numbers in the arena, with the mean square 1. Rows of frame k in
   * trajectories, basis and the bones of states are multiplied by frameScales[k]; motion is not. Absent if all frames
   * have the same weight.
   */
  frameScales?: Float64Array | null;
  /** The importance of each vertex: V numbers in the arena, with the mean 1. Absent if all are equally important. */
  importance?: Float64Array | null;
  /**
   * The factor on the error of each vertex when it attracts new bones: V numbers ≥ 1. Absent without painted density.
   */
  density?: Float64Array | null;
}
