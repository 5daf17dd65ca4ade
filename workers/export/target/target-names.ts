import type { NameRule } from "../../model/files/export/export-options";
import type { Rig } from "../../model/rig/rig";

/**
 * A name that no loader changes. From names of nodes, three drops dots, brackets, colons and slashes, and it turns
 * spaces into underscores. Unreal does much the same. Godot also drops @, " and %. Here all of these become
 * underscores.
 */
const plainName = (name: string, otherwise: string): string =>
  name.replace(/[\s[\].:/\\@"%]/g, "_") || otherwise;

/** Blender cuts names of bones after this many bytes of UTF-8. */
const BLENDER_BYTES = 63;
/** Room for what is added to a name: "_stretch" to a bone that shears, "_armature_2" by Blender to a clip. */
const ADDED_BYTES = 13;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The beginning of a name with at most so many bytes, in whole characters. */
function cut(name: string, bytes: number): string {
  let kept = "";
  for (const character of name) {
    if (bytesOf(kept) + bytesOf(character) > bytes) break;
    kept += character;
  }
  return kept;
}

const shortName = (name: string): string =>
  bytesOf(name) <= BLENDER_BYTES - ADDED_BYTES ? name : cut(name, BLENDER_BYTES - ADDED_BYTES);

/** The name with a number at its end, as long as the rule allows. */
function numbered(rule: NameRule, name: string, n: number): string {
  const end = `_${n}`;
  return rule === "short" ? `${cut(name, BLENDER_BYTES - ADDED_BYTES - end.length)}${end}` : `${name}${end}`;
}

/**
 * Names by a target's rule, all different, in the order of the given ones. Names that keep to it stay the same.
 * @param otherwise replaces an empty name
 */
export function targetNames(rule: NameRule, names: readonly string[], otherwise: string): string[] {
  if (rule === "keep") return [...names];
  const changed = (name: string) => (rule === "plain" ? plainName(name, otherwise) : shortName(name));
  const kept = new Set(names.filter((name) => changed(name) === name));
  return names.map((name) => {
    const wanted = changed(name);
    if (wanted === name) return name;
    let free = wanted;
    for (let n = 2; kept.has(free); n++) free = numbered(rule, wanted, n);
    kept.add(free);
    return free;
  });
}

/** The rig with names by a rule, and the number of bones whose names changed. */
export function withTargetNames(rig: Rig, rule: NameRule): { rig: Rig; renamed: number } {
  const names = targetNames(
    rule,
    rig.bones.map(({ name }) => name),
    "bone",
  );
  const renamed = rig.bones.filter(({ name }, j) => name !== names[j]).length;
  const bones = rig.bones.map((bone, j) => (bone.name === names[j] ? bone : { ...bone, name: names[j] }));
  return { rig: renamed > 0 ? { ...rig, bones } : rig, renamed };
}
