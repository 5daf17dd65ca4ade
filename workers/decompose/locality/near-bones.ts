/** Finds where the weights of a bone belong: on the part of the surface that it moves most, and around that part. */

import type { Adjacency } from "../../geometry/adjacency";
import type { Task } from "../../model/task";
import { allowedWords } from "../phases/allowed-bones";
import { fillEmptyRows } from "../phases/regions/fill-rows";
import { LEAST_WEIGHT } from "../result/rig-assembly";
import type { SurfaceGraph } from "./surface-graph";

/** The weights of V vertices. Each vertex has the same number of slots, and an empty slot has the bone −1. */
export interface Slots {
  ids: Int32Array;
  values: Float64Array;
}

/** How far bones reach, and which parts of the surface they own. */
export interface NearOptions {
  /** A bone reaches beyond each of its parts by this many times the radius of a disc with the same area. */
  reach: number;
  /**
   * Parts with fewer vertices than this share of the bone's largest part are islands. If it is 1, all parts but the
   * largest are islands.
   */
  leastPart: number;
  /** Whether each shell of the mesh has a largest part of its own. */
  byShell: boolean;
}

/** The options of a fit. */
const FIT_REACH: NearOptions = { reach: 1.4, leastPart: 0.05, byShell: false };
/** The least reach, as a share of the diagonal. */
const LEAST_REACH = 0.02;
/** The diagonal of a normalised mesh. */
const DIAGONAL = 2;
/** If no vertex follows a bone most, the bone belongs where it has at least this share of its largest weight. */
const HIGH = 0.5;

/** The bones near each vertex: V rows with a bit for each bone. */
export class NearBones {
  readonly bits: Uint32Array;
  readonly vertexCount: number;
  private readonly bones: number;
  private readonly words: number;

  constructor(vertexCount: number, bones: number) {
    this.vertexCount = vertexCount;
    this.bones = bones;
    this.words = allowedWords(bones);
    this.bits = new Uint32Array(vertexCount * this.words);
  }

  /** A copy with room for more bones, which are not near any vertex. */
  copy(bones = this.bones): NearBones {
    const copy = new NearBones(this.vertexCount, bones);
    for (let i = 0; i < this.vertexCount; i++) {
      copy.bits.set(this.bits.subarray(i * this.words, (i + 1) * this.words), i * copy.words);
    }
    return copy;
  }

  add(vertex: number, bone: number): void {
    this.bits[vertex * this.words + (bone >> 5)] |= 1 << (bone & 31);
  }

  /** Lets a vertex use every bone. */
  addAll(vertex: number): void {
    this.bits.fill(0xffffffff, vertex * this.words, (vertex + 1) * this.words);
  }

  remove(vertex: number, bone: number): void {
    this.bits[vertex * this.words + (bone >> 5)] &= ~(1 << (bone & 31));
  }

  /** Gives vertices without a near bone the bones of their neighbours on the mesh, ring by ring. */
  fillEmpty(mesh: Adjacency): void {
    fillEmptyRows(this.bits, this.words, mesh);
  }

  /** Whether no bone is near a vertex. */
  isEmpty(vertex: number): boolean {
    return this.bits.subarray(vertex * this.words, (vertex + 1) * this.words).every((word) => word === 0);
  }

  addEverywhere(bone: number): void {
    for (let i = 0; i < this.vertexCount; i++) this.add(i, bone);
  }

  has(vertex: number, bone: number): boolean {
    return ((this.bits[vertex * this.words + (bone >> 5)] >>> (bone & 31)) & 1) === 1;
  }
}

/**
 * Finds the bones near each vertex, along the surface. A bone owns the vertices that follow it most, without islands.
 * It reaches beyond them about as far as that part is wide. Each vertex has at least one bone.
 * @param bones the number of bones.
 */
export async function nearBones(
  graph: SurfaceGraph,
  weights: Slots,
  bones: number,
  task: Task,
  options = FIT_REACH,
): Promise<NearBones> {
  const near = new NearBones(graph.areas.length, bones);
  const owners = new Map<number, number>();
  for (const [j, part] of partsOfBones(graph, weights, bones, options).entries()) {
    await task.checkpoint();
    const area = part.reduce((sum, i) => sum + graph.areas[i], 0);
    const radius = Math.max(options.reach * Math.sqrt(area / Math.PI), LEAST_REACH * DIAGONAL);
    graph.within(part, radius, (i) => near.add(i, j));
    for (const i of part) owners.set(i, j);
  }
  graph.within([...owners.keys()], Infinity, (i, _, source) => near.add(i, owners.get(source)!));
  return near;
}

/** The vertices of each bone's own part. */
function partsOfBones(graph: SurfaceGraph, weights: Slots, bones: number, options: NearOptions): number[][] {
  const most = strongest(weights, graph.areas.length);
  const own = Array.from({ length: bones }, (): number[] => []);
  most.forEach((j, i) => {
    if (j >= 0) own[j].push(i);
  });
  const high = highest(weights, graph.areas.length, bones);
  return own.map((vertices, j) => withoutIslands(graph, vertices.length > 0 ? vertices : high[j], options));
}

/** V: the bone with the largest weight of each vertex; the first if several are equal, −1 if there is none. */
function strongest({ ids, values }: Slots, V: number): Int32Array {
  const slots = ids.length / V;
  return Int32Array.from({ length: V }, (_, i) => {
    let best = -1;
    let most = 0;
    for (let e = i * slots; e < (i + 1) * slots; e++) {
      if (ids[e] >= 0 && (values[e] > most || (values[e] === most && ids[e] < best)))
        [best, most] = [ids[e], values[e]];
    }
    return best;
  });
}

/** For each bone, the vertices where its weight is near its largest. */
function highest({ ids, values }: Slots, V: number, bones: number): number[][] {
  const slots = ids.length / V;
  const most = new Float64Array(bones);
  ids.forEach((j, e) => {
    if (j >= 0) most[j] = Math.max(most[j], values[e]);
  });
  const found = Array.from({ length: bones }, (): number[] => []);
  ids.forEach((j, e) => {
    if (j >= 0 && values[e] > LEAST_WEIGHT && values[e] >= HIGH * most[j])
      found[j].push(Math.floor(e / slots));
  });
  return found;
}

function withoutIslands(
  graph: SurfaceGraph,
  vertices: readonly number[],
  { leastPart, byShell }: NearOptions,
): number[] {
  const parts = graph.partsOf(vertices);
  const setOf = (part: readonly number[]) => (byShell ? graph.shells[part[0]] : 0);
  const largest = new Map<number, readonly number[]>();
  for (const part of parts) {
    if (part.length > (largest.get(setOf(part))?.length ?? 0)) largest.set(setOf(part), part);
  }
  const isKept = (part: readonly number[]) => {
    const first = largest.get(setOf(part))!;
    return part === first || (leastPart < 1 && part.length >= leastPart * first.length);
  };
  return parts.filter(isKept).flat();
}
