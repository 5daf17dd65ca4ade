import type { UpAxis } from "../../../model/mesh/mesh-sequence";

const HALF = Math.SQRT1_2;

/** Quaternion x, y, z, w that turns the axis `from` to the axis `to` by the quarter turn between them. */
export function turnUp(from: UpAxis, to: UpAxis): [number, number, number, number] {
  if (from === to) return [0, 0, 0, 1];
  // Right-handed quarter turns: about z from x to y, about x from y to z, about y from z to x.
  const turns: Record<string, [number, number, number, number]> = {
    xy: [0, 0, HALF, HALF],
    yx: [0, 0, -HALF, HALF],
    yz: [HALF, 0, 0, HALF],
    zy: [-HALF, 0, 0, HALF],
    zx: [0, HALF, 0, HALF],
    xz: [0, -HALF, 0, HALF],
  };
  return turns[from + to];
}
