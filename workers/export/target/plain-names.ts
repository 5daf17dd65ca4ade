import type { Rig } from "../../model/rig/rig";

/**
 * Names that no loader changes: three drops dots, brackets, colons and slashes from the names of nodes and turns spaces
 * into underscores; Unreal replaces them, too. Here each becomes an underscore.
 */
const plainName = (name: string): string => name.replace(/[\s[\].:/\\]/g, "_") || "bone";

/** The rig with plain names, all different; and how many bones have another name than before. */
export function withPlainNames(rig: Rig): { rig: Rig; renamed: number } {
  const kept = new Set(rig.bones.map(({ name }) => name).filter((name) => plainName(name) === name));
  let renamed = 0;
  const bones = rig.bones.map((bone) => {
    const plain = plainName(bone.name);
    if (plain === bone.name) return bone;
    let free = plain;
    for (let n = 2; kept.has(free); n++) free = `${plain}_${n}`;
    kept.add(free);
    renamed++;
    return { ...bone, name: free };
  });
  return { rig: renamed > 0 ? { ...rig, bones } : rig, renamed };
}
