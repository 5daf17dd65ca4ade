/**
 * The axes of joints at rest. Files of skeletons have them (joint orients, pre-rotations, rolls), and the rotations of
 * clips are relative to them. So a skeleton that an artist brings keeps them.
 */
import { nearestQuaternion } from "../../math/best-rotation";
import { determinant3, product3 } from "../../math/matrix3";
import { rotationMatrix } from "../../math/quaternion";

/** Unit quaternion: the rotation from a joint's own axes to those of the mesh, at rest. */
export type Axes = [x: number, y: number, z: number, w: number];

/** The rotation nearest to a row-major 3x3. Of a reflected one all axes are reversed. */
export function axesOf3(m: ArrayLike<number>): Axes {
  const turn = determinant3(m) < 0 ? Array.from(m, (x) => -x) : m;
  return [...nearestQuaternion(turn)] as Axes;
}

/** The axes of a place, a row-major 3x4. Its scales do not count. */
export const axesOfPlace = (m: ArrayLike<number>): Axes =>
  axesOf3([0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[c]));

/** Axes as the columns of a row-major 3x3. */
export function axesMatrix(axes: ArrayLike<number>): Float64Array {
  const matrix = new Float64Array(9);
  rotationMatrix(axes, 0, matrix, 0);
  return matrix;
}

/** Axes that turn with everything else. @param turn a rotation, row-major 3x3. */
export const turnedAxes = (axes: Axes, turn: ArrayLike<number>): Axes =>
  axesOf3(product3(turn, axesMatrix(axes)));

/**
 * Axes on the other side of a plane across `axis`, 0 to 2. Equal angles about them turn the bones of both sides like
 * mirror images.
 */
export const mirroredAxes = (axes: Axes, axis: number): Axes =>
  axesOf3(axesMatrix(axes).map((x, at) => (Math.floor(at / 3) === axis ? x : -x)));

/**
 * The axes of all bones at rest. A bone without its own has those of its parent, so that a bone that was added to an
 * artist's skeleton is not turned against it. Null where neither has any.
 */
export function restAxes(bones: readonly { parent: number; axes?: Axes }[]): (Axes | null)[] {
  const out: (Axes | null)[] = [];
  for (const { parent, axes } of bones) out.push(axes ?? out[parent] ?? null);
  return out;
}
