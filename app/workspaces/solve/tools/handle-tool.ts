import { Vector3 } from "three/webgpu";
import { formatCount } from "../../../common/format";
import { selectBones, selectedBones, toggleBone } from "../../../document/selection";
import type { Grab } from "../../../viewport/camera/grab";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../viewport/pointer/tool";
import type { Stage } from "../../../viewport/stage";

/** A press that moves no farther than this is a click, in CSS pixels. */
const CLICK_REACH = 4;

/** Drags a bone's handle over the surface. The bone moves to where the handle is dropped. */
export class HandleTool implements ViewportTool {
  readonly holding = "moving";
  private readonly context: ToolContext;

  constructor(context: ToolContext) {
    this.context = context;
  }

  private get stage() {
    return this.context.stage;
  }

  hover(at: CanvasPoint | null): ToolHover | null {
    const bone = at && this.under(at);
    return bone === null ? null : { cursor: "grab", hand: "over handle", sees: "surface" };
  }

  /** Opens the menu of the selected bones. If the bone under the pointer is not selected, selects it first. */
  menu(at: CanvasPoint, page: CanvasPoint): boolean {
    const view = this.context.stores.view.getState();
    const bone = view.workspace === "solve" ? this.context.boneUnder(at) : null;
    if (bone === null) return false;
    if (!selectedBones(view).includes(bone)) selectBones(this.context.stores, [bone]);
    this.context.edits.menu(page);
    return true;
  }

  /** The bone whose handle is under a point, if handles can be dragged. */
  private under(at: CanvasPoint): number | null {
    const { workspace, playing, intentMap } = this.context.stores.view.getState();
    if (workspace !== "solve" || playing || intentMap) return null;
    const part = this.stage.picking.viewAt(at.x, at.y);
    return part.look.bones ? this.stage.bones.at(at.x, at.y, this.stage.picking.cameraOf(part)) : null;
  }

  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    const { stage, edits, say, redraw } = this.context;
    const bone = this.under(at);
    if (bone === null) return null;
    // A finger covers many handles, so it only drags a bone that is already selected.
    if (event.pointerType === "touch" && this.context.stores.view.getState().selectedBone !== bone)
      return null;
    const part = stage.picking.viewAt(at.x, at.y);
    const viewCamera = stage.picking.cameraOf(part);
    const several = event.ctrlKey || event.metaKey || event.shiftKey;
    const name = stage.bones.nameOf(bone);
    let dragging = false;
    let vertex: number | null = null;
    const finish = () => {
      stage.overlays.boneDrag = null;
      say(null, at);
      redraw();
    };
    return {
      move: (samples) => {
        const now = samples[samples.length - 1];
        dragging ||= Math.hypot(now.x - at.x, now.y - at.y) > CLICK_REACH;
        if (!dragging) return;
        const hit = stage.picking.vertexAt(part, viewCamera, now.x, now.y);
        vertex = hit?.vertex ?? null;
        const place =
          hit && stage.meshView ? hit.position.applyMatrix4(stage.meshView.placement.world) : null;
        stage.overlays.boneDrag = {
          bone,
          place: place ?? viewCamera.ray(now.x, now.y).at(depthOf(stage, bone, viewCamera), new Vector3()),
          isOn: hit !== null,
        };
        say(vertex === null ? `${name}: not on the mesh` : `${name} to vertex ${formatCount(vertex)}`, now);
        redraw();
      },
      end: () => {
        finish();
        if (!dragging && several) toggleBone(this.context.stores, bone);
        else if (!dragging) this.context.stores.view.setState({ selectedBone: bone, alsoSelected: [] });
        else if (vertex !== null) edits.boneMoved(bone, vertex);
      },
      cancel: finish,
    };
  }
}

/** Distance from the camera to a bone's handle. */
function depthOf(stage: Stage, bone: number, viewCamera: ReturnType<Stage["picking"]["cameraOf"]>): number {
  return stage.bones.headOf(bone)?.distanceTo(viewCamera.camera.position) ?? 1;
}
