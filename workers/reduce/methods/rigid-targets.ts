/**
 * Targets that keep the mesh as rigid as possible (Sorkine & Alexa 2007) in every example, from where the vertices are
 * now. With them, a descent lowers the energy that as-rigid-as-possible weights minimise (Thiery & Eisemann 2018, Eq. 3),
 * over weights and supports: the best rotations of all rings, then the positions whose edges are nearest to the rotated
 * ones, in turn with the sweeps of the descent.
 */
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { scratchNumbers } from "../../kernels/scratch";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import { inSteps } from "../../math/steps";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { type Csc, cscFromTriplets } from "../../sparse/csc";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import { analyseSteps, type Symbolic } from "../../sparse/symbolic";
import { type RingWeights, ringWeights } from "../../weights/arap/system/ring-weights";
import type { Descent } from "../descent/descent";
import type { WeightedRings } from "../descent/edge-weights";

/** Examples that kernels take at a time, and the columns of their system. */
const GROUP = 4;
const COLUMNS = 3 * GROUP;
/** The targets go beyond the solution: the descent follows only part of the way. */
const STEP = 1.4;

/** The energy of a mesh: the shares of edges in the rings of both of their ends. */
export class RigidEnergy {
  /** Rings whose weights are a_ik + a_ki. */
  readonly ring: WeightedRings;
  /** a_ik = V·Λ_i·λ_ik of each neighbour, and a_ki. */
  readonly own: Float64Array;
  readonly other: Float64Array;
  readonly pull: number;
  private readonly matrix: Csc;
  private readonly symbolic: Symbolic;

  private constructor(
    { ring, own, other, pull }: Pick<RigidEnergy, "ring" | "own" | "other" | "pull">,
    matrix: Csc,
    symbolic: Symbolic,
  ) {
    this.ring = ring;
    this.own = own;
    this.other = other;
    this.pull = pull;
    this.matrix = matrix;
    this.symbolic = symbolic;
  }

  /** @param pull how strongly vertices are drawn to the dense rig, beside edges that weigh about 2 together. */
  static async create({ rest }: Rig, triangles: Uint32Array, pull: number, task: Task): Promise<RigidEnergy> {
    const shares = ringWeights({ positions: rest, triangles, tets: null, wires: null });
    const { offsets, neighbours } = shares;
    const own = ownShares(shares);
    const other = otherShares(shares, own);
    const ring = { offsets, neighbours, weights: Float32Array.from(own, (a, e) => a + other[e]) };
    const matrix = systemOf(ring, pull);
    return new RigidEnergy({ ring, own, other, pull }, matrix, await inSteps(analyseSteps(matrix), task));
  }

  /** Bytes of arena for `RigidTargets`. @param stride numbers in the row of a vertex. */
  bytes(threads: number, stride: number): number {
    const V = this.ring.offsets.length - 1;
    const tables = 16 * this.own.length + (144 + 96 + 4 * stride) * V;
    const scratch = 8 * threads * scratchNumbers(kernels.reduceRotationsScratch, {});
    return SparseLdlt.bytes(this.symbolic, threads, COLUMNS) + tables + scratch + 256;
  }

  /** @throws NotPositiveError for positions that are not finite */
  factorise(parallel: Parallel, task: Task): Promise<SparseLdlt> {
    return SparseLdlt.create(parallel, this.matrix, task, this.symbolic);
  }
}

function ownShares({ masses, offsets, shares }: RingWeights): Float64Array {
  const V = masses.length;
  const own = new Float64Array(shares.length);
  for (let i = 0; i < V; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) own[e] = V * masses[i] * shares[e];
  }
  return own;
}

function otherShares({ offsets, neighbours }: RingWeights, own: Float64Array): Float64Array {
  const other = new Float64Array(own.length);
  // Rings are ascending, so the ends of edges are met in the order of the other end's ring.
  const next = offsets.slice();
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) other[next[neighbours[e]]++] = own[e];
  }
  return other;
}

/** The Laplacian of the rings, and the pull on the diagonal. */
function systemOf({ offsets, neighbours, weights }: WeightedRings, pull: number): Csc {
  const V = offsets.length - 1;
  const [row, column, value]: number[][] = [[], [], []];
  for (let i = 0; i < V; i++) {
    let sum = pull;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      sum += weights[e];
      if (neighbours[e] > i) continue;
      row.push(neighbours[e]);
      column.push(i);
      value.push(-weights[e]);
    }
    row.push(i);
    column.push(i);
    value.push(sum);
  }
  return cscFromTriplets(V, V, { row, column, value });
}

export class RigidTargets {
  private readonly descent: Descent;
  private readonly system: SparseLdlt;
  private readonly own: Float64Array;
  private readonly other: Float64Array;
  private readonly pull: number;
  /** The positions of the dense rig. */
  private readonly anchors: Float32Array;
  private readonly rotations: Float32Array;
  private readonly sides: Float64Array;
  private readonly scratch: Float64Array;

  private constructor(descent: Descent, { own, other, pull }: RigidEnergy, system: SparseLdlt) {
    const { arena, threads } = descent.parallel;
    const V = descent.size.vertices;
    this.descent = descent;
    this.system = system;
    this.own = arena.f64(own.length);
    this.own.set(own);
    this.other = arena.f64(other.length);
    this.other.set(other);
    this.pull = pull;
    this.anchors = arena.f32(descent.arrays.targets.length);
    this.anchors.set(descent.arrays.targets);
    this.rotations = arena.f32(9 * GROUP * V);
    this.sides = arena.f64(COLUMNS * V);
    this.scratch = arena.f64(threads * scratchNumbers(kernels.reduceRotationsScratch, {}));
  }

  /** In the memory of the descent, which was opened with `energy.bytes` more. */
  static async create(descent: Descent, energy: RigidEnergy, task: Task): Promise<RigidTargets> {
    return new RigidTargets(descent, energy, await energy.factorise(descent.parallel, task));
  }

  /** Sets the targets of all examples. The weights stay as they are. */
  async renew(task: Task): Promise<void> {
    const { descent, own, other, pull, anchors, rotations, sides, scratch } = this;
    const { parallel } = descent;
    const { lanes, vertices } = descent.size;
    const job = descent.arrays.record;
    for (let group = 0; group < lanes / GROUP; group++) {
      const all = { job, own, group, rotations };
      await parallel.run(task, kernels.reduceRotations, vertices, VERTEX_BLOCK, { ...all, scratch });
      const more = { ...all, other, anchors, pull, sides };
      await parallel.run(task, kernels.reduceRigidSides, vertices, VERTEX_BLOCK, more);
      await this.system.solve(sides, COLUMNS, task);
      const last = { job, solved: sides, group, step: STEP };
      await parallel.run(task, kernels.reduceRetarget, vertices, VERTEX_BLOCK, last);
    }
    await descent.findGrams(task);
    descent.wake();
  }
}
