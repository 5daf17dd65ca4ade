import { composeTrs, multiplyAffine } from "../../math/affine";
import type { ClipLoop } from "../../model/files/export/clip-loop";
import { linearPart } from "./bone-rest-frames";
import { type BoneTracks, pairPoses, writePose } from "./bone-tracks";
import { nodePart } from "./layout-nodes";
import { poseAt } from "./play-tracks";
import { type ShearFactors, shearFactors } from "./shear-factors";

/** The product of the two nodes of a pair, row-major 3x4. */
function pairAt(tracks: BoneTracks, f: number, n: number): Float64Array {
  const [upper, lower, product] = [new Float64Array(12), new Float64Array(12), new Float64Array(12)];
  for (const [m, out] of [
    [n, upper],
    [n + 1, lower],
  ] as const) {
    const { t, q, s } = poseAt(tracks, f, m);
    composeTrs(out, 0, t, q, s);
  }
  multiplyAffine(product, 0, upper, 0, lower, 0);
  return product;
}

/**
 * Closes the pairs of a clip that loops. The factors may be in another order at the end than at the beginning, so the
 * matrices are closed, and then factored again.
 * @param open the original tracks
 * @param closed the same tracks with all other nodes closed; their pairs are written
 */
export function closePairs(open: BoneTracks, closed: BoneTracks, kind: ClipLoop["kind"]): void {
  const last = open.frameCount - 1;
  for (let n = 0; n < open.nodeCount; n++) {
    if (nodePart(open, n) !== "upper") continue;
    const matrices = Array.from({ length: open.frameCount }, (_, f) => pairAt(open, f, n));
    const [first, end] = [matrices[0], matrices[last]];
    let factors: ShearFactors | null = null;
    for (let f = 0; f < closed.frameCount; f++) {
      const share = kind === "repeats" && last > 0 ? f / last : 0;
      const local = (matrices[f] ?? first).map((x, c) => x + share * (first[c] - end[c]));
      factors = shearFactors(linearPart(local, 0), factors);
      const [upper, lower] = pairPoses(factors, [local[3], local[7], local[11]]);
      writePose(closed, f, n, upper);
      writePose(closed, f, n + 1, lower);
    }
  }
}
