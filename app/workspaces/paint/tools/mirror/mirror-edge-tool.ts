import { knownMirror } from "../../../../document/weights/mirror/cached-mirror";
import type { Grab } from "../../../../viewport/camera/grab";
import { type Rgb, rgb } from "../../../../viewport/colours/palette";
import { WHITE } from "../../../../viewport/overlay/bone-shapes";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../../viewport/pointer/tool";
import type { DrawnView } from "../../../../viewport/views/views";
import { MIRROR_CHOICE } from "../../mirror/mirror-choice";
import { takeMirrorEdge } from "../../mirror/mirror-edge";
import { nearestEdge, polygonEdgesOf } from "../nearest-edge";
import { EdgeMark } from "./edge-mark";

/** The edge in use. It lies on a ramp of data, which is the same in both themes, and so is this colour. */
const IN_USE: Rgb = rgb("#4ab4f0");

type Edge = readonly [number, number];

const isSame = (a: Edge | null, b: Edge | null): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** Draws the edge where a mirror by topology begins, and takes another one with a click while one is picked. */
export class MirrorEdgeTool implements ViewportTool {
  private readonly context: ToolContext;
  private readonly mark = new EdgeMark();
  private readonly stops: (() => void)[];
  private hovered: Edge | null = null;

  constructor(context: ToolContext) {
    const { stores, stage, redraw } = context;
    this.context = context;
    stage.overlays.marks.add(this.draw);
    this.stops = [
      stores.of(MIRROR_CHOICE).subscribe(redraw),
      stores.document.subscribe((now, before) => {
        if (now.sequence !== before.sequence) this.quit();
        else if (now.mirroring !== before.mirroring) redraw();
      }),
      stores.view.subscribe(({ workspace, paint }, before) => {
        if (workspace !== before.workspace || paint.tool !== before.paint.tool) this.quit();
      }),
    ];
  }

  private get picking(): boolean {
    return this.context.stores.of(MIRROR_CHOICE).getState().picking;
  }

  private quit(): void {
    this.hovered = null;
    if (this.picking) this.context.stores.of(MIRROR_CHOICE).setState({ picking: false });
  }

  /** The edge in use; null if no mirror by topology is shown. */
  private shownEdge(): Edge | null {
    const { stores } = this.context;
    const { sequence, mirroring } = stores.document.getState();
    const { showsEdge, picking } = stores.of(MIRROR_CHOICE).getState();
    if (!sequence || mirroring.by !== "topology" || !(showsEdge || picking)) return null;
    return knownMirror(sequence, mirroring)?.edge ?? mirroring.edge;
  }

  private readonly draw = (shapes: Shapes, part: DrawnView, viewCamera: ViewCamera): void => {
    const { stores, stage } = this.context;
    const { meshView } = stage;
    if (stores.view.getState().workspace !== "paint" || !meshView || part.mesh === "rig-b") return;
    const edge = this.shownEdge();
    if (edge) this.mark.draw(shapes, meshView, edge, viewCamera, IN_USE);
    if (this.hovered && this.picking) this.mark.draw(shapes, meshView, this.hovered, viewCamera, WHITE);
  };

  private edgeAt(at: CanvasPoint): Edge | null {
    const { stores, stage } = this.context;
    const { sequence } = stores.document.getState();
    const { picking } = stage;
    const part = picking.viewAt(at.x, at.y);
    const positions = picking.beginStroke(part.mesh);
    const hit = positions && picking.surfaceAt(picking.cameraOf(part), at.x, at.y);
    return (sequence && hit && nearestEdge(hit, positions, polygonEdgesOf(sequence))?.ends) ?? null;
  }

  hover(at: CanvasPoint | null): ToolHover | null {
    const found = at && this.picking ? this.edgeAt(at) : null;
    if (!isSame(found, this.hovered)) {
      this.hovered = found;
      this.context.redraw();
    }
    if (!at || !this.picking) return null;
    return { cursor: found ? "crosshair" : "default", hand: "over edge", sees: "nothing" };
  }

  /** A press on the mesh takes the edge under the pointer when it is released. A press beside it turns the view. */
  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    if (!this.picking || event.altKey) return null;
    let edge = this.edgeAt(at);
    if (!edge) return null;
    const { stores, edits } = this.context;
    const follow = (point: CanvasPoint) => {
      edge = this.edgeAt(point);
      this.hovered = edge;
      this.context.redraw();
    };
    follow(at);
    return {
      move: (samples) => follow(samples[samples.length - 1]),
      end: () => {
        if (!edge) return;
        this.quit();
        edits.run(takeMirrorEdge(stores, [edge[0], edge[1]]));
      },
      cancel: () => this.quit(),
    };
  }

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
    for (const stop of this.stops) stop();
  }
}
