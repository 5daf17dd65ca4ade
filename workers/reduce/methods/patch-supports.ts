/**
 * Finds supports from coarse to fine. A large patch of vertices finds one support. Smaller patches start from it, and
 * each vertex starts from the support of its smallest patch. The descent changes one vertex at a time and cannot change
 * the support of a whole region, so its result depends mostly on this start.
 */
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Descent } from "../descent/descent";
import type { WeightedRings } from "../descent/edge-weights";
import { NO_PLACE } from "../descent/supports";

/** The number of vertices of a patch on each level, and how many of them its Gram matrix sums up. */
const LEVELS = [100, 25, 6];
const SAMPLES = 12;
/** Bones in the support of a member come before all others in the list. */
const IN_SUPPORT = 1000;

/** Patches of a limited number of vertices, breadth first, in vertex order. */
export function patchesOf({ offsets, neighbours }: WeightedRings, most: number): Uint32Array[] {
  const V = offsets.length - 1;
  const taken = new Uint8Array(V);
  const patches: Uint32Array[] = [];
  const queue = new Uint32Array(most);
  for (let seed = 0; seed < V; seed++) {
    if (taken[seed]) continue;
    taken[seed] = 1;
    queue[0] = seed;
    let count = 1;
    for (let head = 0; head < count; head++) {
      for (let e = offsets[queue[head]]; e < offsets[queue[head] + 1] && count < most; e++) {
        if (taken[neighbours[e]]) continue;
        taken[neighbours[e]] = 1;
        queue[count++] = neighbours[e];
      }
    }
    patches.push(queue.slice(0, count));
  }
  return patches;
}

/** Gives each vertex the support of its smallest patch, and puts those bones into its candidate list. */
export async function startFromPatches(descent: Descent, ring: WeightedRings, task: Task): Promise<void> {
  const { vertices, influences: k } = descent.size;
  const supports = new Int32Array(vertices * k).fill(-1);
  for (const [level, most] of LEVELS.entries()) {
    task.progress({ phase: "Choosing bones", done: level / LEVELS.length, detail: `patches of ${most}` });
    const patches = patchesOf(ring, most);
    for (const [p, patch] of patches.entries()) preparePatch(descent, patch, p, supports);
    await descent.findPatchSupports(patches.length, SAMPLES, task);
    patches.forEach((patch, p) => {
      readPatch(descent, patch, p, supports);
    });
  }
  placeSupports(descent, supports);
}

/** Lists the bones that the most members have as candidates. The support of the first member comes first. */
function preparePatch(descent: Descent, patch: Uint32Array, p: number, supports: Int32Array): void {
  const { candidates: C, influences: k, bones, patchPlaces } = descent.size;
  const { list, patchFirst, patchMembers, patchLists, patchGiven } = descent.arrays;
  const counts = new Float64Array(bones);
  for (const i of patch) {
    for (let n = 0; n < C; n++) counts[list[i * C + n]]++;
    for (let n = 0; n < k; n++) if (supports[i * k + n] >= 0) counts[supports[i * k + n]] += IN_SUPPORT;
  }
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b).slice(0, patchPlaces);
  const own = supports.subarray(patch[0] * k, (patch[0] + 1) * k);
  const given = order.filter((bone) => own.includes(bone));
  const sorted = [...given, ...order.filter((bone) => !given.includes(bone))];
  patchLists.set(sorted, p * patchPlaces);
  patchGiven[p] = given.length || Math.min(k, sorted.length);
  if (p === 0) patchFirst[0] = 0;
  patchFirst[p + 1] = patchFirst[p] + patch.length;
  patchMembers.set(patch, patchFirst[p]);
}

function readPatch(descent: Descent, patch: Uint32Array, p: number, supports: Int32Array): void {
  const { influences: k, patchPlaces } = descent.size;
  const { patchLists, patchSlots } = descent.arrays;
  const found = Array.from(patchSlots.subarray(p * k, (p + 1) * k), (place) =>
    place === NO_PLACE ? -1 : patchLists[p * patchPlaces + place],
  );
  for (const i of patch) supports.set(found, i * k);
}

/** Starts from weights that were found before: puts their bones into the vertices' lists. */
export function startFromWeights(descent: Descent, { offsets, bones, values }: SparseWeights): void {
  const { vertices, influences: k } = descent.size;
  const supports = new Int32Array(vertices * k).fill(-1);
  const weights = new Float32Array(vertices * k);
  for (let i = 0; i < vertices; i++) {
    supports.set(bones.subarray(offsets[i], offsets[i + 1]), i * k);
    weights.set(values.subarray(offsets[i], offsets[i + 1]), i * k);
  }
  placeSupports(descent, supports, weights);
}

/**
 * Puts each support into the vertex's list, in place of its last candidates.
 * @param weights V·k, in the order of the supports; null starts with equal weights.
 */
function placeSupports(descent: Descent, supports: Int32Array, weights: Float32Array | null = null): void {
  const { vertices, candidates: C, influences: k } = descent.size;
  const { list, slots, values } = descent.arrays;
  for (let i = 0; i < vertices; i++) {
    const own = list.subarray(i * C, (i + 1) * C);
    const support = [...supports.subarray(i * k, (i + 1) * k)].filter((bone) => bone >= 0);
    let last = C;
    for (const bone of support) {
      if (own.includes(bone)) continue;
      do last--;
      while (support.includes(own[last]));
      own[last] = bone;
    }
    slots.fill(NO_PLACE, i * k, (i + 1) * k);
    support.forEach((bone, n) => {
      slots[i * k + n] = own.indexOf(bone);
      values[i * k + n] = weights ? weights[i * k + n] : 1;
    });
  }
}
