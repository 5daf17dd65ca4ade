import type { TriangleTree } from "../../geometry/surface/triangle-tree";
import { SegmentSet } from "../../mesh/segment-set";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import type { SegmentTree } from "../segment-tree";

/** The nearest bones of each vertex, and their distance. */
export interface BoneCells {
  /**
   * The bones that share vertex i are bones[offsets[i] .. offsets[i + 1]], ascending: one bone, or the bones of a
   * joint.
   */
  offsets: Uint32Array;
  bones: Uint16Array;
  /** Distance of each vertex from the skeleton, V. */
  distance: Float64Array;
  /** 1 if the line to a nearest point of these bones does not cross the mesh, V. */
  visible: Uint8Array;
}

/**
 * Segments whose distance exceeds the nearest by less than this share are equally near. Beyond a joint all of its bones
 * are equally far up to rounding, and rounding must not choose among them (as in Baran & Popović 2007, Pinocchio).
 */
const TIE = 1e-4;
const AT_ONCE = 256;

/**
 * The Voronoi cells of the bones. Virtual segments belong to the cell of the bone above them, or to none. If several
 * bones are equally near, the visible ones share the vertex, or all of them if none is visible.
 * @param positions 3V.
 * @param tree the tree of the mesh's triangles, or null if everything is visible.
 * @throws CancelledError
 */
export async function boneCells(
  positions: ArrayLike<number>,
  { segments }: Skeleton,
  { owner }: SegmentTree,
  tree: TriangleTree | null,
  task: Task,
): Promise<BoneCells> {
  const vertexCount = positions.length / 3;
  const used = segments.flatMap((_, j) => (owner[j] >= 0 ? [j] : []));
  const set = new SegmentSet(used.map((j) => [segments[j].head, segments[j].tail]));
  const offsets = new Uint32Array(vertexCount + 1);
  const bones: number[] = [];
  const distance = new Float64Array(vertexCount);
  const visible = new Uint8Array(vertexCount);
  const squares = new Float64Array(set.count);
  const [from, to] = [new Float64Array(3), new Float64Array(3)];
  for (let i = 0; i < vertexCount; i++) {
    if (i % AT_ONCE === 0) await task.checkpoint();
    for (let c = 0; c < 3; c++) from[c] = positions[3 * i + c];
    const [x, y, z] = from;
    for (let s = 0; s < set.count; s++) squares[s] = set.squaredDistance(s, x, y, z);
    const least = squares.reduce((a, b) => Math.min(a, b), Infinity);
    distance[i] = Math.sqrt(least);
    const near = new Set<number>();
    const seen = new Set<number>();
    for (let s = 0; s < set.count; s++) {
      if (squares[s] > least * (1 + TIE) ** 2) continue;
      near.add(owner[used[s]]);
      set.nearestPoint(s, x, y, z, to);
      if (!tree?.crosses(from, to, i)) seen.add(owner[used[s]]);
    }
    visible[i] = seen.size > 0 ? 1 : 0;
    bones.push(...[...(seen.size > 0 ? seen : near)].sort((a, b) => a - b));
    offsets[i + 1] = bones.length;
  }
  return { offsets, bones: Uint16Array.from(bones), distance, visible };
}
