/** A pose in f64 with the places of its bones. Turning a joint updates them. */

import { cross, dot, minus, plus, scaled, unit } from "../../math/vectors";
import type { Pose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { branchOf } from "../../model/tree-of-parents";
import { swingTwist, withinLimits } from "./joint-limits";
import { stopAtLimits } from "./limit-stop";
import { about, after, back, between, normalized, type Turn, turnAt, turned } from "./turns";

/** A point of a bone, in the rest pose. */
export interface BonePoint {
  bone: number;
  point: Point;
}

/**
 * The direction of a bone at rest: to the middle of its children, or without children its parent's direction; y if
 * there is neither.
 */
export function boneDirection(bones: readonly Bone[], j: number): Point {
  const { head, parent } = bones[j];
  const children = bones.filter((bone) => bone.parent === j);
  const along = children.reduce((sum, child) => plus(sum, minus(child.head, head)), [0, 0, 0] as Point);
  const onwards = parent < 0 ? null : unit(minus(head, bones[parent].head), 1e-9);
  return unit(along, 1e-9) ?? onwards ?? [0, 1, 0];
}

/** A turn about the line from a bone's head to `end`. */
interface SwivelAsk {
  end: Point;
  /** The point that turns towards a place. */
  bend: Point;
  towards: Point;
  /** Rounds the angle to multiples of it, in radians; 0 for any angle. */
  step: number;
  /** The share of that angle that it turns. Default 1. */
  share?: number;
}

/** The angle about an axis from one direction to another; 0 if one of them lies along the axis. */
function angleAbout(axis: Point, from: Point, to: Point): number {
  const across = (v: Point) => unit(minus(v, scaled(axis, dot(axis, v))), 1e-9);
  const [a, b] = [across(from), across(to)];
  return a && b ? Math.atan2(dot(cross(a, b), axis), dot(a, b)) : 0;
}

export class PosedBones {
  readonly bones: readonly Bone[];
  /** The rotation of each bone relative to its parent, in the axes of the rest pose. */
  readonly local: Turn[];
  readonly shifts: Point[];
  /** The rotation of each bone in world space, and the place of its head. */
  readonly world: Turn[];
  readonly heads: Point[];
  /** Cached directions of bones at rest. Copies share them. */
  private readonly directions: Map<number, Point>;

  /** @param pose 4B rotations and 3B translations, as in `Pose`. */
  constructor(
    bones: readonly Bone[],
    { rotations, translations }: { rotations: ArrayLike<number>; translations: ArrayLike<number> },
    directions = new Map<number, Point>(),
  ) {
    this.bones = bones;
    this.directions = directions;
    this.local = bones.map((_, j) => normalized(turnAt(rotations, j)));
    this.shifts = bones.map((_, j) => [
      translations[3 * j],
      translations[3 * j + 1],
      translations[3 * j + 2],
    ]);
    this.world = bones.map((): Turn => [0, 0, 0, 1]);
    this.heads = bones.map((): Point => [0, 0, 0]);
    this.refresh(bones.keys());
  }

  /** Applies the motion of parents to bones. Parents must come before children. */
  refresh(which: Iterable<number>): void {
    for (const j of which) {
      const { parent, head } = this.bones[j];
      const place = plus(head, this.shifts[j]);
      this.world[j] = parent < 0 ? this.local[j] : normalized(after(this.world[parent], this.local[j]));
      this.heads[j] = parent < 0 ? place : this.place({ bone: parent, point: place });
    }
  }

  /** The place of a bone's point in the pose. */
  place({ bone, point }: BonePoint): Point {
    return plus(this.heads[bone], turned(this.world[bone], minus(point, this.bones[bone].head)));
  }

  direction(j: number): Point {
    const found = this.directions.get(j) ?? boneDirection(this.bones, j);
    this.directions.set(j, found);
    return found;
  }

  /**
   * Sets a joint's rotation, clamped to its limits if `keepLimits` is set.
   * @param along the bones that follow, parents first.
   */
  setLocal(j: number, local: Readonly<Turn>, keepLimits: boolean, along: readonly number[]): void {
    this.local[j] = keepLimits
      ? withinLimits(local, this.direction(j), this.bones[j].limits)
      : normalized(local);
    this.refresh(along);
  }

  /** Turns a bone in world space about its head, on top of its current rotation. */
  turn(j: number, by: Readonly<Turn>, keepLimits: boolean, along: readonly number[]): void {
    const { parent } = this.bones[j];
    const now = after(by, this.world[j]);
    this.setLocal(j, parent < 0 ? now : after(back(this.world[parent]), now), keepLimits, along);
  }

  /**
   * Turns a bone about its head so that one place moves into the direction of another. A hinge turns about its axis.
   */
  aim(j: number, from: Point, to: Point, keepLimits: boolean, along: readonly number[]): void {
    const [a, b] = [minus(from, this.heads[j]), minus(to, this.heads[j])];
    const hinge = keepLimits ? this.bones[j].limits?.hinge : undefined;
    const axis = hinge && turned(this.world[j], hinge.axis);
    const by = axis ? about(axis, angleAbout(axis, a, b)) : between(a, b);
    this.turn(j, by, keepLimits, along);
  }

  /** The turn of a hinge in world space, by an angle towards the middle of its range; null if the joint is no hinge. */
  openTurn(j: number, angle: number): Turn | null {
    const hinge = this.bones[j].limits?.hinge;
    if (!hinge) return null;
    const { twist } = swingTwist(this.local[j], hinge.axis);
    const middle = (hinge.range[0] + hinge.range[1]) / 2;
    return about(turned(this.world[j], hinge.axis), twist <= middle ? angle : -angle);
  }

  /** Moves a bone and all below it, in world space. */
  shift(j: number, by: Point): void {
    const { parent } = this.bones[j];
    this.shifts[j] = plus(this.shifts[j], parent < 0 ? by : turned(back(this.world[parent]), by));
    this.refresh(this.branch(j));
  }

  /** Moves one bone in the axes of its parent. A later change must move its children. */
  move(j: number, by: Point): void {
    this.shifts[j] = plus(this.shifts[j], by);
    this.refresh([j]);
  }

  /**
   * Turns a bone about the line from its head to `end`, so that `bend` points at a place. `end` stays in place.
   * @returns the angle, and whether the joint's limits stopped it.
   */
  swivel(
    j: number,
    { end, bend, towards, step, share = 1 }: SwivelAsk,
    keepLimits: boolean,
  ): { angle: number; stopped: boolean } {
    const head = this.heads[j];
    const line = unit(minus(end, head));
    if (!line) return { angle: 0, stopped: false };
    const free = angleAbout(line, minus(bend, head), minus(towards, head));
    const wanted = share * (step > 0 ? step * Math.round(free / step) : free);
    if (wanted === 0) return { angle: 0, stopped: false };
    const [{ parent, limits }, was] = [this.bones[j], this.world[j]];
    const at = (angle: number): Turn => {
      const now = after(about(line, angle), was);
      return normalized(parent < 0 ? now : after(back(this.world[parent]), now));
    };
    const angle = keepLimits ? stopAtLimits(at, wanted, this.direction(j), limits) : wanted;
    this.setLocal(j, at(angle), false, this.branch(j));
    return { angle, stopped: angle !== wanted };
  }

  /** A bone and all below it, parents first. */
  branch(j: number): number[] {
    return branchOf(this.bones, j);
  }

  copy(): PosedBones {
    const pose = { rotations: this.local.flat(), translations: this.shifts.flat() };
    return new PosedBones(this.bones, pose, this.directions);
  }

  toPose(name: string): Pose {
    return {
      name,
      rotations: Float32Array.from(this.local.flat()),
      translations: Float32Array.from(this.shifts.flat()),
    };
  }
}
