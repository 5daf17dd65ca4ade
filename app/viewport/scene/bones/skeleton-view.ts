import { Vector3 } from "three/webgpu";
import type { Rig } from "../../../../workers/model/rig/rig";
import { type BoneTint, tintColour } from "../../colours/bone-tints";
import { type Rgb, rampColour } from "../../colours/palette";
import { matrixOf } from "../../geometry/bone-boxes";
import type { ScenePlacement } from "../../geometry/placement";
import { boneAxes } from "../../gizmo/bone-axes";
import {
  awayFromBone,
  drawJoint,
  drawOctahedron,
  type FlatBone,
  halfWidth,
  PLAIN,
  pointAlong,
  WHITE,
} from "../../overlay/bone-shapes";
import { drawDashedRing } from "../../overlay/dashes";
import type { Shapes, ViewPoint } from "../../overlay/shapes";
import type { ViewCamera } from "../../picking/view-camera";
import type { BonePart } from "./bone-parts";

const HEAD = 2.6;
const HEAD_SELECTED = 4;
/** Radius of the dashed ring around a joint that the motion leaves free, CSS pixels. */
const FREE_RING = 8.5;
/** Radius of the disc that shows the cost of a joint, CSS pixels. */
const COST_DISC = 5;
/** Length of a bone's axes as a share of the mesh's diagonal, and the width of their lines in CSS pixels. */
const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
const AXIS_LENGTH = 0.03;
const AXIS_WIDTH = 1.5;
/** The largest half width of a bone, as a share of the mesh's diagonal. */
const WIDEST = 0.012;
/** The largest distance between the pointer and a bone's edge that it picks, in CSS pixels. */
const REACH = 6;

/** A part of a bone, projected to a view. */
interface Flat extends FlatBone {
  bone: number;
  depth: number;
  /** The depths of head and tail in clip space. */
  depths: [number, number];
}

export interface BoneStates {
  selected: number | null;
  /** Other selected bones. */
  also: readonly number[];
  hovered: number | null;
  hidden: readonly number[];
}

/** The marks on bones besides their shapes. */
export interface BoneMarks {
  /** B: 1 for joints whose place the motion does not determine. Null if this is not known. */
  free: Uint8Array | null;
  /** B: the costs of joints, as places 0 to 1 on the error ramp; NaN for unknown ones. Null if costs are not shown. */
  costs: Float32Array | null;
  /** The colours of the bones' axes; null if axes are not drawn. */
  axes: readonly Rgb[] | null;
}

export const NO_MARKS: BoneMarks = { free: null, costs: null, axes: null };

export interface BoneColours {
  accent: Rgb;
  /** All bones have one colour. */
  plain: boolean;
  /** Set if bone colours come from a skeleton's segments. */
  tints: readonly BoneTint[] | null;
}

const isChosen = ({ selected, also }: BoneStates, bone: number) => bone === selected || also.includes(bone);

/** Bones with a length: flat octahedra with a dark casing, over the mesh. */
export class SkeletonView {
  private posed: BonePart[] = [];
  private diagonal = 1;
  /** The joint of each bone with the ends of its three axes, in the world. */
  private frames: { joint: Vector3; ends: Vector3[] }[] = [];

  /** Sets bones and their pose: 3x4 from rest to pose, 12B, and the matrix from there to the world. */
  setPose(
    rig: Rig,
    parts: readonly BonePart[],
    matrices: ArrayLike<number>,
    { world, diagonal }: ScenePlacement,
  ): void {
    this.diagonal = diagonal;
    const posed = rig.bones.map((_, j) => matrixOf(matrices, j).premultiply(world));
    this.frames = rig.bones.map(({ head }, j) => {
      const joint = new Vector3(...head).applyMatrix4(posed[j]);
      const own = boneAxes(rig.bones, j);
      const ends = [0, 1, 2].map((axis) =>
        AXES[axis]
          .clone()
          .applyQuaternion(own)
          .transformDirection(posed[j])
          .setLength(AXIS_LENGTH * diagonal)
          .add(joint),
      );
      return { joint, ends };
    });
    this.posed = parts.map(({ bone, head, tail }) => ({
      bone,
      head: head.clone().applyMatrix4(posed[bone]),
      tail: tail.clone().applyMatrix4(posed[bone]),
    }));
  }

  /** The middle of each bone in a view, the nearest first. */
  places(viewCamera: ViewCamera, hidden: readonly number[]): { bone: number; at: ViewPoint }[] {
    const found = new Map<number, ViewPoint>();
    for (const part of this.flat(viewCamera, hidden).sort((a, b) => a.depth - b.depth)) {
      if (!found.has(part.bone)) found.set(part.bone, pointAlong(part, 0.5));
    }
    return [...found].map(([bone, at]) => ({ bone, at }));
  }

  private flat(viewCamera: ViewCamera, hidden: readonly number[]): Flat[] {
    const flat: Flat[] = [];
    for (const { bone, head, tail } of this.posed) {
      if (hidden.includes(bone)) continue;
      const [a, b] = [viewCamera.inView(head), viewCamera.inView(tail)];
      if (!a || !b) continue;
      const widest = (WIDEST * this.diagonal) / viewCamera.pixelAt(head);
      const half = halfWidth(Math.hypot(b[0] - a[0], b[1] - a[1]), widest);
      const depth = viewCamera.camera.position.distanceToSquared(head);
      const depths: [number, number] = [viewCamera.depthOf(head), viewCamera.depthOf(tail)];
      flat.push({ bone, head: a, tail: b, half, depth, depths });
    }
    return flat;
  }

  /** Draws the bones in a view, the farthest first, selected ones last, and their marks over them. */
  draw(
    shapes: Shapes,
    viewCamera: ViewCamera,
    states: BoneStates,
    { accent, plain, tints }: BoneColours,
    marks: BoneMarks = NO_MARKS,
  ): void {
    const rank = ({ bone, depth }: Flat) => (isChosen(states, bone) ? -1 : depth);
    const order = this.flat(viewCamera, states.hidden).sort((a, b) => rank(b) - rank(a));
    for (const part of order) {
      shapes.between(part.head, part.depths[0], part.tail, part.depths[1]);
      drawBone(shapes, part, states, accent, plain ? PLAIN : tintColour(tints, part.bone));
    }
    this.drawMarks(shapes, viewCamera, states.hidden, marks);
  }

  private drawMarks(
    shapes: Shapes,
    viewCamera: ViewCamera,
    hidden: readonly number[],
    { free, costs, axes }: BoneMarks,
  ): void {
    if (!free && !axes && !costs) return;
    this.frames.forEach(({ joint, ends }, j) => {
      const at = hidden.includes(j) ? null : viewCamera.inView(joint);
      if (!at) return;
      const depth = viewCamera.depthOf(joint);
      ends.forEach((end, axis) => {
        const to = axes && viewCamera.inView(end);
        if (!to) return;
        shapes.between(at, depth, to, viewCamera.depthOf(end));
        shapes.line(at, to, AXIS_WIDTH, axes[axis]);
      });
      shapes.between(at, depth, at, depth);
      if (costs && costs[j] >= 0) {
        shapes.disc(at, COST_DISC + 1.6, WHITE);
        shapes.disc(at, COST_DISC, rampColour("error", costs[j]));
      }
      if (free?.[j]) drawDashedRing(shapes, at, FREE_RING, WHITE);
    });
  }

  /** The bone at a point of the view, or null: the one that contains the point most deeply, or the nearest. */
  at(x: number, y: number, viewCamera: ViewCamera, hidden: readonly number[]): number | null {
    let best: number | null = null;
    let least = REACH;
    for (const part of this.flat(viewCamera, hidden)) {
      const away = awayFromBone(part, x, y);
      if (away < least) [least, best] = [away, part.bone];
    }
    return best;
  }
}

function drawBone(shapes: Shapes, part: Flat, states: BoneStates, accent: Rgb, own: Rgb): void {
  const { bone, head } = part;
  const selected = isChosen(states, bone);
  const hovered = bone === states.hovered;
  const colour = selected ? accent : own;
  const edge = selected || hovered ? WHITE : colour;
  const alpha = selected ? 0.85 : hovered ? 0.7 : 0.5;
  drawOctahedron(shapes, part, { colour, edge, alpha, strong: selected, presence: 1 });
  const radius = selected ? HEAD_SELECTED : HEAD;
  if (selected) shapes.ring(head, radius + 4.5, 1.5, accent);
  drawJoint(shapes, head, radius, edge);
}
