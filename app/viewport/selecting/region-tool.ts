import { changedList, type ListMode } from "../../../workers/geometry/selecting/vertex-lists";
import { CLICK_REACH, type Grab } from "../camera/grab";
import { CASING, WHITE } from "../overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../overlay/shapes";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../pointer/tool";
import type { DrawnView } from "../views/views";
import { caughtVertices } from "./caught-vertices";
import { boxCorners, modeOfKeys } from "./lasso";

/** The shortest move of the pointer that adds a corner to a lasso, in CSS pixels. */
const LEAST_STEP = 3;

/** The use of a region tool in its workspace. */
interface RegionUse {
  /** The kind of region that a drag makes now; null while the tool is not in use. */
  kind(): "box" | "lasso" | null;
  /** What the pointer finds on the surface while the tool is in use; nothing by default. */
  sees?: ToolHover["sees"];
  /** Whether to also pick vertices behind the surface. */
  isThrough(): boolean;
  /** The selected vertices, ascending. */
  selected(): Uint32Array;
  select(vertices: Uint32Array): void;
  /** Handles a click. By default, a click selects nothing. */
  click?(at: CanvasPoint, mode: ListMode): void;
}

/** Selects vertices with a box or a lasso. Shift adds, Ctrl removes, and presses with Alt go to other tools. */
export class RegionTool implements ViewportTool {
  readonly holding = "lassoing";
  private readonly context: ToolContext;
  private readonly use: RegionUse;
  private drawn: { part: DrawnView; line: ViewPoint[] } | null = null;

  constructor(context: ToolContext, use: RegionUse) {
    this.context = context;
    this.use = use;
    context.stage.overlays.marks.add(this.draw);
  }

  private get kind() {
    return this.context.stage.meshView ? this.use.kind() : null;
  }

  private readonly draw = (shapes: Shapes, part: DrawnView): void => {
    const { drawn } = this;
    if (drawn?.part.mesh !== part.mesh || drawn.line.length < 2) return;
    const closed = [...drawn.line, drawn.line[0]];
    shapes.polyline(closed, 3, CASING, 0.6);
    shapes.polyline(closed, 1.4, WHITE);
  };

  hover(at: CanvasPoint | null): ToolHover | null {
    if (!at || !this.kind) return null;
    return { cursor: "crosshair", hand: "over lasso", sees: this.use.sees ?? "nothing" };
  }

  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    const { kind } = this;
    if (!kind || event.altKey) return null;
    const { stage, redraw } = this.context;
    const part = stage.picking.viewAt(at.x, at.y);
    const inPart = ({ x, y }: CanvasPoint): ViewPoint => [x - part.left, y - part.top];
    const start = inPart(at);
    let line: ViewPoint[] = [start];
    let moved = false;
    let mode = modeOfKeys(event);
    const finish = () => {
      this.drawn = null;
      redraw();
    };
    return {
      move: (samples, now) => {
        mode = modeOfKeys(now);
        for (const sample of samples) {
          const [x, y] = inPart(sample);
          moved ||= Math.hypot(x - start[0], y - start[1]) > CLICK_REACH;
          const [lastX, lastY] = line[line.length - 1];
          if (kind === "lasso" && Math.hypot(x - lastX, y - lastY) >= LEAST_STEP) line.push([x, y]);
          else if (kind === "box") line = boxCorners(start, [x, y]);
        }
        if (!moved) return;
        this.drawn = { part, line };
        redraw();
      },
      end: () => {
        finish();
        if (moved) this.select(part, line, mode);
        else if (this.use.click) this.use.click(at, mode);
        else if (mode === "replace") this.use.select(new Uint32Array(0));
      },
      cancel: finish,
    };
  }

  private select(part: DrawnView, line: ViewPoint[], mode: ListMode): void {
    const { stage, redraw } = this.context;
    const { meshView } = stage;
    if (!meshView) return;
    const caught = caughtVertices(stage.picking, meshView, part, line, this.use.isThrough());
    this.use.select(changedList(this.use.selected(), caught, mode, meshView.sequence.vertexCount));
    redraw();
  }

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
  }
}
