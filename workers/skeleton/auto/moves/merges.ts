import { type BoneOverlaps, centreOf, touch } from "../../tree/bone-overlaps";
import { softJoint } from "../../tree/joint-solve";
import { type BoneMotion, pairMoments } from "../../tree/pair-moments";
import { rootsOf, type SkeletonTree, type TreeLink } from "../../tree/skeleton-tree";
import { linksOfTree } from "../trees/tree-links";

/** µ of the joint between two bones that a merge joins, for each frame. */
const JOINT_PULL = 3e-4;

/** The merge of a bone into one of its neighbours in the tree. */
export interface Merge {
  /** The bone to remove, and its heir; −1 if it has no neighbour. */
  bone: number;
  heir: number;
  /** The tree without the bone. Its other neighbours have new joints with the heir. */
  links: TreeLink[];
  roots: number[];
  /** An estimate of how much the squared error rises. */
  cost: number;
}

/**
 * The cheapest merge of each bone, sorted by cost. The cost is what the bone's vertices lose, plus the gaps of the
 * joints that the heir takes over. Two bones that never bend cost nothing.
 * @param losses h: the cost of losing each bone's influences.
 */
export function findMerges(
  tree: SkeletonTree,
  motion: BoneMotion,
  overlaps: BoneOverlaps,
  losses: ArrayLike<number>,
): Merge[] {
  const links = linksOfTree(tree);
  const merges = Array.from(tree.parents.keys(), (r) => {
    const around = links.flatMap(({ a, b }) => (a === r ? [b] : b === r ? [a] : []));
    const offers = around.map((heir) => mergeOf(r, heir, links, motion, overlaps));
    const best = offers.length > 0 ? offers.reduce((p, q) => (q.cost < p.cost ? q : p)) : null;
    const heir = best?.heir ?? -1;
    const roots = rootsOf(tree).flatMap((root) => (root !== r ? [root] : heir >= 0 ? [heir] : []));
    return { bone: r, heir, links: best?.links ?? links, roots, cost: losses[r] + (best?.cost ?? 0) };
  });
  return merges.sort((p, q) => p.cost - q.cost || p.bone - q.bone);
}

function mergeOf(
  r: number,
  heir: number,
  links: readonly TreeLink[],
  motion: BoneMotion,
  overlaps: BoneOverlaps,
): Pick<Merge, "heir" | "links" | "cost"> {
  let cost = 0;
  const kept = links.flatMap(({ a, b, joint }) => {
    if (a !== r && b !== r) return [{ a, b, joint }];
    const other = a === r ? b : a;
    if (other === heir) return [];
    const tied = tie(other, heir, joint, motion, overlaps);
    cost += tied.cost;
    return [{ a: other, b: heir, joint: tied.joint }];
  });
  return { heir, links: kept, cost };
}

/** The best joint of two bones near a place, and the cost of joining them there. */
function tie(
  a: number,
  b: number,
  place: readonly number[],
  motion: BoneMotion,
  overlaps: BoneOverlaps,
): { joint: readonly number[]; cost: number } {
  const { count: B, shared } = overlaps;
  const about = touch(overlaps, a, b) ? centreOf(overlaps, a, b) : place;
  const moments = pairMoments(motion, B, a, b, about);
  const { joint, gap } = softJoint(moments, JOINT_PULL * moments.frames);
  const [massA, massB] = [shared[a * B + a], shared[b * B + b]];
  const reduced = massA + massB > 0 ? (massA * massB) / (massA + massB) : 0;
  return { joint, cost: moments.frames * reduced * gap ** 2 };
}
