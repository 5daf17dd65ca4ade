import { UniqueNames } from "../../export/unique-names";
import { dot, minus } from "../../math/vectors";
import { axesOfPlace } from "../../model/rig/axes";
import {
  type BoneLimits,
  DEFAULT_LIMITS,
  type Point,
  type Segment,
  type Skeleton,
} from "../../model/skeleton/skeleton";
import { checkBoneCount } from "../assemble/check-raw";
import { endSegment } from "./end-joints";

/** A joint in an animation file: a place and axes, but no length. */
export interface Joint {
  /** Empty for the end site of a BVH, which is only a place. */
  name: string;
  /** The index of an earlier joint, or −1. */
  parent: number;
  /** From the joint's axes to the file's, at rest: row-major 3x4. */
  rest: Float64Array;
  /** Whether the joint only marks the end of its parent. */
  isEnd: boolean;
  /**
   * Limits of its bone's turn, in the file's axes at rest, if the file has them.
   * @param along unit direction of the bone.
   */
  limits?(along: Point): Partial<BoneLimits>;
}

/**
 * Names of a joint above all others that places the whole skeleton and is not part of the body. Its bone would lie
 * outside the mesh.
 */
const ROOT_NAME = /(?:^|[_.:| ])(?:root|armature|reference|origin|world|master|trajectory)\d*$/i;

/** A child continues its parent's bone if the cosine of the angle between them is above this (37°). */
const CARRIES_ON = 0.8;
/** Children whose cosines differ by less lie in the same direction. The first one counts, independent of rounding. */
const SAME_WAY = 1e-9;
/** The length of a guessed last bone, relative to the bone before. */
const LAST_LENGTH = 0.5;
/** A length below this share of the skeleton's diagonal counts as zero. */
const NO_LENGTH = 1e-6;

const isPlacing = ({ name, parent }: Joint) => parent < 0 && ROOT_NAME.test(name);
const headOf = ({ rest }: Joint): Point => [rest[3], rest[7], rest[11]];
const along = (a: Point, d: Point, t: number): Point => [a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]];

function unit(v: Point): Point {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** The unit direction of a joint's own axis, in the file's axes. */
function axisOf({ rest }: Joint, axis: number): Point {
  return unit([rest[axis], rest[4 + axis], rest[8 + axis]]);
}

/** Chooses the ends of bones. The file has only their starts. */
class TailFinder {
  private readonly joints: readonly Joint[];
  private readonly children: number[][];
  /** The number of joints in the subtree of each joint. */
  private readonly reach: Int32Array;
  private readonly least: number;
  private readonly meanLength: number;
  /** The axis, 0 to 2, and sign along which most joints have their child; null if they do not agree. */
  private readonly boneAxis: { axis: number; sign: number } | null;

  constructor(joints: readonly Joint[]) {
    this.joints = joints;
    this.children = joints.map(() => []);
    this.reach = new Int32Array(joints.length).fill(1);
    for (let j = joints.length - 1; j >= 0; j--) {
      const { parent } = joints[j];
      if (parent < 0) continue;
      this.reach[parent] += this.reach[j];
    }
    joints.forEach(({ parent }, j) => {
      if (parent >= 0) this.children[parent].push(j);
    });
    const heads = joints.map(headOf);
    const size = [0, 1, 2].map((c) => {
      return (
        heads.reduce((a, h) => Math.max(a, h[c]), -Infinity) -
        heads.reduce((a, h) => Math.min(a, h[c]), Infinity)
      );
    });
    this.least = NO_LENGTH * Math.hypot(...size);
    const lengths = joints.flatMap(({ parent }, j) => (parent < 0 ? [] : [this.distance(parent, j)]));
    const long = lengths.filter((length) => length > this.least);
    this.meanLength = long.length > 0 ? long.reduce((a, b) => a + b) / long.length : 1;
    this.boneAxis = this.commonAxis();
  }

  private distance(a: number, b: number): number {
    return Math.hypot(...minus(headOf(this.joints[b]), headOf(this.joints[a])));
  }

  private commonAxis(): { axis: number; sign: number } | null {
    const votes = new Int32Array(6);
    let voters = 0;
    this.joints.forEach((joint, j) => {
      const [child, more] = this.children[j];
      if (child === undefined || more !== undefined || this.distance(j, child) <= this.least) return;
      voters++;
      const direction = unit(minus(headOf(this.joints[child]), headOf(joint)));
      for (let axis = 0; axis < 3; axis++) {
        const cosine = dot(direction, axisOf(joint, axis));
        if (Math.abs(cosine) > 0.95) votes[2 * axis + (cosine < 0 ? 1 : 0)]++;
      }
    });
    const most = votes.indexOf(votes.reduce((a, b) => Math.max(a, b)));
    if (voters === 0 || votes[most] < 0.6 * voters) return null;
    return { axis: most >> 1, sign: most & 1 ? -1 : 1 };
  }

  /** The end of joint j's bone. `guessed` is true if the file does not determine it. */
  tailOf(j: number): { tail: Point; guessed: boolean } {
    const apart = this.children[j].filter((child) => this.distance(j, child) > this.least);
    const head = headOf(this.joints[j]);
    if (apart.length > 1) return { tail: this.amongSeveral(j, apart), guessed: false };
    if (apart.length === 1) return { tail: headOf(this.joints[apart[0]]), guessed: false };
    if (this.children[j].length > 0) return { tail: head, guessed: false };
    return { tail: this.guess(j), guessed: true };
  }

  /**
   * The child that continues the parent's direction, or the child that leads to most of the body, or the mean of all
   * children.
   */
  private amongSeveral(j: number, children: number[]): Point {
    const head = headOf(this.joints[j]);
    const { parent } = this.joints[j];
    const heads = children.map((child) => headOf(this.joints[child]));
    if (parent >= 0 && !isPlacing(this.joints[parent]) && this.distance(parent, j) > this.least) {
      const before = unit(minus(head, headOf(this.joints[parent])));
      const cosines = heads.map((at) => dot(before, unit(minus(at, head))));
      const most = cosines.reduce((a, b) => Math.max(a, b));
      if (most > CARRIES_ON) return heads[cosines.findIndex((cosine) => cosine > most - SAME_WAY)];
    } else {
      const reaches = children.map((child) => this.reach[child]);
      const most = reaches.reduce((a, b) => Math.max(a, b));
      if (reaches.filter((reach) => reach === most).length === 1) return heads[reaches.indexOf(most)];
    }
    const middle = [0, 1, 2].map((c) => heads.reduce((sum, at) => sum + at[c], 0) / heads.length) as Point;
    const mean = heads.reduce((sum, at) => sum + Math.hypot(...minus(at, head)), 0) / heads.length;
    return Math.hypot(...minus(middle, head)) > 0.3 * mean ? middle : heads[0];
  }

  /**
   * Guesses the end of the last bone of a chain. It follows the usual bone axis of this file, or continues the bone
   * before.
   */
  private guess(j: number): Point {
    const joint = this.joints[j];
    const head = headOf(joint);
    const { parent } = joint;
    const before = parent < 0 ? 0 : this.distance(parent, j);
    const length = before > this.least ? LAST_LENGTH * before : this.meanLength;
    if (this.boneAxis) return along(head, axisOf(joint, this.boneAxis.axis), this.boneAxis.sign * length);
    if (before > this.least) return along(head, unit(minus(head, headOf(this.joints[parent]))), length);
    return along(head, axisOf(joint, 1), length);
  }

  hasLength(head: Point, tail: Point): boolean {
    return Math.hypot(...minus(tail, head)) > this.least;
  }
}

export interface SkeletonOfJoints {
  skeleton: Skeleton;
  /** The joint of each segment. */
  joints: number[];
  /** The segments whose ends are guessed. */
  guessed: number[];
  notes: string[];
}

/** A sentence with a count, or nothing for 0. */
const counted = (n: number, one: string, many: string): string[] => (n === 0 ? [] : [n === 1 ? one : many]);

/**
 * Makes a segment for every joint, from its place to its child's, or to the one of several children that continues
 * it. The ends of chains are guessed. An end joint is a segment without length, and one without a name is only a tail.
 * Bones without length, and a root that only places the whole skeleton, are virtual: they move nothing.
 * @param file its name, for error messages.
 * @throws SinewError if there are more bones than a rig can have.
 */
export function skeletonOfJoints(file: string, joints: readonly Joint[]): SkeletonOfJoints {
  const finder = new TailFinder(joints);
  const names = new UniqueNames();
  const kept = joints.flatMap(({ isEnd, name }, j) => (isEnd && !name ? [] : [j]));
  checkBoneCount(file, kept.length);
  const segmentOf = new Map(kept.map((j, s) => [j, s]));
  let [pointlike, placing] = [0, 0];
  const guessed: number[] = [];
  const segments = kept.map((j, s): Segment => {
    const { name, parent, isEnd } = joints[j];
    const head = headOf(joints[j]);
    const { tail, guessed: isGuess } = isEnd ? { tail: head, guessed: false } : finder.tailOf(j);
    const hasLength = finder.hasLength(head, tail);
    const isRoot = !isGuess && isPlacing(joints[j]);
    if (isGuess) guessed.push(s);
    if (!hasLength && !isEnd) pointlike++;
    else if (isRoot) placing++;
    const segment: Segment = {
      name: names.take(name || `joint_${j + 1}`),
      parent: segmentOf.get(parent) ?? -1,
      kind: hasLength && !isRoot ? "rigid" : "virtual",
      head,
      tail,
      axes: axesOfPlace(joints[j].rest),
      limits: {
        ...DEFAULT_LIMITS,
        twist: [...DEFAULT_LIMITS.twist],
        stretch: [...DEFAULT_LIMITS.stretch],
        ...joints[j].limits?.(hasLength ? unit(minus(tail, head)) : axisOf(joints[j], 0)),
      },
    };
    return isEnd ? endSegment(segment) : segment;
  });
  const notes = [
    ...counted(
      pointlike,
      "1 bone has no length and moves nothing.",
      `${pointlike} bones have no length and move nothing.`,
    ),
    ...counted(
      placing,
      `${segments.find(({ parent, kind }) => parent < 0 && kind === "virtual")?.name} only places the whole, and moves nothing.`,
      `${placing} roots only place the whole, and move nothing.`,
    ),
  ];
  return { skeleton: { version: 1, segments }, joints: kept, guessed, notes };
}
