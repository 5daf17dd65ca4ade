/**
 * Infers parents and joints for bones without a skeleton, such as the bones of a decomposition.
 *
 * Two bones are likely connected if they move the same surface and one point is fixed in both (common-joint.ts); the
 * maximum spanning tree over these likelihoods is the skeleton (similar to the graph of Le & Deng 2014). Parts that do
 * not touch are connected only if a point is nearly fixed in both. The root is the bone whose largest branch moves the
 * fewest vertices. Weights and motion do not change.
 */
import { DisjointSets } from "../../mesh/disjoint-sets";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { reorderBones } from "../../model/rig/reorder-bones";
import type { Bone, Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { areSeparate } from "../tree/edge-costs";
import { type Edge, spanningForest } from "../tree/spanning-forest";
import { type CommonJoint, commonJoint } from "./common-joint";
import { sharedSurface } from "./shared-surface";

/** A joint is half as likely as a closed one if its bones carry it apart by this share of the diagonal. */
const LOOSE = 0.005;
/** Bones that do not touch are connected only by a joint that stays within this share of the diagonal. */
const FIXED = 0.01;
/** The least spread of a joint's prior, relative to the diagonal. */
const LEAST_SPREAD = 0.002;
/** The number of near bones to try if nothing touches. */
const NEIGHBOURS = 8;
/** Pairs to process between two checkpoints. */
const STRIDE = 64;

type Candidate = Edge & CommonJoint;

const looseness = (residual: number, diagonal: number) => 1 / (1 + (residual / (LOOSE * diagonal)) ** 2);

async function touchingEdges(
  sequence: MeshSequence,
  rig: Rig,
  diagonal: number,
  task: Task,
): Promise<Candidate[]> {
  const overlaps = await sharedSurface(sequence, rig, task);
  const edges: Candidate[] = [];
  for (const [n, { a, b, centre, spread, share }] of overlaps.entries()) {
    if (n % STRIDE === 0) {
      task.progress({ phase: "Looking for joints", done: 0.5 + (0.5 * n) / overlaps.length, detail: "" });
      await task.checkpoint();
    }
    const prior = { centre, spread: Math.max(spread, LEAST_SPREAD * diagonal) };
    const joint = commonJoint(rig, a, b, prior);
    if (areSeparate(share, joint.residual / diagonal)) continue;
    edges.push({ a, b, ...joint, cost: -share * looseness(joint.residual, diagonal) });
  }
  return edges;
}

/** Edges between near bones of different sets that share a fixed point. */
async function bridgingEdges(
  rig: Rig,
  sets: DisjointSets,
  diagonal: number,
  task: Task,
): Promise<Candidate[]> {
  const { bones } = rig;
  const apart = (a: number, b: number) =>
    Math.hypot(...bones[a].head.map((x, c) => x - bones[b].head[c])) / diagonal;
  const edges: Candidate[] = [];
  for (let a = 0; a < bones.length; a++) {
    await task.checkpoint();
    const others = [...bones.keys()].filter((b) => sets.find(b) !== sets.find(a));
    others.sort((b, c) => apart(a, b) - apart(a, c) || b - c);
    for (const b of others.slice(0, NEIGHBOURS)) {
      const centre = bones[a].head.map((x, c) => (x + bones[b].head[c]) / 2);
      const spread = Math.max(apart(a, b) / 2, LEAST_SPREAD) * diagonal;
      const joint = commonJoint(rig, a, b, { centre, spread });
      if (joint.residual > FIXED * diagonal) continue;
      edges.push({ a, b, ...joint, cost: -looseness(joint.residual, diagonal) / (1 + 10 * apart(a, b)) });
    }
  }
  return edges;
}

/** The sum of the weights of each bone. */
function masses({ bones, weights }: Rig): Float64Array {
  const mass = new Float64Array(bones.length);
  for (let e = 0; e < weights.bones.length; e++) mass[weights.bones[e]] += weights.values[e];
  return mass;
}

interface Link {
  to: number;
  joint: Bone["head"];
}

/** Bones of one tree in the order of a walk from `start`, with the previous bone of each. */
function walk(start: number, links: Link[][]): { j: number; from: number; joint: Bone["head"] | null }[] {
  const order: ReturnType<typeof walk> = [{ j: start, from: -1, joint: null }];
  for (let at = 0; at < order.length; at++) {
    const { j, from } = order[at];
    for (const { to, joint } of links[j]) if (to !== from) order.push({ j: to, from: j, joint });
  }
  return order;
}

/** The bone of a tree whose heaviest branch is lightest. If several are equal, the heaviest bone, then the first. */
function centreOf(start: number, links: Link[][], mass: Float64Array): number {
  const order = walk(start, links);
  const below = new Map(order.map(({ j }) => [j, mass[j]]));
  const heaviest = new Map<number, number>();
  for (const { j, from } of [...order].reverse()) {
    if (from < 0) continue;
    below.set(from, below.get(from)! + below.get(j)!);
    heaviest.set(from, Math.max(heaviest.get(from) ?? 0, below.get(j)!));
  }
  const total = below.get(start)!;
  const side = (j: number) => Math.max(heaviest.get(j) ?? 0, total - below.get(j)!);
  return order.map(({ j }) => j).sort((p, q) => side(p) - side(q) || mass[q] - mass[p] || p - q)[0];
}

/**
 * @param rig the bones; their parents are ignored.
 * @returns the rig with its bones in another order, parents first, heads at the joints (a root keeps its own);
 * `order[j]` is the old number of bone j
 */
export async function inferSkeleton(
  sequence: MeshSequence,
  rig: Rig,
  task: Task,
): Promise<{ rig: Rig; order: Uint32Array }> {
  const B = rig.bones.length;
  const diagonal = restDiagonal(rig) || 1;
  const sets = new DisjointSets(B);
  const tree = spanningForest(await touchingEdges(sequence, rig, diagonal, task), sets);
  if (tree.length < B - 1) tree.push(...spanningForest(await bridgingEdges(rig, sets, diagonal, task), sets));
  const links: Link[][] = rig.bones.map(() => []);
  for (const { a, b, point } of tree) {
    links[a].push({ to: b, joint: point });
    links[b].push({ to: a, joint: point });
  }
  const mass = masses(rig);
  const roots = [...new Set(rig.bones.map((_, j) => sets.find(j)))]
    .map((start) => centreOf(start, links, mass))
    .sort((p, q) => mass[q] - mass[p] || p - q);
  const walked = roots.flatMap((root) => walk(root, links));
  const connected: Bone[] = [...rig.bones];
  for (const { j, from, joint } of walked) {
    connected[j] = { ...rig.bones[j], parent: from, head: joint ?? rig.bones[j].head };
  }
  const order = Uint32Array.from(walked, ({ j }) => j);
  return { rig: reorderBones({ ...rig, bones: connected }, order), order };
}
