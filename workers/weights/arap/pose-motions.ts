/** Poses in the form that the as-rigid-as-possible kernels take: in normalised lengths, without common shifts. */

/** Places the mesh so that its box is around the origin with the diagonal 2. */
export interface UnitPlacement {
  centre: [number, number, number];
  scale: number;
}

export function unitPlacement(positions: ArrayLike<number>): UnitPlacement {
  const centre: [number, number, number] = [0, 0, 0];
  let square = 0;
  for (let c = 0; c < 3; c++) {
    let [least, greatest] = [Infinity, -Infinity];
    for (let n = c; n < positions.length; n += 3) {
      least = Math.min(least, positions[n]);
      greatest = Math.max(greatest, positions[n]);
    }
    if (!(greatest >= least)) continue;
    centre[c] = (least + greatest) / 2;
    square += (greatest - least) ** 2;
  }
  return { centre, scale: square > 0 ? 2 / Math.sqrt(square) : 1 };
}

/**
 * Motions between normalised positions. Every pose is shifted until its bones' images of the origin are centred on the
 * origin. Shifts do not change the energy of weights that sum to 1, but they change rounding.
 * @param motions F·B·12, row-major 3x4 from rest to posed.
 */
export function placedMotions(
  motions: ArrayLike<number>,
  bones: number,
  { centre, scale }: UnitPlacement,
): Float64Array {
  const out = Float64Array.from(motions);
  for (let pose = 0; pose < out.length; pose += 12 * bones) {
    for (let r = 0; r < 3; r++) {
      let mean = 0;
      for (let j = 0; j < bones; j++) {
        const at = pose + 12 * j + 4 * r;
        const carried = out[at] * centre[0] + out[at + 1] * centre[1] + out[at + 2] * centre[2];
        out[at + 3] = scale * (out[at + 3] + carried - centre[r]);
        mean += out[at + 3] / bones;
      }
      for (let j = 0; j < bones; j++) out[pose + 12 * j + 4 * r + 3] -= mean;
    }
  }
  return out;
}

/**
 * Two poses side by side: lanes[((pair·B + j)·12 + n)·2 + lane]. A missing second pose is all zeros.
 * @param order the two poses of each pair, −1 for none.
 */
export function poseLanes(
  motions: Float64Array,
  bones: number,
  order: readonly number[],
  out: Float64Array,
): void {
  const size = 12 * bones;
  order.forEach((pose, at) => {
    const to = 2 * size * (at >> 1) + (at & 1);
    for (let n = 0; n < size; n++) out[to + 2 * n] = pose < 0 ? 0 : motions[size * pose + n];
  });
}

/** G_ab = Σ_poses M_aᵀ M_b with the 3x4 motions M: out[(a·B + b)·16 + 4·row + column]. */
export function poseGram(motions: Float64Array, bones: number, out: Float64Array): void {
  out.fill(0);
  for (let pose = 0; pose < motions.length; pose += 12 * bones) {
    for (let a = 0; a < bones; a++) {
      for (let b = a; b < bones; b++) {
        addProduct(motions, pose + 12 * a, pose + 12 * b, out, 16 * (a * bones + b));
      }
    }
  }
  for (let a = 0; a < bones; a++) {
    for (let b = 0; b < a; b++) {
      const [to, from] = [16 * (a * bones + b), 16 * (b * bones + a)];
      for (let n = 0; n < 16; n++) out[to + n] = out[from + 4 * (n & 3) + (n >> 2)];
    }
  }
}

function addProduct(m: Float64Array, a: number, b: number, out: Float64Array, to: number): void {
  for (let r = 0; r < 4; r++) {
    const [x, y, z] = [m[a + r], m[a + 4 + r], m[a + 8 + r]];
    for (let c = 0; c < 4; c++) out[to + 4 * r + c] += x * m[b + c] + y * m[b + 4 + c] + z * m[b + 8 + c];
  }
}
