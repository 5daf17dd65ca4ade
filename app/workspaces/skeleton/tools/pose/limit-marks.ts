import { Vector3 } from "three/webgpu";
import { boneDirection, PosedBones } from "../../../../../workers/geometry/posing/posed-bones";
import { turned } from "../../../../../workers/geometry/posing/turns";
import { poseOfMatrices } from "../../../../../workers/model/rig/pose";
import type { JointLimits } from "../../../../../workers/model/rig/rig";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { ToolContext, ViewportTool } from "../../../../viewport/pointer/tool";
import { drawHinge } from "../hinge-shape";
import { drawConeAndTwist } from "../limit-shapes";
import { BoneEnds } from "./reach-subject";

/** The limits of a bone in the world, in the pose of its parent. */
interface PosedLimits {
  limits: JointLimits;
  head: Vector3;
  /** The bone's direction when it is not turned against its parent. */
  axis: Vector3;
  /** The axis of a hinge. */
  hinge: Vector3 | null;
  length: number;
}

/** Shows the limits of the selected bone's joint while bones are posed. */
export class LimitMarks implements ViewportTool {
  private readonly context: ToolContext;
  private readonly ends = new BoneEnds();

  constructor(context: ToolContext) {
    this.context = context;
    context.stage.overlays.marks.add(this.draw);
  }

  hover(): null {
    return null;
  }

  grab(): null {
    return null;
  }

  private limits(): PosedLimits | null {
    const { stage, stores } = this.context;
    const { workspace, posing, playing, selectedBone: j } = stores.view.getState();
    const isTurning = posing.tool === "rotate" || posing.tool === "reach";
    const isPosing = workspace === "skeleton" && isTurning && posing.keepLimits && !playing;
    const { shownPose: shown, meshView } = stage;
    const limits = shown?.rig.bones[j ?? -1]?.limits;
    if (!isPosing || !shown || !meshView || j === null || !limits) return null;
    const { bones } = shown.rig;
    const posed = new PosedBones(bones, shown.pose ?? poseOfMatrices(bones, shown.matrices, ""));
    const { world, diagonal } = meshView.placement;
    const { parent } = bones[j];
    const turn = (v: Point) =>
      new Vector3(...(parent < 0 ? v : turned(posed.world[parent], v))).transformDirection(world);
    const end = this.ends.of(shown.rig, stores.document.getState().skeleton, diagonal, j);
    const head = new Vector3(...posed.heads[j]).applyMatrix4(world);
    return {
      limits,
      head,
      axis: turn(boneDirection(bones, j)),
      hinge: limits.hinge ? turn(limits.hinge.axis) : null,
      length: new Vector3(...posed.place(end)).applyMatrix4(world).distanceTo(head),
    };
  }

  private readonly draw = (
    shapes: Shapes,
    part: { look: { bones: boolean } },
    viewCamera: ViewCamera,
  ): void => {
    const { colours } = this.context.stage;
    const found = part.look.bones && colours ? this.limits() : null;
    if (!found || !colours) return;
    const { limits } = found;
    if (limits.hinge) drawHinge(shapes, found, limits.hinge, viewCamera, colours.accent);
    else {
      const placed = { ...found, limits: { ...limits, stretch: [1, 1] as [number, number] } };
      drawConeAndTwist(shapes, placed, viewCamera, colours);
    }
  };

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
  }
}
