import { Matrix4, Plane, Vector3 } from "three/webgpu";
import type { Pin } from "../../../../../workers/geometry/posing/pinned-reach";
import { PosedBones } from "../../../../../workers/geometry/posing/posed-bones";
import { type Pose, poseOfMatrices } from "../../../../../workers/model/rig/pose";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { roundStep } from "../../../../ui/chart/axis";
import type { Grab } from "../../../../viewport/camera/grab";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../../viewport/pointer/tool";
import { ReachDrag, type ReachHeld, type ReachMeasures, type ReachPart } from "./reach-drag";
import { drawReach } from "./reach-marks";
import { BoneEnds, pinnedBones, reachSubject } from "./reach-subject";

/** The largest distance between the pointer and a mark that it picks, in CSS pixels. */
const REACH = 12;
const REACH_TOUCH = 22;
/** The handle snaps to about this many steps per diagonal of the mesh. */
const STEPS = 100;

/** Drags the end of the selected bone, which the bones above follow, or swings the bend of that chain. */
export class ReachTool implements ViewportTool {
  readonly holding = "moving";
  private readonly context: ToolContext;
  private readonly ends = new BoneEnds();
  private hot: ReachPart | null = null;

  constructor(context: ToolContext) {
    this.context = context;
    context.stage.overlays.marks.add(this.draw);
  }

  private get isActive(): boolean {
    const { workspace, posing, playing } = this.context.stores.view.getState();
    return workspace === "skeleton" && posing.tool === "reach" && !playing;
  }

  /** The selected bone's end and chain in the pose on screen; null if there is nothing to drag. */
  private held(): ReachHeld | null {
    const { stage, stores } = this.context;
    const { selectedBone, posing } = stores.view.getState();
    const shown = stage.shownPose;
    const { meshView } = stage;
    if (!this.isActive || !shown || !meshView || selectedBone === null) return null;
    const { rig } = shown;
    if (selectedBone >= rig.bones.length) return null;
    const { skeleton } = stores.document.getState();
    const tip = (j: number) => this.ends.of(rig, skeleton, meshView.placement.diagonal, j);
    const pose = shown.pose ?? poseOfMatrices(rig.bones, shown.matrices, `Frame ${shown.frame + 1}`);
    const posed = new PosedBones(rig.bones, pose);
    const pins = pinnedBones(rig.bones, posing).map((j): Pin => ({ ...tip(j), place: posed.place(tip(j)) }));
    const subject = reachSubject(rig.bones, tip(selectedBone), posing, this.ends.movesOf(rig));
    return { ...subject, bones: rig.bones, pose, posed, pins };
  }

  private get world(): Matrix4 {
    return this.context.stage.meshView?.placement.world ?? new Matrix4();
  }

  private toWorld(p: Point): Vector3 {
    return new Vector3(...p).applyMatrix4(this.world);
  }

  private cameraAt({ x, y }: CanvasPoint): ViewCamera {
    const { picking } = this.context.stage;
    return picking.cameraOf(picking.viewAt(x, y));
  }

  private readonly draw = (
    shapes: Shapes,
    part: { look: { bones: boolean } },
    viewCamera: ViewCamera,
  ): void => {
    const { stage } = this.context;
    const held = part.look.bones && stage.colours ? this.held() : null;
    if (!held || !stage.colours) return;
    const seen = (p: Point) => viewCamera.inView(this.toWorld(p));
    const { posed, chain, bend, end, pins } = held;
    drawReach(
      shapes,
      {
        handle: seen(posed.place(end)),
        base: chain.length > 0 ? seen(posed.heads[chain[0]]) : null,
        bend: bend === null ? null : seen(posed.heads[bend]),
        pins: pins.map(({ place }) => seen(place)),
        hot: this.hot,
      },
      stage.colours.accent,
    );
  };

  private under(held: ReachHeld, at: CanvasPoint, reach: number): ReachPart | null {
    const { picking } = this.context.stage;
    const part = picking.viewAt(at.x, at.y);
    if (!part.look.bones) return null;
    const viewCamera = picking.cameraOf(part);
    const away = (p: Point | null) => {
      const seen = p && viewCamera.onCanvas(this.toWorld(p));
      return seen ? Math.hypot(seen[0] - at.x, seen[1] - at.y) : Infinity;
    };
    if (away(held.posed.place(held.end)) <= reach) return "handle";
    return held.bend !== null && away(held.posed.heads[held.bend]) <= reach ? "bend" : null;
  }

  hover(at: CanvasPoint | null): ToolHover | null {
    const held = at && this.held();
    const hot = held ? this.under(held, at, REACH) : null;
    if (hot !== this.hot) {
      this.hot = hot;
      this.context.redraw();
    }
    return hot && { cursor: "grab", hand: "over handle", sees: "nothing" };
  }

  grab(at: CanvasPoint, event: PointerEvent): Grab | null {
    const held = this.held();
    const part = held && this.under(held, at, event.pointerType === "touch" ? REACH_TOUCH : REACH);
    const pointAt = held && part && this.planeOf(held, part, at);
    const grabbed = pointAt?.(at);
    if (!held || !part || !pointAt || !grabbed) return null;
    const { edits, say, redraw } = this.context;
    const drag = new ReachDrag(held, part, grabbed, this.measures(at));
    let next: Pose | null = null;
    const finish = () => {
      this.hot = null;
      say(null, at);
      redraw();
    };
    return {
      move: (samples, { shiftKey, ctrlKey, metaKey }) => {
        const now = samples[samples.length - 1];
        const to = pointAt(now);
        if (!to) return;
        next = drag.move(to, { fine: shiftKey, snap: ctrlKey || metaKey });
        say(drag.readout, now);
        edits.poseLive(next);
      },
      end: () => {
        finish();
        if (next) edits.posed(next, drag.label);
        else edits.poseLive(null);
      },
      cancel: () => {
        finish();
        edits.poseLive(null);
      },
    };
  }

  /**
   * Returns a function for the pointer's place in the plane through a mark that faces the camera, in the sequence's
   * coordinates.
   */
  private planeOf(held: ReachHeld, part: ReachPart, at: CanvasPoint): (place: CanvasPoint) => Point | null {
    const { posed, end, bend } = held;
    const viewCamera = this.cameraAt(at);
    const from = part === "bend" && bend !== null ? posed.heads[bend] : posed.place(end);
    const plane = new Plane().setFromNormalAndCoplanarPoint(
      viewCamera.camera.getWorldDirection(new Vector3()),
      this.toWorld(from),
    );
    const inverse = this.world.clone().invert();
    return (place) => {
      const hit = viewCamera.ray(place.x, place.y).intersectPlane(plane, new Vector3());
      return hit && (hit.applyMatrix4(inverse).toArray() as Point);
    };
  }

  private measures(at: CanvasPoint): ReachMeasures {
    const { stage, stores } = this.context;
    const { meshView } = stage;
    const { metresPerUnit } = meshView?.sequence ?? { metresPerUnit: 1 };
    const diagonal = meshView?.placement.diagonal ?? 1;
    const { matrixWorld } = this.cameraAt(at).camera;
    const inverse = this.world.clone().invert();
    const across = [0, 1].map(
      (column) =>
        new Vector3().setFromMatrixColumn(matrixWorld, column).transformDirection(inverse).toArray() as Point,
    );
    return {
      keepLimits: stores.view.getState().posing.keepLimits,
      diagonal,
      // Compute in nanometres, because a round step is at least 1.
      step: roundStep(1e9 * metresPerUnit * diagonal, STEPS) / (1e9 * metresPerUnit),
      metresPerUnit,
      across: [across[0], across[1]],
    };
  }

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
  }
}
