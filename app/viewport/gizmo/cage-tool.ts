import { Plane, Vector3 } from "three/webgpu";
import { cageOf } from "../../../workers/model/rig/cage";
import { type Pose, poseOfMatrices } from "../../../workers/model/rig/pose";
import { plural } from "../../common/format";
import { selectBones, selectedBones } from "../../document/selection";
import type { Grab } from "../camera/grab";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../pointer/tool";
import type { ShownPose } from "../scene/poses/shown-pose";

/** With Shift, corners move by this fraction of the pointer's movement. */
const FINE = 0.1;

/**
 * The pose with some bones moved.
 * @param by in the sequence's coordinates.
 */
export function movedPose(start: Pose, bones: readonly number[], by: readonly number[]): Pose {
  const translations = start.translations.slice();
  for (const j of bones) for (let c = 0; c < 3; c++) translations[3 * j + c] += by[c];
  return { ...start, translations };
}

/** Drags the corner of a cage under the pointer, and all selected ones, in the Deform workspace. */
export class CageTool implements ViewportTool {
  readonly holding = "moving";
  private readonly context: ToolContext;

  constructor(context: ToolContext) {
    this.context = context;
  }

  /** The corner under a point. */
  private under({ x, y }: CanvasPoint): { bone: number; shown: ShownPose } | null {
    const { stage, stores } = this.context;
    const { workspace, paintMap, playing } = stores.view.getState();
    const shown = stage.shownPose;
    if (workspace !== "deform" || paintMap || playing || !shown || !cageOf(shown.rig)) return null;
    const part = stage.picking.viewAt(x, y);
    const bone = part.look.bones ? stage.bones.handleUnder(x, y, stage.picking.cameraOf(part)) : null;
    return bone === null ? null : { bone, shown };
  }

  hover(at: CanvasPoint | null): ToolHover | null {
    return at && this.under(at) ? { cursor: "grab", hand: "over handle", sees: "bone" } : null;
  }

  grab(at: CanvasPoint): Grab | null {
    const found = this.under(at);
    const { stage, stores, edits, redraw } = this.context;
    const from = found && stage.bones.headOf(found.bone);
    const world = stage.meshView?.placement.world;
    if (!found || !from || !world) return null;
    const { bone, shown } = found;
    const chosen = selectedBones(stores.view.getState());
    const moving = chosen.includes(bone) ? chosen : [bone];
    const { bones } = shown.rig;
    const start = shown.pose ?? poseOfMatrices(bones, shown.matrices, `Frame ${shown.frame + 1}`);
    const viewCamera = stage.picking.cameraOf(stage.picking.viewAt(at.x, at.y));
    const facing = viewCamera.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, from);
    const inverse = world.clone().invert();
    const placeOf = ({ x, y }: CanvasPoint) =>
      viewCamera.ray(x, y).intersectPlane(plane, new Vector3())?.applyMatrix4(inverse) ?? null;
    let last = placeOf(at);
    const by = new Vector3();
    let pose: Pose | null = null;
    return {
      move: (samples, { shiftKey }) => {
        const now = placeOf(samples[samples.length - 1]);
        if (!now || !last) return;
        by.addScaledVector(now.clone().sub(last), shiftKey ? FINE : 1);
        last = now;
        pose = movedPose(start, moving, by.toArray());
        edits.poseLive(pose);
      },
      end: () => {
        redraw();
        if (!chosen.includes(bone)) selectBones(stores, [bone]);
        const what = moving.length === 1 ? bones[bone].name : plural(moving.length, "corner");
        if (pose) edits.posed(pose, `Move ${what}`);
        else edits.poseLive(null);
      },
      cancel: () => {
        redraw();
        edits.poseLive(null);
      },
    };
  }
}
