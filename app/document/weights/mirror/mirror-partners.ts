import type { Bone } from "../../../../workers/model/rig/rig";
import { otherSide } from "../../../../workers/model/side-names";

/**
 * The largest distance of a bone's head from the mirror image of its partner's, as a fraction of the skeleton's extent.
 */
const REACH = 0.03;

/**
 * The partner of each bone on the other side of a plane across x: by name if names tell sides, else by the positions of
 * heads. A bone without a partner, for example in the spine, is its own. An involution.
 */
export function mirrorPartners(bones: readonly Bone[], plane: number): Int32Array {
  const pairs = Int32Array.from(bones, (_, j) => j);
  const byName = new Map(bones.map(({ name }, j) => [name, j]));
  const free = new Set(pairs);
  for (const [j, { name }] of bones.entries()) {
    const partner = byName.get(otherSide(name) ?? "");
    if (partner === undefined || partner === j || !free.has(j) || !free.has(partner)) continue;
    pair(j, partner);
  }
  const reach = REACH * extentOf(bones);
  const nearest = new Map([...free].map((j) => [j, nearestHead(bones, free, j, plane, reach)]));
  for (const [j, l] of nearest) if (l > j && nearest.get(l) === j) pair(j, l);
  return pairs;

  function pair(j: number, l: number): void {
    [pairs[j], pairs[l]] = [l, j];
    free.delete(j);
    free.delete(l);
  }
}

/** The bone whose head is nearest to the mirror image of j's, or −1. */
function nearestHead(
  bones: readonly Bone[],
  among: ReadonlySet<number>,
  j: number,
  plane: number,
  reach: number,
): number {
  const [x, y, z] = bones[j].head;
  let best = -1;
  let least = reach;
  for (const l of among) {
    const head = bones[l].head;
    const away = Math.hypot(head[0] - (2 * plane - x), head[1] - y, head[2] - z);
    if (away < least) [best, least] = [l, away];
  }
  return best;
}

function extentOf(bones: readonly Bone[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { head } of bones) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], head[c]);
      high[c] = Math.max(high[c], head[c]);
    }
  }
  return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
