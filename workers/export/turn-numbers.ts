/** Turns packed vectors and matrices of a sequence into the space of a file. */
import { rotationMatrix } from "../math/quaternion";
import type { MeshShape } from "../model/mesh/shapes";
import type { FileSpace } from "./file-space";

type Floats = Float32Array | Float64Array;

/** R of a space, row-major 3x3. A quarter turn has only 0 and ±1 in it, and is exact. */
export function turnOf({ rotation }: Pick<FileSpace, "rotation">): Float64Array {
  const turn = new Float64Array(9);
  rotationMatrix(rotation, 0, turn, 0);
  return turn.map(Math.round);
}

/** Packed vectors of `width` numbers times s·R, plus t if it is given. Numbers after the third stay the same. */
export function turnVectors<T extends Floats>(
  from: T,
  turn: Float64Array,
  width: number,
  s: number,
  t?: readonly number[],
): T {
  const out = from.slice() as T;
  for (let at = 0; at < from.length; at += width) {
    const [x, y, z] = [from[at], from[at + 1], from[at + 2]];
    for (let r = 0; r < 3; r++) {
      out[at + r] = s * (turn[3 * r] * x + turn[3 * r + 1] * y + turn[3 * r + 2] * z) + (t?.[r] ?? 0);
    }
  }
  return out;
}

/** A shape in the space of a file. */
export function turnShape(shape: MeshShape, turn: Float64Array, scale: number): MeshShape {
  const { moved, turned } = shape;
  return {
    ...shape,
    moved: { ...moved, values: turnVectors(moved.values, turn, 3, scale) },
    ...(turned && { turned: { ...turned, values: turnVectors(turned.values, turn, 3, 1) } }),
  };
}

/** Packed row-major 3x4 [A a] as [R·A·Rᵀ, s·R·a − R·A·Rᵀ·t], with R, s and t of a space. */
export function turnMatrices(
  from: Float32Array,
  turn: Float64Array,
  { scale, translation }: Pick<FileSpace, "scale" | "translation">,
): Float32Array {
  const out = new Float32Array(from.length);
  const turned = new Float64Array(12);
  for (let at = 0; at < from.length; at += 12) {
    turned.fill(0);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 4; c++)
        for (let a = 0; a < 3; a++) turned[4 * r + c] += turn[3 * r + a] * from[at + 4 * a + c];
    for (let r = 0; r < 3; r++) {
      let moved = scale * turned[4 * r + 3];
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let a = 0; a < 3; a++) sum += turned[4 * r + a] * turn[3 * c + a];
        out[at + 4 * r + c] = sum;
        moved -= sum * translation[c];
      }
      out[at + 4 * r + 3] = moved;
    }
  }
  return out;
}
