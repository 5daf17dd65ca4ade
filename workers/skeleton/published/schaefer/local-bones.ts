import type { VertexSets } from "../../../decompose/initialisers/start-context";
import type { Nearest } from "../../../decompose/problem/nearest";
import { connectedComponents } from "../../../mesh/components";

/** Among this many nearest vertices, those of other shells are neighbours. */
const NEAR = 12;

export interface LocalSurface {
  vertexCount: number;
  /** Vertices, 3T. */
  triangles: Uint32Array;
  nearest: Nearest;
}

/**
 * The bones that a vertex may use so that weights stay local: the bones of its own clusters and of their neighbours,
 * which share a triangle or lie near in another shell. Every vertex may use bones without a cluster.
 * @param sets the vertices of each cluster; a vertex on a border is in several.
 * @returns V rows of ⌈bones / 32⌉ words with a bit for each bone.
 */
export function localBones(
  { offsets, members }: VertexSets,
  surface: LocalSurface,
  bones: number,
): Uint32Array {
  const { vertexCount } = surface;
  const words = (bones + 31) >> 5;
  const count = offsets.length - 1;
  const own = new Uint32Array(vertexCount * words);
  for (let j = 0; j < count; j++) {
    for (let n = offsets[j]; n < offsets[j + 1]; n++) own[members[n] * words + (j >> 5)] |= 1 << (j & 31);
  }
  const beside = bonesBeside(own, surface, words, bones);
  const allowed = new Uint32Array(vertexCount * words);
  for (let i = 0; i < vertexCount; i++) {
    let none = true;
    for (let j = 0; j < bones; j++) {
      const has = (own[i * words + (j >> 5)] >>> (j & 31)) & 1;
      if (has) for (let w = 0; w < words; w++) allowed[i * words + w] |= beside[j * words + w];
      if (has) none = false;
    }
    for (let j = none ? 0 : count; j < bones; j++) allowed[i * words + (j >> 5)] |= 1 << (j & 31);
  }
  return allowed;
}

/** For each bone, a row of bits for itself and its neighbours. */
function bonesBeside(
  own: Uint32Array,
  { vertexCount, triangles, nearest }: LocalSurface,
  words: number,
  bones: number,
): Uint32Array {
  const beside = new Uint32Array(bones * words);
  for (let j = 0; j < bones; j++) beside[j * words + (j >> 5)] |= 1 << (j & 31);
  const met = new Uint32Array(words);
  const meet = (vertices: readonly number[]) => {
    met.fill(0);
    for (const i of vertices) for (let w = 0; w < words; w++) met[w] |= own[i * words + w];
    for (let j = 0; j < bones; j++) {
      if (!((met[j >> 5] >>> (j & 31)) & 1)) continue;
      for (let w = 0; w < words; w++) beside[j * words + w] |= met[w];
    }
  };
  for (let t = 0; t < triangles.length; t += 3) meet([triangles[t], triangles[t + 1], triangles[t + 2]]);
  const { label, count } = connectedComponents(vertexCount, triangles);
  for (let i = 0; i < (count > 1 ? vertexCount : 0); i++) {
    for (const l of nearest.around(i, NEAR)) if (label[l] !== label[i]) meet([i, l]);
  }
  return beside;
}
