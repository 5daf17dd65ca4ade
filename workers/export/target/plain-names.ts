import type { Rig } from "../../model/rig/rig";

/**
 * A name that no loader changes: three drops dots, brackets, colons and slashes from the names of nodes and turns
 * spaces into underscores; Unreal replaces them, too; Godot drops at signs, quotes and percent signs as well. Here each
 * such character becomes an underscore.
 */
const plainName = (name: string, otherwise: string): string =>
  name.replace(/[\s[\].:/\\@"%]/g, "_") || otherwise;

/**
 * Plain names, all different, in the order of the given ones. Names that are plain stay the same.
 * @param otherwise replaces an empty name
 */
export function plainNames(names: readonly string[], otherwise: string): string[] {
  const kept = new Set(names.filter((name) => plainName(name, otherwise) === name));
  return names.map((name) => {
    const plain = plainName(name, otherwise);
    if (plain === name) return name;
    let free = plain;
    for (let n = 2; kept.has(free); n++) free = `${plain}_${n}`;
    kept.add(free);
    return free;
  });
}

/** The rig with plain names, and the number of bones whose names changed. */
export function withPlainNames(rig: Rig): { rig: Rig; renamed: number } {
  const names = plainNames(
    rig.bones.map(({ name }) => name),
    "bone",
  );
  const renamed = rig.bones.filter(({ name }, j) => name !== names[j]).length;
  const bones = rig.bones.map((bone, j) => (bone.name === names[j] ? bone : { ...bone, name: names[j] }));
  return { rig: renamed > 0 ? { ...rig, bones } : rig, renamed };
}
