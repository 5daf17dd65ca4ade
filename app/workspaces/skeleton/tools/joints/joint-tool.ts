import type { Vector3 } from "three/webgpu";
import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import { noTreeEdit } from "../../../../actions/guards/guards";
import { TRIAL } from "../../../../actions/guards/tree-editing";
import { formatFinePercent } from "../../../../common/format";
import { selectBones } from "../../../../document/selection";
import type { PosingState } from "../../../../document/view-state";
import type { Grab } from "../../../../viewport/camera/grab";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../../viewport/pointer/tool";
import { canResolve } from "../../runs/resolving/resolving";
import { drawGrownBone, drawMovedJoint } from "./joint-marks";
import { PlaneDrag, type RigJoint, RigJoints } from "./rig-joints";

/** A press that moves no farther is a click, in CSS pixels. */
const CLICK_REACH = 4;

/** The two kinds of drags of a joint: it moves the joint, or extrudes a bone. */
interface JointDragKind {
  tool: PosingState["tool"];
  /** Whether ends of bones and the origins of roots are joints too. */
  ends: boolean;
  /** Whether the solve is shown during the drag. */
  isLive: boolean;
  edit(joint: RigJoint, to: RigJoint["rest"], parent: number): HierarchyEdit;
  draw: typeof drawMovedJoint;
}

const MOVE: JointDragKind = {
  tool: "move",
  ends: false,
  isLive: true,
  edit: ({ bone }, to) => ({ kind: "move", bone, to }),
  draw: drawMovedJoint,
};

const EXTRUDE: JointDragKind = {
  tool: "extrude",
  ends: true,
  isLive: false,
  // The bone that ends at the joint becomes the parent of the new one. No bone ends at a root's origin, so there the
  // root itself does.
  edit: ({ bone, isEnd, rest }, to, parent) => ({
    kind: "extrude",
    bone: isEnd || parent < 0 ? bone : parent,
    at: rest,
    to,
  }),
  draw: drawGrownBone,
};

/** Drags joints of the rig on screen: moves them, or extrudes new bones from them. Every drag is one step. */
class JointTool implements ViewportTool {
  readonly holding = "over rig joint";
  private readonly context: ToolContext;
  private readonly kind: JointDragKind;
  private readonly joints: RigJoints;
  private hot: RigJoint | null = null;
  private held: { joint: RigJoint; to: Vector3 } | null = null;

  constructor(context: ToolContext, kind: JointDragKind) {
    this.context = context;
    this.kind = kind;
    this.joints = new RigJoints(context.stage);
    context.stage.overlays.marks.add(this.draw);
  }

  private get isActive(): boolean {
    const { stores } = this.context;
    const { workspace, posing, playing } = stores.view.getState();
    const isMine = workspace === "skeleton" && posing.tool === this.kind.tool && !playing;
    return isMine && noTreeEdit(stores) === null && canResolve(stores.document.getState());
  }

  private readonly draw = (
    shapes: Shapes,
    part: { look: { bones: boolean } },
    viewCamera: ViewCamera,
  ): void => {
    const { colours } = this.context.stage;
    const joint = this.held?.joint ?? this.hot;
    if (!joint || !colours || !part.look.bones) return;
    this.kind.draw(shapes, viewCamera, joint, this.held?.to ?? null, colours.accent);
  };

  hover(at: CanvasPoint | null): ToolHover | null {
    if (this.held) return null;
    const hot = at && this.isActive ? this.joints.under(at, this.kind.ends) : null;
    if (hot?.bone !== this.hot?.bone || hot?.isEnd !== this.hot?.isEnd) this.context.redraw();
    if (this.hot && !hot) this.context.say(null, { x: 0, y: 0 });
    this.hot = hot;
    if (!hot || !at) return null;
    this.context.say(this.context.stage.bones.nameOf(hot.bone), at);
    return { cursor: "grab", hand: "over rig joint", sees: "own" };
  }

  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    const { stage, edits, stores, say, redraw } = this.context;
    const joint = this.isActive ? this.joints.under(at, this.kind.ends, event.pointerType === "touch") : null;
    if (!joint) return null;
    const drag = new PlaneDrag(stage, joint, at);
    const parent = stage.rig?.bones[joint.bone].parent ?? -1;
    // An edit that is being solved may end during the drag and renumber the bones.
    const { rig } = stores.document.getState();
    let edit: HierarchyEdit | null = null;
    const finish = () => {
      this.held = this.hot = null;
      say(null, at);
      redraw();
    };
    return {
      move: (samples) => {
        const now = samples[samples.length - 1];
        if (!edit && Math.hypot(now.x - at.x, now.y - at.y) <= CLICK_REACH) return;
        const { world, rest } = drag.at(now);
        edit = this.kind.edit(joint, rest, parent);
        this.held = { joint, to: world };
        if (this.kind.isLive) edits.treeLive(edit, rig);
        const { cost } = stores.of(TRIAL).getState();
        say(cost && `${formatFinePercent(cost.before)} → ${formatFinePercent(cost.rmsePercent)}`, now);
        redraw();
      },
      end: () => {
        finish();
        if (edit) edits.treeEdited(edit, rig);
        else selectBones(stores, [joint.bone]);
      },
      cancel: () => {
        finish();
        edits.treeLive(null);
      },
    };
  }

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
  }
}

/** Moves joints of the rig. */
export const moveJointTool = (context: ToolContext): ViewportTool => new JointTool(context, MOVE);

/** Extrudes new bones from joints and ends of bones. */
export const extrudeTool = (context: ToolContext): ViewportTool => new JointTool(context, EXTRUDE);
