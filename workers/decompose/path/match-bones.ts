import type { PathBone, Rung } from "./rung";

/**
 * The rung with the bones of another one with as many, in its order. Each bone becomes the bone that shares most of its
 * vertices' weight; a bone that must stay is in both, and remains itself.
 */
export function matched(rung: Rung, like: readonly PathBone[], likeRung: Rung): Rung {
  const h = like.length;
  const place = placesOf(rung, like, likeRung);
  const motion = new Float64Array(rung.motion.length);
  for (let at = 0; at < motion.length; at += 12) {
    const j = (at / 12) % h;
    motion.set(rung.motion.subarray(at, at + 12), at + 12 * (place[j] - j));
  }
  return { ...rung, bones: like, motion, ids: rung.ids.map((j) => (j < 0 ? -1 : place[j])) };
}

/** The place of each bone in `like`, by the largest shared weight first. */
function placesOf(rung: Rung, like: readonly PathBone[], likeRung: Rung): Int32Array {
  const h = like.length;
  const place = new Int32Array(h).fill(-1);
  const free = new Set(like.keys());
  const put = (j: number, at: number) => {
    if (place[j] >= 0 || !free.has(at)) return;
    place[j] = at;
    free.delete(at);
  };
  rung.bones.forEach((bone, j) => {
    if (bone.needed) put(j, like.indexOf(bone));
  });
  const shared = sharedWeights(rung, likeRung, h);
  const pairs = Array.from(shared.keys()).filter((pair) => shared[pair] > 0);
  pairs.sort((a, b) => shared[b] - shared[a] || a - b);
  for (const pair of pairs) put(Math.floor(pair / h), pair % h);
  for (let j = 0; j < h; j++) {
    const [next] = free;
    if (place[j] < 0) put(j, next);
  }
  return place;
}

/** h·h: the sum over vertices of the weight of bone a in one rung times that of bone b in the other. */
function sharedWeights(rung: Rung, other: Rung, h: number): Float64Array {
  const vertices = rung.rest.length / 4;
  const [slots, others] = [rung.ids.length / vertices, other.ids.length / vertices];
  const shared = new Float64Array(h * h);
  rung.ids.forEach((a, e) => {
    if (a < 0) return;
    const i = Math.floor(e / slots);
    for (let s = i * others; s < (i + 1) * others; s++) {
      if (other.ids[s] >= 0) shared[a * h + other.ids[s]] += rung.values[e] * other.values[s];
    }
  });
  return shared;
}
