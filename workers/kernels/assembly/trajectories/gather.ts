import { storeF64 } from "../memory";

/**
 * Normalised f64 trajectories, vertex-major, from staged f32 frames. Items are vertices of the stage.
 * staged[(k·count + i)·3 + axis] becomes out[i·stride + 3k + axis] = (position − centre) · scale; norms[i] is the
 * squared length. Padding up to `stride` is written as 0.
 */
export function gatherTrajectories(
  begin: i32,
  end: i32,
  _slot: i32,
  staged: usize,
  count: i32,
  frames: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  scale: f64,
  out: usize,
  stride: i32,
  norms: usize,
): void {
  gatherBlock(
    begin,
    end,
    staged,
    count,
    frames,
    cx,
    cy,
    cz,
    scale,
    out + ((<usize>begin * stride) << 3),
    stride,
    norms,
  );
}

/** Does the same as `gatherTrajectories`; `out` is the row of vertex `begin`. @inline */
export function gatherBlock(
  begin: i32,
  end: i32,
  staged: usize,
  count: i32,
  frames: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  scale: f64,
  out: usize,
  stride: i32,
  norms: usize,
): void {
  const row: usize = (<usize>stride) << 3;
  for (let i = begin; i < end; i++) storeF64(norms, i, 0);
  for (let k = 0; k < frames; k++) {
    let from: usize = staged + (<usize>k * count + begin) * 12;
    let to: usize = out + <usize>k * 24;
    for (let i = begin; i < end; i++) {
      const x = (<f64>load<f32>(from) - cx) * scale;
      const y = (<f64>load<f32>(from, 4) - cy) * scale;
      const z = (<f64>load<f32>(from, 8) - cz) * scale;
      store<f64>(to, x);
      store<f64>(to, y, 8);
      store<f64>(to, z, 16);
      const norm = norms + ((<usize>i) << 3);
      store<f64>(norm, load<f64>(norm) + (x * x + y * y + z * z));
      from += 12;
      to += row;
    }
  }
  for (let c = 3 * frames; c < stride; c++) {
    for (let i = 0; i < end - begin; i++) storeF64(out + <usize>i * row, c, 0);
  }
}
