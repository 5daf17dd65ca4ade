/**
 * Random poses in which weights should keep the mesh rigid (Thiery & Eisemann 2018, section 5): every segment turns
 * within its limits relative to its parent. One generator draws them one by one, so the first n poses are the same for
 * any number.
 */
import type { Random } from "../math/random";
import { SegmentSet } from "../mesh/segment-set";
import type { Point, Segment, Skeleton } from "../model/skeleton/skeleton";
import { axisRotation, BEND, bendAt } from "./bend";
import { composeMotions } from "./motions";

/** Poses of a skeleton of B segments. */
export interface Exemplars {
  /** The number of poses, F. */
  count: number;
  /**
   * F·B·12, row-major 3x4 from rest to posed, motion[(k·B + j)·12 + 4·row + column], as in `Rig.motion` but in f64. A
   * bending segment has the motion of its head, applied after the bend. A virtual segment follows its parent.
   */
  motions: Float64Array;
  /** F·B·5: axis, angle, stretch of each segment (`bendAt`); angle 0 and stretch 1 for those that do not bend. */
  bends: Float64Array;
}

/** @param count F, 0 or more; 80 are enough for 24 bones, 8 for 4. */
export function exemplars({ segments }: Skeleton, count: number, random: Random): Exemplars {
  const motions = new Float64Array(12 * segments.length * count);
  const bends = new Float64Array(BEND * segments.length * count);
  const local = new Float64Array(12);
  const bent = new Float64Array(12);
  const carried = new Float64Array(12);
  for (let k = 0; k < count; k++) {
    segments.forEach((segment, j) => {
      const at = k * segments.length + j;
      const motion = motions.subarray(12 * at, 12 * at + 12);
      const bend = bends.subarray(BEND * at, BEND * at + BEND);
      poseSegment(segment, random, local, bend);
      if (segment.parent < 0) {
        motion.set(local);
        return;
      }
      // A bending parent carries its child with its point nearest to the child's head.
      const parent = segments[segment.parent];
      const from = at - j + segment.parent;
      const u = partAlong(parent, segment.head);
      bendAt(bends.subarray(BEND * from, BEND * from + BEND), parent.head, parent.tail, u, bent);
      composeMotions(motions.subarray(12 * from, 12 * from + 12), bent, carried);
      composeMotions(carried, local, motion);
    });
  }
  return { count, motions, bends };
}

/**
 * Draws a segment's own rotation about its head, and its bend. All kinds of moving segments draw the same number of
 * random numbers.
 */
function poseSegment(
  { kind, head, tail, limits }: Segment,
  random: Random,
  local: Float64Array,
  bend: Float64Array,
): void {
  const axis = unit([tail[0] - head[0], tail[1] - head[1], tail[2] - head[2]]);
  const about = across(axis, 2 * Math.PI * random.next());
  // A virtual segment draws neither swing nor twist. Drawing them now would change the poses of every seed.
  const part = kind === "virtual" ? 0.5 : random.next();
  const swing = kind === "virtual" ? 0 : limits.swing * (2 * part - 1);
  const between = ([least, most]: readonly number[]) => least + (most - least) * random.next();
  const twist = kind === "virtual" ? 0 : between(limits.twist);
  const stretch = between(limits.stretch);
  const rotation = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  bend.set([...axis, 0, 1]);
  if (kind === "rigid" && limits.hinge) {
    const [least, most] = likelyRange(limits.hinge.range, limits.swing);
    axisRotation(limits.hinge.axis, least + (most - least) * part, rotation);
  } else if (kind === "rigid") {
    const twisting = new Float64Array(9);
    const swinging = new Float64Array(9);
    axisRotation(axis, twist, twisting);
    axisRotation(about, swing, swinging);
    product(swinging, twisting, rotation);
  } else if (kind === "stretch-twist") {
    axisRotation(about, swing, rotation);
    bend.set([...axis, twist, stretch]);
  } else if (kind === "spine") {
    // Swing and twist are one rotation about an axis between both. The head follows the parent, so the curve starts
    // without a kink.
    const vector = [0, 1, 2].map((c) => swing * about[c] + twist * axis[c]);
    const angle = Math.hypot(...vector);
    bend.set([...(angle > 0 ? vector.map((x) => x / angle) : axis), angle, stretch]);
  }
  for (let r = 0; r < 3; r++) {
    local[4 * r + 3] = head[r];
    for (let c = 0; c < 3; c++) {
      local[4 * r + c] = rotation[3 * r + c];
      local[4 * r + 3] -= rotation[3 * r + c] * head[c];
    }
  }
}

/**
 * The range of a hinge within the swing, because no joint of an animal turns all the way round. If nothing is left, the
 * whole range.
 */
function likelyRange([least, most]: readonly number[], swing: number): [number, number] {
  const [low, high] = [Math.max(least, -swing), Math.min(most, swing)];
  return low <= high ? [low, high] : [least, most];
}

/** Position of the point nearest to p along a segment, 0..1. */
const partAlong = ({ head, tail }: Segment, [x, y, z]: Point) =>
  new SegmentSet([[head, tail]]).along(0, x, y, z);

/** Scales to length 1; a segment without length gets the x axis. */
function unit(v: number[]): number[] {
  const length = Math.hypot(...v);
  return length > 0 ? v.map((x) => x / length) : [1, 0, 0];
}

/** The unit vector at an angle in the plane perpendicular to a unit axis. */
function across(axis: number[], angle: number): number[] {
  const least = axis.reduce((best, x, c) => (Math.abs(x) < Math.abs(axis[best]) ? c : best), 0);
  const first = unit([0, 1, 2].map((c) => (c === least ? 1 : 0) - axis[least] * axis[c]));
  const second = [0, 1, 2].map(
    (c) => axis[(c + 1) % 3] * first[(c + 2) % 3] - axis[(c + 2) % 3] * first[(c + 1) % 3],
  );
  return first.map((x, c) => Math.cos(angle) * x + Math.sin(angle) * second[c]);
}

/** out = a·b of row-major 3x3. */
function product(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      out[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
    }
  }
}
