import type { Bone } from "./rig";

/** A name for a new bone above all others: "root", unless a bone already has this name. */
export function rootName(bones: readonly Bone[]): string {
  const taken = new Set(bones.map(({ name }) => name));
  for (let n = 1; ; n++) {
    const name = n === 1 ? "root" : n === 2 ? "root_motion" : `root_motion_${n - 1}`;
    if (!taken.has(name)) return name;
  }
}
