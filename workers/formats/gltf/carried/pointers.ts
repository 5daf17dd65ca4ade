/** Animation pointers (KHR_animation_pointer): channels that refer to the animated value by its path in the JSON. */
import { isObject, type Json } from "./carried-json";

const EXTENSION = "KHR_animation_pointer";
/** Lists whose entries get other numbers in a new file. Materials, cameras and lights keep their numbers. */
const NUMBERED = /^\/(nodes|meshes)\/(\d+)(?=\/)/;
/** Values that core glTF can animate too. */
const CORE = /^\/nodes\/(\d+)\/(translation|rotation|scale|weights)$/;

/** The pointer of a channel's target; null for a target of core glTF. */
export function pointerOf(target: object): string | null {
  const { extensions, path } = target as Json;
  const named = isObject(extensions) ? extensions[EXTENSION] : undefined;
  return path === "pointer" && isObject(named) && typeof named.pointer === "string" ? named.pointer : null;
}

/** The node and the path of a target, also for a pointer to a value that core glTF can animate. */
export function coreTarget(target: { node?: number; path: string }): { node?: number; path: string } {
  const [, node, path] = CORE.exec(pointerOf(target) ?? "") ?? [];
  return path === undefined ? target : { node: Number(node), path };
}

/**
 * The same pointer, with the numbers of another file.
 * @param numberOf the new number of an entry, −1 if the entry is gone.
 * @returns null if its entry is gone.
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
