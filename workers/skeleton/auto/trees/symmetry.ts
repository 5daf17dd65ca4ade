import { findMirror } from "../../../geometry/vertex-mirror";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { BoneOverlaps } from "../../tree/bone-overlaps";
import { centroidOf } from "../../tree/bone-overlaps";
import type { SkeletonTree } from "../../tree/skeleton-tree";
import { isLink, linksOfTree } from "./tree-links";

/** A plane that maps a body to itself. */
export interface MirrorPlane {
  /** Axis across the plane: 0 is x. */
  axis: number;
  /** Position on that axis. */
  plane: number;
}

/** A body has a mirror plane if this share of its vertices has a mirror image. */
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
 * The mirror image of each bone: the bone whose vertices' centroid is nearest to the mirrored centroid of its own
 * vertices. It may be the bone itself. O(h²).
 */
export function mirrorImages(overlaps: BoneOverlaps, { axis, plane }: MirrorPlane): Int32Array {
  const centroids = Array.from({ length: overlaps.count }, (_, j) => centroidOf(overlaps, j));
  return Int32Array.from(centroids, (own) => {
    const image = own.map((x, c) => (c === axis ? 2 * plane - x : x));
    const away = centroids.map((other) => other.reduce((sum, x, c) => sum + (x - image[c]) ** 2, 0));
    return away.indexOf(Math.min(...away));
  });
}

/** A link of two bones. */
interface Link {
  a: number;
  b: number;
}

/** Whether the mirror image of a link is the link itself or in `others`. */
export const hasImage = (images: Int32Array, { a, b }: Link, others: readonly Link[]): boolean =>
  isLink({ a, b }, images[a], images[b]) || others.some((link) => isLink(link, images[a], images[b]));

/**
 * The number of a tree's links that have no mirror image in it. A link between a bone and the bone's own image is its
 * own image. O(h²).
 */
export function linksWithoutImage(tree: SkeletonTree, images: Int32Array): number {
  const links = linksOfTree(tree);
  return links.filter(({ a, b }) => images[a] !== images[b] && !hasImage(images, { a, b }, links)).length;
}
