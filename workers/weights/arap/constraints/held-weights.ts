import type { HeldWeight } from "../../../model/reports/weight-report";
import type { ArapPlan } from "../arap-plan";
import { type ConstraintSet, supportEntry } from "./constraint-set";

/** The share of the energy is that within this many rings. */
const RINGS = 3;
/**
 * An attachment is suspicious if its ring is strained this many times as much as the mesh on average. A wrong
 * attachment glues vertices of another bone to its own, so the energy gathers around it (Thiery & Eisemann 2018, figure
 * 15). On the arm and the elephant, attachments whose removal changes nothing are at 1.2 at most, and the others at 6.2
 * to 95. On the gallery's tail, the two whose removal gains most are at 6.6 and 6.9, the others at 3.9 at most. In a
 * solid, attachments lie along the bones, and right ones inside joints reach 5.5.
 */
const TIMES = 6;
/** A smaller mean squared strain cannot be seen: edges are one per cent too long. */
const LEAST_STRAIN = 1e-4;

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
  const sizes = sizesOf(plan);
  const energies = sizes.map((size, i) => size * strain[i]);
  const whole = sum(energies);
  const mean = whole / sum(sizes);
  const near = new Near(plan);
  const within = (vertices: readonly number[], of: Float64Array) =>
    vertices.reduce((all, i) => all + of[i], 0);
  return constraints.list().map(({ kind, vertex, entry, added }) => {
    const bone = plan.input.heat.bones[entry];
    const around = meanAround(plan, vertex, bone, weights);
    const energy = within(near.of(vertex, RINGS), energies);
    const ring = near.of(vertex, 1);
    const own = within(ring, energies) / within(ring, sizes);
    return {
      kind,
      vertex,
      bone,
      added,
      energy: whole > 0 ? energy / whole : 0,
      around,
      strain: own > 0 ? own / mean : 0,
      suspicious: kind === "attach" && own > LEAST_STRAIN && own > TIMES * mean,
    };
  });
}

const sum = (values: Float64Array) => values.reduce((all, x) => all + x, 0);

/** Λ_i Σ_k λ_ik |e_ik|² for each vertex. */
function sizesOf({ ring, input }: ArapPlan): Float64Array {
  const { positions } = input.mesh;
  return ring.masses.map((mass, i) => {
    let size = 0;
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
      const k = ring.neighbours[e];
      for (let c = 0; c < 3; c++) {
        size += ring.shares[e] * (positions[3 * k + c] - positions[3 * i + c]) ** 2;
      }
    }
    return mass * size;
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

/** Finds vertices by their rings, with one table for all queries. */
class Near {
  private readonly ring: ArapPlan["ring"];
  private readonly seen: Uint32Array;
  private question = 0;

  constructor({ ring, vertexCount }: ArapPlan) {
    this.ring = ring;
    this.seen = new Uint32Array(vertexCount);
  }

  /** A vertex and those within some rings of it. */
  of(vertex: number, rings: number): number[] {
    const { ring, seen } = this;
    const mark = ++this.question;
    const found = [vertex];
    seen[vertex] = mark;
    for (let [depth, from] = [0, 0]; depth < rings; depth++) {
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
