import type { SceneClip, SceneTrack } from "../../gltf/read/scene/scene";
import type { FbxObject } from "../objects/objects";
import type { FbxModel } from "../scene/model";
import { CONSTANT, CONSTANT_NEXT, CUBIC, type Curve } from "./curve";
import type { PropertyCurves, Stack } from "./stack";

/** For spans longer than this many frames, the shape of the curve is kept too. */
const DENSE = 1.5;
/** The rate for measuring spans if the file has none. */
const ASSUMED_FPS = 30;

type Interpolation = SceneTrack["keys"]["interpolation"];

/** How a curve runs between its keys, if frames would miss it. Even straight curves of angles make rotations bend. */
function interpolationOf({ times, kinds }: Curve, path: SceneTrack["path"], fps: number): Interpolation {
  let found: Interpolation = "LINEAR";
  for (let k = 0; k + 1 < times.length; k++) {
    if (kinds[k] === CONSTANT || kinds[k] === CONSTANT_NEXT) found = found === "LINEAR" ? "STEP" : found;
    else if ((times[k + 1] - times[k]) * fps > DENSE && (kinds[k] === CUBIC || path === "rotation"))
      return "CUBICSPLINE";
  }
  return found;
}

/** Tracks for the curves that change something. */
function tracksOf(
  { curves }: PropertyCurves,
  rest: ArrayLike<number>,
  path: SceneTrack["path"],
  nodes: number[],
  fps: number,
): SceneTrack[] {
  return curves.flatMap((curve, n) => {
    if (!curve?.values.some((value) => value !== rest[n])) return [];
    const interpolation = interpolationOf(curve, path, fps);
    const keys = { times: curve.times, width: 1, values: curve.values, interpolation, rotation: false };
    return nodes.map((node): SceneTrack => ({ node, path, keys }));
  });
}

/** The curves of a stack, without the curves of layers' weights. */
const curvesOf = ({ layers }: Stack): Curve[] =>
  layers
    .flatMap(({ models, weights }): PropertyCurves[] => [...models, ...weights])
    .flatMap(({ curves }) => curves.filter((curve) => curve !== null));

/**
 * A clip with tracks for each stack that has curves.
 * @param shapedNodes for each blend shape channel, the nodes whose mesh it deforms.
 * @param fps the file's own rate, or null.
 */
export function clipsOf(
  stacks: readonly Stack[],
  models: readonly FbxModel[],
  shapedNodes: ReadonlyMap<FbxObject, number[]>,
  fps: number | null,
): Map<SceneClip, Stack> {
  const clips = new Map<SceneClip, Stack>();
  const taken = new Set<string>();
  const rate = fps ?? ASSUMED_FPS;
  for (const stack of stacks) {
    const curves = curvesOf(stack);
    if (curves.length === 0) continue;
    const first = curves.reduce((least, { times }) => Math.min(least, times[0]), Infinity);
    const last = curves.reduce((most, { times }) => Math.max(most, times[times.length - 1]), -Infinity);
    const tracks = stack.layers.flatMap((layer) => [
      ...layer.models.flatMap((channel) => {
        const { model, property } = channel;
        return tracksOf(channel, models[model].values[property], property, [model], rate);
      }),
      ...layer.weights.flatMap((channel) => {
        const rest = [channel.shape.properties.number("DeformPercent", 0)];
        return tracksOf(channel, rest, "weights", shapedNodes.get(channel.shape) ?? [], rate);
      }),
    ]);
    const plain = stack.name || `clip ${clips.size + 1}`;
    let name = plain;
    for (let n = 2; taken.has(name); n++) name = `${plain} ${n}`;
    taken.add(name);
    clips.set({ name, ...(stack.span ?? { start: first, end: last }), tracks }, stack);
  }
  return clips;
}
