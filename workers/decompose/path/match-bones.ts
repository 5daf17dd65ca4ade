import type { Rung } from "./rung";
import { weightOverlaps } from "./weight-overlaps";

/**
 * Gives the bones of a rung the names and the order of another rung with as many bones. A bone takes the place of the
 * one that acts on the same vertices. Bones that have to stay are in both rungs, and keep their places.
 */
export function matched(rung: Rung, like: Rung): Rung {
  const h = like.bones.length;
  const place = placesOf(rung, like);
  const motion = new Float64Array(rung.motion.length);
  for (let at = 0; at < motion.length; at += 12) {
    const j = (at / 12) % h;
    motion.set(rung.motion.subarray(at, at + 12), at + 12 * (place[j] - j));
  }
  return { ...rung, bones: like.bones, motion, ids: rung.ids.map((j) => (j < 0 ? -1 : place[j])) };
}

/** The place of each bone in `like`, by the largest shared weight first. */
function placesOf(rung: Rung, like: Rung): Int32Array {
  const h = like.bones.length;
  const place = new Int32Array(h).fill(-1);
  const free = new Set(like.bones.keys());
  const put = (j: number, at: number) => {
    if (place[j] >= 0 || !free.has(at)) return;
    place[j] = at;
    free.delete(at);
  };
  rung.bones.forEach((bone, j) => {
    if (bone.needed) put(j, like.bones.indexOf(bone));
  });
  const shared = weightOverlaps(rung, like);
  const pairs = Array.from(shared.keys()).filter((pair) => shared[pair] > 0);
  pairs.sort((a, b) => shared[b] - shared[a] || a - b);
  for (const pair of pairs) put(Math.floor(pair / h), pair % h);
  for (let j = 0; j < h; j++) {
    const [next] = free;
    if (place[j] < 0) put(j, next);
  }
  return place;
}
