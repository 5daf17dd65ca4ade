import type { TreeLink } from "../../tree/skeleton-tree";

/**
 * Adds the joints of equation 24d to N, 4h x 4h. With X = [R_1 | t_1 … R_h | t_h], the squared gap of a joint o of
 * bones j and k is |(X_j − X_k)[o; 1]|², which is quadratic in X. Fitting one bone to N with this term, while the
 * others are fixed, solves the least squares of equation 25: the bone's joints are additional points, which the other
 * bones carry. Equation 28 as printed weights both P and Q by 1/n and λ, but their product needs each weight only once.
 * @param weight of one squared gap relative to the squared error of one vertex: λ n.
 */
export function addJoints(normal: Float64Array, h: number, links: readonly TreeLink[], weight: number): void {
  const width = 4 * h;
  for (const { a, b, joint } of links) {
    const o = [joint[0], joint[1], joint[2], 1];
    for (let r = 0; r < 4; r++) {
      for (let c = 0; c < 4; c++) {
        const x = weight * o[r] * o[c];
        normal[(4 * a + r) * width + 4 * a + c] += x;
        normal[(4 * b + r) * width + 4 * b + c] += x;
        normal[(4 * a + r) * width + 4 * b + c] -= x;
        normal[(4 * b + r) * width + 4 * a + c] -= x;
      }
    }
  }
}

/** The mean over the frames of the squared gaps of all joints, Σ over links. `motion` is F·h·12. */
export function gapEnergy(motion: Float64Array, h: number, links: readonly TreeLink[]): number {
  let sum = 0;
  for (let frame = 0; frame < motion.length; frame += 12 * h) {
    for (const { a, b, joint } of links) {
      for (let r = 0; r < 12; r += 4) {
        const [m, n] = [frame + 12 * a + r, frame + 12 * b + r];
        let gap = motion[m + 3] - motion[n + 3];
        for (let c = 0; c < 3; c++) gap += (motion[m + c] - motion[n + c]) * joint[c];
        sum += gap * gap;
      }
    }
  }
  return sum / (motion.length / (12 * h));
}
