import { findMirror } from "../../geometry/vertex-mirror";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { BoneOverlaps } from "../tree/bone-overlaps";
import { centroidOf } from "../tree/bone-overlaps";
import type { SkeletonTree } from "../tree/skeleton-tree";
import { isLink, linksOfTree } from "./tree-links";

/** A plane that maps a body to itself. */
export interface MirrorPlane {
  /** Axis across the plane: 0 is x. */
  axis: number;
  /** Position on that axis. */
  plane: number;
}

/** A body has a mirror plane if so many of its vertices have an image. */
const MATCHED = 0.8;

/** The mirror plane of the rest pose in normalised coordinates, (x − centre) · scale, or null if it has none. */
export function mirrorPlaneOf(
  { rest, triangles, solverIndex, vertexCount }: MeshSequence,
  { centre, scale }: { centre: readonly number[]; scale: number },
): MirrorPlane | null {
  const { axis, plane, unmatched } = findMirror(
    rest,
    triangles.map((v) => solverIndex[v]),
  );
  if (unmatched > (1 - MATCHED) * vertexCount) return null;
  return { axis, plane: (plane - centre[axis]) * scale };
}

/**
 * The share of a tree's links without a mirror image in it. The image of a bone is the one whose vertices' centroid is
 * nearest to the image of its own. O(h²).
 */
export function asymmetryOf(
  tree: SkeletonTree,
  overlaps: BoneOverlaps,
  { axis, plane }: MirrorPlane,
): number {
  const centroids = Array.from(tree.parents.keys(), (j) => centroidOf(overlaps, j));
  const images = centroids.map((own) => {
    const image = own.map((x, c) => (c === axis ? 2 * plane - x : x));
    const away = centroids.map((other) => other.reduce((sum, x, c) => sum + (x - image[c]) ** 2, 0));
    return away.indexOf(Math.min(...away));
  });
  const links = linksOfTree(tree);
  const alone = links.filter(({ a, b }) => {
    const [p, q] = [images[a], images[b]];
    return p !== q && !links.some((link) => isLink(link, p, q));
  });
  return links.length > 0 ? alone.length / links.length : 0;
}
