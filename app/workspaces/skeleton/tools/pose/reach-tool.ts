import { Matrix4, Plane, Vector3 } from "three/webgpu";
import { type Pin, reachPinned, swivelled } from "../../../../../workers/geometry/posing/pinned-reach";
import { PosedBones } from "../../../../../workers/geometry/posing/posed-bones";
import { type Pose, poseOfMatrices } from "../../../../../workers/model/rig/pose";
import type { Bone } from "../../../../../workers/model/rig/rig";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import type { Grab } from "../../../../viewport/camera/gestures";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { CanvasPoint, ToolContext, ToolHover, ViewportTool } from "../../../../viewport/pointer/tool";
import { drawReach } from "./reach-marks";
import { BoneEnds, pinnedBones, type ReachSubject, reachSubject } from "./reach-subject";

/** The largest distance between the pointer and a mark that it picks, in CSS pixels. */
const REACH = 12;
const REACH_TOUCH = 22;
/** An end that stays farther from the pointer than this, over the mesh's diagonal, is said to be out of reach. */
const OUT = 0.01;

type Part = "handle" | "bend";

/** What is dragged, in the pose at the start. */
interface Held extends ReachSubject {
  bones: readonly Bone[];
  pose: Pose;
  posed: PosedBones;
  pins: Pin[];
}

/** Drags the end of the selected bone, and the bones above it follow; or swings the bend of that chain. */
export class ReachTool implements ViewportTool {
  readonly holding = "moving";
  private readonly context: ToolContext;
  private readonly ends = new BoneEnds();
  private hot: Part | null = null;

  constructor(context: ToolContext) {
    this.context = context;
    context.stage.overlays.marks.add(this.draw);
  }

  private get isActive(): boolean {
    const { workspace, posing, playing } = this.context.stores.view.getState();
    return workspace === "skeleton" && posing.tool === "reach" && !playing;
  }

  /** The selected bone's end and chain in the pose on screen; null if there is nothing to drag. */
  private held(): Held | null {
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
    return { ...reachSubject(rig.bones, tip(selectedBone), posing), bones: rig.bones, pose, posed, pins };
  }

  private toWorld(p: Point): Vector3 {
    return new Vector3(...p).applyMatrix4(this.context.stage.meshView?.placement.world ?? new Matrix4());
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

  private under(held: Held, at: CanvasPoint, reach: number): Part | null {
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
    if (!held || !part) return null;
    const { stage, edits, say, redraw, stores } = this.context;
    const { meshView } = stage;
    if (!meshView) return null;
    const viewCamera = stage.picking.cameraOf(stage.picking.viewAt(at.x, at.y));
    const { bones, pose, posed, end, chain, bend, pins } = held;
    const { keepLimits } = stores.view.getState().posing;
    const from = part === "handle" ? posed.place(end) : posed.heads[bend ?? end.bone];
    // The pointer moves the point in the plane that faces the camera.
    const plane = new Plane().setFromNormalAndCoplanarPoint(
      viewCamera.camera.getWorldDirection(new Vector3()),
      this.toWorld(from),
    );
    const inverse = meshView.placement.world.clone().invert();
    const pointAt = (place: CanvasPoint): Point | null => {
      const hit = viewCamera.ray(place.x, place.y).intersectPlane(plane, new Vector3());
      return hit && (hit.applyMatrix4(inverse).toArray() as Point);
    };
    const grabbed = pointAt(at);
    const { name } = bones[end.bone];
    const label =
      part === "bend" && bend !== null
        ? `Swing ${bones[bend].name}`
        : chain.length === 0
          ? `Move ${name}`
          : `Reach with ${name}`;
    let next: Pose | null = null;
    const finish = () => {
      this.hot = null;
      say(null, at);
      redraw();
    };
    return {
      move: (samples) => {
        const now = samples[samples.length - 1];
        const to = pointAt(now);
        if (!to || !grabbed) return;
        const target = from.map((x, c) => x + to[c] - grabbed[c]) as Point;
        if (part === "bend" && bend !== null) {
          next = swivelled({ bones, pose, end, keepLimits }, chain, bend, target);
        } else {
          const result = reachPinned({ bones, pose, end, target, chain: chain.length, pins, keepLimits });
          next = result.pose;
          const isOut = result.missing > OUT * meshView.placement.diagonal;
          say(result.heldBack ? "held by its pins" : isOut ? "out of reach" : null, now);
        }
        edits.poseLive(next);
      },
      end: () => {
        finish();
        if (next) edits.posed(next, label);
        else edits.poseLive(null);
      },
      cancel: () => {
        finish();
        edits.poseLive(null);
      },
    };
  }

  stop(): void {
    this.context.stage.overlays.marks.delete(this.draw);
  }
}
