import { formatLength } from "../../../common/format";
import { pickIn, pickSegment } from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";
import type { SegmentPick } from "../../../document/view-state";
import type { Grab } from "../../../viewport/camera/grab";
import type { Shapes } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../viewport/pointer/tool";
import { mirrorPlane } from "../skeleton-drawing";
import { ChainDrawing } from "./chain-drawing";
import { limitDrag } from "./limit-drag";
import type { LimitHandle } from "./limit-shapes";
import { jointDrag, segmentDrag } from "./skeleton-drag";
import type { SkeletonHand } from "./skeleton-hand";
import { type DrawnSegment, drawSkeleton, drawStandby } from "./skeleton-marks";
import { SkeletonPicking } from "./skeleton-picking";

/** Factor of the reach for touch. */
const TOUCH = 2.2;

/** The part under the pointer, and the joint that a click there would place. */
interface Hovered {
  segment: SegmentPick | null;
  limit: LimitHandle | null;
  drawn: readonly DrawnSegment[];
}

const NOTHING: Hovered = { segment: null, limit: null, drawn: [] };

/** The tool that draws a skeleton in a mesh, and moves its joints, bones and limits. */
export class SkeletonTool implements ViewportTool {
  private readonly stores: Stores;
  private readonly hand: SkeletonHand;
  private readonly picking: SkeletonPicking;
  private readonly chain: ChainDrawing;
  private hovered = NOTHING;
  private at: CanvasPoint | null = null;
  private held = false;
  private dragging: "shape" | "limit" | null = null;

  constructor({ stores, stage, edits, redraw, say }: ToolContext) {
    this.stores = stores;
    this.hand = {
      stage,
      edits,
      say,
      redraw,
      sides: () => {
        const { meshView } = stage;
        const isMirrored = stores.view.getState().paint.mirrorX && meshView !== null;
        return {
          plane: isMirrored ? mirrorPlane(meshView.sequence) : null,
          diagonal: meshView?.placement.diagonal ?? 1,
        };
      },
      snaps: ({ ctrlKey, metaKey }) => stores.view.getState().snapJoints !== (ctrlKey || metaKey),
    };
    this.picking = new SkeletonPicking(stage);
    this.chain = new ChainDrawing(stores, this.hand, this.picking);
    stage.overlays.marks.add(this.draw);
    window.addEventListener("keydown", this.key);
    window.addEventListener("keyup", this.key);
  }

  /** Whether the tool is in use. */
  get active(): boolean {
    const { workspace, paint, playing } = this.stores.view.getState();
    return (
      workspace === "paint" && paint.tool === "skeleton" && !playing && this.hand.stage.meshView !== null
    );
  }

  private readonly key = (event: KeyboardEvent) => {
    const held = event.ctrlKey || event.metaKey;
    if (held === this.held) return;
    this.held = held;
    if (this.at && this.active && !this.dragging) this.hover(this.at);
  };

  private readonly draw = (
    shapes: Shapes,
    part: { look: { bones: boolean } },
    viewCamera: ViewCamera,
  ): void => {
    const { workspace, showBones } = this.stores.view.getState();
    const { stage } = this.hand;
    if (workspace !== "paint" || !stage.colours) return;
    const { skeleton, picked } = this.picking.shown();
    if (!this.active) {
      // If the rig's own bones are shown, in their pose, the standby skeleton is left out.
      if (!part.look.bones && showBones) drawStandby(shapes, this.picking.segments, viewCamera);
      return;
    }
    const state = {
      picked,
      hovered: pickIn(skeleton, this.hovered.segment),
      drawn: this.hovered.drawn,
      first: this.chain.first(),
      limits: this.dragging === "shape" ? null : this.picking.limits(),
      hotLimit: this.hovered.limit,
    };
    drawSkeleton(shapes, this.picking.segments, viewCamera, state, stage.colours);
  };

  /** Finds the part at a place. If a click would draw nothing, this is the joint that it would draw from. */
  private look(at: CanvasPoint): Hovered {
    const limit = this.picking.limitUnder(at);
    if (limit) return { ...NOTHING, limit };
    const segment = this.picking.under(at);
    if (segment) return { ...NOTHING, segment };
    const next = this.chain.next(at, this.held);
    if (next?.again) return { ...NOTHING, segment: this.picking.shown().picked };
    return { ...NOTHING, drawn: next ? this.chain.preview(next) : [] };
  }

  /** Shows the effect of a press; null if the tool is not active. */
  hover(at: CanvasPoint | null): ToolHover | null {
    if (this.dragging) return null;
    const { active, hovered: before } = this;
    this.at = active ? at : null;
    this.hovered = this.at ? this.look(this.at) : NOTHING;
    if (active || before !== NOTHING) this.hand.redraw();
    if (!this.at) return null;
    this.tell(this.at);
    const { segment, limit, drawn } = this.hovered;
    if (limit) return { cursor: "grab", hand: null, sees: "own" };
    if (segment) return { cursor: "grab", hand: segment.end ? "over joint" : "over segment", sees: "own" };
    return { cursor: drawn.length > 0 ? "crosshair" : "default", hand: "drawing", sees: "own" };
  }

  /** Shows the name of the part under the pointer, or the length of the segment that a click would draw. */
  private tell(at: CanvasPoint): void {
    const { segment, drawn } = this.hovered;
    const { segments } = this.picking.shown().skeleton;
    const metres = this.hand.stage.meshView?.sequence.metresPerUnit ?? 1;
    const { from, to } = drawn[0] ?? { from: null };
    const length = from && to ? formatLength(metres * from.distanceTo(to)) : null;
    this.hand.say(segment ? segments[segment.segment].name : length, at);
  }

  /** A click beside all bones places a joint, or clears the selection of a whole segment. */
  click(at: CanvasPoint, { several }: { several: boolean }): boolean {
    if (!this.active) return false;
    if (this.chain.draws) this.chain.put(at, several);
    else pickSegment(this.stores, null);
    this.hovered = NOTHING;
    return true;
  }

  /** Starts to drag a joint, a bone or a limit. */
  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    if (!this.active) return null;
    const wide = event.pointerType === "touch" ? TOUCH : 1;
    const { skeleton, picked } = this.picking.shown();
    const viewCamera = this.picking.cameraAt(at);
    const limits = this.picking.limits();
    const handle = this.picking.limitUnder(at, wide);
    if (limits && handle && picked) {
      return this.during(
        "limit",
        limitDrag(this.stores, this.hand, viewCamera, limits, picked.segment, at, handle),
      );
    }
    const again = () => (this.chain.next(at, event.ctrlKey || event.metaKey)?.again ? picked : null);
    const under = this.picking.under(at, wide) ?? again();
    if (!under) return null;
    const clicked = () => {
      this.stores.view.setState({ firstJoint: null });
      pickSegment(this.stores, this.chain.clicked(under, at));
    };
    const { segment, end } = under;
    const drag =
      end === null
        ? segmentDrag(this.stores, this.hand, viewCamera, at, skeleton, segment, clicked)
        : jointDrag(
            this.stores,
            this.hand,
            viewCamera,
            at,
            skeleton,
            { segment, end },
            event.altKey,
            clicked,
          );
    return this.during("shape", drag);
  }

  private during(what: "shape" | "limit", grab: Grab): Grab {
    this.dragging = what;
    this.hovered = NOTHING;
    const over = (how: () => void) => () => {
      this.dragging = null;
      how();
      this.hand.say(null, { x: 0, y: 0 });
      this.hand.redraw();
    };
    return { move: grab.move, end: over(grab.end), cancel: over(grab.cancel) };
  }

  stop(): void {
    this.hand.stage.overlays.marks.delete(this.draw);
    window.removeEventListener("keydown", this.key);
    window.removeEventListener("keyup", this.key);
  }
}
