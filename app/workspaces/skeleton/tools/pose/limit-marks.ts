import { Vector3 } from "three/webgpu";
import { boneDirection, PosedBones } from "../../../../../workers/geometry/posing/posed-bones";
import { turned } from "../../../../../workers/geometry/posing/turns";
import { poseOfMatrices } from "../../../../../workers/model/rig/pose";
import type { Hinge, JointLimits } from "../../../../../workers/model/rig/rig";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { CASING } from "../../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../../viewport/overlay/shapes";
import type { Rgb } from "../../../../viewport/palette";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { ToolContext, ViewportTool } from "../../../../viewport/pointer/tool";
import { drawConeAndTwist } from "../limit-shapes";
import { BoneEnds } from "./reach-subject";

const STEPS = 32;
/** The radius of a hinge's sector, as a share of the bone's length. */
const RADIUS = 0.7;

/** The limits of a bone in the world, in the pose of its parent. */
interface PosedLimits {
  limits: JointLimits;
  head: Vector3;
  /** The bone's direction where it is not turned against its parent. */
  axis: Vector3;
  /** The axis of a hinge. */
  hinge: Vector3 | null;
  length: number;
}

/** Shows how far the joint of the selected bone may turn, while bones are posed. */
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
    const { limits, hinge } = found;
    if (limits.hinge && hinge) drawHinge(shapes, found, limits.hinge, hinge, viewCamera, colours.accent);
    else {
      const placed = { ...found, limits: { ...limits, stretch: [1, 1] as [number, number] } };
      drawConeAndTwist(shapes, placed, viewCamera, colours);
    }
  };

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
  }
}

/** The sector through which a hinge turns, with its axis. */
function drawHinge(
  shapes: Shapes,
  { head, axis, length }: PosedLimits,
  { range: [least, most] }: Hinge,
  about: Vector3,
  viewCamera: ViewCamera,
  colour: Rgb,
): void {
  const out = axis.clone().addScaledVector(about, -axis.dot(about));
  if (out.length() < 1e-6) out.set(about.y, about.z, about.x).cross(about);
  out.setLength(RADIUS * length);
  const at = (angle: number) => viewCamera.inView(head.clone().add(out.clone().applyAxisAngle(about, angle)));
  const seen = (points: (ViewPoint | null)[]) => points.filter((p): p is ViewPoint => p !== null);
  const arc = seen(Array.from({ length: STEPS + 1 }, (_, n) => at(least + ((most - least) * n) / STEPS)));
  const middle = viewCamera.inView(head);
  const pin = [-0.25, 0.25].map((part) =>
    viewCamera.inView(head.clone().addScaledVector(about, part * length)),
  );
  if (!middle || arc.length <= STEPS) return;
  for (let n = 1; n < arc.length; n++) shapes.triangle(middle, arc[n - 1], arc[n], colour, 0.14);
  const edge = [middle, ...arc, middle];
  shapes.polyline(edge, 3.2, CASING, 0.3);
  shapes.polyline(edge, 1.5, colour, 0.9);
  if (pin[0] && pin[1]) shapes.line(pin[0], pin[1], 2, colour, 0.9);
}
