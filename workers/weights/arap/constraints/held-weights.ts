import type { HeldWeight } from "../../../model/reports/weight-report";
import type { ArapPlan } from "../arap-plan";
import { type ConstraintSet, supportEntry } from "./constraint-set";

/** A held weight is judged by the energy within this many rings. */
const RINGS = 3;
/**
 * If a bone's mean weight around its attachment is below this, the attachment is a spike. In solids, wide rings reach
 * other bones, so the bound is lower there.
 */
const SPIKE = 0.8;
const SPIKE_IN_SOLID = 0.5;

/**
 * Attachments and borders, with figures that show whether they make sense.
 * @param weights one for each entry of the supports.
 * @param strain mean squared strain of each vertex, V, for the same weights.
 */
export function heldWeights(
  plan: ArapPlan,
  constraints: ConstraintSet,
  weights: ArrayLike<number>,
  strain: ArrayLike<number>,
): HeldWeight[] {
  const energies = energyOf(plan, strain);
  const whole = energies.reduce((sum, e) => sum + e, 0);
  const near = new Near(plan);
  const spike = plan.input.mesh.tets ? SPIKE_IN_SOLID : SPIKE;
  return constraints.list().map(({ kind, vertex, entry, added }) => {
    const bone = plan.input.heat.bones[entry];
    const around = meanAround(plan, vertex, bone, weights);
    let energy = 0;
    for (const i of near.of(vertex)) energy += energies[i];
    return {
      kind,
      vertex,
      bone,
      added,
      energy: whole > 0 ? energy / whole : 0,
      around,
      suspicious: kind === "attach" && around < spike,
    };
  });
}

/** Λ_i Σ_k λ_ik |e_ik|² times the strain. */
function energyOf({ ring, input }: ArapPlan, strain: ArrayLike<number>): Float64Array {
  const { positions } = input.mesh;
  return ring.masses.map((mass, i) => {
    let size = 0;
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
      const k = ring.neighbours[e];
      for (let c = 0; c < 3; c++) {
        size += ring.shares[e] * (positions[3 * k + c] - positions[3 * i + c]) ** 2;
      }
    }
    return mass * size * strain[i];
  });
}

/** The λ-weighted mean of a bone's weights in the ring of a vertex; 0 without a ring. */
function meanAround({ ring, ...plan }: ArapPlan, vertex: number, bone: number, weights: ArrayLike<number>) {
  let sum = 0;
  for (let e = ring.offsets[vertex]; e < ring.offsets[vertex + 1]; e++) {
    const other = supportEntry({ ring, ...plan }, ring.neighbours[e], bone);
    if (other >= 0) sum += ring.shares[e] * weights[other];
  }
  return sum;
}

/** Finds vertices within some rings, with one table for all queries. */
class Near {
  private readonly ring: ArapPlan["ring"];
  private readonly seen: Uint32Array;
  private question = 0;

  constructor({ ring, vertexCount }: ArapPlan) {
    this.ring = ring;
    this.seen = new Uint32Array(vertexCount);
  }

  of(vertex: number): number[] {
    const { ring, seen } = this;
    const mark = ++this.question;
    const found = [vertex];
    seen[vertex] = mark;
    for (let [depth, from] = [0, 0]; depth < RINGS; depth++) {
      const until = found.length;
      for (; from < until; from++) {
        for (let e = ring.offsets[found[from]]; e < ring.offsets[found[from] + 1]; e++) {
          const k = ring.neighbours[e];
          if (seen[k] === mark) continue;
          seen[k] = mark;
          found.push(k);
        }
      }
    }
    return found;
  }
}
