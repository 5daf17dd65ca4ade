import type { Placement } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { diagonalOf } from "../../../../document/measure";
import type { Grab } from "../../../../viewport/camera/grab";
import { toWorld } from "../../../../viewport/geometry/placement";
import type { RingTurn } from "../../../../viewport/gizmo/gizmo";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../../viewport/pointer/tool";
import { FIT_DESK } from "../../runs/fit/fit-desk";
import { AlignDrag } from "./align-drag";
import { AlignHandles, type AlignPart } from "./align-handles";
import { ghostBones } from "./ghost-bones";

/** Places the artist's skeleton by handles while its card shows the fields. */
export class AlignTool implements ViewportTool {
  readonly holding = "placing";
  private readonly context: ToolContext;
  private hot: AlignPart | null = null;
  private turn: RingTurn | null = null;
  private isHeld = false;

  constructor(context: ToolContext) {
    this.context = context;
    context.stage.overlays.marks.add(this.draw);
  }

  /** The middle of the placed joints in the shown frame; null if nothing can be placed. */
  private get centre(): Point | null {
    const { stores } = this.context;
    const { half, card, byHand, proposal, dragged } = stores.of(FIT_DESK).getState();
    const { workspace, frame } = stores.view.getState();
    const found = proposal?.found;
    if (!found || !card || !byHand || half !== "fit" || workspace !== "skeleton") return null;
    const bones = ghostBones(proposal.source, found, Math.floor(frame), dragged);
    if (bones.length === 0) return null;
    return [0, 1, 2].map((c) => bones.reduce((sum, { head }) => sum + head[c], 0) / bones.length) as Point;
  }

  private handles(viewCamera: ViewCamera): AlignHandles | null {
    const { meshView } = this.context.stage;
    const { centre } = this;
    return meshView && centre
      ? new AlignHandles(toWorld(centre, meshView), meshView.placement.world, viewCamera)
      : null;
  }

  private readonly draw = (shapes: Shapes, _: unknown, viewCamera: ViewCamera): void => {
    const { colours } = this.context.stage;
    if (colours) this.handles(viewCamera)?.draw(shapes, colours, this.hot, this.turn);
  };

  private under(at: CanvasPoint, isTouch: boolean) {
    const { picking } = this.context.stage;
    const viewCamera = picking.cameraOf(picking.viewAt(at.x, at.y));
    const handles = this.handles(viewCamera);
    const part = handles?.at(at, isTouch);
    return handles && part ? { handles, part, viewCamera } : null;
  }

  hover(at: CanvasPoint | null): ToolHover | null {
    if (this.isHeld) return null;
    const part = (at && this.under(at, false)?.part) ?? null;
    if (part || this.hot) this.context.redraw();
    this.hot = part;
    return part && { cursor: "grab", hand: "over placement", sees: "nothing" };
  }

  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    const { stores, stage, say, redraw } = this.context;
    const { sequence } = stores.document.getState();
    const found = this.under(at, event.pointerType === "touch");
    if (!found || !sequence || !stage.meshView) return null;
    const { handles, part, viewCamera } = found;
    const desk = stores.of(FIT_DESK);
    const drag = new AlignDrag(part, handles, viewCamera, at, {
      world: stage.meshView.placement.world,
      diagonal: diagonalOf(sequence),
      metresPerUnit: sequence.metresPerUnit,
    });
    let dragged: Placement | null = null;
    this.isHeld = true;
    this.hot = part;
    const finish = () => {
      this.isHeld = false;
      this.hot = this.turn = null;
      say(null, at);
      redraw();
    };
    return {
      move: (samples, { shiftKey, ctrlKey, metaKey }) => {
        const now = samples[samples.length - 1];
        dragged = drag.move(now, { fine: shiftKey, snap: ctrlKey || metaKey });
        this.turn = drag.turn;
        desk.setState({ dragged });
        say(drag.readout, now);
      },
      end: () => {
        finish();
        desk.setState(drag.still ? { dragged: null } : { dropped: dragged });
      },
      cancel: () => {
        finish();
        desk.setState({ dragged: null });
      },
    };
  }

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
  }
}
