/** Rules for what may move in a fit. They follow from the settings of the bones and from their clip. */
import { boneDirection } from "../../../geometry/posing/posed-bones";
import type { Bone, JointLimits } from "../../../model/rig/rig";
import type { FitSettings } from "../../../model/skeleton/fit/fit-settings";
import type { Point } from "../../../model/skeleton/skeleton";
import type { SkeletonTree } from "../../tree/skeleton-tree";

/** What B bones may do. */
export interface Rules {
  /** B flags: the joint may turn; it may shift; the bone may change its size. */
  turns: Uint8Array;
  shifts: Uint8Array;
  scales: Uint8Array;
  /** B flags: neither the bone nor any bone above it may move, so its motion stays bit for bit. */
  held: Uint8Array;
  /** B flags: the weights stay. */
  lockedWeights: Uint8Array;
  /** B. */
  limits: (JointLimits | undefined)[];
  axes: Point[];
}

/**
 * A clip shifts a bone if its joint opens by more than this share of the diagonal, and scales it if its size changes by
 * more than this.
 */
export const SHIFTED = 1e-4;
const SCALED = 1e-3;

/**
 * @param motion F·B·12, the clip; null without a clip.
 * @param diagonal of the mesh at rest.
 */
export function rulesOf(
  bones: readonly Bone[],
  motion: Float32Array | null,
  diagonal: number,
  settings: FitSettings,
): Rules {
  const openings = motion && largestOpenings(bones, motion);
  const sizes = motion && largestSizeChanges(bones.length, motion);
  const rules: Rules = {
    turns: new Uint8Array(bones.length),
    shifts: new Uint8Array(bones.length),
    scales: new Uint8Array(bones.length),
    held: new Uint8Array(bones.length),
    lockedWeights: new Uint8Array(bones.length),
    limits: bones.map(({ limits }) => (settings.limits ? limits : undefined)),
    axes: bones.map((_, j) => boneDirection(bones, j)),
  };
  bones.forEach(({ name, parent }, j) => {
    const own = settings.bones[name] ?? {};
    const isRoot = parent < 0;
    const isLocked = own.lockMotion || (isRoot && settings.root === "kept");
    const translates = isRoot || (own.translate ?? (openings !== null && openings[j] > SHIFTED * diagonal));
    const scales = own.scale ?? (sizes !== null && sizes[j] > SCALED);
    rules.turns[j] = isLocked ? 0 : 1;
    rules.shifts[j] = !isLocked && translates ? 1 : 0;
    rules.scales[j] = !isLocked && scales ? 1 : 0;
    rules.held[j] = isLocked && (isRoot || rules.held[parent]) ? 1 : 0;
    rules.lockedWeights[j] = own.lockWeights ? 1 : 0;
  });
  return rules;
}

/** Whether bones below the roots may shift, or any bone may change its size. */
export const mayMoreThanTurn = ({ shifts, scales }: Rules, { parents }: SkeletonTree): boolean =>
  scales.some(Boolean) || shifts.some((may, j) => may === 1 && parents[j] >= 0);

/** The rules for bones that only turn about their joints. Roots move as before. */
export function onlyTurning(rules: Rules, { parents }: SkeletonTree): Rules {
  return {
    ...rules,
    shifts: rules.shifts.map((may, j) => (parents[j] < 0 ? may : 0)),
    scales: rules.scales.map(() => 0),
  };
}

/** B unit directions of the bones at rest, after joints have moved. */
export function directionsOf(bones: readonly Bone[], { parents, joints }: SkeletonTree): Point[] {
  const moved = bones.map((bone, j): Bone => {
    return { ...bone, parent: parents[j], head: [joints[3 * j], joints[3 * j + 1], joints[3 * j + 2]] };
  });
  return moved.map((_, j) => boneDirection(moved, j));
}

/** Adds helper bones to the rules. They may turn and shift, but not change their size. */
export function withHelpers(rules: Rules, count: number): Rules {
  const more = (flags: Uint8Array, flag: 0 | 1) => {
    const out = new Uint8Array(flags.length + count).fill(flag);
    out.set(flags);
    return out;
  };
  return {
    turns: more(rules.turns, 1),
    shifts: more(rules.shifts, 1),
    scales: more(rules.scales, 0),
    held: more(rules.held, 0),
    lockedWeights: more(rules.lockedWeights, 0),
    limits: [...rules.limits, ...Array.from({ length: count }, () => undefined)],
    axes: [...rules.axes, ...Array.from({ length: count }, (): Point => [0, 1, 0])],
  };
}

/** The same rules, with the motion of all but the last `free` bones locked. */
export function onlyLast(rules: Rules, free: number): Rules {
  const first = rules.turns.length - free;
  const flags = (flag: Uint8Array, value: 0 | 1) => flag.map((x, j) => (j < first ? value : x));
  return {
    ...rules,
    turns: flags(rules.turns, 0),
    shifts: flags(rules.shifts, 0),
    scales: flags(rules.scales, 0),
    held: flags(rules.held, 1),
  };
}

/**
 * Whether the solver for whole skeletons can find the motion. It cannot keep limits or change sizes, and it can only
 * lock a bone in world space, not relative to its parent.
 */
export const isPlain = ({ turns, scales, held, limits }: Rules): boolean =>
  turns.every((may, j) => may || held[j]) &&
  scales.every((may) => !may) &&
  limits.every((limit, j) => !limit || held[j]);

/** B: the largest distance over the frames between the places to which a bone and its parent carry the joint. */
function largestOpenings(bones: readonly Bone[], motion: Float32Array): Float64Array {
  const B = bones.length;
  const most = new Float64Array(B);
  for (let frame = 0; frame < motion.length; frame += 12 * B) {
    bones.forEach(({ parent, head }, j) => {
      if (parent < 0) return;
      const gap = [0, 4, 8].map((row) => {
        const at = (k: number) => {
          const m = frame + 12 * k + row;
          return motion[m] * head[0] + motion[m + 1] * head[1] + motion[m + 2] * head[2] + motion[m + 3];
        };
        return at(j) - at(parent);
      });
      most[j] = Math.max(most[j], Math.hypot(...gap));
    });
  }
  return most;
}

/** B: the largest change of size over the frames, as |size − 1|. */
function largestSizeChanges(B: number, motion: Float32Array): Float64Array {
  const most = new Float64Array(B);
  for (let at = 0; at < motion.length; at += 12) {
    const j = (at / 12) % B;
    most[j] = Math.max(most[j], Math.abs(sizeOf(motion, at) - 1));
  }
  return most;
}

/** The size of a row-major 3x4 from `at` on: the cube root of its determinant. */
function sizeOf(m: ArrayLike<number>, at: number): number {
  const [a, b, c] = [m[at], m[at + 1], m[at + 2]];
  const [d, e, f] = [m[at + 4], m[at + 5], m[at + 6]];
  const [g, h, i] = [m[at + 8], m[at + 9], m[at + 10]];
  return Math.cbrt(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g));
}
