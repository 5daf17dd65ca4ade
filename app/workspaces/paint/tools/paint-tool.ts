import { whyNotPainting } from "../../../document/weights/layers/selected-layer";
import { BrushTool } from "../../../viewport/brush/brush-tool";
import type { Grab } from "../../../viewport/camera/grab";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../viewport/pointer/tool";
import { ConstraintMarks } from "../../bind/tools/constraint-marks";
import { PaintSubject } from "./paint-subject";
import { vertexMarks } from "./vertex-marks";

/** The pointer in the Paint workspace: the brush, and the constraint markers over it. */
export class PaintTool implements ViewportTool {
  private readonly context: ToolContext;
  private readonly brush: BrushTool;
  private readonly marks: ReturnType<typeof vertexMarks>;
  private readonly constraints: ConstraintMarks;
  private readonly quiet: () => void;

  constructor(context: ToolContext) {
    const { stage, redraw } = context;
    this.context = context;
    this.brush = new BrushTool(context, new PaintSubject(context));
    this.marks = vertexMarks(stage);
    stage.overlays.marks.add(this.marks);
    this.constraints = new ConstraintMarks(stage);
    this.quiet = context.stores.paintNews.subscribe(redraw);
  }

  hover(at: CanvasPoint | null): ToolHover | null {
    const hover = this.brush.hover(at);
    const { stores } = this.context;
    const { workspace, paint } = stores.view.getState();
    if (hover && workspace === "paint" && paint.tool === "weight" && whyNotPainting(stores)) {
      return { ...hover, cursor: "not-allowed" };
    }
    return hover && at && this.constraints.pressable(at) ? { ...hover, cursor: "pointer" } : hover;
  }

  /** Ignores clicks beside the mesh, which must not deselect the painted bone. A drag there turns the camera. */
  click(at: CanvasPoint): boolean {
    return this.context.stores.view.getState().workspace === "paint" && this.context.boneUnder(at) === null;
  }

  /** Handles a press on a marker or on the mesh. */
  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    const paint = () => this.brush.grab(at, event);
    return this.constraints.grab(at, event, paint) ?? paint();
  }

  stop(): void {
    this.constraints.stop();
    this.context.stage.overlays.marks.delete(this.marks);
    this.quiet();
    this.brush.stop();
  }
}
