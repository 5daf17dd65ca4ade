import type { Adjacency } from "../../../workers/geometry/adjacency";
import type { BrushSettings } from "../../document/brush-settings";
import { brushIn, keymapOf } from "../../document/keymap/keymap-state";
import { isRoleHeld } from "../../document/keymap/presses";
import { changeMask } from "../../document/vertices/changeable";
import { knownMirror, mirrorOf } from "../../document/weights/mirror/cached-mirror";
import type { Grab, HoverPoint } from "../camera/grab";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../pointer/tool";
import type { MeshView } from "../scene/mesh-view";
import { BrushCursor } from "./brush-cursor";
import { dragBrush } from "./brush-drag";
import { type BrushDragKind, BrushKeyTracker } from "./brush-keys";
import type { BrushSubject, StrokeStart } from "./brush-stroke";
import { followMove } from "./move-drag";
import { followStroke } from "./path/follow-stroke";
import { SampleTiming } from "./path/sample-timing";
import { BrushReach } from "./reach/brush-reach";
import { stretchOf } from "./reach/stretch";
import { SurfaceReach } from "./reach/surface-reach";

/** Shown shortly after a mesh is opened. A stroke on one side only is not what the artist wants. */
const NO_MIRROR = "Mirror images are still being found. Try again in a moment.";

/** The search for vertices that a brush reaches on a mesh. */
interface Reach {
  along: SurfaceReach;
  brush: BrushReach;
}

/** A drag that does nothing, because the press already did everything. */
export const finishedGrab = (end: () => void = () => {}): Grab => ({ move: () => {}, end, cancel: end });

/**
 * The brush for all subjects: follows the pointer, finds the vertices that it reaches, and drags its radius and
 * strength.
 */
export class BrushTool implements ViewportTool {
  private readonly context: ToolContext;
  private readonly subject: BrushSubject;
  private readonly cursor: BrushCursor;
  private readonly keys: BrushKeyTracker;
  private readonly timing = new SampleTiming();
  /** By the adjacency of the shown faces. Weak keys, so that a closed mesh is freed after painting. */
  private readonly reaches = new WeakMap<Adjacency, Reach>();
  private busy = false;
  private last: HoverPoint | null = null;

  constructor(context: ToolContext, subject: BrushSubject) {
    this.context = context;
    this.subject = subject;
    this.cursor = new BrushCursor(context.stage, context.element);
    this.keys = new BrushKeyTracker(context.stores, {
      wanted: () => subject.inHand() !== null,
      changed: () => this.hover(this.last),
      move: (what) => this.move(what),
    });
  }

  /** Shows the brush under the pointer, if one is active. */
  hover(at: HoverPoint | null): ToolHover | null {
    this.last = at;
    const brush = this.subject.inHand();
    const circle = this.subject.hasCircle?.() ?? true;
    if (!this.busy && (!at || !brush || !circle)) this.cursor.hide();
    if (!at || (!this.busy && !brush)) return null;
    if (brush && !this.busy && circle) this.point(at, brush);
    return { cursor: "crosshair", hand: null, sees: this.subject.sees };
  }

  /** Moves the circle to the pointer. It leans with a pen, as its dabs do. */
  private point(at: HoverPoint, brush: BrushSettings): void {
    const { picking, meshView } = this.context.stage;
    if (brush.mirrorX && meshView) this.mirrorOf(meshView);
    const part = picking.viewAt(at.x, at.y);
    picking.look(part.mesh);
    const viewCamera = picking.cameraOf(part);
    const stretch = brush.tilt && at.tilt ? stretchOf(at.tilt) : null;
    this.cursor.point(viewCamera, at, picking.surfaceAt(viewCamera, at.x, at.y), brush, stretch);
  }

  /** Null until rays can be cast. */
  private reachOf(meshView: MeshView): Reach | null {
    const { picking } = this.context.stage;
    if (!picking.rings) return null;
    const known = this.reaches.get(picking.rings);
    if (known) return known;
    const along = new SurfaceReach(picking.rings);
    const made = { along, brush: new BrushReach(picking, along, meshView.surface) };
    this.reaches.set(picking.rings, made);
    return made;
  }

  /** Null while it is being computed. */
  private mirrorOf({ sequence }: MeshView) {
    const settings = this.context.stores.document.getState().mirroring;
    mirrorOf(sequence, settings).catch(() => {});
    return knownMirror(sequence, settings);
  }

  /** Handles a press: a stroke, a drag of the brush's own settings, or the subject's `pick`. */
  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    const { subject } = this;
    const brush = subject.inHand();
    const { meshView } = this.context.stage;
    if (!brush || !meshView) return null;
    const dragged = this.keys.dragOf(event);
    if (dragged) return this.drag(at, brush, dragged);
    if (subject.pick && isRoleHeld(this.roles.pick, event)) return subject.pick(at);
    const reach = this.reachOf(meshView);
    return reach && this.stroke(at, event, brush, meshView, reach);
  }

  private get roles() {
    return brushIn(keymapOf(this.context.stores));
  }

  /** Starts to set the radius or the strength by moving the pointer. Returns whether it does. */
  private move(what: BrushDragKind): boolean {
    const brush = this.subject.inHand();
    if (!brush || !this.last || this.busy || !this.context.stage.meshView) return false;
    followMove(this.context.element, this.drag(this.last, brush, what), () => this.hover(this.last));
    return true;
  }

  private stroke(
    at: CanvasPoint,
    event: PointerEvent,
    brush: BrushSettings,
    meshView: MeshView,
    reach: Reach,
  ): Grab | null {
    const start = this.start(at, event, brush, meshView, reach.along);
    if (!start) return null;
    const isWaiting = brush.mirrorX && !start.mirror;
    const stroke = isWaiting ? NO_MIRROR : (this.subject.drag?.(start) ?? this.subject.begin(start));
    if (!stroke) return null;
    const { cursor, timing, done } = this;
    const { say } = this.context;
    if (typeof stroke === "string") {
      say(stroke, at);
      return finishedGrab(() => say(null, at));
    }
    if ("move" in stroke) {
      this.busy = true;
      cursor.hide();
      const release = (how: () => void) => () => {
        done();
        how();
      };
      return { move: stroke.move, end: release(stroke.end), cancel: release(stroke.cancel) };
    }
    const grab = followStroke(stroke, { start, reach: reach.brush, cursor, timing, say, done }, at, event);
    this.busy = grab !== null;
    return grab;
  }

  private readonly done = () => {
    this.busy = false;
  };

  private drag(at: CanvasPoint, brush: BrushSettings, wanted: BrushDragKind): Grab {
    const { picking } = this.context.stage;
    const { cursor, done, subject } = this;
    this.busy = true;
    const viewCamera = picking.cameraOf(picking.viewAt(at.x, at.y));
    const hit = picking.surfaceAt(viewCamera, at.x, at.y);
    const what = subject.hasStrength() ? wanted : "radius";
    const change = (next: Partial<BrushSettings>) => subject.change(next);
    return dragBrush({ what, brush, at, viewCamera, hit, cursor, say: this.context.say, change, done });
  }

  /** The start of a stroke; null beside the mesh, unless the brush reaches through. */
  private start(
    at: CanvasPoint,
    event: PointerEvent,
    brush: BrushSettings,
    meshView: MeshView,
    surface: SurfaceReach,
  ): StrokeStart | null {
    const { stores, stage, edits, redraw } = this.context;
    const { picking } = stage;
    const part = picking.viewAt(at.x, at.y);
    const viewCamera = picking.cameraOf(part);
    const positions = picking.beginStroke(part.mesh);
    const hit = positions && picking.surfaceAt(viewCamera, at.x, at.y);
    if (!positions || (!hit && brush.reach !== "through")) return null;
    const mirror = brush.mirrorX ? this.mirrorOf(meshView) : null;
    const mask = this.subject.isUnmasked?.() ? changeMask(stores, null) : changeMask(stores);
    const { invert, smooth } = this.roles;
    const keys = { ctrl: isRoleHeld(invert, event), shift: isRoleHeld(smooth, event) };
    return {
      stores,
      stage,
      edits,
      redraw,
      brush,
      keys,
      hit,
      positions,
      surface,
      mirror,
      mask,
      part,
      viewCamera,
    };
  }

  stop(): void {
    this.keys.stop();
    this.cursor.remove();
  }
}
