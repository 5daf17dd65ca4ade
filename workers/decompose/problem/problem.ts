/**
 * The problem that all decomposition methods solve, in one arena. Lengths are normalised: the rest pose's bounding box
 * is centred on 0 and has the diagonal 2, so that E_RMS = 1000 · sqrt(sum / (3VF)) in these units.
 */
export interface Problem {
  /** V. */
  vertexCount: number;
  /** F. */
  frameCount: number;
  /** Rest positions in homogeneous coordinates, 4V: (x, y, z, 1) per vertex. */
  rest: Float64Array;
  /** r, the rank of the trajectory basis (3F if a basis gains nothing). */
  rank: number;
  /** r rounded up to even: the distance between vertices in `trajectories`; the padding is 0. */
  stride: number;
  /** Y = Uᵀ Yfull, vertex-major: trajectories[i·stride + row]. */
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
  /** The sequence's own arrays, not normalised: frames F·3V frame-major f32, and triangles over solver vertices. */
  frames: Float32Array;
  triangles: Uint32Array;
  /**
   * F, in the arena, mean square 1: the square root of each frame's weight. Rows of frame k in trajectories, basis and
   * the bones of states are multiplied by frameScales[k]; motion is not. Absent if all frames count alike.
   */
  frameScales?: Float64Array | null;
  /** V, in the arena, mean 1: the importance of each vertex. Absent if all count alike. */
  importance?: Float64Array | null;
  /** V, 1 or more: a factor on the error of a vertex when it attracts new bones; or nothing. */
  density?: Float64Array | null;
}
