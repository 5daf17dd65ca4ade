/** The arrays that the kernels of as-rigid-as-possible weights share, and their size in bytes. */
import { type ArapSystem, kernels, records } from "../../kernels/kernels.generated";
import { KernelRecord } from "../../kernels/record";
import { scratchNumbers } from "../../kernels/scratch";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import type { ArapPlan } from "./arap-plan";
import { bendSlopes } from "./bend-slopes";
import { coarseBytes } from "./coarse/coarse-plan";

/** The methods of `Arena` that are used here. Another implementation counts bytes without an arena. */
interface Room {
  f64(count: number): Float64Array;
  u32(count: number): Uint32Array;
  u8(count: number): Uint8Array;
}

class Counter implements Room {
  bytes = 0;
  private take(bytes: number): void {
    this.bytes += 16 * Math.ceil(bytes / 16);
  }
  f64(count: number): Float64Array {
    this.take(8 * count);
    return new Float64Array(0);
  }
  u32(count: number): Uint32Array {
    this.take(4 * count);
    return new Uint32Array(0);
  }
  u8(count: number): Uint8Array {
    this.take(count);
    return new Uint8Array(0);
  }
}

export type ArapMemory = ReturnType<typeof takeMemory>;

/** The largest possible number of bones of all clusters together. */
function clusterBones({ clusters, clusterings, pieces, near }: ArapPlan): number {
  return clusterings * Math.min(clusters * pieces.count, near.bones.length);
}

/** The number of pairs of exemplars. Pairs are formed within each clustering. */
export function pairCount({ exemplars, clusterings }: ArapPlan): number {
  let pairs = 0;
  for (let q = 0; q < clusterings; q++) pairs += Math.ceil(Math.ceil((exemplars - q) / clusterings) / 2);
  return pairs;
}

export function takeMemory(plan: ArapPlan, threads: number, room: Room) {
  const { vertexCount: V, ring, input, unknowns: N, near, wide, clusters, clusterings: Q } = plan;
  const B = plan.pieces.count;
  const parts = plan.components.count;
  const edges = ring.neighbours.length;
  const entries = input.heat.bones.length;
  const items = clusters * Q;
  const blocks = Math.ceil(V / VERTEX_BLOCK);
  const scratch = scratchNumbers(kernels.arapScratch, { bones: B, widest: plan.widest });
  const pieces = wide.shares?.length ?? 0;
  return {
    system: KernelRecord.take(room, records.ArapSystem),
    local: KernelRecord.take(room, records.ArapLocal),
    points: room.f64(4 * V),
    masses: room.f64(V),
    ringOffsets: room.u32(V + 1),
    ring: room.u32(edges),
    own: room.f64(edges),
    other: room.f64(edges),
    importance: room.f64(V),
    supportOffsets: room.u32(V + 1),
    support: room.u32(entries),
    weights: room.f64(entries),
    wideOffsets: room.u32(pieces > 0 ? V + 1 : 0),
    wide: room.u32(pieces),
    wideWeights: room.f64(pieces),
    wideStarts: room.u32(pieces > 0 ? entries + 1 : 0),
    wideShares: room.f64(pieces),
    slopes: room.f64(plan.settings.asRigidAsDesired ? pieces : 0),
    gradients: room.f64(plan.settings.asRigidAsDesired && pieces > 0 ? 3 * entries : 0),
    filtered: room.f64(entries),
    still: room.u8(V),
    gram: room.f64(16 * B * B),
    rowOffsets: room.u32(V + 1),
    rows: room.f64(plan.rowOffsets[V]),
    blockOffsets: room.u32(V + 1),
    blocks: room.f64(plan.blockOffsets[V]),
    inverses: room.f64(plan.blockOffsets[V]),
    constant: room.f64(N),
    base: room.f64(V),
    /** The contribution of constraints and the proximal term to the right-hand side. */
    pull: room.f64(N),
    /** Minus half of the gradient at x = 0 for the current rotations, without constraints. */
    right: room.f64(N),
    x: room.f64(N),
    r: room.f64(N),
    z: room.f64(N),
    p: room.f64(N),
    q: room.f64(N),
    partial: room.f64(2 * blocks + 2),
    memberOffsets: room.u32(items + 1),
    members: room.u32(Q * V),
    boneOffsets: room.u32(items + 1),
    clusterBones: room.u32(clusterBones(plan)),
    clusterings: room.u32(items),
    pairOffsets: room.u32(Q + 1),
    motions: room.f64(24 * B * pairCount(plan)),
    sums: room.f64(12 * clusterBones(plan)),
    traces: room.f64(items),
    owners: room.u32(Q * V),
    nearOffsets: room.u32(V + 1),
    nearBones: room.u32(near.bones.length),
    gathered: room.f64(12 * near.bones.length),
    posed: room.f64(6 * V),
    partWeights: room.f64(parts > 1 ? parts * V : 0),
    partPulls: room.f64(parts > 1 ? (6 * parts + 2) * blocks : 0),
    /** Vertices around which the weights of the skeleton's parts vary, and the same vertices with their neighbours. */
    mixed: room.u32(parts > 1 ? V : 0),
    aroundMixed: room.u32(parts > 1 ? V : 0),
    strains: room.f64(V),
    pose: room.f64(24 * B),
    /** For seeding: V numbers and ⌈V / 64⌉ + 1 sums for each clustering. */
    squares: room.f64(Q * V),
    sumsOfRuns: room.f64(Q * (Math.ceil(V / 64) + 1)),
    draws: room.f64(items),
    scratch: room.f64(threads * scratch),
    scratchBytes: 8 * scratch,
  };
}

/** Bytes of the arena for the weights, and for the factor of the exact solver. */
export function memoryBytes(plan: ArapPlan, threads: number): number {
  const counter = new Counter();
  takeMemory(plan, threads, counter);
  const factor = plan.symbolic ? SparseLdlt.bytes(plan.symbolic, threads, 1) : 0;
  return counter.bytes + factor + (plan.coarse ? coarseBytes(plan.coarse, threads) : 0) + 4096;
}

/** Writes the constant tables, and the records through which kernels find the arrays. */
export function fillMemory(plan: ArapPlan, memory: ArapMemory): void {
  const { vertexCount: V, ring, input, near, placement } = plan;
  const { positions } = input.mesh;
  for (let i = 0; i < V; i++) {
    for (let c = 0; c < 3; c++) {
      memory.points[4 * i + c] = placement.scale * (positions[3 * i + c] - placement.centre[c]);
    }
    memory.points[4 * i + 3] = 1;
  }
  memory.masses.set(ring.masses);
  memory.ringOffsets.set(ring.offsets);
  memory.ring.set(ring.neighbours);
  memory.importance.fill(1);
  fillEdges(plan, memory);
  memory.supportOffsets.set(input.heat.offsets);
  memory.support.set(input.heat.bones);
  memory.rowOffsets.set(plan.rowOffsets);
  memory.blockOffsets.set(plan.blockOffsets);
  memory.nearOffsets.set(near.offsets);
  memory.nearBones.set(near.bones);
  memory.still.fill(0);
  const { shares, starts } = plan.wide;
  if (shares && starts) {
    memory.wideOffsets.set(plan.wide.offsets);
    memory.wide.set(plan.wide.pieces);
    memory.wideStarts.set(starts);
    memory.wideShares.set(shares);
  }
  const desired = memory.slopes.length > 0;
  if (desired) {
    const { slopes, gradients } = bendSlopes(plan);
    memory.slopes.set(slopes);
    memory.gradients.set(gradients);
  }
  memory.system.write(systemFields(plan, memory));
  memory.local.write({
    ...memory,
    clusteringCount: plan.clusterings,
    vertexCount: V,
    slopes: desired ? memory.slopes : null,
    gradients: desired ? memory.gradients : null,
  });
}

function systemFields(plan: ArapPlan, memory: ArapMemory): ArapSystem {
  const fields = { ...memory, bones: plan.pieces.count };
  if (plan.wide.shares) return fields;
  // Without shares, each bone is one piece.
  const { supportOffsets, support, weights } = memory;
  const wide = { wideOffsets: supportOffsets, wide: support, wideWeights: weights };
  return { ...fields, ...wide, wideStarts: null, wideShares: null };
}

/** Λ_i λ_ik and Λ_k λ_ki of each edge, with Λ scaled by importance. */
export function fillEdges({ vertexCount, ring }: ArapPlan, { own, other, importance }: ArapMemory): void {
  const { offsets, neighbours, shares, masses } = ring;
  const next = offsets.slice(0, vertexCount);
  // Rings are symmetric and ascending, so the edges into k come in the order of k's own edges.
  for (let i = 0; i < vertexCount; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      own[e] = importance[i] * masses[i] * shares[e];
      other[next[neighbours[e]]++] = own[e];
    }
  }
}
