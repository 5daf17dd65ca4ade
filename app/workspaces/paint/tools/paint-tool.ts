import { setPaint } from "../../../document/paint-settings";
import { selectBones } from "../../../document/selection";
import { type PaintState, useView } from "../../../document/view-state";
import { bonePairs } from "../../../document/weights/bone-pairs";
import { knownMirror, mirrorOf } from "../../../document/weights/mirror-of";
import { usePaintNews } from "../../../document/weights/paint-news";
import { SurfaceReach } from "../../../viewport/brush/surface-reach";
import type { Grab } from "../../../viewport/camera/gestures";
import type { MeshView } from "../../../viewport/scene/mesh-view";
import type { Stage } from "../../../viewport/stage";
import type { Place, Say, ToolContext, ToolHover, ViewportTool } from "../../../viewport/tool";
import type { ViewportEdits } from "../../../viewport/viewport-edits";
import { ConstraintMarks } from "../../bind/tools/constraint-marks";
import { BrushReach } from "./brush-reach";
import { followStroke } from "./follow-stroke";
import { HeldKey } from "./held-key";
import { PaintCursor } from "./paint-cursor";
import type { StrokeStart } from "./paint-stroke";
import { dragRadius } from "./radius-drag";
import { STROKES } from "./stroke-table";
import { vertexMarks } from "./vertex-marks";

/** The least and the most of the brush's radius, in CSS pixels. */
export const RADII = [4, 400] as const;

/** Said for a moment after a mesh was opened: a stroke of one side alone is not what was asked for. */
const NO_MIRROR = "Vertices are still being paired with their mirror images. Try again in a moment.";

/** What brushes reach on a meshView. */
interface Reach {
  along: SurfaceReach;
  brush: BrushReach;
}

/** A drag that does nothing: what was pressed for has been done. */
const spent = (end: () => void = () => {}): Grab => ({ move: () => {}, end, cancel: end });

/** The pointer in the Paint workspace: a stroke, a bone that is picked, or the radius that is dragged. */
export class PaintTool implements ViewportTool {
  private readonly stage: Stage;
  private readonly edits: ViewportEdits;
  private readonly redraw: () => void;
  private readonly say: Say;
  private readonly cursor: PaintCursor;
  private readonly key: HeldKey;
  /** Held weakly, so that a mesh that was painted on and closed is freed. */
  private readonly reaches = new WeakMap<MeshView, Reach>();
  private readonly marks: ReturnType<typeof vertexMarks>;
  private readonly constraints: ConstraintMarks;
  private readonly boneUnder: ToolContext["boneUnder"];
  private readonly quiet: () => void;
  private busy = false;
  private last: Place | null = null;

  constructor({ stage, edits, redraw, element, say, boneUnder }: ToolContext) {
    this.stage = stage;
    this.edits = edits;
    this.redraw = redraw;
    this.say = say;
    this.boneUnder = boneUnder;
    this.cursor = new PaintCursor(stage, element);
    this.key = new HeldKey(() => this.hover(this.last));
    this.marks = vertexMarks(stage);
    stage.marks.add(this.marks);
    this.constraints = new ConstraintMarks(stage);
    this.quiet = usePaintNews.subscribe(redraw);
  }

  /** What is painted with, or null where nothing is. */
  private get painting(): PaintState | null {
    const { workspace, playing, paint } = useView.getState();
    const able = workspace === "paint" && !playing && this.stage.meshView && STROKES[paint.tool];
    return able ? paint : null;
  }

  /** Shows the brush under the pointer, where there is one to show. */
  hover(at: Place | null): ToolHover | null {
    this.last = at;
    const paint = this.painting;
    if (!this.busy && (!at || !paint)) this.cursor.hide();
    if (!at || (!this.busy && !paint)) return null;
    if (paint && !this.busy) this.point(at, paint);
    const cursor = this.constraints.pressable(at) ? "pointer" : "crosshair";
    return { cursor, hand: null, sees: "surface" };
  }

  /** Puts the circle where the pointer is. */
  private point(at: Place, paint: PaintState): void {
    const { picking, meshView } = this.stage;
    if (paint.mirrorX && meshView) this.mirrorOf(meshView);
    const part = picking.viewAt(at.x, at.y);
    picking.look(part.mesh);
    const viewCamera = picking.cameraOf(part);
    this.cursor.point(viewCamera, at, picking.surfaceAt(viewCamera, at.x, at.y), paint);
  }

  /** Beside the mesh a press turns the camera: where it stays, the bone that is painted must not be lost. */
  click(at: Place): boolean {
    return useView.getState().workspace === "paint" && this.boneUnder(at) === null;
  }

  /** Null until rays can be cast. */
  private reachOf(meshView: MeshView): Reach | null {
    const { picking } = this.stage;
    const known = this.reaches.get(meshView);
    if (known || !picking.rings) return known ?? null;
    const along = new SurfaceReach(picking.rings);
    const made = { along, brush: new BrushReach(picking, along, meshView.surface) };
    this.reaches.set(meshView, made);
    return made;
  }

  /** Null while it is looked for. */
  private mirrorOf({ sequence }: MeshView) {
    mirrorOf(sequence).catch(() => {});
    return knownMirror(sequence);
  }

  /** Takes a press: on a marker, or on the mesh. */
  grab(at: Place, event: PointerEvent): Grab | null {
    return this.constraints.grab(at, event, () => this.begin(at, event)) ?? this.begin(at, event);
  }

  private begin(at: Place, event: PointerEvent): Grab | null {
    const paint = this.painting;
    const { meshView } = this.stage;
    if (!paint || !meshView) return null;
    if (this.key.down) return this.dragRadius(at, paint);
    if (event.altKey) return this.pick(at);
    const reach = this.reachOf(meshView);
    const start = reach && this.start(at, event, paint, meshView, reach);
    if (!start) return null;
    const stroke = paint.mirrorX && !start.mirror ? NO_MIRROR : STROKES[paint.tool]?.(start);
    if (!stroke) return null;
    if (typeof stroke === "string") {
      this.say(stroke, at);
      return spent(() => this.say(null, at));
    }
    const { cursor, say, done } = this;
    const grab = followStroke(stroke, { start, reach: reach.brush, cursor, say, done }, at, event);
    this.busy = grab !== null;
    return grab;
  }

  private readonly done = () => {
    this.busy = false;
  };

  private dragRadius(at: Place, paint: PaintState): Grab {
    const { picking } = this.stage;
    const { cursor, say, done } = this;
    this.key.use();
    this.busy = true;
    const viewCamera = picking.cameraOf(picking.viewAt(at.x, at.y));
    const hit = picking.surfaceAt(viewCamera, at.x, at.y);
    return dragRadius(paint, { at, viewCamera, hit, bounds: RADII, cursor, say, done });
  }

  /** Selects the bone under the pointer, and the vertex. */
  private pick(at: Place): Grab {
    const part = this.stage.picking.viewAt(at.x, at.y);
    const viewCamera = this.stage.picking.cameraOf(part);
    const vertex = this.stage.picking.vertexAt(part, viewCamera, at.x, at.y)?.vertex ?? null;
    const handle = part.look.bones ? this.stage.handleUnder(at.x, at.y, viewCamera) : null;
    const bone = handle ?? (vertex === null ? null : this.stage.boneOf(vertex));
    if (bone !== null) {
      selectBones([bone]);
      this.say(this.stage.nameOf(bone), at);
    }
    if (handle === null && vertex !== null) setPaint({ vertex });
    return spent(() => this.say(null, at));
  }

  /** What a stroke begins with; null beside the mesh, where the brush does not reach through. */
  private start(
    at: Place,
    event: PointerEvent,
    paint: PaintState,
    meshView: MeshView,
    { along: surface }: Reach,
  ): StrokeStart | null {
    const { stage, edits, redraw } = this;
    const { picking } = stage;
    const part = picking.viewAt(at.x, at.y);
    const viewCamera = picking.cameraOf(part);
    const positions = picking.beginStroke(part.mesh);
    const hit = positions && picking.surfaceAt(viewCamera, at.x, at.y);
    if (!positions || (!hit && paint.reach !== "through")) return null;
    const mirror = paint.mirrorX ? this.mirrorOf(meshView) : null;
    const bones = meshView.rig?.bones ?? [];
    const keys = { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
    const bone = useView.getState().selectedBone;
    const pairs = mirror ? bonePairs(bones, mirror.plane) : Int32Array.from(bones, (_, j) => j);
    return {
      stage,
      edits,
      redraw,
      paint,
      bone,
      keys,
      hit,
      positions,
      surface,
      mirror,
      pairs,
      part,
      viewCamera,
    };
  }

  stop(): void {
    this.constraints.stop();
    this.stage.marks.delete(this.marks);
    this.quiet();
    this.key.stop();
    this.cursor.remove();
  }
}
