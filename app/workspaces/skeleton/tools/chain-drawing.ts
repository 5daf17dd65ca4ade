import { Vector3 } from "three/webgpu";
import type { Point } from "../../../../workers/model/skeleton/skeleton";
import { mirrorPoint } from "../../../../workers/model/skeleton/skeleton-mirror";
import type { Command } from "../../../document/history/history";
import {
  type EditAndPick,
  pickNow,
  runEdit,
  skeletonNow,
} from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";
import type { SegmentPick, ViewState } from "../../../document/view-state";
import { toPoint, toWorld } from "../../../viewport/geometry/placement";
import type { CanvasPoint } from "../../../viewport/pointer/tool";
import { addSegment, drawRoot, inMirror } from "../skeleton-drawing";
import { type JointPlace, jointPlace } from "./joint-place";
import type { SkeletonHand } from "./skeleton-hand";
import type { DrawnSegment } from "./skeleton-marks";
import { JOINT_REACH, type SkeletonPicking } from "./skeleton-picking";

/** A second click within this time ends a chain, in milliseconds. */
const DOUBLE = 400;

/** The joint that a click beside the skeleton would place. */
export interface NextJoint {
  place: JointPlace;
  /**
   * Whether the new joint would be at the joint that it is drawn from. The click then selects that joint and draws
   * nothing.
   */
  again: boolean;
}

/** Draws chains of segments, joint after joint. */
export class ChainDrawing {
  private readonly stores: Stores;
  private readonly hand: SkeletonHand;
  private readonly picking: SkeletonPicking;
  /** Time and position of the last placed joint. */
  private placedAt: (CanvasPoint & { time: number }) | null = null;

  constructor(stores: Stores, hand: SkeletonHand, picking: SkeletonPicking) {
    this.stores = stores;
    this.hand = hand;
    this.picking = picking;
  }

  /** Whether a click beside the skeleton draws. It does not while a whole segment is selected. */
  get draws(): boolean {
    const { picked } = this.picking.shown();
    return this.stores.view.getState().firstJoint !== null || !picked || picked.end !== null;
  }

  /** The joint that a click would draw from, in the world; null if it would begin a tree. */
  private from(): Vector3 | null {
    const { firstJoint } = this.stores.view.getState();
    if (firstJoint) return toWorld(firstJoint, this.hand.stage.meshView);
    const { picked } = this.picking.shown();
    return picked?.end ? this.picking.segments.placed[picked.segment][picked.end] : null;
  }

  /** The joint that a click would place. Null if it would not draw, or until the mesh is ready for ray casts. */
  next(at: CanvasPoint, held: boolean): NextJoint | null {
    if (!this.draws) return null;
    const { stage, snaps } = this.hand;
    const viewCamera = this.picking.cameraAt(at);
    const from = this.from();
    const last = this.picking.segments.placed.at(-1);
    const beside = from ?? last?.tail ?? stage.meshView?.placement.centre ?? new Vector3();
    const wish = { snap: snaps({ ctrlKey: held, metaKey: false }), near: null, beside };
    const place = jointPlace(stage, viewCamera, at.x, at.y, wish);
    if (!place) return null;
    const [a, b] = [from && viewCamera.onCanvas(from), viewCamera.onCanvas(place.world)];
    return { place, again: a !== null && b !== null && Math.hypot(a[0] - b[0], a[1] - b[1]) < JOINT_REACH };
  }

  /** The segment that a click would draw, and its mirror image. */
  preview({ place }: NextJoint): DrawnSegment[] {
    const from = this.from();
    const begins = from && this.withImage(toPoint(from, this.hand.stage.meshView));
    return this.withImage(place.point).map((to, n) => ({
      from: begins && (begins[n] ?? begins[0]),
      to,
      inside: place.inside,
    }));
  }

  /** The first joint of a tree that has no segments yet, and its mirror image. */
  first(): Vector3[] {
    const { firstJoint } = this.stores.view.getState();
    return firstJoint ? this.withImage(firstJoint) : [];
  }

  /** A point in world coordinates, with its mirror image while both sides are drawn. */
  private withImage(point: readonly [number, number, number]): Vector3[] {
    const sides = this.hand.sides();
    const here = inMirror([...point], sides);
    const points: Point[] =
      sides.plane === null || here[0] === sides.plane ? [here] : [here, mirrorPoint(here, sides.plane)];
    return points.map((each) => toWorld(each, this.hand.stage.meshView));
  }

  /** Places a joint, and draws the segment that ends there. */
  put(at: CanvasPoint, held: boolean): void {
    const next = this.next(at, held);
    if (!next) {
      this.hand.say("Preparing the mesh. Try again in a moment.", at);
      return;
    }
    if (next.again) return;
    const { firstJoint } = this.stores.view.getState();
    const picked = pickNow(this.stores);
    const sides = this.hand.sides();
    const point = inMirror(next.place.point, sides);
    this.placedAt = { ...at, time: performance.now() };
    if (firstJoint) this.add(drawRoot(skeletonNow(this.stores), [...firstJoint], point, sides));
    else if (picked?.end) {
      this.add(
        addSegment(skeletonNow(this.stores), { segment: picked.segment, end: picked.end }, point, sides),
      );
    } else this.stores.view.setState({ firstJoint: point });
  }

  /** Adds a drawn segment. The chain continues at its tail; after an undo, at the joint before. */
  private add({ edit, made }: ReturnType<typeof drawRoot>): void {
    const { firstJoint } = this.stores.view.getState();
    const { name } = edit.skeleton.segments[made];
    const run = (command: Command<EditAndPick>) => {
      const drawn: Command<EditAndPick & Pick<ViewState, "firstJoint">> = {
        ...command,
        before: { ...command.before, firstJoint },
        after: { ...command.after, firstJoint: null },
        apply: (state) => {
          this.stores.view.setState({ firstJoint: state.firstJoint });
          command.apply(state);
        },
      };
      this.hand.edits.run(drawn);
    };
    runEdit(this.stores, run, `Draw ${name}`, "joint", edit, { segment: made, end: "tail" });
  }

  /**
   * The selection after a click on the skeleton. A second click on a joint that was just placed selects its segment,
   * which ends the chain.
   */
  clicked(on: SegmentPick, at: CanvasPoint): SegmentPick {
    const last = this.placedAt;
    const isDouble =
      last !== null &&
      performance.now() - last.time < DOUBLE &&
      Math.hypot(last.x - at.x, last.y - at.y) < JOINT_REACH;
    return isDouble ? { segment: on.segment, end: null } : on;
  }
}
