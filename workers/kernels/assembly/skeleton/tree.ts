// The transforms of a skeleton. Bone k has a global rotation R_k and an opening τ_k of its joint o_k with its parent p:
// x → R_k x + t_k with t_k = t_p + (R_p − R_k) o_k + τ_k; for a root t_k = τ_k − R_k o_k. In the basis of these
// unknowns a vertex is Σ_k R_k u_k + Σ_k W_k τ_k, where W_k is the sum of its weights on k and all bones below k, and
// u_k = w_k v − W_k o_k + Σ_{c child of k} W_c o_c.

import { addTo, f64At, loadF64, loadI32, storeF64 } from "../memory";

/**
 * Rows of statistics in the usual basis (w ⊗ [v; 1], 4h numbers a row) become rows in the tree's basis (u_k, W_k), in
 * place. Items are rows. `order` has parents before children.
 */
export function treeRows(
  begin: i32,
  end: i32,
  _slot: i32,
  rows: usize,
  h: i32,
  parents: usize,
  order: usize,
  joints: usize,
): void {
  for (let r = begin; r < end; r++) {
    const row = f64At(rows, 4 * r * h);
    for (let n = h - 1; n >= 0; n--) {
      const k = loadI32(order, n);
      const p = loadI32(parents, k);
      const whole = loadF64(row, 4 * k + 3);
      for (let c = 0; c < 3; c++) {
        const moved = whole * loadF64(joints, 3 * k + c);
        addTo(f64At(row, 4 * k + c), -moved);
        if (p >= 0) addTo(f64At(row, 4 * p + c), moved);
      }
      if (p >= 0) addTo(f64At(row, 4 * p + 3), whole);
    }
  }
}

/** Global transforms [R | t] of a pose [R | τ], both 3 rows of 4h a frame. Items are frames. */
export function treeBones(
  begin: i32,
  end: i32,
  _slot: i32,
  pose: usize,
  h: i32,
  parents: usize,
  order: usize,
  joints: usize,
  bones: usize,
): void {
  const width = 4 * h;
  for (let f = begin; f < end; f++) {
    writeBones(f64At(pose, 3 * f * width), h, parents, order, joints, f64At(bones, 3 * f * width));
  }
}

/** Global transforms [R | t] of the pose of one frame. */
export function writeBones(
  pose: usize,
  h: i32,
  parents: usize,
  order: usize,
  joints: usize,
  bones: usize,
): void {
  const width = 4 * h;
  for (let a = 0; a < 3; a++) {
    const from = f64At(pose, a * width);
    const to = f64At(bones, a * width);
    memory.copy(to, from, (<usize>width) << 3);
    for (let n = 0; n < h; n++) {
      const k = loadI32(order, n);
      const p = loadI32(parents, k);
      let t = loadF64(from, 4 * k + 3);
      if (p >= 0) t += loadF64(to, 4 * p + 3);
      for (let c = 0; c < 3; c++) {
        const turn = (p >= 0 ? loadF64(from, 4 * p + c) : 0.0) - loadF64(from, 4 * k + c);
        t += turn * loadF64(joints, 3 * k + c);
      }
      storeF64(to, 4 * k + 3, t);
    }
  }
}
