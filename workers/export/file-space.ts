import type { UpAxis } from "../model/mesh/mesh-sequence";
import type { SequenceMesh } from "../model/mesh/streamed-sequence";

const HALF = Math.SQRT1_2;

/** Quaternion x, y, z, w of the quarter turn that takes the axis `from` to `to`. */
function turnUp(from: UpAxis, to: UpAxis): [number, number, number, number] {
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

/** The map from a sequence's coordinates to a file's: v ↦ scale · R · v + translation. */
export interface FileSpace {
  /** Quaternion x, y, z, w. */
  rotation: [number, number, number, number];
  scale: number;
  translation: number[];
}

/** q · v · q⁻¹ written out. */
function turned([x, y, z, w]: FileSpace["rotation"], [a, b, c]: ArrayLike<number> & Iterable<number>) {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** A point of the sequence in the file. */
export const pointInFile = ({ rotation, scale, translation }: FileSpace, point: readonly number[]) =>
  turned(rotation, point).map((v, c) => scale * v + translation[c]);

/**
 * The map to a file with the up axis `fileUp`, whose unit is `scale` of the sequence's.
 * @param scale by default to metres
 */
export function fileSpace(
  { origin, upAxis, metresPerUnit }: SequenceMesh,
  fileUp: UpAxis,
  scale = metresPerUnit,
): FileSpace {
  const rotation = turnUp(upAxis, fileUp);
  return { rotation, scale, translation: turned(rotation, origin).map((v) => scale * v) };
}
