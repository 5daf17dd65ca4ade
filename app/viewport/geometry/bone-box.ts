import { Box3, Vector3 } from "three/webgpu";
import type { Rig } from "../../../workers/model/rig/rig";

/** A vertex belongs to a bone if its weight is at least this. */
const BELONGS = 0.3;

/** Bounding box of the vertices that bone `j` moves, in the coordinates of `positions` (3V); empty if it moves none. */
export function boneBox({ weights }: Rig, j: number, positions: Float32Array): Box3 {
  const { offsets, bones, values } = weights;
  const box = new Box3();
  const p = new Vector3();
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (bones[e] === j && values[e] >= BELONGS) box.expandByPoint(p.fromArray(positions, 3 * i));
    }
  }
  return box;
}
