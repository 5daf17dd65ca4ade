/**
 * A sequence and its mirror image in one: F frames, then the same F mirrored, where vertex i is the image of its
 * partner. Bones that are found for it fit both halves. If the bones of the second half are the mirrored partners of
 * the first, a vertex and its partner pose the same problem. An ordinary weights phase then finds symmetric weights,
 * each from the data of both sides.
 */
import { mirrored, type VertexMirror } from "../../geometry/vertex-mirror";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { SolveIntent } from "../../model/solve/solve-settings";
import { pairBones } from "./pair-bones";
import { mirrorMotion } from "./symmetric-state";

export function doubledSequence(sequence: MeshSequence, mirror: VertexMirror): MeshSequence {
  const { vertexCount: V, frameCount: F, rest, clips } = sequence;
  const { axis, plane } = mirror;
  const frames = new Float32Array(6 * V * F);
  frames.set(sequence.frames);
  const source = sources(rest, mirror);
  for (let i = 0; i < V; i++) {
    // Parts of the rest pose that are not symmetric stay in place.
    const image = mirrored(rest, source[i], axis, plane);
    for (let k = 0; k < F; k++) {
      const posed = mirrored(sequence.frames, k * V + source[i], axis, plane);
      const to = 3 * ((F + k) * V + i);
      for (let c = 0; c < 3; c++) frames[to + c] = posed[c] + rest[3 * i + c] - image[c];
    }
  }
  const again = clips.map(({ name, first, last }) => ({
    name: `${name}, mirrored`,
    first: first + F,
    last: last + F,
  }));
  return { ...sequence, frameCount: 2 * F, frames, clips: [...clips, ...again] };
}

/** A rig with motion for a doubled sequence. */
export function doubledRig(rig: Rig, mirror: VertexMirror): Rig {
  const motion = new Float64Array(2 * rig.motion.length);
  motion.set(rig.motion);
  const partner = pairBones(rig.weights, mirror.map, rig.bones.length);
  mirrorMotion(motion, { centre: [0, 0, 0], scale: 1 }, { mirror, partner, apart: null });
  return { ...rig, motion: Float32Array.from(motion) };
}

/** The vertex whose mirrored motion each vertex has: its partner, or the vertex nearest to the partner's place. */
function sources(rest: Float32Array, { axis, plane, map }: VertexMirror): Int32Array {
  return map.map((l, i) => {
    if (l >= 0) return l;
    const [x, y, z] = mirrored(rest, i, axis, plane);
    let best = i;
    let least = Infinity;
    for (let v = 0; v < map.length; v++) {
      const square = (rest[3 * v] - x) ** 2 + (rest[3 * v + 1] - y) ** 2 + (rest[3 * v + 2] - z) ** 2;
      if (square < least) {
        least = square;
        best = v;
      }
    }
    return best;
  });
}

/** The intent for a doubled sequence: what is painted on one side applies to both. */
export function doubledIntent(intent: SolveIntent, { map }: VertexMirror): SolveIntent {
  const { frames, importance, density, rigid, together } = intent;
  const larger = (numbers: Float32Array | null): Float32Array | null =>
    numbers?.map((x, i) => (map[i] >= 0 ? Math.max(x, numbers[map[i]]) : x)) ?? null;
  return {
    frames: frames && Float32Array.from([...frames, ...frames]),
    importance: larger(importance),
    density: larger(density),
    rigid: rigid && mirroredRegions(rigid, map),
    together: together && mirroredRegions(together, map),
  };
}

/**
 * Regions and their mirror images, which get new numbers. A region that touches its own image across the middle is
 * merged with it. A vertex that two regions claim belongs to the painted one.
 */
export function mirroredRegions(regions: Uint16Array, map: Int32Array): Uint16Array {
  const out = regions.slice();
  let last = regions.reduce((most, region) => Math.max(most, region), 0);
  const image = new Map<number, number>();
  regions.forEach((region, i) => {
    if (region > 0 && map[i] >= 0 && regions[map[i]] === region) image.set(region, region);
  });
  regions.forEach((region, i) => {
    const l = map[i];
    if (region === 0 || l < 0 || regions[l] !== 0) return;
    if (!image.has(region)) image.set(region, Math.min(++last, 65_535));
    out[l] = image.get(region)!;
  });
  return out;
}
