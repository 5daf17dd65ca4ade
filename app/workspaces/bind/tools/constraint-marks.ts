import { Vector3 } from "three/webgpu";
import type { HeldWeight } from "../../../../workers/model/reports/weight-report";
import type { VertexBoneValues, WeightEdits } from "../../../../workers/model/weights/weight-edits";
import { type HeldWeightKey, heldNow, isSameHeld } from "../../../document/binding/held-now";
import { segmentOfBone } from "../../../document/binding/segment-weights";
import { shownRig } from "../../../document/document";
import type { Grab } from "../../../viewport/camera/grab";
import { densityFor, isAmong } from "../../../viewport/geometry/marker-density";
import { CASING, WHITE } from "../../../viewport/overlay/bone-shapes";
import { drawDashes } from "../../../viewport/overlay/dashes";
import type { Shapes, ViewPoint } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { Stage } from "../../../viewport/stage";
import type { DrawnView } from "../../../viewport/views/views";
import { drawJointGhosts } from "./joint-ghosts";
import { markerPress } from "./marker-press";
import { drawDiamond, drawSelection, drawSquare, drawWarning } from "./marker-shapes";
import { VertexPlaces } from "./vertex-places";

/** Maximum distance from the pointer to the marker that it hits, in CSS pixels. */
const REACH = 8;
const LINK = { colour: WHITE, edge: WHITE, alpha: 1, strong: false, presence: 1 };

/** Markers of holds and links, drawn over the mesh in the Paint workspace. */
export class ConstraintMarks {
  private readonly stage: Stage;
  private readonly places = new VertexPlaces();
  private readonly facing = new Vector3();
  /** The constraints with markers, and the values that they depend on. */
  private shown: { of: readonly unknown[]; held: HeldWeight[] } = { of: [], held: [] };

  constructor(stage: Stage) {
    this.stage = stage;
    stage.overlays.marks.add(this.draw);
  }

  private get edits(): WeightEdits {
    return (
      this.stage.stores.binding.getState().liveEdits ?? this.stage.stores.document.getState().weightEdits
    );
  }

  /** The segment that is painted; null if none is. */
  private get segment(): number | null {
    const state = this.stage.stores.document.getState();
    const { selectedBone } = this.stage.stores.view.getState();
    return state.skeleton && selectedBone !== null
      ? segmentOfBone(state.skeleton, shownRig(state), selectedBone)
      : null;
  }

  /**
   * The constraints with markers: attachments, and while borders are edited, the border of the painted bone's support.
   * The list is cached, because it is chosen from thousands of constraints.
   */
  private shownHeld(): HeldWeight[] {
    const { held, selectedHeld } = this.stage.stores.binding.getState();
    const { tool } = this.stage.stores.view.getState().paint;
    const { edits, segment } = this;
    const of = [held, selectedHeld, tool, edits.attach, edits.neumann, segment];
    if (of.some((each, n) => each !== this.shown.of[n]))
      this.shown = { of, held: this.chosenHeld(held, edits, segment) };
    return this.shown.held;
  }

  private chosenHeld(held: readonly HeldWeight[], edits: WeightEdits, segment: number | null): HeldWeight[] {
    const { selectedHeld } = this.stage.stores.binding.getState();
    const { tool } = this.stage.stores.view.getState().paint;
    const attaches = heldNow("attach", held, edits);
    const isOwn = ({ bone }: HeldWeight) => segment === null || bone === segment;
    const shown = attaches.filter((each) => tool === "attach" || each.suspicious || isOwn(each));
    const borders = heldNow("neumann", held, edits).filter((each) =>
      tool === "neumann" ? segment === null || isOwn(each) : each.added && isOwn(each),
    );
    const chosen = [...attaches, ...borders].find((each) => isSameHeld(each, selectedHeld));
    return [...borders, ...shown, ...(chosen && !shown.includes(chosen) ? [chosen] : [])];
  }

  /** Position of a vertex in a view; null if it is behind the camera or faces away. */
  private inView(vertex: number, viewCamera: ViewCamera): ViewPoint | null {
    const { meshView } = this.stage;
    if (!meshView || vertex >= meshView.sequence.vertexCount) return null;
    const at = this.places.place(meshView, vertex, this.facing);
    if (this.facing.dot(viewCamera.camera.position.clone().sub(at)) < 0) return null;
    return viewCamera.inView(at);
  }

  private readonly draw = (shapes: Shapes, part: DrawnView, viewCamera: ViewCamera) => {
    drawJointGhosts(this.stage, shapes, part, viewCamera);
    const view = this.stage.stores.view.getState();
    const { skeleton } = this.stage.stores.document.getState();
    if (view.workspace !== "paint" || view.paint.tool === "skeleton" || part.mesh === "rig-b") return;
    const { edits, segment } = this;
    const { tool } = view.paint;
    // Only this tool keeps and releases painted weights. Under a brush, rings would hide what it paints.
    if (tool === "constraint") this.rings(shapes, viewCamera, edits.painted);
    if (!skeleton) return;
    if (segment !== null && (tool === "constraint" || tool === "weight"))
      this.dots(shapes, viewCamera, edits.holds, segment, WHITE);
    if (segment !== null && tool === "influence")
      this.dots(shapes, viewCamera, edits.influences, segment, WHITE);
    if (segment !== null && tool === "smooth") this.dots(shapes, viewCamera, edits.smooth, segment, WHITE);
    this.links(shapes, viewCamera, edits.wires);
    const { selectedHeld } = this.stage.stores.binding.getState();
    for (const each of this.shownHeld()) {
      const at = this.inView(each.vertex, viewCamera);
      if (!at) continue;
      const chosen = isSameHeld(each, selectedHeld);
      if (each.kind === "neumann") drawDiamond(shapes, at, chosen);
      else if (each.suspicious) drawWarning(shapes, at);
      else drawSquare(shapes, at, chosen);
      const accent = this.stage.colours?.accent;
      if (chosen && accent) drawSelection(shapes, at, accent);
    }
  };

  /** Dots for the values that are set for one bone: opaque for high values, faint for 0. */
  private dots(
    shapes: Shapes,
    viewCamera: ViewCamera,
    { vertices, bones, values }: VertexBoneValues,
    segment: number,
    colour: typeof WHITE,
  ): void {
    let count = 0;
    for (const bone of bones) if (bone === segment) count++;
    const density = densityFor(count);
    for (let n = 0; n < vertices.length; n++) {
      if (bones[n] !== segment || !isAmong(vertices[n], density)) continue;
      const at = this.inView(vertices[n], viewCamera);
      if (!at) continue;
      shapes.disc(at, 2.6, CASING, 0.8);
      shapes.disc(at, 1.8, colour, 0.25 + 0.75 * Math.min(1, values[n]));
    }
  }

  /** Rings at vertices with hand-painted weights, which stay. */
  private rings(shapes: Shapes, viewCamera: ViewCamera, vertices: Uint32Array): void {
    const density = densityFor(vertices.length);
    for (const i of vertices) {
      const at = isAmong(i, density) ? this.inView(i, viewCamera) : null;
      if (!at) continue;
      shapes.ring(at, 3, 2.6, CASING, 0.6);
      shapes.ring(at, 3, 1.2, WHITE, 0.9);
    }
  }

  private links(shapes: Shapes, viewCamera: ViewCamera, wires: Uint32Array): void {
    const { meshView } = this.stage;
    if (!meshView) return;
    for (let n = 0; n + 1 < wires.length; n += 2) {
      const [a, b] = [wires[n], wires[n + 1]].map((i) =>
        i < meshView.sequence.vertexCount
          ? viewCamera.inView(this.places.place(meshView, i, this.facing))
          : null,
      );
      if (!a || !b) continue;
      drawDashes(shapes, a, b, LINK, 1.5);
      for (const end of [a, b]) shapes.disc(end, 2.2, WHITE, 0.95);
    }
  }

  /** The marker at a point of the canvas, or null. */
  at(x: number, y: number): HeldWeightKey | null {
    if (
      this.stage.stores.view.getState().workspace !== "paint" ||
      !this.stage.stores.document.getState().skeleton
    )
      return null;
    const part = this.stage.picking.viewAt(x, y);
    const viewCamera = this.stage.picking.cameraOf(part);
    let [best, least] = [null as HeldWeightKey | null, REACH];
    for (const each of this.shownHeld()) {
      const at = this.inView(each.vertex, viewCamera);
      const away = at ? Math.hypot(at[0] + part.left - x, at[1] + part.top - y) : Infinity;
      if (away < least) [best, least] = [each, away];
    }
    return best && { kind: best.kind, vertex: best.vertex, bone: best.bone };
  }

  /** The marker that a press here selects while a constraint tool is active. Other tools paint over markers. */
  pressable({ x, y }: { x: number; y: number }): HeldWeightKey | null {
    const { tool, erase } = this.stage.stores.view.getState().paint;
    return (tool === "attach" || tool === "neumann") && !erase ? this.at(x, y) : null;
  }

  /** Handles a press on a marker. @param stroke begins a normal stroke once the pointer moves */
  grab(at: { x: number; y: number }, event: PointerEvent, stroke: () => Grab | null): Grab | null {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    const selectedHeld = this.pressable(at);
    return (
      selectedHeld && markerPress(at, () => this.stage.stores.binding.setState({ selectedHeld }), stroke)
    );
  }

  stop(): void {
    this.stage.overlays.marks.delete(this.draw);
  }
}
