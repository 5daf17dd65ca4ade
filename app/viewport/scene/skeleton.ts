import { type Matrix4, Vector3 } from "three/webgpu";
import type { Bone, Rig } from "../../../workers/model/rig";
import { matrixOf } from "../geometry/bone-boxes";
import {
  awayFromBone,
  drawJoint,
  drawOctahedron,
  type FlatBone,
  halfWidth,
  PLAIN,
  WHITE,
} from "../overlay/bone-shapes";
import type { Shapes } from "../overlay/shapes";
import { boneColour, type Rgb } from "../palette";
import type { Lens } from "../picking/lens";

/** Length of a bone without children over its parent's, and over the mesh's diagonal where it has no parent either. */
const TIP = 0.6;
const LONE = 0.06;
/** End of a bone without children, over the way from its head to the middle of what it moves; the least such way. */
const THROUGH = 1.8;
const LEAST_TIP = 0.01;
const HEAD = 2.6;
const HEAD_SELECTED = 4;
/** How far from a bone's edge the pointer still means it, in CSS pixels. */
const REACH = 6;

/** A stretch of a bone: from its head to that of a child, or through what it moves. */
export interface BonePart {
  bone: number;
  head: Vector3;
  tail: Vector3;
}

export const isTree = (bones: readonly Bone[]): boolean => bones.some(({ parent }) => parent >= 0);

/** Weighted middle of what each of some bones moves in the rest pose; the bone's head where it moves nothing. */
function middlesOf({ bones, weights, rest }: Rig, wanted: ReadonlySet<number>): Vector3[] {
  const sums = bones.map(() => new Vector3());
  const whole = new Float64Array(bones.length);
  const p = new Vector3();
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      if (!wanted.has(j)) continue;
      sums[j].addScaledVector(p.fromArray(rest, 3 * i), weights.values[e]);
      whole[j] += weights.values[e];
    }
  }
  return sums.map((sum, j) => (whole[j] > 0 ? sum.divideScalar(whole[j]) : sum.set(...bones[j].head)));
}

/** The stretches of a skeleton's bones in the rest pose; `diagonal` is the mesh's. */
function boneParts(rig: Rig, diagonal: number): BonePart[] {
  const { bones } = rig;
  const parts: BonePart[] = [];
  const heads = bones.map(({ head }) => new Vector3(...head));
  const parents = new Set<number>();
  bones.forEach(({ parent }, j) => {
    if (parent < 0 || heads[j].distanceTo(heads[parent]) < 1e-6 * diagonal) return;
    parents.add(parent);
    parts.push({ bone: parent, head: heads[parent], tail: heads[j] });
  });
  const tips = new Set([...bones.keys()].filter((j) => !parents.has(j)));
  const middles = middlesOf(rig, tips);
  bones.forEach(({ parent }, bone) => {
    if (!tips.has(bone)) return;
    // Through what it moves; one whose joint lies in the middle of that goes on as its parent came to it.
    const along = middles[bone].sub(heads[bone]).multiplyScalar(THROUGH);
    if (along.length() < LEAST_TIP * diagonal && parent >= 0)
      along.copy(heads[bone]).sub(heads[parent]).multiplyScalar(TIP);
    if (along.length() < 1e-6 * diagonal) along.set(0, LONE * diagonal, 0);
    parts.push({ bone, head: heads[bone], tail: heads[bone].clone().add(along) });
  });
  return parts;
}

/** A stretch as it lies in a view. */
interface Flat extends FlatBone {
  bone: number;
  depth: number;
}

export interface BoneStates {
  selected: number | null;
  /** Selected with it. */
  also: readonly number[];
  hovered: number | null;
  hidden: readonly number[];
}

const isChosen = ({ selected, also }: BoneStates, bone: number) => bone === selected || also.includes(bone);

/** A skeleton whose bones have parents: flat octahedra with a dark casing, over the mesh. */
export class Skeleton {
  private parts: BonePart[] = [];
  private posed: BonePart[] = [];
  private rig: Rig | null = null;

  /** Takes a pose: 3x4 from rest to posed, 12B, and the matrix that takes those to the world. */
  setPose(rig: Rig, matrices: ArrayLike<number>, world: Matrix4, diagonal: number): void {
    if (rig !== this.rig) this.parts = boneParts(rig, diagonal);
    this.rig = rig;
    const posed = rig.bones.map((_, j) => matrixOf(matrices, j).premultiply(world));
    this.posed = this.parts.map(({ bone, head, tail }) => ({
      bone,
      head: head.clone().applyMatrix4(posed[bone]),
      tail: tail.clone().applyMatrix4(posed[bone]),
    }));
  }

  private flat(lens: Lens, hidden: readonly number[]): Flat[] {
    const flat: Flat[] = [];
    for (const { bone, head, tail } of this.posed) {
      if (hidden.includes(bone)) continue;
      const [a, b] = [lens.inView(head), lens.inView(tail)];
      if (!a || !b) continue;
      const half = halfWidth(Math.hypot(b[0] - a[0], b[1] - a[1]));
      flat.push({ bone, head: a, tail: b, half, depth: lens.camera.position.distanceToSquared(head) });
    }
    return flat;
  }

  /** Adds the bones as a view shows them, the farthest first, selected ones last. `plain`: all of one colour. */
  draw(shapes: Shapes, lens: Lens, states: BoneStates, accent: Rgb, plain: boolean): void {
    const rank = ({ bone, depth }: Flat) => (isChosen(states, bone) ? -1 : depth);
    const order = this.flat(lens, states.hidden).sort((a, b) => rank(b) - rank(a));
    for (const part of order) drawBone(shapes, part, states, accent, plain);
  }

  /** The bone at a point of the view, or null: the one that the point lies deepest in, or next to. */
  at(x: number, y: number, lens: Lens, hidden: readonly number[]): number | null {
    let best: number | null = null;
    let least = REACH;
    for (const part of this.flat(lens, hidden)) {
      const away = awayFromBone(part, x, y);
      if (away < least) [least, best] = [away, part.bone];
    }
    return best;
  }
}

function drawBone(shapes: Shapes, part: Flat, states: BoneStates, accent: Rgb, plain: boolean): void {
  const { bone, head } = part;
  const selected = isChosen(states, bone);
  const hovered = bone === states.hovered;
  const colour = selected ? accent : plain ? PLAIN : boneColour(bone);
  const edge = selected || hovered ? WHITE : colour;
  const alpha = selected ? 0.85 : hovered ? 0.7 : 0.5;
  drawOctahedron(shapes, part, { colour, edge, alpha, strong: selected, presence: 1 });
  const radius = selected ? HEAD_SELECTED : HEAD;
  if (selected) shapes.ring(head, radius + 4.5, 1.5, accent);
  drawJoint(shapes, head, radius, edge);
}
