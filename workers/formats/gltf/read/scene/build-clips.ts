import { coreTarget } from "../../carried/pointers";
import { damagedGltf } from "../../complaint";
import type { Accessors } from "../asset/accessors";
import type { GltfJson } from "../asset/gltf-json";
import type { Keyframes } from "./keyframes";
import type { SceneClip, SceneNode, SceneTrack } from "./scene";

const WIDTH: Record<string, number> = { translation: 3, rotation: 4, scale: 3 };

function isPath(path: string): path is SceneTrack["path"] {
  return path in WIDTH || path === "weights";
}

function readKeyframes(
  sampler: GltfJson["animations"][number]["samplers"][number],
  path: SceneTrack["path"],
  targetCount: number,
  accessors: Accessors,
  where: () => Error,
): Keyframes | null {
  const times = accessors.numbers(sampler.input);
  const width = WIDTH[path] ?? targetCount;
  if (times.length === 0 || width === 0) return null;
  const values = accessors.numbers(sampler.output);
  const perKey = sampler.interpolation === "CUBICSPLINE" ? 3 : 1;
  if (values.length !== times.length * width * perKey) throw where();
  for (let k = 0; k < times.length; k++) {
    if (!Number.isFinite(times[k]) || (k > 0 && times[k] < times[k - 1])) throw where();
  }
  return { times, width, values, interpolation: sampler.interpolation, rotation: path === "rotation" };
}

/**
 * The animations of a file. Channels without a node or with a path outside core glTF are left out. Pointers to values
 * that core glTF can animate are read like core channels.
 */
export function buildClips(
  json: GltfJson,
  nodes: SceneNode[],
  accessors: Accessors,
  file: string,
): SceneClip[] {
  const taken = new Set<string>();
  const unique = (name: string) => {
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
    taken.add(free);
    return free;
  };
  return json.animations.map((animation, a) => {
    const name = unique(animation.name || `clip ${a + 1}`);
    const tracks: SceneTrack[] = [];
    for (const { sampler, target } of animation.channels) {
      const { node, path } = coreTarget(target);
      if (node === undefined || nodes[node] === undefined || !isPath(path)) continue;
      const keys = readKeyframes(
        animation.samplers[sampler],
        path,
        nodes[node].weights?.length ?? 0,
        accessors,
        () =>
          damagedGltf(file, `In its animation "${name}" the keys of the ${path} of node ${node} do not fit.`),
      );
      if (keys) tracks.push({ node, path, keys });
    }
    let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { keys } of tracks) {
      start = Math.min(start, keys.times[0]);
      end = Math.max(end, keys.times[keys.times.length - 1]);
    }
    return tracks.length > 0 ? { name, start, end, tracks } : { name, start: 0, end: 0, tracks };
  });
}
