import { boundsOf } from "../../model/mesh/mesh-sequence";
import { inverseOf, mapProduct } from "../gltf/read/rig/maps";
import { sceneBones } from "../gltf/read/rig/scene-bones";
import type { SceneEvaluator } from "../gltf/read/scene/evaluate";
import type { GltfScene } from "../gltf/read/scene/scene";

/** Places that differ by less than this are the same: turns and sizes, and distances as a share of the mesh's size. */
const SAME = 1e-4;

/**
 * The places of all nodes when the meshes were bound, 12 numbers each. Many files rest in another pose, often in the
 * first of a clip. Nodes without weights keep their places relative to their parents.
 * @param evaluator of the scene at rest.
 */
export function boundNodes(scene: GltfScene, file: string, evaluator: SceneEvaluator): Float64Array {
  const { world } = evaluator;
  const places = world.slice();
  const skinned = scene.instances.filter(({ skin }) => skin);
  if (skinned.length === 0) return places;
  const size = sizeOf(skinned.map((instance) => evaluator.basePositions(instance)));
  const bound = new Map<number, Float64Array>();
  const { nodes, unbind } = sceneBones(scene, file, evaluator, size);
  nodes.forEach((n, j) => {
    const place = n < 0 || bound.has(n) ? null : inverseOf(unbind.subarray(12 * j, 12 * j + 12));
    if (place) bound.set(n, place);
  });
  for (const n of scene.order) {
    const own = world.subarray(12 * n, 12 * n + 12);
    const place = bound.get(n) ?? belowParent(scene.nodes[n].parent, own, world, places);
    if (place && !isSame(place, own, size)) places.set(place, 12 * n);
  }
  return places;
}

/** A node's place below its parent's new place; null for a root or below a place without an inverse. */
function belowParent(
  parent: number,
  own: Float64Array,
  world: Float64Array,
  places: Float64Array,
): Float64Array | null {
  if (parent < 0) return null;
  const back = inverseOf(world.subarray(12 * parent, 12 * parent + 12));
  return back && mapProduct(places, 12 * parent, mapProduct(back, 0, own, 0), 0);
}

function isSame(a: Float64Array, b: Float64Array, size: number): boolean {
  const scale = Math.hypot(b[0], b[4], b[8]) || 1;
  return a.every((x, at) => Math.abs(x - b[at]) <= SAME * (at % 4 === 3 ? size : scale));
}

function sizeOf(meshes: readonly ArrayLike<number>[]): number {
  const boxes = meshes.filter(({ length }) => length > 0).map(boundsOf);
  const [low, high] = [0, 3].map((first) =>
    [0, 1, 2].map((c) =>
      boxes.reduce(
        (far, box) => (first ? Math.max : Math.min)(far, box[first + c]),
        first ? -Infinity : Infinity,
      ),
    ),
  );
  return Math.hypot(...high.map((x, c) => x - low[c])) || 1;
}
