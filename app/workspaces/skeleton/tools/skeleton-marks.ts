import type { Vector3 } from "three/webgpu";
import type { SegmentEnd } from "../../../../workers/model/skeleton/skeleton-joints";
import type { SegmentPick } from "../../../document/view-state";
import { boneColour, type Rgb, type ThemeColours } from "../../../viewport/colours/palette";
import {
  type BoneLook,
  CASING,
  drawJoint,
  halfWidth,
  PLAIN,
  WHITE,
} from "../../../viewport/overlay/bone-shapes";
import { drawDashes } from "../../../viewport/overlay/dashes";
import type { Shapes } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import { drawLimits, type LimitHandle, type PlacedLimits } from "./limit-shapes";
import { drawSegment } from "./segment-shapes";
import type { FlatSegment, SegmentsView } from "./segments-view";

/** A segment that the next click would draw, or the first joint of a tree if `from` is null. */
export interface DrawnSegment {
  from: Vector3 | null;
  to: Vector3;
  /** Whether it would be inside the volume. */
  inside: boolean;
}

/** The parts of a skeleton to draw besides its segments. */
export interface SkeletonState {
  picked: SegmentPick | null;
  hovered: SegmentPick | null;
  /** The segment that the next click would add, with its mirror image. */
  drawn: readonly DrawnSegment[];
  /** The first joint of a tree, with its mirror image. */
  first: readonly Vector3[];
  limits: PlacedLimits | null;
  hotLimit: LimitHandle | null;
}

const JOINT = 2.6;
const JOINT_HOVERED = 4;
const JOINT_PICKED = 4.5;
/** Opacity of a skeleton while another tool is active. */
const DIM = 0.5;

const isJoint = (pick: SegmentPick | null): pick is SegmentEnd => pick !== null && pick.end !== null;

/** Draws a skeleton that is being edited, over the mesh; the selected parts last. */
export function drawSkeleton(
  shapes: Shapes,
  view: SegmentsView,
  viewCamera: ViewCamera,
  state: SkeletonState,
  theme: ThemeColours,
): void {
  const { picked, hovered, limits } = state;
  const isWhole = (pick: SegmentPick | null, { segment }: FlatSegment) =>
    pick?.segment === segment && pick.end === null;
  const flat = view.flat(viewCamera);
  if (limits) drawLimits(shapes, limits, viewCamera, theme, state.hotLimit);
  const ordered = [...flat.filter((f) => !isWhole(picked, f)), ...flat.filter((f) => isWhole(picked, f))];
  for (const each of ordered) {
    const chosen = isWhole(picked, each);
    const over = isWhole(hovered, each);
    const colour = chosen ? theme.accent : boneColour(each.segment);
    const edge = chosen || over ? WHITE : colour;
    drawOne(shapes, each, {
      colour,
      edge,
      alpha: chosen ? 0.85 : over ? 0.7 : 0.5,
      strong: chosen,
      presence: 1,
    });
  }
  for (const pick of [hovered, picked]) {
    if (isJoint(pick)) drawPickedJoint(shapes, view, viewCamera, pick, pick === picked ? theme.accent : null);
  }
  for (const first of state.first) {
    const at = viewCamera.inView(first);
    if (!at) continue;
    shapes.ring(at, JOINT_PICKED + 4.5, 1.5, theme.accent);
    drawJoint(shapes, at, JOINT_PICKED, WHITE);
  }
  for (const drawn of state.drawn) drawPreview(shapes, drawn, viewCamera, theme.accent);
}

/** Draws a skeleton while another tool is active. */
export function drawStandby(shapes: Shapes, view: SegmentsView, viewCamera: ViewCamera): void {
  const look = { colour: PLAIN, edge: PLAIN, alpha: 0.3, strong: false, presence: DIM };
  for (const flat of view.flat(viewCamera)) drawOne(shapes, flat, look);
}

function drawOne(shapes: Shapes, flat: FlatSegment, look: BoneLook): void {
  if (flat.link) drawDashes(shapes, flat.link, flat.head, { ...look, presence: 0.45 * look.presence }, 1);
  drawSegment(shapes, flat, look);
  drawJoint(shapes, flat.tail, JOINT, look.edge, look.presence);
  drawJoint(shapes, flat.head, JOINT, look.edge, look.presence);
}

function drawPickedJoint(
  shapes: Shapes,
  view: SegmentsView,
  viewCamera: ViewCamera,
  { segment, end }: SegmentEnd,
  accent: Rgb | null,
): void {
  const placed = view.placed[segment];
  const at = placed && viewCamera.inView(placed[end]);
  if (!at) return;
  if (accent) shapes.ring(at, JOINT_PICKED + 4.5, 1.5, accent);
  drawJoint(shapes, at, accent ? JOINT_PICKED : JOINT_HOVERED, WHITE);
}

/** Draws the segment that the next click would add as an outline in the accent colour, fainter outside the mesh. */
function drawPreview(
  shapes: Shapes,
  { from, to, inside }: DrawnSegment,
  viewCamera: ViewCamera,
  accent: Rgb,
): void {
  const [a, b] = [from && viewCamera.inView(from), viewCamera.inView(to)];
  if (!b) return;
  const presence = inside ? 0.9 : 0.45;
  if (a) {
    const half = halfWidth(Math.hypot(b[0] - a[0], b[1] - a[1]));
    const look = { colour: accent, edge: accent, alpha: 0.22, strong: false, presence };
    const flat = { head: a, tail: b, half, segment: -1, kind: "rigid" as const, link: null, depth: 0 };
    drawSegment(shapes, flat, look);
  }
  shapes.disc(b, JOINT_HOVERED + 1.6, CASING, 0.7 * presence);
  shapes.ring(b, JOINT_HOVERED, 1.8, inside ? WHITE : accent, presence);
}
