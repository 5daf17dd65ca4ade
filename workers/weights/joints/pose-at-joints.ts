import { axisRotation, BEND, bendAt } from "../bend";
import { type BonePieces, canBend } from "./bone-pieces";
import { carry, type JointPoses, type SegmentEnds } from "./joint-poses";

const ZERO = [0, 0, 0];
const UNITS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Computes one pose at a time: the motions of the pieces and their derivatives with respect to the joints. */
export class PoseAtJoints {
  /** P·12, row-major 3x4. */
  readonly motions: Float64Array;
  /** P·3·3n: derivatives of the pieces' translations with respect to the joints. */
  readonly derivatives: Float64Array;
  private readonly poses: JointPoses;
  readonly pieces: BonePieces;
  private readonly translations: Float64Array;
  private readonly ofSegments: Float64Array;
  private readonly bent = new Float64Array(12);
  private readonly byHead = new Float64Array(9);
  private readonly byTail = new Float64Array(9);
  private readonly linear = new Float64Array(9);

  constructor(poses: JointPoses, pieces: BonePieces) {
    const B = poses.segments.length;
    this.poses = poses;
    this.pieces = pieces;
    this.motions = new Float64Array(12 * pieces.count);
    this.derivatives = new Float64Array(9 * poses.graph.count * pieces.count);
    this.translations = new Float64Array(3 * B);
    this.ofSegments = new Float64Array(9 * poses.graph.count * B);
  }

  private bend(k: number, j: number): Float64Array {
    const at = BEND * (k * this.poses.segments.length + j);
    return this.poses.bends.subarray(at, at + BEND);
  }

  private rotation(k: number, j: number): Float64Array {
    const at = 9 * (k * this.poses.segments.length + j);
    return this.poses.rotations.subarray(at, at + 9);
  }

  /**
   * Writes the motions of pose k.
   * @param components 3 numbers per tree: the shift of its roots.
   */
  pose(k: number, ends: SegmentEnds, components: ArrayLike<number>): void {
    const { segments, tree, shifts } = this.poses;
    const { translations: t, pieces, motions, bent } = this;
    segments.forEach(({ parent }, j) => {
      const head = ends.heads[j];
      let to = head.map((x, c) => x + components[3 * tree.component[j] + c]);
      if (parent >= 0) {
        bendAt(this.bend(k, parent), ends.heads[parent], ends.tails[parent], ends.parts[j], bent);
        const carried = carry(bent, 0, head);
        to = turned(this.rotation(k, parent), carried).map((x, c) => x + t[3 * parent + c]);
      }
      const own = turned(this.rotation(k, j), head);
      for (let c = 0; c < 3; c++) t[3 * j + c] = to[c] - own[c] + shifts[3 * (k * segments.length + j) + c];
    });
    for (let b = 0; b < pieces.count; b++) {
      const j = pieces.segment[b];
      bendAt(this.bend(k, j), ends.heads[j], ends.tails[j], pieces.at[b], bent);
      const R = this.rotation(k, j);
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 4; c++) {
          let sum = c === 3 ? t[3 * j + r] : 0;
          for (let n = 0; n < 3; n++) sum += R[3 * r + n] * bent[4 * n + c];
          motions[12 * b + 4 * r + c] = sum;
        }
      }
    }
  }

  /** Writes the derivatives of pose k. Positions along bending segments are fixed, like weights. */
  differentiate(k: number, { parts }: SegmentEnds): void {
    const { segments, graph } = this.poses;
    const { ofSegments, derivatives, pieces } = this;
    const width = 3 * graph.count;
    segments.forEach(({ parent }, j) => {
      const own = ofSegments.subarray(3 * width * j, 3 * width * (j + 1));
      const R = this.rotation(k, j);
      if (parent < 0) {
        own.fill(0);
        for (let c = 0; c < 3; c++) own[width * c + 3 * graph.head[j] + c] = 1;
      } else {
        own.set(ofSegments.subarray(3 * width * parent, 3 * width * (parent + 1)));
        this.addBend(own, k, parent, parts[j]);
        axisRotation(this.bend(k, parent), parts[j] * this.bend(k, parent)[3], this.linear);
        addProduct(own, width, graph.head[j], this.rotation(k, parent), this.linear);
      }
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) own[width * r + 3 * graph.head[j] + c] -= R[3 * r + c];
      }
    });
    for (let b = 0; b < pieces.count; b++) {
      const j = pieces.segment[b];
      const out = derivatives.subarray(3 * width * b, 3 * width * (b + 1));
      out.set(ofSegments.subarray(3 * width * j, 3 * width * (j + 1)));
      this.addBend(out, k, j, pieces.at[b]);
    }
  }

  /**
   * Adds the derivative of a bend's translation with respect to the segment's ends. The translation is linear in them.
   */
  private addBend(out: Float64Array, k: number, j: number, u: number): void {
    const { segments, graph } = this.poses;
    if (u === 0 || !canBend(segments[j])) return;
    const width = 3 * graph.count;
    const bend = this.bend(k, j);
    UNITS.forEach((unit, c) => {
      bendAt(bend, unit, ZERO, u, this.bent);
      for (let r = 0; r < 3; r++) this.byHead[3 * r + c] = this.bent[4 * r + 3];
      bendAt(bend, ZERO, unit, u, this.bent);
      for (let r = 0; r < 3; r++) this.byTail[3 * r + c] = this.bent[4 * r + 3];
    });
    const R = this.rotation(k, j);
    addProduct(out, width, graph.head[j], R, this.byHead);
    addProduct(out, width, graph.tail[j], R, this.byTail);
  }
}

function turned(R: ArrayLike<number>, p: ArrayLike<number>): number[] {
  return [0, 3, 6].map((r) => R[r] * p[0] + R[r + 1] * p[1] + R[r + 2] * p[2]);
}

/** Adds the 3x3 product a·b to the block of a joint, in three rows. */
function addProduct(
  rows: Float64Array,
  width: number,
  joint: number,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let n = 0; n < 3; n++) sum += a[3 * r + n] * b[3 * n + c];
      rows[width * r + 3 * joint + c] += sum;
    }
  }
}
