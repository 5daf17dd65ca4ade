/**
 * The derivatives that the stretch of a bend needs. The Jacobian of segment j at a vertex is Σ_m M_m (p_m I + p_m′ h
 * gᵀ), where p_m are the pieces' shares, p_m′ their derivatives along the segment, and g the gradient of the vertex's
 * position u along it (Thiery & Eisemann 2018, appendix). u is clamped to 0..1, so its gradient is not smooth. g is
 * therefore the vector along the segment that fits u in the ring best.
 */
import { SegmentSet } from "../../mesh/segment-set";
import type { ArapPlan } from "./arap-plan";

/**
 * @returns p′ of each entry of the wide supports, and 3 numbers g of each entry of the supports, in normalised lengths.
 */
export function bendSlopes(plan: ArapPlan): { slopes: Float64Array; gradients: Float64Array } {
  const { pieces, wide, input, ring, placement } = plan;
  const { heat, mesh, segments = [] } = input;
  const entries = heat.bones.length;
  const slopes = new Float64Array(wide.shares?.length ?? 0);
  const gradients = new Float64Array(3 * entries);
  if (!wide.shares || !wide.starts) return { slopes, gradients };
  const ways = new SegmentSet(segments.map(({ head, tail }) => [head, tail]));
  const tables = segments.map((_, j) =>
    differences(pieces.at.subarray(pieces.first[j], pieces.first[j + 1])),
  );
  const point = (i: number) => mesh.positions.subarray(3 * i, 3 * i + 3);
  const along = (j: number, i: number) => ways.along(j, point(i)[0], point(i)[1], point(i)[2]);
  for (let i = 0; i + 1 < heat.offsets.length; i++) {
    for (let e = heat.offsets[i]; e < heat.offsets[i + 1]; e++) {
      const [begin, end] = [wide.starts[e], wide.starts[e + 1]];
      if (end - begin === 1) continue;
      const j = heat.bones[e];
      for (let m = begin; m < end; m++) {
        for (let n = begin; n < end; n++) {
          slopes[m] += tables[j][(n - begin) * (end - begin) + m - begin] * wide.shares[n];
        }
      }
      const way = segments[j].tail.map((x, c) => x - segments[j].head[c]);
      let [change, size] = [0, 0];
      for (let n = ring.offsets[i]; n < ring.offsets[i + 1]; n++) {
        const k = ring.neighbours[n];
        const step = way.reduce((sum, x, c) => sum + x * (point(k)[c] - point(i)[c]), 0);
        change += ring.shares[n] * step * (along(j, k) - along(j, i));
        size += ring.shares[n] * step * step;
      }
      const slope = size > 0 ? change / size : 0;
      for (let c = 0; c < 3; c++) gradients[3 * e + c] = (slope * way[c]) / placement.scale;
    }
  }
  return { slopes, gradients };
}

/** p_m′(x_l) of Lagrange's polynomials on Chebyshev's points with both ends, [l·n + m] (Berrut & Trefethen 2004). */
function differences(nodes: Float64Array): Float64Array {
  const n = nodes.length;
  const out = new Float64Array(n * n);
  const weight = (m: number) => (m & 1 ? -1 : 1) * (m === 0 || m === n - 1 ? 0.5 : 1);
  for (let l = 0; l < n; l++) {
    for (let m = 0; m < n; m++) {
      if (l === m) continue;
      out[l * n + m] = weight(m) / weight(l) / (nodes[l] - nodes[m]);
      out[l * n + l] -= out[l * n + m];
    }
  }
  return out;
}
