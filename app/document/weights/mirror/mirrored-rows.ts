import type { SurfaceMirror } from "../../../../workers/geometry/mirror/surface-mirror";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { MirrorTowards } from "../../../../workers/model/weights/mirror-settings";
import { RowPainter } from "../painting/row-painter";
import { rowsBy } from "../painting/whole-mesh";
import type { WeightRows } from "../weight-rows";

/** The settings and limits of a mirrored copy. */
interface MirrorChange {
  /** The bone that takes each bone's weights on the other side, B. */
  pairs: Int32Array;
  /** B: 1 for bones of one side without a partner. They do not go to the other side. */
  lone?: Uint8Array;
  /** B: 1 for bones whose weights may not change. */
  locked: Uint8Array;
  /** The side to write: 1 where the plane's normal points, −1 opposite; or the mean of both sides on both. */
  towards: MirrorTowards;
  /** How much each vertex may change, 0 to 1, V; null lets all change fully. */
  mask?: ArrayLike<number> | null;
}

/**
 * Copies the weights of one side to the other. Each vertex there takes the weights at its mirror image, which may lie
 * between vertices, and gives them to the partners of the bones. Vertices in the plane become symmetric. Vertices
 * without an image keep their weights, and so do locked bones. A bone without a partner does not move the other
 * side; its share stays with the bones that have none there.
 */
export function mirroredRows(
  weights: SparseWeights,
  { matches: { corners, shares }, half }: Pick<SurfaceMirror, "matches" | "half">,
  { pairs, lone, locked, towards, mask = null }: MirrorChange,
): WeightRows {
  const { offsets, bones, values } = weights;
  const painter = new RowPainter(locked);
  return rowsBy(weights, painter, (i, row) => {
    const amount = mask ? mask[i] : 1;
    const isMiddle = half[i] === 0;
    if (corners[3 * i] < 0 || amount <= 0 || !(isMiddle || towards === "mean" || half[i] === towards))
      return false;
    const taken = amount * (isMiddle || towards === "mean" ? 0.5 : 1);
    const targets = new Map<number, number>();
    const want = (j: number, w: number) => locked[j] || targets.set(j, (targets.get(j) ?? 0) + w);
    for (let e = row.first; e < row.end; e++) want(bones[e], (1 - taken) * values[e]);
    let stays = 0;
    for (let c = 0; c < 3; c++) {
      const share = taken * shares[3 * i + c];
      if (share === 0) continue;
      // Two vertices in the plane may be each other's images; each must stay symmetric by itself.
      const l = isMiddle ? i : corners[3 * i + c];
      for (let e = offsets[l]; e < offsets[l + 1]; e++) {
        if (lone?.[bones[e]] && !isMiddle) stays += share * values[e];
        else want(pairs[bones[e]], share * values[e]);
      }
    }
    if (lone && stays > 0) giveBack(weights, row, lone, stays, want);
    if (isNow(row, targets, locked)) return false;
    return targets.size > 0 && painter.paint(row, [...targets.keys()], [...targets.values()]) !== null;
  });
}

/**
 * Gives a row the share that no bone can take across the plane: to its own bones without partners, which move this side
 * as the lone bones at the image move the other one. If it has none, the whole row keeps that share.
 */
function giveBack(
  { bones, values }: SparseWeights,
  { first, end }: { first: number; end: number },
  lone: Uint8Array,
  share: number,
  want: (bone: number, w: number) => void,
): void {
  let own = 0;
  for (let e = first; e < end; e++) if (lone[bones[e]]) own += values[e];
  for (let e = first; e < end; e++) {
    if (own === 0) want(bones[e], share * values[e]);
    else if (lone[bones[e]]) want(bones[e], (share / own) * values[e]);
  }
}

/** Whether a row already has these weights, up to rounding. Such rows stay bit for bit. */
function isNow(
  {
    bones,
    values,
    first,
    end,
  }: { bones: ArrayLike<number>; values: ArrayLike<number>; first: number; end: number },
  targets: ReadonlyMap<number, number>,
  locked: Uint8Array,
): boolean {
  let met = 0;
  for (let e = first; e < end; e++) {
    if (locked[bones[e]]) continue;
    const target = targets.get(bones[e]) ?? 0;
    if (target > 0) met++;
    if (Math.abs(target - values[e]) > 1e-6) return false;
  }
  let wanted = 0;
  for (const w of targets.values()) if (w > 1e-6) wanted++;
  return wanted <= met;
}
