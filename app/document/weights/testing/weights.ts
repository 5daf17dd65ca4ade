import { adjacencyOf } from "../../../../workers/geometry/adjacency";
import { mirrorMesh, type SurfaceMirror } from "../../../../workers/geometry/mirror/surface-mirror";
import type { Bone } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { WeightBuilder } from "../../../../workers/model/rig/weight-builder";
import { MIRROR_DEFAULTS } from "../../../../workers/model/weights/mirror-settings";

/** The number of columns and of rows of the sheet. */
export const SIDE = 9;

/** For tests: a flat sheet of SIDE × SIDE vertices that is symmetric about x = 0, with steps of 1. */
export function sheet() {
  const positions = new Float32Array(3 * SIDE * SIDE);
  const triangles: number[] = [];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const i = y * SIDE + x;
      positions.set([x - (SIDE - 1) / 2, y, 0], 3 * i);
      if (x + 1 === SIDE || y + 1 === SIDE) continue;
      // The squares of the two halves are split along mirrored diagonals.
      const [a, b, c, d] = [i, i + 1, i + SIDE, i + SIDE + 1];
      if (x < (SIDE - 1) / 2) triangles.push(a, b, d, a, d, c);
      else triangles.push(a, b, c, b, d, c);
    }
  }
  const vertexCount = SIDE * SIDE;
  return {
    positions,
    vertexCount,
    triangles: Uint32Array.from(triangles),
    rings: adjacencyOf(triangles, vertexCount),
  };
}

export const BONES: Bone[] = [
  { name: "middle", parent: -1, head: [0, 4, 0] },
  { name: "arm_L", parent: 0, head: [3, 4, 0] },
  { name: "arm_R", parent: 0, head: [-3, 4, 0] },
];

/** The mirror images of the sheet's vertices. */
export function sheetMirror({ positions, vertexCount, triangles }: ReturnType<typeof sheet>): SurfaceMirror {
  const own = {
    rest: positions,
    solverIndex: Uint32Array.from({ length: vertexCount }, (_, i) => i),
    triangles,
    polygonOffsets: Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, p) => 3 * p),
    polygonCorners: triangles,
    uvs: null,
  };
  return mirrorMesh(own, { ...MIRROR_DEFAULTS, offset: 0 });
}

/** Weights of the three bones, symmetric about x = 0: the arms fade towards the middle. */
export function symmetricWeights({ positions, vertexCount }: ReturnType<typeof sheet>): SparseWeights {
  const rows = new WeightBuilder();
  for (let i = 0; i < vertexCount; i++) {
    const share = Math.min(1, Math.abs(positions[3 * i]) / 3);
    if (share < 1) rows.add(0, 1 - share);
    if (share > 0) rows.add(positions[3 * i] > 0 ? 1 : 2, share);
    rows.endRow();
  }
  return rows.weights();
}

/** Weight of a bone at a vertex. */
export function weightAt({ offsets, bones, values }: SparseWeights, i: number, bone: number): number {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === bone) return values[e];
  return 0;
}

/** The largest deviation of a row's sum from 1. */
export function worstSum({ offsets, values }: SparseWeights): number {
  let worst = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) sum += values[e];
    worst = Math.max(worst, Math.abs(sum - 1));
  }
  return worst;
}
