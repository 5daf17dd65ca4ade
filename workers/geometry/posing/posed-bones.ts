/** A pose in f64, with where its bones are: turns of joints update it. */

import type { Pose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { branchOf } from "../../model/tree-of-parents";
import { cross, dot, minus, plus, scaled, unit } from "../vectors";
import { limited } from "./joint-limits";
import { about, after, back, normalized, type Turn, turnAt, turned } from "./turns";

/** A point of a bone, in the rest pose. */
export interface BonePoint {
  bone: number;
  point: Point;
}

/** The direction of a bone at rest: to the middle of its children, else on from its parent; y if there is neither. */
export function boneDirection(bones: readonly Bone[], j: number): Point {
  const { head, parent } = bones[j];
  const children = bones.filter((bone) => bone.parent === j);
  const along = children.reduce((sum, child) => plus(sum, minus(child.head, head)), [0, 0, 0] as Point);
  const onwards = parent < 0 ? null : unit(minus(head, bones[parent].head), 1e-9);
  return unit(along, 1e-9) ?? onwards ?? [0, 1, 0];
}

export class PosedBones {
  readonly bones: readonly Bone[];
  /** Of each bone, relative to its parent, in the axes of the rest pose. */
  readonly local: Turn[];
  readonly shifts: Point[];
  /** Of each bone in the world, and where its head is. */
  readonly world: Turn[];
  readonly heads: Point[];
  private readonly directions = new Map<number, Point>();

  /** @param pose 4B rotations and 3B translations, as in `Pose`. */
  constructor(
    bones: readonly Bone[],
    { rotations, translations }: { rotations: ArrayLike<number>; translations: ArrayLike<number> },
  ) {
    this.bones = bones;
    this.local = bones.map((_, j) => normalized(turnAt(rotations, j)));
    this.shifts = bones.map((_, j) => [
      translations[3 * j],
      translations[3 * j + 1],
      translations[3 * j + 2],
    ]);
    this.world = bones.map((): Turn => [0, 0, 0, 1]);
    this.heads = bones.map((): Point => [0, 0, 0]);
    this.update(bones.keys());
  }

  /** Carries parents' motion on to bones; parents must come before children. */
  private update(which: Iterable<number>): void {
    for (const j of which) {
      const { parent, head } = this.bones[j];
      const place = plus(head, this.shifts[j]);
      this.world[j] = parent < 0 ? this.local[j] : normalized(after(this.world[parent], this.local[j]));
      this.heads[j] = parent < 0 ? place : this.place({ bone: parent, point: place });
    }
  }

  /** Where a point of a bone is in the pose. */
  place({ bone, point }: BonePoint): Point {
    return plus(this.heads[bone], turned(this.world[bone], minus(point, this.bones[bone].head)));
  }

  direction(j: number): Point {
    const found = this.directions.get(j) ?? boneDirection(this.bones, j);
    this.directions.set(j, found);
    return found;
  }

  /** Sets a joint's rotation, kept within its limits. `along` are the bones that follow, parents first. */
  setLocal(j: number, local: Readonly<Turn>, keepLimits: boolean, along: readonly number[]): void {
    this.local[j] = keepLimits ? limited(local, this.direction(j), this.bones[j].limits) : normalized(local);
    this.update(along);
  }

  /** Turns a bone in the world about its head, on top of its present rotation. */
  turn(j: number, by: Readonly<Turn>, keepLimits: boolean, along: readonly number[]): void {
    const { parent } = this.bones[j];
    const now = after(by, this.world[j]);
    this.setLocal(j, parent < 0 ? now : after(back(this.world[parent]), now), keepLimits, along);
  }

  /** Moves a bone and all below it, in the world. */
  shift(j: number, by: Point): void {
    const { parent } = this.bones[j];
    const own = parent < 0 ? by : turned(back(this.world[parent]), by);
    this.shifts[j] = plus(this.shifts[j], own);
    this.update(this.branch(j));
  }

  /** Turns a bone about the line from its head to `end`, so that `bend` comes to lie towards a place. */
  swivel(j: number, end: Point, bend: Point, towards: Point, keepLimits: boolean): void {
    const head = this.heads[j];
    const line = unit(minus(end, head));
    if (!line) return;
    const across = (p: Point) => {
      const from = minus(p, head);
      return unit(minus(from, scaled(line, dot(line, from))), 1e-9);
    };
    const [now, wanted] = [across(bend), across(towards)];
    if (!now || !wanted) return;
    const angle = Math.atan2(dot(cross(now, wanted), line), dot(now, wanted));
    this.turn(j, about(line, angle), keepLimits, this.branch(j));
  }

  /** A bone and all below it, parents first. */
  branch(j: number): number[] {
    return branchOf(this.bones, j);
  }

  copy(): PosedBones {
    return new PosedBones(this.bones, { rotations: this.local.flat(), translations: this.shifts.flat() });
  }

  toPose(name: string): Pose {
    return {
      name,
      rotations: Float32Array.from(this.local.flat()),
      translations: Float32Array.from(this.shifts.flat()),
    };
  }
}
