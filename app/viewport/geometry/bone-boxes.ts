import { Box3, Matrix4, Vector3 } from "three/webgpu";
import type { Rig } from "../../../workers/model/rig/rig";

/** Smaller weights move a vertex too little to count. */
const LEAST = 0.02;

/** Bounding box of the vertices that each bone moves, in the rest pose; empty if it moves none. */
export function restBoxes({ weights, bones: all, rest }: Rig): Box3[] {
  const boxes = all.map(() => new Box3());
  const { offsets, bones, values } = weights;
  const p = new Vector3();
  for (let i = 0; i + 1 < offsets.length; i++) {
    p.fromArray(rest, 3 * i);
    for (let e = offsets[i]; e < offsets[i + 1]; e++)
      if (values[e] >= LEAST) boxes[bones[e]].expandByPoint(p);
  }
  return boxes;
}

/** The row-major 3x4 with index `j` of a list, as a three matrix. */
export function matrixOf(m: ArrayLike<number>, j: number, into = new Matrix4()): Matrix4 {
  const a = 12 * j;
  return into.set(
    ...([m[a], m[a + 1], m[a + 2], m[a + 3]] as const),
    ...([m[a + 4], m[a + 5], m[a + 6], m[a + 7]] as const),
    ...([m[a + 8], m[a + 9], m[a + 10], m[a + 11]] as const),
    ...([0, 0, 0, 1] as const),
  );
}

/** A box in the world around a pose. Blended positions are within the transformed boxes of the bones. */
export function posedBox(boxes: readonly Box3[], matrices: ArrayLike<number>, world: Matrix4): Box3 {
  const whole = new Box3();
  const matrix = new Matrix4();
  const moved = new Box3();
  boxes.forEach((box, j) => {
    if (box.isEmpty()) return;
    whole.union(moved.copy(box).applyMatrix4(matrixOf(matrices, j, matrix).premultiply(world)));
  });
  return whole;
}
