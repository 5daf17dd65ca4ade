/** A number of bones and its error on the error curve. */
interface CountedError {
  bones: number;
  eRms: number;
}

/** An error above this share of the error with one bone is large: the rig misses that much of the deformation. */
const LARGE = 0.1;
/** The next number of bones has at most this share of the error. */
const HALF = 0.5;

/** How large the error at a knee is, and where it is half as large. */
export interface LargeKnee {
  /** The error at the knee over the error with one bone. */
  share: number;
  /** The fewest bones on the curve with half of the error, or the last ones if none have. Null if no more are known. */
  next: CountedError | null;
}

/**
 * Checks whether the error at the knee of an error curve is large for this sequence. A knee only says that the next
 * bone gains little. Cloth bends everywhere: its curve may have a knee at a few bones, which miss most of the folds.
 * @param curve ascending by bones.
 * @returns null if the error is small, or the curve does not begin with one bone.
 */
export function largeKnee(curve: readonly CountedError[], bones: number): LargeKnee | null {
  const one = curve[0];
  const at = curve.findLast((point) => point.bones <= bones);
  if (one?.bones !== 1 || !at || !(one.eRms > 0)) return null;
  const share = at.eRms / one.eRms;
  if (!(share > LARGE) || bones === 1) return null;
  const after = curve.filter((point) => point.bones > bones);
  const next = after.find(({ eRms }) => eRms <= HALF * at.eRms) ?? after.at(-1) ?? null;
  return { share, next };
}
