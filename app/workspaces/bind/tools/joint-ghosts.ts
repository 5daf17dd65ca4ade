import { Vector3 } from "three/webgpu";
import { CASING, drawJoint, WHITE } from "../../../viewport/overlay/bone-shapes";
import { drawDashes } from "../../../viewport/overlay/dashes";
import type { Shapes } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { Stage } from "../../../viewport/stage";
import type { DrawnView } from "../../../viewport/views/views";
import { blendedSkeleton, headMoves } from "../runs/joints/joint-proposal";
import { JOINTS } from "../runs/joints/joint-state";

/** A joint that moves less than this, as a share of the mesh's diagonal, gets no ghost. */
const STILL = 1e-4;
const WAY = { colour: WHITE, edge: WHITE, alpha: 1, strong: false, presence: 0.7 };

/** While better positions for joints are proposed, draws rings at the old positions and lines to the new ones. */
export function drawJointGhosts(stage: Stage, shapes: Shapes, part: DrawnView, viewCamera: ViewCamera): void {
  const { proposal } = stage.stores.of(JOINTS).getState();
  const { meshView } = stage;
  if (!proposal || !meshView || stage.stores.view.getState().workspace !== "paint" || part.mesh === "rig-b")
    return;
  const { before, after, taken, share } = proposal;
  const { world, diagonal } = meshView.placement;
  const shown = blendedSkeleton(before, after, taken, share);
  const inView = (point: readonly [number, number, number]) =>
    viewCamera.inView(new Vector3(...point).applyMatrix4(world));
  const accent = stage.colours?.accent ?? WHITE;
  headMoves(before, after).forEach((move, j) => {
    const [was, is] = [inView(before.segments[j].head), inView(shown.segments[j].head)];
    if (!was || !is || move < STILL * diagonal) return;
    drawDashes(shapes, was, is, WAY, 1.2);
    shapes.ring(was, 5, 3, CASING, 0.5);
    shapes.ring(was, 5, 1.4, WHITE, 0.7);
    drawJoint(shapes, is, 3.6, accent);
  });
}
