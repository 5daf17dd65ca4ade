import { Vector3 } from "three/webgpu";
import type { Skeleton } from "../../../workers/model/skeleton";
import { EMPTY_SKELETON } from "../../../workers/model/skeleton-edit";
import { mirrorPoint } from "../../../workers/model/skeleton-mirror";
import { shownSkeleton, useDocument } from "../../document/document";
import {
  pickIn,
  pickNow,
  pickSegment,
  runEdit,
  skeletonNow,
} from "../../document/skeleton/skeleton-commands";
import { drawRoot, drawSegment, inMirror, mirrorPlane } from "../../document/skeleton/skeleton-drawing";
import { type SegmentPick, useView, type ViewState } from "../../document/view-state";
import { formatLength } from "../../ui/format";
import type { Grab } from "../camera/gestures";
import type { Shapes } from "../overlay/shapes";
import type { Lens } from "../picking/lens";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";
import { type JointPlace, jointPlace, toPoint, toWorld } from "./joint-place";
import { limitAt, limitDrag } from "./limit-drag";
import type { LimitHandle, PlacedLimits } from "./limit-shapes";
import { SegmentsView } from "./segments-view";
import { jointDrag, segmentDrag } from "./skeleton-drag";
import type { Place, Say, SkeletonHand } from "./skeleton-hand";
import { type DrawnSegment, drawSkeleton, drawStandby } from "./skeleton-marks";

/** How far from a joint and from a bone's edge the pointer still means it, in CSS pixels; a finger is wider. */
const JOINT_REACH = 9;
const BONE_REACH = 3;
const TOUCH = 2.2;
/** A second click that comes as soon as this ends a chain, in milliseconds. */
const DOUBLE = 400;

/** Draws a skeleton in a mesh, and moves its joints, bones and limits. */
export class SkeletonTool {
  private readonly hand: SkeletonHand;
  private readonly segments = new SegmentsView();
  private hovered: SegmentPick | null = null;
  private hotLimit: LimitHandle | null = null;
  private drawn: DrawnSegment[] = [];
  private at: Place | null = null;
  private held = false;
  private dragging: "shape" | "limit" | null = null;
  /** When and where the last joint was placed. */
  private placedAt: (Place & { time: number }) | null = null;

  constructor(stage: Stage, edits: ViewportEdits, redraw: () => void, say: Say) {
    this.hand = {
      stage,
      edits,
      say,
      redraw,
      sides: () => {
        const { subject } = stage;
        const isMirrored = useView.getState().paint.mirrorX && subject !== null;
        return {
          plane: isMirrored ? mirrorPlane(subject.sequence) : null,
          diagonal: subject?.placement.diagonal ?? 1,
        };
      },
      snaps: ({ ctrlKey, metaKey }) => useView.getState().snapJoints !== (ctrlKey || metaKey),
    };
    stage.marks.add(this.draw);
    window.addEventListener("keydown", this.key);
    window.addEventListener("keyup", this.key);
  }

  /** Whether the pointer draws skeletons now. */
  get active(): boolean {
    const { workspace, paint, playing } = useView.getState();
    return workspace === "paint" && paint.tool === "skeleton" && !playing && this.hand.stage.subject !== null;
  }

  private readonly key = (event: KeyboardEvent) => {
    const held = event.ctrlKey || event.metaKey;
    if (held === this.held) return;
    this.held = held;
    if (this.at && this.active && !this.dragging) this.hover(this.at);
  };

  private lensAt({ x, y }: Place): Lens {
    const { sight } = this.hand.stage;
    return sight.lensOf(sight.viewAt(x, y));
  }

  /** The segments as they are on screen. */
  private shown(): { skeleton: Skeleton; picked: SegmentPick | null } {
    const skeleton = shownSkeleton(useDocument.getState()) ?? EMPTY_SKELETON;
    const { subject } = this.hand.stage;
    if (subject) this.segments.take(skeleton, subject.placement);
    return { skeleton, picked: pickIn(skeleton, useView.getState().segment) };
  }

  private readonly draw = (shapes: Shapes, part: { look: { bones: boolean } }, lens: Lens): void => {
    const { workspace } = useView.getState();
    const { stage } = this.hand;
    if (workspace !== "paint" || !stage.colours) return;
    const { skeleton, picked } = this.shown();
    if (!this.active) {
      // A rig's own bones say the same, posed.
      if (!part.look.bones && useView.getState().showBones) drawStandby(shapes, this.segments, lens);
      return;
    }
    const { firstJoint } = useView.getState();
    const state = {
      picked,
      hovered: pickIn(skeleton, this.hovered),
      drawn: this.drawn,
      first: firstJoint ? this.withImage(firstJoint) : [],
      limits: this.limitsOf(skeleton, picked),
      hotLimit: this.hotLimit,
    };
    drawSkeleton(shapes, this.segments, lens, state, stage.colours);
  };

  /** A point, and its mirror image while both sides are drawn. */
  private withImage(point: readonly [number, number, number]): Vector3[] {
    const sides = this.hand.sides();
    const here = inMirror([...point], sides);
    const points =
      sides.plane === null || here[0] === sides.plane ? [here] : [here, mirrorPoint(here, sides.plane)];
    return points.map((each) => toWorld(each, this.hand.stage));
  }

  /** The limits that are shown: of the segment that is selected as a whole. */
  private limitsOf({ segments }: Skeleton, picked: SegmentPick | null): PlacedLimits | null {
    if (!picked || picked.end !== null || this.dragging === "shape") return null;
    const segment = segments[picked.segment];
    const { head, tail } = this.segments.placed[picked.segment];
    const length = head.distanceTo(tail);
    if (segment.kind === "virtual" || !(length > 0)) return null;
    return { head, axis: tail.clone().sub(head).divideScalar(length), length, limits: segment.limits };
  }

  /** What of the skeleton is at a place. */
  private under(at: Place, reach = 1): SegmentPick | null {
    this.shown();
    const lens = this.lensAt(at);
    const joint = this.segments.jointAt(at.x, at.y, lens, reach * JOINT_REACH);
    if (joint) return joint;
    const segment = this.segments.segmentAt(at.x, at.y, lens, BONE_REACH);
    return segment === null ? null : { segment, end: null };
  }

  /** Shows what a press would do; null where the tool is not in hand. */
  hover(at: Place | null): { cursor: string; hand: ViewState["hand"] } | null {
    if (this.dragging) return null;
    const active = this.active;
    this.at = active ? at : null;
    const before = [this.hovered, this.hotLimit, this.drawn.length];
    this.hovered = null;
    this.hotLimit = null;
    this.drawn = [];
    let found: ReturnType<SkeletonTool["hover"]> = null;
    if (active && at) {
      const { skeleton, picked } = this.shown();
      const limits = this.limitsOf(skeleton, picked);
      this.hotLimit = limits && limitAt(limits, this.lensAt(at), at);
      if (!this.hotLimit) this.hovered = this.under(at);
      if (!this.hotLimit && !this.hovered) this.preview(at);
      if (this.hotLimit) found = { cursor: "grab", hand: null };
      else if (this.hovered) {
        found = { cursor: "grab", hand: this.hovered.end ? "over joint" : "over segment" };
      } else found = { cursor: this.drawn.length > 0 ? "crosshair" : "default", hand: "drawing" };
      this.tell(skeleton, at);
    }
    if (active || before.some(Boolean)) this.hand.redraw();
    return found;
  }

  /** The name of what the pointer is over, or the length of what a click would draw. */
  private tell({ segments }: Skeleton, at: Place): void {
    const [drawn] = this.drawn;
    const metres = this.hand.stage.subject?.sequence.metresPerUnit ?? 1;
    const length = drawn?.from ? formatLength(metres * drawn.from.distanceTo(drawn.to)) : null;
    this.hand.say(this.hovered ? segments[this.hovered.segment].name : length, at);
  }

  /** The joint that a click would add to, in the world; null where it would begin a tree. */
  private from(): Vector3 | null {
    const { firstJoint } = useView.getState();
    if (firstJoint) return toWorld(firstJoint, this.hand.stage);
    const { picked } = this.shown();
    return picked?.end ? this.segments.placed[picked.segment][picked.end] : null;
  }

  /** Whether a click beside the skeleton draws: not while a segment is selected as a whole. */
  private get draws(): boolean {
    const { picked } = this.shown();
    return useView.getState().firstJoint !== null || !picked || picked.end !== null;
  }

  private place(at: Place, held: boolean): JointPlace | null {
    const { stage, snaps } = this.hand;
    const last = this.segments.placed[this.segments.placed.length - 1];
    const beside = this.from() ?? last?.tail ?? stage.subject?.placement.centre ?? new Vector3();
    const wish = { snap: snaps({ ctrlKey: held, metaKey: false }), near: null, beside };
    return jointPlace(stage, this.lensAt(at), at.x, at.y, wish);
  }

  private preview(at: Place): void {
    const place = this.draws ? this.place(at, this.held) : null;
    if (!place) return;
    const to = this.withImage(place.point);
    const from = this.from();
    const { stage } = this.hand;
    const begins = from && this.withImage(toPoint(from, stage));
    this.drawn = to.map((each, n) => ({
      from: begins && (begins[n] ?? begins[0]),
      to: each,
      inside: place.inside,
    }));
  }

  /** A click beside all bones: places a joint, or lets go of the segment that is selected. */
  click(at: Place, held: boolean): boolean {
    if (!this.active) return false;
    if (!this.draws) pickSegment(null);
    else this.put(at, held);
    this.drawn = [];
    return true;
  }

  private put(at: Place, held: boolean): void {
    const place = this.place(at, held);
    if (!place) {
      this.hand.say("A moment: the mesh is made ready to be looked into", at);
      return;
    }
    const { firstJoint } = useView.getState();
    const picked = pickNow();
    const sides = this.hand.sides();
    const point = inMirror(place.point, sides);
    this.placedAt = { ...at, time: performance.now() };
    if (firstJoint) this.add(drawRoot(skeletonNow(), [...firstJoint], point, sides));
    else if (picked?.end) {
      this.add(drawSegment(skeletonNow(), { segment: picked.segment, end: picked.end }, point, sides));
    } else useView.setState({ firstJoint: point });
  }

  /** Takes a segment that was drawn; the chain goes on from its tail. */
  private add({ edit, made }: ReturnType<typeof drawRoot>): void {
    useView.setState({ firstJoint: null });
    const { name } = edit.skeleton.segments[made];
    runEdit((c) => this.hand.edits.run(c), `Draw ${name}`, "bone", edit, { segment: made, end: "tail" });
  }

  /** Takes hold of a joint, a bone or a limit. */
  grab(at: Place, event: PointerEvent): Grab | null {
    if (!this.active) return null;
    const isTouch = event.pointerType === "touch";
    const { skeleton, picked } = this.shown();
    const limits = this.limitsOf(skeleton, picked);
    const handle = limits && limitAt(limits, this.lensAt(at), at, isTouch ? TOUCH : 1);
    if (limits && handle && picked) {
      return this.during(limitDrag(this.hand, this.lensAt(at), limits, picked.segment, at, handle), true);
    }
    const under = this.under(at, isTouch ? TOUCH : 1);
    if (!under) return null;
    const again = this.placedAt;
    const isDouble =
      again !== null &&
      performance.now() - again.time < DOUBLE &&
      Math.hypot(again.x - at.x, again.y - at.y) < JOINT_REACH;
    const clicked = () => {
      useView.setState({ firstJoint: null });
      pickSegment(isDouble ? { segment: under.segment, end: null } : under);
    };
    const lens = this.lensAt(at);
    const drag =
      under.end === null
        ? segmentDrag(this.hand, lens, at, skeleton, under.segment, clicked)
        : jointDrag(
            this.hand,
            lens,
            at,
            skeleton,
            { segment: under.segment, end: under.end },
            event.altKey,
            clicked,
          );
    return this.during(drag);
  }

  private during(grab: Grab, isLimit = false): Grab {
    this.dragging = isLimit ? "limit" : "shape";
    this.drawn = [];
    const over = (how: () => void) => () => {
      this.dragging = null;
      how();
      this.hand.say(null, { x: 0, y: 0 });
      this.hand.redraw();
    };
    return { move: grab.move, end: over(grab.end), cancel: over(grab.cancel) };
  }

  stop(): void {
    this.hand.stage.marks.delete(this.draw);
    window.removeEventListener("keydown", this.key);
    window.removeEventListener("keyup", this.key);
  }
}
