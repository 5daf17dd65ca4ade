import type { FileSpace } from "../../../export/file-space";
import { addRotated } from "../../../math/quaternion";

/** Converts a difference of two points from the sequence's space to the file's, by turning and scaling. */
export function offsetInFile({ rotation, scale }: FileSpace, d: ArrayLike<number>, at = 0): number[] {
  const out = new Float64Array(3);
  addRotated(rotation, 0, d, at, out, 0);
  return Array.from(out, (x) => scale * x);
}

/** Converts a point from the sequence's space to the file's. */
export function placeInFile(space: FileSpace, p: ArrayLike<number>, at = 0): number[] {
  return offsetInFile(space, p, at).map((x, c) => x + space.translation[c]);
}

/** Converts a rotation (x, y, z, w) to the file's axes: the same angle about the turned axis. */
export function rotationInFile({ rotation }: FileSpace, q: ArrayLike<number>, at: number): number[] {
  const out = new Float64Array(3);
  addRotated(rotation, 0, q, at, out, 0);
  return [...out, q[at + 3]];
}
