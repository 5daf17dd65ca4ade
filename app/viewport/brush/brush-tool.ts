import { Vector3 } from "three/webgpu";
import { type BrushState, useView } from "../../document/view-state";
import type { Grab } from "../camera/gestures";
import type { SurfacePoint } from "../picking/picker";
import type { ViewCamera } from "../picking/view-camera";
import type { Stage } from "../stage";
import type { Place, ToolContext, ToolHover, ViewportTool } from "../tool";
import type { ViewportEdits } from "../viewport-edits";
import { BrushCursor } from "./brush-cursor";
import type { LiveValues } from "./live-values";
import { type PaintedMap, paintedMap } from "./painted-map";
import { RegionStroke } from "./region-stroke";
import { Stroke, strokeKind } from "./stroke";
import { SurfaceReach } from "./surface-reach";

/** Way between two touches of a stroke over the brush's radius, and the most of them between two samples. */
const SPACING = 0.12;
const MOST_STEPS = 96;

/** Paints a map onto the posed surface, and shows where the brush is. */
export class BrushTool implements ViewportTool {
  private readonly stage: Stage;
  private readonly edits: ViewportEdits;
  private readonly redraw: () => void;
  private readonly cursor: BrushCursor;
  private reach: SurfaceReach | null = null;
  private painting = false;

  constructor({ stage, edits, redraw, element }: ToolContext) {
    this.stage = stage;
    this.edits = edits;
    this.redraw = redraw;
    this.cursor = new BrushCursor(element);
  }

  /** Shows the brush under the pointer, where there is one to show. */
  hover(at: Place | null): ToolHover | null {
    const shown: ToolHover = { cursor: "crosshair", hand: null, sees: "bone" };
    if (this.painting) return at && shown;
    if (!at || !paintedMap(this.stage, this.edits)) {
      this.cursor.hide();
      return null;
    }
    const part = this.stage.picking.viewAt(at.x, at.y);
    this.stage.picking.look(part.mesh);
    const viewCamera = this.stage.picking.cameraOf(part);
    this.point(viewCamera, at, this.stage.picking.surfaceAt(viewCamera, at.x, at.y));
    return shown;
  }

  /** Puts the circle where the pointer is. */
  private point(viewCamera: ViewCamera, at: Place, hit: SurfacePoint | null): void {
    const { radius } = useView.getState().brush;
    const world = this.stage.meshView?.placement.world;
    if (!hit || !world) {
      this.cursor.float(at.x, at.y, radius);
      return;
    }
    const point = hit.point.clone().applyMatrix4(world);
    const normal = hit.normal.clone().transformDirection(world);
    this.cursor.lie({ point, normal, radius: radius * viewCamera.pixelAt(point) }, viewCamera);
  }

  private surface(): SurfaceReach | null {
    const { rings } = this.stage.picking;
    if (!rings) return null;
    if (this.reach?.rings !== rings) this.reach = new SurfaceReach(rings);
    return this.reach;
  }

  /** Begins a stroke where the pointer is on the surface. */
  grab(at: Place, event: PointerEvent): Grab | null {
    const { stage } = this;
    const map = paintedMap(stage, this.edits);
    const before = map?.values();
    const surface = before && this.surface();
    if (!map || !before || !surface) return null;
    const part = stage.picking.viewAt(at.x, at.y);
    const viewCamera = stage.picking.cameraOf(part);
    const positions = stage.picking.beginStroke(part.mesh);
    const first = positions && stage.picking.surfaceAt(viewCamera, at.x, at.y);
    if (!positions || !first) return null;
    const { brush } = useView.getState();
    const stroke = beginStroke(map, before, surface, brush, first.corners[0], event);
    const live: LiveValues = { values: stroke.values, version: 1 };
    map.show(live);
    this.painting = true;
    let last = at;
    const touch = (place: Place) => this.touch(viewCamera, place, brush, positions, surface, stroke);
    const follow = (place: Place) => {
      const way = Math.hypot(place.x - last.x, place.y - last.y);
      const steps = Math.min(MOST_STEPS, Math.floor(way / Math.max(1, SPACING * brush.radius)));
      const from = last;
      let changed = false;
      for (let n = 1; n <= steps; n++) {
        last = { x: from.x + ((place.x - from.x) * n) / steps, y: from.y + ((place.y - from.y) * n) / steps };
        changed = touch(last) || changed;
      }
      return changed;
    };
    const show = (changed: boolean) => {
      if (!changed) return;
      live.version++;
      this.redraw();
    };
    show(touch(at));
    return {
      move: (samples) => {
        let changed = false;
        for (const place of samples) changed = follow(place) || changed;
        const now = samples[samples.length - 1];
        this.point(viewCamera, now, stage.picking.surfaceAt(viewCamera, now.x, now.y));
        show(changed);
      },
      end: () => {
        this.painting = false;
        map.keep(stroke.values);
      },
      cancel: () => {
        this.painting = false;
        map.show(null);
        this.redraw();
      },
    };
  }

  /** One touch of the brush; true where it changes a number. */
  private touch(
    viewCamera: ViewCamera,
    { x, y }: Place,
    brush: BrushState,
    positions: Float32Array,
    surface: SurfaceReach,
    stroke: Stroke | RegionStroke,
  ): boolean {
    const hit = this.stage.picking.surfaceAt(viewCamera, x, y);
    const world = this.stage.meshView?.placement.world;
    if (!hit || !world) return false;
    const isWhole = stroke instanceof RegionStroke && useView.getState().regionTool === "shell";
    const reach = brush.radius * viewCamera.pixelAt(new Vector3().copy(hit.point).applyMatrix4(world));
    const radius = isWhole ? Infinity : reach;
    return stroke.dab(surface.around(positions, hit.corners, hit.point, radius), radius);
  }

  stop(): void {
    this.cursor.remove();
  }
}

/** A stroke of the kind that the map, the brush and the keys that are held ask for. */
function beginStroke(
  { kind, bounds, opposite }: PaintedMap,
  before: Float32Array,
  surface: SurfaceReach,
  brush: BrushState,
  from: number,
  { shiftKey: shift, ctrlKey, metaKey }: PointerEvent,
): Stroke | RegionStroke {
  const ctrl = ctrlKey || metaKey;
  if (kind === "region") return new RegionStroke(before, surface, from, ctrl);
  return new Stroke(before, strokeKind(brush, { shift, ctrl }, opposite), surface, bounds);
}
