import { type Pose, poseOfMatrices } from "../../../workers/model/rig/pose";
import type { Grab } from "../camera/grab";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../pointer/tool";
import { shownPose } from "../scene/poses/shown-pose";
import { parentRotation, ringAt } from "./gizmo";
import { RotateDrag } from "./rotate-drag";

/** The largest distance between the pointer and a ring that it picks, in CSS pixels. */
const REACH = 7;
const REACH_TOUCH = 18;

/** Rotates the selected bone by its rings. */
export class PoseTool implements ViewportTool {
  readonly holding = "turning";
  private readonly context: ToolContext;
  private readonly workspace: string;

  /** @param workspace the workspace in which the tool is active. */
  constructor(context: ToolContext, workspace: string) {
    this.context = context;
    this.workspace = workspace;
  }

  private get isHere(): boolean {
    return this.context.stores.view.getState().workspace === this.workspace;
  }

  /** Whether limits apply. Other workspaces allow poses beyond them. */
  private get keepsLimits(): boolean {
    return this.workspace === "skeleton" && this.context.stores.view.getState().posing.keepLimits;
  }

  private get stage() {
    return this.context.stage;
  }

  private under(at: CanvasPoint, reach: number) {
    const part = this.stage.picking.viewAt(at.x, at.y);
    const viewCamera = this.stage.picking.cameraOf(part);
    const rings = this.stage.bones.rings(viewCamera);
    const found = rings && ringAt(rings, viewCamera, at.x, at.y, reach);
    return found && { viewCamera, ...found, ring: rings[found.name] };
  }

  /** Highlights the ring under the pointer. */
  hover(at: CanvasPoint | null): ToolHover | null {
    if (!this.isHere) return null;
    const hot = (at && this.under(at, REACH)?.name) ?? null;
    if (hot !== this.stage.overlays.gizmo.hot) {
      this.stage.overlays.gizmo.hot = hot;
      this.context.redraw();
    }
    return hot && { cursor: "grab", hand: "over ring", sees: "nothing" };
  }

  /** Grabs the ring under the pointer. */
  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    const { stage, edits, say, redraw } = this.context;
    if (!this.isHere) return null;
    const found = this.under(at, event.pointerType === "touch" ? REACH_TOUCH : REACH);
    const shown = stage.shownPose;
    const bone = stage.bones.turnable();
    const world = stage.meshView?.placement.world;
    if (!found || !shown || bone === null || !world) return null;
    const { bones } = shown.rig;
    const start: Pose = shown.pose ?? poseOfMatrices(bones, shown.matrices, `Frame ${shown.frame + 1}`);
    const begun = shownPose(null, shown.rig, start, shown.frame, false);
    const drag = new RotateDrag(
      start,
      bone,
      found,
      parentRotation(begun, bone, world),
      found.viewCamera.ray(at.x, at.y),
      this.keepsLimits ? bones : null,
    );
    let pose = start;
    const finish = () => {
      stage.overlays.gizmo = { hot: null, turn: null };
      say(null, at);
      redraw();
    };
    stage.overlays.gizmo = { hot: found.name, turn: drag.turn };
    redraw();
    return {
      move: (samples, { shiftKey, ctrlKey, metaKey }) => {
        const now = samples[samples.length - 1];
        pose = drag.move(found.viewCamera.ray(now.x, now.y), { fine: shiftKey, snap: ctrlKey || metaKey });
        stage.overlays.gizmo.turn = drag.turn;
        say(drag.readout, now);
        edits.poseLive(pose);
      },
      end: () => {
        finish();
        if (drag.still) edits.poseLive(null);
        else edits.posed(pose, drag.label(bones[bone].name));
      },
      cancel: () => {
        finish();
        edits.poseLive(null);
      },
    };
  }
}
