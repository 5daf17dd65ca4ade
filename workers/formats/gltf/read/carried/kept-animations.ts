import { isObject, type Json, listOf, omit } from "../../carried/carried-json";
import { coreTarget, pointerOf, renumbered, withPointer } from "../../carried/pointers";
import type { GltfData } from "../asset/container";
import type { GltfScene } from "../scene/scene";
import type { KeptAccessors } from "./kept-accessors";

const ANIMATED = ["translation", "rotation", "scale", "weights"];

/** The motion of kept parts. */
export interface KeptMotion {
  animations: Json[];
  /** Animations that move only kept parts. A new file has them even if it has no clip of that name. */
  whole: string[];
  /** Other animations that move some kept parts. */
  partly: string[];
  /** Pointers to parts that are not kept. */
  lostPointers: string[];
}

/** The new numbers of kept parts. */
interface Numbers {
  /** −1 for nodes that are not kept. */
  nodes: Int32Array;
  meshes: ReadonlyMap<number, number>;
  /** Nodes whose mesh is part of the surface. */
  shown: ReadonlySet<number>;
  /** Those, and nodes whose mesh is not kept: they have no morph targets to move. */
  withoutMesh: ReadonlySet<number>;
}

/** Nodes that move the surface: nodes that show it, joints, and all nodes above them. */
function followed({ nodes, skins }: GltfScene, shown: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  for (let n of [...shown, ...skins.flatMap(({ joints }) => joints)])
    for (; n >= 0 && !found.has(n); n = nodes[n].parent) found.add(n);
  return found;
}

/** The target of a channel in the new file; null if it is not kept. */
function keptTarget(target: Json, { nodes, meshes, withoutMesh }: Numbers): Json | null {
  const pointer = pointerOf(target);
  if (pointer !== null) {
    const again = renumbered(pointer, {
      nodes: (n) => (/^\/nodes\/\d+\/weights/.test(pointer) && withoutMesh.has(n) ? -1 : (nodes[n] ?? -1)),
      meshes: (m) => meshes.get(m) ?? -1,
    });
    return again === null ? null : withPointer(target, again);
  }
  const node = typeof target.node === "number" ? (nodes[target.node] ?? -1) : -1;
  if (node < 0 || !ANIMATED.includes(target.path as string)) return null;
  return target.path === "weights" && withoutMesh.has(target.node as number) ? null : { ...target, node };
}

/** The channels of a file's animations that move kept parts. Times begin at the start of the clip. */
export function keptAnimations(
  root: Json,
  { json }: GltfData,
  scene: GltfScene,
  numbers: Numbers,
  accessors: KeptAccessors,
): KeptMotion {
  const ofSurface = followed(scene, numbers.shown);
  const motion: KeptMotion = { animations: [], whole: [], partly: [], lostPointers: [] };
  for (const [a, animation] of listOf(root, "animations").entries()) {
    const { name, start } = scene.clips[a];
    const own = listOf(animation, "channels");
    const ownSamplers = listOf(animation, "samplers");
    const samplers: Json[] = [];
    const channels = own.flatMap((channel) => {
      const target = isObject(channel.target) ? channel.target : {};
      const kept = keptTarget(target, numbers);
      if (kept === null) {
        const pointer = pointerOf(target);
        if (pointer !== null) motion.lostPointers.push(pointer);
        return [];
      }
      const index = channel.sampler as number;
      const isRotation = coreTarget(target as { path: string }).path === "rotation";
      const keys = accessors.keepKeys(json.animations[a].samplers[index], start, isRotation, name);
      if (!keys) return [];
      const sampler = samplers.push({ ...ownSamplers[index], ...keys }) - 1;
      return [{ ...channel, sampler, target: kept }];
    });
    const moves = json.animations[a].channels.map(({ target }) => coreTarget(target).node);
    const isWhole = channels.length === own.length && !moves.some((n) => n !== undefined && ofSurface.has(n));
    if (channels.length > 0) (isWhole ? motion.whole : motion.partly).push(name);
    motion.animations.push({
      ...omit(animation, ["name", "channels", "samplers"]),
      name,
      channels,
      samplers,
    });
  }
  return motion;
}
