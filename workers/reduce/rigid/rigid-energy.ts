/**
 * The energy of as-rigid-as-possible weights (Thiery & Eisemann 2018, Eq. 3). With fixed rotations it is a quadratic
 * form of the positions, with one matrix for all poses.
 */
import { inSteps } from "../../math/steps";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { type Csc, cscFromTriplets } from "../../sparse/csc";
import { analyseSteps, type Symbolic } from "../../sparse/symbolic";
import { type RingWeights, ringWeights } from "../../weights/arap/system/ring-weights";
import type { WeightedRings } from "../descent/edge-weights";

/** Σ_i Σ_k a_ik |x_k − x_i − R_i (r_k − r_i)|² + pull·Σ_i |x_i − y_i|², where y is the dense rig. */
export interface RigidEnergy {
  /** a_ik = V·Λ_i·λ_ik of each neighbour, and a_ki. */
  own: Float64Array;
  other: Float64Array;
  /** Rings with the weights a_ik + a_ki. */
  ring: WeightedRings;
  pull: number;
  /** L + pull, with L the Laplacian of the rings. */
  matrix: Csc;
  symbolic: Symbolic;
}

/**
 * @param triangles vertices, 3T.
 * @param pull 0 or more. The edges around each vertex weigh about 2 together.
 */
export async function rigidEnergy(
  { rest }: Pick<Rig, "rest">,
  triangles: Uint32Array,
  pull: number,
  task: Task,
): Promise<RigidEnergy> {
  const shares = ringWeights({ positions: rest, triangles, tets: null, wires: null });
  const { offsets, neighbours } = shares;
  const own = ownShares(shares);
  const other = otherShares(shares, own);
  const ring = { offsets, neighbours, weights: Float32Array.from(own, (a, e) => a + other[e]) };
  const matrix = systemOf(ring, pull);
  return { own, other, ring, pull, matrix, symbolic: await inSteps(analyseSteps(matrix), task) };
}

function ownShares({ masses, offsets, shares }: RingWeights): Float64Array {
  const V = masses.length;
  const own = new Float64Array(shares.length);
  for (let i = 0; i < V; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) own[e] = V * masses[i] * shares[e];
  }
  return own;
}

/** The shares a_ki of the neighbours. Rings ascend, so the edges into a vertex come in the order of its own ring. */
function otherShares({ offsets, neighbours }: RingWeights, own: Float64Array): Float64Array {
  const other = new Float64Array(own.length);
  const next = offsets.slice();
  for (let e = 0; e < own.length; e++) other[next[neighbours[e]]++] = own[e];
  return other;
}

/** The upper triangle of the Laplacian, with the pull on its diagonal. */
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
