/** The cost of one vertex's weights under fixed bones, as a quadratic form. */

export interface PosedTargets {
  /** 3V. */
  rest: ArrayLike<number>;
  /** Bone matrices of each frame, 12B row-major 3x4. */
  motion: ArrayLike<number>[];
  /** Positions of the vertices in each frame, 3V. */
  targets: ArrayLike<number>[];
}

/**
 * With p_j(k) the position of vertex `i` under bone j alone in frame k, and y(k) its target, the squared error of
 * weights w that sum to 1 is wᵀGw with G_jl = Σ_k (p_j − y)·(p_l − y): n x n for n `bones`.
 * @param places rest positions of the vertex in each frame, three per frame, if they differ from the rest pose.
 */
export function residualGram(
  { rest, motion, targets }: PosedTargets,
  i: number,
  bones: ArrayLike<number>,
  places: ArrayLike<number> | null = null,
): Float64Array {
  const n = bones.length;
  const G = new Float64Array(n * n);
  const r = new Float64Array(3 * n);
  for (let f = 0; f < motion.length; f++) {
    const [from, at] = places ? [places, 3 * f] : [rest, 3 * i];
    const [x, y, z] = [from[at], from[at + 1], from[at + 2]];
    const [m, target] = [motion[f], targets[f]];
    for (let a = 0; a < n; a++) {
      for (let c = 0; c < 3; c++) {
        const o = 12 * bones[a] + 4 * c;
        r[3 * a + c] = m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + 3] - target[3 * i + c];
      }
    }
    for (let a = 0; a < n; a++) {
      for (let b = a; b < n; b++) {
        G[n * a + b] += r[3 * a] * r[3 * b] + r[3 * a + 1] * r[3 * b + 1] + r[3 * a + 2] * r[3 * b + 2];
      }
    }
  }
  for (let a = 0; a < n; a++) for (let b = 0; b < a; b++) G[n * a + b] = G[n * b + a];
  return G;
}
