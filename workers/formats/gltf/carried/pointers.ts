/** Animation pointers (KHR_animation_pointer): channels that name what they move by its place in the JSON. */
import { isObject, type Json } from "./carried-json";

const EXTENSION = "KHR_animation_pointer";
/** Lists whose entries get other numbers in a new file. Materials, cameras and lights keep theirs. */
const NUMBERED = /^\/(nodes|meshes)\/(\d+)(?=\/)/;
/** What the core of glTF animates, too. */
const CORE = /^\/nodes\/(\d+)\/(translation|rotation|scale|weights)$/;

/** The pointer of a channel's target; null for a target of the core. */
export function pointerOf(target: object): string | null {
  const { extensions, path } = target as Json;
  const named = isObject(extensions) ? extensions[EXTENSION] : undefined;
  return path === "pointer" && isObject(named) && typeof named.pointer === "string" ? named.pointer : null;
}

/** The node and the path of a target: those of a pointer too, where it is to what the core animates. */
export function coreTarget(target: { node?: number; path: string }): { node?: number; path: string } {
  const [, node, path] = CORE.exec(pointerOf(target) ?? "") ?? [];
  return path === undefined ? target : { node: Number(node), path };
}

/**
 * The same pointer with the numbers of another file.
 * @param numberOf the new number of an entry, −1 if it is not there
 * @returns null if what it names is not there
 */
export function renumbered(
  pointer: string,
  numberOf: Record<"nodes" | "meshes", (index: number) => number>,
): string | null {
  const [start, list, index] = NUMBERED.exec(pointer) ?? [];
  if (start === undefined) return pointer;
  const number = numberOf[list as "nodes" | "meshes"](Number(index));
  return number < 0 ? null : `/${list}/${number}${pointer.slice(start.length)}`;
}

/** A target with another pointer. */
export function withPointer(target: Json, pointer: string): Json {
  const extensions = target.extensions as Record<string, Json>;
  return { ...target, extensions: { ...extensions, [EXTENSION]: { ...extensions[EXTENSION], pointer } } };
}
