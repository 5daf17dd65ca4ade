import { SegmentSet } from "../mesh/segment-set";
import type { Skeleton } from "../model/skeleton/skeleton";
import type { Bindable } from "../model/weights/bindable";
import { bindableAdjacency, boxDiagonal } from "./bindable-mesh";
import type { SegmentTree } from "./segment-tree";

/** A vertex this near to a bone lies on it, relative to the bounding box's diagonal. */
const ON_BONE = 1e-5;

/**
 * The vertices of a solid that lie on bones. A bone without such vertices holds the nearest vertices to points along
 * it, spaced by the length of the solid's edges. Bones of a joint share its vertex.
 * @returns the bones of each such vertex, ascending.
 */
export function boneHandles(
  mesh: Bindable,
  { segments }: Skeleton,
  { owner }: SegmentTree,
): Map<number, number[]> {
  const { positions } = mesh;
  const handles = new Map<number, Set<number>>();
  const hold = (i: number, j: number) => {
    if (!handles.has(i)) handles.set(i, new Set());
    handles.get(i)!.add(j);
  };
  const near = (ON_BONE * boxDiagonal(positions)) ** 2;
  const spacing = meanEdge(mesh);
  segments.forEach(({ head, tail, kind }, j) => {
    if (kind === "virtual" || owner[j] < 0) return;
    const set = new SegmentSet([[head, tail]]);
    let within = 0;
    for (let i = 0; i < positions.length / 3; i++) {
      const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
      if (set.squaredDistance(0, x, y, z) > near) continue;
      hold(i, j);
      const along = set.along(0, x, y, z);
      if (along > 0 && along < 1) within++;
    }
    if (within > 0) return;
    const length = Math.hypot(...head.map((x, c) => tail[c] - x));
    const count = Math.max(2, Math.ceil(length / spacing));
    // Uses the middles of equal parts, because a point at a joint would take the joint's vertex from the other bones.
    for (let n = 0; n < count; n++) {
      hold(
        nearestVertex(
          positions,
          head.map((x, c) => x + ((tail[c] - x) * (n + 0.5)) / count),
        ),
        j,
      );
    }
  });
  return new Map([...handles].map(([i, bones]) => [i, [...bones].sort((a, b) => a - b)]));
}

function nearestVertex(positions: ArrayLike<number>, [x, y, z]: number[]): number {
  let [best, least] = [0, Infinity];
  for (let n = 0; n < positions.length; n += 3) {
    const square = (positions[n] - x) ** 2 + (positions[n + 1] - y) ** 2 + (positions[n + 2] - z) ** 2;
    if (square < least) [best, least] = [n / 3, square];
  }
  return best;
}

function meanEdge(mesh: Bindable): number {
  const { offsets, neighbours } = bindableAdjacency(mesh, false);
  const { positions } = mesh;
  let sum = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      sum += Math.hypot(...[0, 1, 2].map((c) => positions[3 * i + c] - positions[3 * neighbours[e] + c]));
    }
  }
  return sum / Math.max(1, neighbours.length) || 1;
}
