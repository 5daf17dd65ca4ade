import { Vector3 } from "three/webgpu";
import { REDUCTION } from "../../../document/reduce/reduce-state";
import type { Grab } from "../../../viewport/camera/gestures";
import { toWorld } from "../../../viewport/geometry/placement";
import { CASING, WHITE } from "../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../viewport/overlay/shapes";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../viewport/pointer/tool";
import type { DrawnView } from "../../../viewport/views/views";
import { facing, isInside, type LassoMode, selectionAfter } from "./lasso";

/** The shortest step of the pointer that adds a corner, in CSS pixels. */
const LEAST_STEP = 3;

/** Selects vertices for clean-up with a line around them. */
export class LassoTool implements ViewportTool {
  readonly holding = "lassoing";
  private readonly context: ToolContext;
  private drawn: { part: DrawnView; line: ViewPoint[] } | null = null;

  constructor(context: ToolContext) {
    this.context = context;
    context.stage.overlays.marks.add(this.draw);
  }

  private get isActive(): boolean {
    const { workspace, reduce } = this.context.stores.view.getState();
    return workspace === "reduce" && reduce.lasso && this.context.stage.meshView !== null;
  }

  private readonly draw = (shapes: Shapes, part: DrawnView): void => {
    const { drawn } = this;
    if (drawn?.part.mesh !== part.mesh || drawn.line.length < 2) return;
    const closed = [...drawn.line, drawn.line[0]];
    shapes.polyline(closed, 3, CASING, 0.6);
    shapes.polyline(closed, 1.4, WHITE);
  };

  hover(at: CanvasPoint | null): ToolHover | null {
    return at && this.isActive ? { cursor: "crosshair", hand: "over lasso", sees: "nothing" } : null;
  }

  grab(at: CanvasPoint): Grab | null {
    if (!this.isActive) return null;
    const { stage, say, redraw } = this.context;
    const part = stage.picking.viewAt(at.x, at.y);
    const inPart = ({ x, y }: CanvasPoint): ViewPoint => [x - part.left, y - part.top];
    const line: ViewPoint[] = [inPart(at)];
    this.drawn = { part, line };
    let mode: LassoMode = "replace";
    const finish = () => {
      this.drawn = null;
      say(null, at);
      redraw();
    };
    return {
      move: (samples, { shiftKey, ctrlKey, metaKey }) => {
        mode = shiftKey ? "add" : ctrlKey || metaKey ? "remove" : "replace";
        for (const sample of samples) {
          const [x, y] = inPart(sample);
          const [lastX, lastY] = line[line.length - 1];
          if (Math.hypot(x - lastX, y - lastY) >= LEAST_STEP) line.push([x, y]);
        }
        redraw();
      },
      end: () => {
        finish();
        this.select(part, line, mode);
      },
      cancel: finish,
    };
  }

  /** Selects the vertices that face the camera inside the line. A click on nothing selects none. */
  private select(part: DrawnView, line: ViewPoint[], mode: LassoMode): void {
    const { stage, stores } = this.context;
    const { meshView } = stage;
    if (!meshView) return;
    const viewCamera = stage.picking.cameraOf(part);
    const positions = new Float32Array(meshView.sequence.rest.length);
    meshView.approximate(part.mesh, positions);
    const eye = viewCamera.camera.position.clone().applyMatrix4(meshView.placement.world.clone().invert());
    const seen = facing(positions, meshView.surface.triangles, [eye.x, eye.y, eye.z]);
    const caught: number[] = [];
    const place = new Vector3();
    for (let i = 0; line.length > 2 && i < seen.length; i++) {
      if (!seen[i]) continue;
      const at = viewCamera.inView(toWorld(place.fromArray(positions, 3 * i).toArray(), meshView));
      if (at && isInside(at, line)) caught.push(i);
    }
    const store = stores.of(REDUCTION);
    store.setState({ selection: selectionAfter(store.getState().selection, caught, mode) });
    this.context.redraw();
  }

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
  }
}
