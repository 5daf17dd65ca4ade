import type { Rig } from "./rig";

/** The same rig with its bones in another order; `order[j]` is bone j's old number. Parents are renumbered. */
export function reorderBones(rig: Rig, order: ArrayLike<number>): Rig {
  const { bones, weights, motion } = rig;
  const B = bones.length;
  const now = new Int32Array(B);
  for (let j = 0; j < B; j++) now[order[j]] = j;
  const moved = new Float32Array(motion.length);
  for (let at = 0; at < motion.length; at += 12 * B) {
    for (let j = 0; j < B; j++) {
      const from = at + 12 * order[j];
      moved.set(motion.subarray(from, from + 12), at + 12 * j);
    }
  }
  const ids = new Uint16Array(weights.bones.length);
  const values = new Float32Array(ids.length);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    const begin = weights.offsets[i];
    const row = Array.from(weights.bones.subarray(begin, weights.offsets[i + 1]), (bone, n) => ({
      bone: now[bone],
      value: weights.values[begin + n],
    })).sort((p, q) => p.bone - q.bone);
    row.forEach(({ bone, value }, n) => {
      ids[begin + n] = bone;
      values[begin + n] = value;
    });
  }
  return {
    ...rig,
    bones: Array.from(order, (was) => {
      const { parent } = bones[was];
      return { ...bones[was], parent: parent < 0 ? -1 : now[parent] };
    }),
    weights: { ...weights, bones: ids, values },
    motion: moved,
  };
}
