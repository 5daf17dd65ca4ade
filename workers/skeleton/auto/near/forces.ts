import { type JointDistances, MOST_ALONE, MOST_MEAN } from "./distances";

/** Joints are drawn to this share of the distances that they may have, because they still move when weights settle. */
const AIM = 0.97;
/** A joint nearer than this share of the diagonal is pulled as if it were so far. */
const LEAST_DISTANCE = 0.003;
/** In a round the force changes at most by these factors. */
const MOST_GROWTH = 1.25;
const LEAST_GROWTH = 0.8;
/** Joints follow the force late. So it depends on where they will be after this many rounds, if they go on. */
const AHEAD = 3;
/** A joint that is too far alone is pulled so many times harder in the next round. */
const ALONE = 1.3;

/**
 * The pulls that bring joints near at the least error. None of the joints could then come nearer at less cost than
 * another, so all are pulled with the same force: a pull is weaker the farther its joint is. From round to round the
 * force grows until the mean distance is small enough, and falls where it is smaller.
 */
export class Forces {
  private readonly least: number;
  private force = 0;
  private before: number;
  private readonly alone: Float64Array;

  /** @param least µ of all joints so far, which each has at least. */
  constructor(least: number, { each, mean }: JointDistances) {
    this.least = least;
    this.before = mean;
    this.alone = new Float64Array(each.length).fill(1);
  }

  /**
   * µ of each joint in the next round.
   * @param stiffness h: the stiffness of each pull at µ = 1.
   */
  next({ each, mean }: JointDistances, stiffness: Float64Array): Float64Array {
    const { least, alone } = this;
    const joints = [...each.keys()].filter((k) => each[k] >= 0 && stiffness[k] > 0);
    const far = (k: number) => stiffness[k] * Math.max(each[k], LEAST_DISTANCE);
    if (this.force === 0) this.force = (least * joints.reduce((sum, k) => sum + far(k), 0)) / joints.length;
    const soon = Math.max(0, mean + AHEAD * (mean - this.before));
    this.before = mean;
    this.force *= Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, (soon / (AIM * MOST_MEAN)) ** 2));
    const pulls = new Float64Array(each.length).fill(least);
    for (const k of joints) {
      if (each[k] > AIM * MOST_ALONE) alone[k] *= ALONE;
      pulls[k] = Math.max(least, (alone[k] * this.force) / far(k));
    }
    return pulls;
  }
}
