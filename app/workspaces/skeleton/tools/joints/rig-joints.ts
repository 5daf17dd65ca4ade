import { type Matrix4, Vector3 } from "three/webgpu";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { matrixOf } from "../../../../viewport/geometry/bone-boxes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { CanvasPoint } from "../../../../viewport/pointer/tool";
import type { Stage } from "../../../../viewport/stage";
import { onPlane } from "../joint-place";
import { BoneEnds } from "../pose/reach-subject";

/** The largest distance between the pointer and a joint that it picks, in CSS pixels. */
const REACH = 9;
const TOUCH = 2.2;

/** A joint of the rig on screen, or the end of a bone without children. */
export interface RigJoint {
  /** The bone that begins here; at an end, the bone that ends here. */
  bone: number;
  isEnd: boolean;
  /** At rest, in the sequence's coordinates. */
  rest: Point;
  /** In the pose on screen, in the world. */
  world: Vector3;
  /** From rest to the world, with the motion of the bone that ends here. */
  matrix: Matrix4;
}

/** The joints of the rig on screen, in its pose. */
export class RigJoints {
  private readonly stage: Stage;
  private readonly ends = new BoneEnds();

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** All joints below the roots; with `ends`, also those of roots and the ends of bones. */
  all(ends: boolean): RigJoint[] {
    const { shownPose: shown, meshView, stores } = this.stage;
    if (!shown || !meshView) return [];
    const { rig, matrices } = shown;
    const { hiddenBones } = stores.view.getState();
    const { world, diagonal } = meshView.placement;
    const made = (bone: number, mover: number, rest: Point, isEnd: boolean): RigJoint => {
      const matrix = matrixOf(matrices, mover).premultiply(world);
      return { bone, isEnd, rest, matrix, world: new Vector3(...rest).applyMatrix4(matrix) };
    };
    const parents = new Set(rig.bones.map(({ parent }) => parent));
    return rig.bones.flatMap(({ parent, head }, j) => {
      if (hiddenBones.includes(j)) return [];
      const joints = parent >= 0 || ends ? [made(j, parent >= 0 ? parent : j, [...head], false)] : [];
      if (ends && !parents.has(j)) {
        const { point } = this.ends.of(rig, stores.document.getState().skeleton, diagonal, j);
        joints.push(made(j, j, [...point], true));
      }
      return joints;
    });
  }

  /** The nearest joint under a place of the canvas, or null. */
  under(at: CanvasPoint, ends: boolean, touch = false): RigJoint | null {
    const { picking } = this.stage;
    const part = picking.viewAt(at.x, at.y);
    if (!part.look.bones) return null;
    const viewCamera = picking.cameraOf(part);
    let best: RigJoint | null = null;
    let least = touch ? TOUCH * REACH : REACH;
    for (const joint of this.all(ends)) {
      const seen = viewCamera.onCanvas(joint.world);
      const away = seen ? Math.hypot(seen[0] - at.x, seen[1] - at.y) : Infinity;
      if (away <= least) [least, best] = [away, joint];
    }
    return best;
  }
}

/** Follows a drag of a joint in the plane that faces the camera. The joint keeps its offset from the pointer. */
export class PlaneDrag {
  private readonly viewCamera: ViewCamera;
  private readonly joint: RigJoint;
  private readonly aside: CanvasPoint;
  private readonly inverse: Matrix4;

  constructor(stage: Stage, joint: RigJoint, start: CanvasPoint) {
    this.viewCamera = stage.picking.cameraOf(stage.picking.viewAt(start.x, start.y));
    this.joint = joint;
    const [x, y] = this.viewCamera.onCanvas(joint.world) ?? [start.x, start.y];
    this.aside = { x: x - start.x, y: y - start.y };
    this.inverse = joint.matrix.clone().invert();
  }

  /** The place of the joint for the pointer's current place, in the world and at rest. */
  at({ x, y }: CanvasPoint): { world: Vector3; rest: Point } {
    const world = onPlane(this.viewCamera, x + this.aside.x, y + this.aside.y, this.joint.world);
    return { world, rest: world.clone().applyMatrix4(this.inverse).toArray() as Point };
  }
}
