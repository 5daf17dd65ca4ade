/** The rig of a skinned glTF scene: bones (scene-bones.ts), weights of the points, and motion. */

import { multiplyAffine } from "../../../../math/affine";
import { boundsOf } from "../../../../model/mesh/mesh-sequence";
import { withEndBones } from "../../../../model/rig/end-bones";
import type { SparseWeights } from "../../../../model/rig/sparse-weights";
import type { RawRig } from "../../../source/source";
import type { SceneEvaluator } from "../scene/evaluate";
import { type GltfScene, type MeshInstance, rowStart, type SceneTime } from "../scene/scene";
import { sceneBones } from "./scene-bones";

/**
 * A point of the bones' rest pose and of the scene are at the same place if they are this near, relative to the
 * diagonal.
 */
const SAME_PLACE = 1e-6;

/** Appends the rows of one instance, with equal bones added up, sorted by bone. */
function addRows(
  { geometry, skin }: MeshInstance,
  bones: ArrayLike<number>,
  rows: [bone: number, weight: number][][],
): void {
  const { joints, weights } = geometry;
  for (let i = 0; i < geometry.vertexCount; i++) {
    if (!skin) {
      rows.push([[bones[0], 1]]);
      continue;
    }
    const row = new Map<number, number>();
    for (let e = rowStart(geometry, i); e < rowStart(geometry, i + 1); e++) {
      if (weights[e] === 0) continue;
      const j = bones[joints[e]];
      row.set(j, (row.get(j) ?? 0) + weights[e]);
    }
    rows.push([...row].sort((a, b) => a[0] - b[0]));
  }
}

function packRows(rows: [bone: number, weight: number][][]): SparseWeights {
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + row.length;
  });
  const entries = rows.flat();
  return {
    version: 1,
    offsets,
    bones: Uint16Array.from(entries, ([bone]) => bone),
    values: Float32Array.from(entries, ([, weight]) => weight),
  };
}

/**
 * @param file its name, for error messages.
 * @param rest positions of the points in the scene at rest, 3P.
 * @param times clip and time of each frame.
 * @param atRest the frame whose morph weights the rest pose has; null for the weights of the file's nodes.
 * @throws SinewError if it has more bones than a rig can have.
 */
export function sceneRig(
  scene: GltfScene,
  file: string,
  evaluator: SceneEvaluator,
  rest: Float64Array,
  times: readonly SceneTime[],
  atRest: SceneTime | null = null,
): RawRig {
  evaluator.pose(null, 0);
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rest);
  const diagonal = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  const { bones, nodes, unbind, placeOf } = sceneBones(scene, file, evaluator, diagonal);
  if (atRest) evaluator.pose(atRest.clip, atRest.t);
  const bound = rest.slice();
  const rows: [number, number][][] = [];
  for (const instance of scene.instances) {
    const place = placeOf(instance);
    addRows(instance, place.bones, rows);
    const base = evaluator.basePositions(instance);
    const b = place.bind;
    for (let v = 0; v < base.length; v += 3) {
      const to = 3 * instance.firstPoint + v;
      const at = [0, 4, 8].map(
        (r) => b[r] * base[v] + b[r + 1] * base[v + 1] + b[r + 2] * base[v + 2] + b[r + 3],
      );
      const isThere = at.every((x, c) => Math.abs(x - rest[to + c]) <= SAME_PLACE * diagonal);
      if (!isThere) bound.set(at, to);
    }
  }
  const motion = new Float64Array(12 * bones.length);
  const weights = packRows(rows);
  return {
    bones: withEndBones(bones, weights),
    rest: bound,
    weights,
    motion(k) {
      evaluator.pose(times[k].clip, times[k].t);
      nodes.forEach((node, j) => {
        if (node < 0) motion.set(unbind.subarray(12 * j, 12 * j + 12), 12 * j);
        else multiplyAffine(motion, 12 * j, evaluator.world, 12 * node, unbind, 12 * j);
      });
      return motion;
    },
  };
}
