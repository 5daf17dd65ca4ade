/** Names of the bones of limbs. */

import { distance, dot, minus, scaled } from "../../../math/vectors";
import type { BodyPlan } from "../body-plan";
import { side } from "../body-plane";
import { movesVertices } from "../body-shape";
import { height, type Limb } from "../limbs";
import { trunkPath } from "../trunk";
import type { RoleNamer } from "./role-namer";

/** Stems of a chain from the trunk to its end, one for each bone that moves vertices. */
const ARM = ["upperarm", "forearm", "hand"];
const LEG = ["thigh", "shin", "foot", "toe"];
const HIND = ["thigh", "shin", "hock", "foot", "toe"];
const FRONT = ["upperarm", "forearm", "paw", "toe"];
const FINGERS = ["thumb", "index", "middle", "ring", "pinky"];
/**
 * The first bone of a limb joins it to the trunk, like a collar bone, if it begins nearer to the middle than the next
 * by the factor `INWARD`, and the limb has more bones than its template or the bone is shorter than the next by
 * `SHORT`.
 */
const INWARD = 0.75;
const SHORT = 0.8;
/** A bone that is shorter than the next by this factor need not begin nearer to the middle. */
const TINY = 0.35;
/** A hand is shorter than the forearm by this factor. */
const HAND = 0.7;

/** Names the bones of one limb, on both sides. Bones that are not recognised get no name. */
export function nameLimb(plan: BodyPlan, limb: Limb, namer: RoleNamer): void {
  const { ends, kind, shape } = plan;
  const { chain, digits, others } = limb;
  if (ends.legs.includes(limb)) {
    if (kind === "many-legged") {
      const order = [...ends.legs].sort((a, b) => forwardPlace(plan, b) - forwardPlace(plan, a));
      namer.chain(chain, [`leg${order.indexOf(limb) + 1}`]);
    } else nameLeg(plan, limb, namer);
  } else if (isOfHead(plan, limb)) {
    namer.chain(chain, [earOrEye(plan, limb)]);
  } else if (kind === "biped" && limb === armOf(plan)) {
    nameArm(plan, limb, namer);
  } else if (kind === "limbless") {
    namer.chain(chain, ["fin"]);
  } else if (chain.length > 1 && limb.reach > 0.15) {
    namer.chain(chain, ["wing"]);
    [...digits, ...others].forEach((digit, n) => {
      namer.chain(digit, [`feather${n + 1}`]);
    });
  }
  const last = namer.stems[chain[chain.length - 1]];
  for (const digit of digits)
    if (last && !movesVertices(shape, digit[0])) namer.chain(digit, [last.stem], true);
}

const armOf = ({ ends }: BodyPlan): Limb | undefined =>
  ends.arms.find(({ attach, reach }) => attach === ends.chest && reach > 0.1);

/** Whether the parent of a small limb is the head, or a bone between chest and head. */
function isOfHead({ ends, shape, trunk }: BodyPlan, { attach, reach, chain }: Limb): boolean {
  if (ends.head < 0 || reach > 0.35 || !movesVertices(shape, chain[0])) return false;
  if (attach === ends.head) return true;
  const from = ends.chest >= 0 ? ends.chest : ends.pelvis;
  return from >= 0 && attach !== from && trunkPath(shape, trunk, from, ends.head).includes(attach);
}

/**
 * Tells ears from eyes. Ears end above where they begin or point away from the head. Eyes are small and turn in place.
 */
function earOrEye({ shape }: BodyPlan, { chain, base, reach }: Limb): string {
  const tip = shape.tips[chain[chain.length - 1]];
  const rises = height(shape, tip) - height(shape, base);
  return rises > 0.02 || reach > 0.08 ? "ear" : "eye";
}

const moving = ({ shape }: BodyPlan, chain: readonly number[]) =>
  chain.filter((j) => movesVertices(shape, j)).length;

/** The number of bones at the start of a chain that join it to the trunk, like a collar bone. */
function girdle({ shape, pairs, ...plan }: BodyPlan, chain: readonly number[], template: number): number {
  const count = moving({ shape, pairs, ...plan }, chain);
  const off = (j: number) => Math.abs(side(pairs.plane, shape.bones[j].head));
  const reach = (n: number) =>
    distance(
      shape.bones[chain[n]].head,
      chain[n + 1] >= 0 ? shape.bones[chain[n + 1]].head : shape.tips[chain[n]],
    );
  let n = 0;
  // At most one bone of the template may be missing afterwards.
  while (count - n > Math.max(2, template - 1)) {
    const isInward = off(chain[n]) < INWARD * off(chain[n + 1]);
    const isShort = reach(n) < SHORT * reach(n + 1);
    const fits = (isInward && (isShort || count - n > template)) || reach(n) < TINY * reach(n + 1);
    if (!fits || (count - n <= template && n > 0)) break;
    n++;
  }
  return n;
}

/**
 * The number of bones, at most two, before the two longest in a row. An arm that ends in a mitten has many short bones
 * after these.
 */
function beforeLongest({ shape }: BodyPlan, chain: readonly number[]): number {
  const reach = (n: number) => distance(shape.bones[chain[n]].head, shape.bones[chain[n + 1]].head);
  const both = [0, 1, 2].map((n) => reach(n) + reach(n + 1));
  return both.indexOf(Math.max(...both));
}

function nameArm(plan: BodyPlan, { chain, digits }: Limb, namer: RoleNamer): void {
  const { shape } = plan;
  const alive = digits.filter(([base]) => movesVertices(shape, base));
  const joined =
    alive.length === 0 && moving(plan, chain) > ARM.length + 1
      ? beforeLongest(plan, chain)
      : girdle(plan, chain, ARM.length);
  namer.chain(chain.slice(0, joined), ["clavicle"]);
  const bones = chain.slice(joined);
  if (alive.length > 0) {
    const hasHand = bones.length > 2 || (bones.length === 2 && isHand(plan, bones));
    // If there are more bones than an upper arm and a forearm, the forearm is divided.
    bones.forEach((j, n) => {
      namer.give(j, hasHand && n === bones.length - 1 ? "hand" : n === 0 ? "upperarm" : "forearm");
    });
  } else if (bones.length === 1) namer.chain(bones, ["arm"]);
  else namer.chain(bones, [...ARM, "fingers"]);
  nameFingers(plan, chain[chain.length - 1], alive, namer);
}

/** Whether the second of two bones before the fingers is a hand, not a forearm. */
function isHand({ shape }: BodyPlan, bones: readonly number[]): boolean {
  const [a, b] = bones.map((j) => shape.bones[j].head);
  const fingers = shape.children[bones[bones.length - 1]].map((j) => shape.bones[j].head);
  const mean = fingers.reduce((sum, p) => sum + distance(b, p) / fingers.length, 0);
  return mean < HAND * distance(a, b);
}

/** Names fingers. The thumb ends nearest to the wrist, and the others follow from it to the far side of the hand. */
function nameFingers({ shape }: BodyPlan, hand: number, digits: readonly number[][], namer: RoleNamer): void {
  if (digits.length === 1 || digits.length > FINGERS.length) {
    digits.forEach((digit, n) => {
      namer.chain(digit, [digits.length === 1 ? "fingers" : `finger${n + 1}`]);
    });
    return;
  }
  const wrist = shape.bones[hand].head;
  const tip = (digit: readonly number[]) => shape.tips[digit[digit.length - 1]];
  const [thumb] = [...digits].sort((a, b) => distance(wrist, tip(a)) - distance(wrist, tip(b)));
  const order = [...digits].sort((a, b) => distance(tip(thumb), tip(a)) - distance(tip(thumb), tip(b)));
  order.forEach((digit, n) => {
    namer.chain(digit, [FINGERS[n]]);
  });
}

function nameLeg(plan: BodyPlan, limb: Limb, namer: RoleNamer): void {
  const { shape, kind } = plan;
  const { chain, digits } = limb;
  const isFront = kind === "quadruped" && isFrontLeg(plan, limb);
  const template = isFront ? FRONT : kind === "quadruped" ? HIND : LEG;
  const joined = girdle(plan, chain, template.length);
  namer.chain(chain.slice(0, joined), [isFront ? "scapula" : "hip"]);
  const bones = chain.slice(joined);
  const count = moving(plan, bones);
  if (count === 1) namer.chain(bones, [isFront ? "foreleg" : "leg"]);
  else namer.chain(bones, template === HIND && count < 4 ? LEG : template);
  const alive = digits.filter(([base]) => movesVertices(shape, base));
  alive.forEach((digit, n) => {
    namer.chain(digit, [alive.length === 1 ? "toe" : `toe${n + 1}`]);
  });
}

/**
 * Whether a limb is a front leg. Of two pairs of legs, the front one begins at the chest, or farther forward on the
 * same bone.
 */
function isFrontLeg(plan: BodyPlan, limb: Limb): boolean {
  const { legs, pelvis, chest } = plan.ends;
  if (pelvis !== chest) return limb.attach === chest;
  return legs.every((other) => forwardPlace(plan, limb) >= forwardPlace(plan, other));
}

/** How far forward a limb begins, towards the head. */
function forwardPlace({ shape, ends }: BodyPlan, { base }: Limb): number {
  if (ends.head < 0) return base[2];
  const from = ends.pelvis >= 0 ? shape.bones[ends.pelvis].head : base;
  const way = minus(shape.middles[ends.head], from);
  return dot(minus(way, scaled(shape.up, dot(shape.up, way))), base);
}
