/**
 * The hound's motion: a rigid transform of every bone at any time. It walks, turns and shakes; two-bone IK plants the
 * feet.
 */
import { HOUND_BONES, type HoundBone } from "./hound-body";
import {
  add,
  apply,
  clamp,
  cross,
  dot,
  frameAlong,
  IDENTITY,
  length,
  type Mat3,
  multiply,
  normalise,
  ramp,
  scale,
  subtract,
  transpose,
  turn,
  type Vec3,
} from "./vector";

export const HOUND_FPS = 24;
/** First and last frame of each clip. */
export const HOUND_CLIPS = [
  { name: "walk", first: 0, last: 47 },
  { name: "turn", first: 48, last: 83 },
  { name: "shake", first: 84, last: 119 },
];

/** Rest to posed: p' = turn · (p − bone.head) + head. */
export interface BonePose {
  turn: Mat3;
  head: Vec3;
}

const FRAMES_PER_STRIDE = 24;
const STRIDE = 0.44;
/** Share of a stride with the foot on the ground. */
const DUTY = 0.62;
/** Rotation about the vertical in radians; negative is to the right. */
const TURN = -1.05;
const SHAKES_PER_SECOND = 3.2;
const UP: Vec3 = [0, 1, 0];

/** The state of the whole body at a moment. */
interface Gait {
  /** Strides since the start. */
  phase: number;
  /** How much it walks, 0 to 1. */
  walk: number;
  /** Radians about the vertical. */
  yaw: number;
  /** Radians per stride. */
  yawRate: number;
  /** Angle of the shaking at a lag in seconds, −1..1. */
  shake: (lag: number) => number;
}

function gaitAt(frame: number): Gait {
  const yawAt = (f: number) => TURN * ramp(46, 92, f);
  const shakeAt = (f: number) => ramp(87, 93, f) * (1 - ramp(108, 118, f));
  return {
    phase: frame / FRAMES_PER_STRIDE,
    walk: 1 - 0.25 * ramp(44, 52, frame) - 0.75 * ramp(78, 89, frame),
    yaw: yawAt(frame),
    yawRate: (yawAt(frame + 0.5) - yawAt(frame - 0.5)) * FRAMES_PER_STRIDE,
    shake: (lag) => {
      const f = frame - lag * HOUND_FPS;
      return shakeAt(f) * Math.sin((2 * Math.PI * SHAKES_PER_SECOND * f) / HOUND_FPS);
    },
  };
}

/** Roll of the trunk while shaking: amplitude in radians and lag in seconds behind the head. */
const SHAKE: Record<string, [roll: number, lag: number]> = {
  head: [0.62, 0],
  snout: [0.62, 0],
  jaw: [0.56, 0.02],
  neck_02: [0.5, 0.015],
  neck_01: [0.4, 0.03],
  chest: [0.3, 0.05],
  spine_02: [0.25, 0.07],
  spine_01: [0.2, 0.09],
  pelvis: [0.15, 0.11],
};

/** Rotation of a trunk, tail or ear bone relative to its parent. */
function bend(bone: HoundBone, gait: Gait): Mat3 {
  const wave = (cycles: number, lag: number) =>
    gait.walk * Math.sin(2 * Math.PI * (cycles * gait.phase - lag));
  const lean = clamp(gait.yawRate, -1.2, 1.2);
  const roll = (name: string | null) => {
    const [size, lag] = SHAKE[name ?? ""] ?? [0, 0];
    return size * gait.shake(lag);
  };
  const twist = bone.name in SHAKE ? roll(bone.name) - roll(bone.parent) : 0;
  const tail = /^tail_0(\d)/.exec(bone.name);
  if (tail) {
    const n = Number(tail[1]);
    const yaw = 0.11 * wave(1, 0.09 * n) + 0.05 * lean + 0.3 * gait.shake(0.12 + 0.035 * n);
    const lift = 0.05 * wave(2, 0.1 * n) + 0.04 * ramp(86, 94, gait.phase * FRAMES_PER_STRIDE);
    return turn(0, yaw, -lift);
  }
  switch (bone.name) {
    case "pelvis":
      return turn(0.045 * wave(1, 0.05) + twist, 0.05 * wave(1, 0.3), 0.018 * wave(2, 0.1));
    case "spine_01":
    case "spine_02":
      return turn(twist - 0.03 * wave(1, 0.15), -0.045 * wave(1, 0.3) + 0.11 * lean, 0.022 * wave(2, 0.3));
    case "chest":
      return turn(twist - 0.04 * wave(1, 0.25), -0.04 * wave(1, 0.35) + 0.11 * lean, -0.03 * wave(2, 0.15));
    case "neck_01":
      return turn(twist, 0.035 * wave(1, 0.4) + 0.16 * lean, -0.1 + 0.055 * wave(2, 0.35));
    case "neck_02":
      return turn(twist, 0.02 * wave(1, 0.45) + 0.17 * lean, -0.06 + 0.045 * wave(2, 0.4));
    case "head":
      return turn(twist, 0.16 * lean, 0.1 - 0.075 * wave(2, 0.42));
    case "jaw":
      return turn(twist, 0, -0.07 - 0.03 * wave(4, 0));
    case "ear_L":
    case "ear_R": {
      const side = bone.head[2] > 0 ? 1 : -1;
      const flap = 0.5 * gait.shake(0.06 + (side > 0 ? 0.02 : 0));
      return turn(0.05 * side * wave(2, 0.6) + flap, 0, 0.1 * wave(2, 0.65) - 0.1 * Math.abs(flap));
    }
    case "shoulder_L":
    case "shoulder_R":
      return turn(0, 0, 0.16 * gait.walk * footAt(bone.name.endsWith("_L") ? 0.25 : 0.75, gait).reach);
    default:
      return turn(twist, 0, 0);
  }
}

/**
 * A foot's position in its step: `reach` 1 far forward, −1 far back; `lift` 0..1; `swing` 0..1 or null on the ground.
 */
function footAt(offset: number, gait: Gait): { reach: number; lift: number; swing: number | null } {
  const p = (((gait.phase + offset) % 1) + 1) % 1;
  if (p < DUTY) return { reach: 1 - (2 * p) / DUTY, lift: 0, swing: null };
  const q = (p - DUTY) / (1 - DUTY);
  return { reach: -1 + 2 * ramp(0, 1, q), lift: Math.sin(Math.PI * q) ** 1.4, swing: q };
}

/** The bones of one leg from the top of its two-bone chain down, and its differences from the others. */
interface Leg {
  upper: string;
  lower: string;
  cannon: string;
  foot: string;
  offset: number;
  /** Direction of the middle joint: −1 is an elbow, 1 a knee. */
  pole: number;
  /** How far the foot lifts, and how much the cannon bends back during the swing. */
  lift: number;
  fold: number;
}

const LEGS: Leg[] = (["_L", "_R"] as const).flatMap((side) => {
  const right = side === "_R" ? 0.5 : 0;
  const fore = { upper: "upper_arm", lower: "forearm", cannon: "wrist", foot: "paw" };
  const hind = { upper: "thigh", lower: "shin", cannon: "hock", foot: "foot" };
  const named = (names: typeof fore) => ({
    upper: names.upper + side,
    lower: names.lower + side,
    cannon: names.cannon + side,
    foot: names.foot + side,
  });
  return [
    { ...named(fore), offset: 0.25 + right, pole: -1, lift: 0.12, fold: 1.15 },
    { ...named(hind), offset: right, pole: 1, lift: 0.09, fold: 0.5 },
  ];
});

const index = new Map(HOUND_BONES.map((bone, j) => [bone.name, j]));
const boneOf = (name: string): HoundBone => HOUND_BONES[index.get(name)!];

/** The rotation from a bone's rest direction to `direction`, with the sideways axis near `side`. */
function aim(bone: HoundBone, direction: Vec3, side: Vec3): Mat3 {
  const rest = frameAlong(subtract(bone.tail, bone.head), [0, 0, 1]);
  return multiply(frameAlong(direction, side), transpose(rest));
}

/** The middle joint of a chain of two lengths from `top` to `end`; `end` is pulled in if it is out of reach. */
function solveTwoBones(
  top: Vec3,
  end: Vec3,
  l1: number,
  l2: number,
  pole: Vec3,
): { middle: Vec3; end: Vec3 } {
  const d = subtract(end, top);
  const reach = Math.min(length(d), 0.995 * (l1 + l2));
  const along = normalise(d);
  const a = (l1 * l1 - l2 * l2 + reach * reach) / (2 * reach);
  const h = Math.sqrt(Math.max(0, l1 * l1 - a * a));
  const across = normalise(subtract(pole, scale(along, dot(pole, along))));
  return { middle: add(add(top, scale(along, a)), scale(across, h)), end: add(top, scale(along, reach)) };
}

/** Poses one leg whose top joint is at `top`; `ground` turns with the body about the vertical only. */
function poseLeg(
  leg: Leg,
  gait: Gait,
  top: Vec3,
  ground: (p: Vec3) => Vec3,
  set: (name: string, pose: BonePose) => void,
) {
  const [upper, lower, cannon, foot] = [leg.upper, leg.lower, leg.cannon, leg.foot].map(boneOf);
  const step = footAt(leg.offset, gait);
  const forward = subtract(ground([1, 0, 0]), ground([0, 0, 0]));
  const side = cross(forward, UP);
  const swing = step.swing ?? 0;
  // Positions of the toes: on the ground they move back with the stride and around with the turn.
  const curl = turn(0, 0.5 * gait.walk * gait.yawRate * DUTY * step.reach, 0);
  const slide: Vec3 = [0.5 * STRIDE * gait.walk * step.reach, leg.lift * gait.walk * step.lift, 0];
  const toes = ground(add(apply(curl, foot.tail), slide));
  // The foot rolls over its toes before it lifts off, and hangs during the swing.
  const push = step.swing === null ? ramp(-0.55, -1, step.reach) : 1 - ramp(0, 0.75, swing);
  const pitch = -gait.walk * (0.55 * push + 0.5 * step.lift * (1 - swing));
  const rollAbout = (angle: number, v: Vec3): Vec3 => {
    const w = apply(turn(0, 0, angle), v);
    return subtract(ground(w), ground([0, 0, 0]));
  };
  const ankle = subtract(toes, rollAbout(pitch, subtract(foot.tail, foot.head)));
  const lean = gait.walk * (0.2 * step.reach - leg.fold * step.lift * (1 - 0.5 * swing) - 0.18 * push);
  const wrist = subtract(ankle, rollAbout(lean, subtract(cannon.tail, cannon.head)));
  const l1 = length(subtract(upper.tail, upper.head));
  const l2 = length(subtract(lower.tail, lower.head));
  const solved = solveTwoBones(top, wrist, l1, l2, scale(forward, leg.pole));
  const missed = subtract(solved.end, wrist);
  const paw = add(ankle, missed);
  set(upper.name, { turn: aim(upper, subtract(solved.middle, top), side), head: top });
  set(lower.name, { turn: aim(lower, subtract(solved.end, solved.middle), side), head: solved.middle });
  set(cannon.name, { turn: aim(cannon, subtract(paw, solved.end), side), head: solved.end });
  set(foot.name, { turn: aim(foot, subtract(add(toes, missed), paw), side), head: paw });
}

/** Poses of all bones at a time in frames, in the order of HOUND_BONES. */
export function houndPose(frame: number): BonePose[] {
  const gait = gaitAt(frame);
  const poses: BonePose[] = HOUND_BONES.map((bone) => ({ turn: IDENTITY, head: bone.head }));
  const set = (name: string, pose: BonePose) => {
    poses[index.get(name)!] = pose;
  };
  const yaw = turn(0, gait.yaw, 0);
  const bob = 0.016 * gait.walk * Math.sin(4 * Math.PI * (gait.phase - 0.05));
  const sway = 0.018 * gait.walk * Math.sin(2 * Math.PI * (gait.phase + 0.1));
  const ground = (p: Vec3): Vec3 => apply(yaw, p);
  const legBones = new Set(LEGS.flatMap((leg) => [leg.upper, leg.lower, leg.cannon, leg.foot]));
  HOUND_BONES.forEach((bone, j) => {
    if (legBones.has(bone.name)) return;
    if (bone.parent === null) {
      const head = ground(add(bone.head, [0, bob - 0.035, sway]));
      poses[j] = { turn: multiply(yaw, bend(bone, gait)), head };
      return;
    }
    const parent = poses[index.get(bone.parent)!];
    const from = boneOf(bone.parent);
    poses[j] = {
      turn: multiply(parent.turn, bend(bone, gait)),
      head: add(parent.head, apply(parent.turn, subtract(bone.head, from.head))),
    };
  });
  for (const leg of LEGS) {
    const upper = boneOf(leg.upper);
    const parent = boneOf(upper.parent!);
    const pose = poses[index.get(upper.parent!)!];
    const top = add(pose.head, apply(pose.turn, subtract(upper.head, parent.head)));
    poseLeg(leg, gait, top, ground, set);
  }
  return poses;
}
