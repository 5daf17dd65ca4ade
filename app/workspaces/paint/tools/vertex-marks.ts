import { Vector3 } from "three/webgpu";
import { type Rgb, rgb } from "../../../viewport/colours/palette";
import { densityFor, isAmong } from "../../../viewport/geometry/marker-density";
import type { Shapes, ViewPoint } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { ShownPose } from "../../../viewport/scene/poses/shown-pose";
import type { Stage } from "../../../viewport/stage";

/** Markers are white with a dark outline, so that they are visible on every ramp. */
const WHITE: Rgb = [1, 1, 1];
const CASING: Rgb = rgb("#101114");
/** Half the width of a cross, in pixels. */
const ARM = 3.5;

function cross(shapes: Shapes, [x, y]: ViewPoint): void {
  for (const [width, colour] of [
    [4, CASING],
    [2, WHITE],
  ] as const) {
    shapes.line([x - ARM, y - ARM], [x + ARM, y + ARM], width, colour, 0.95);
    shapes.line([x - ARM, y + ARM], [x + ARM, y - ARM], width, colour, 0.95);
  }
}

/** Position of a vertex in the pose on screen, in the sequence's coordinates. */
export function posedVertex({ rig, matrices }: Pick<ShownPose, "rig" | "matrices">, i: number): Vector3 {
  const { offsets, bones, values } = rig.weights;
  const [x, y, z] = [rig.rest[3 * i], rig.rest[3 * i + 1], rig.rest[3 * i + 2]];
  const posed = [0, 0, 0];
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    for (let r = 0; r < 3; r++) {
      const at = 12 * bones[e] + 4 * r;
      posed[r] +=
        values[e] * (matrices[at] * x + matrices[at + 1] * y + matrices[at + 2] * z + matrices[at + 3]);
    }
  }
  return new Vector3(...posed);
}

/**
 * Draws the selected vertex, and the vertices that a mirrored change skipped. Add the returned function to the stage's
 * marks.
 */
export function vertexMarks(stage: Stage): (shapes: Shapes, part: unknown, viewCamera: ViewCamera) => void {
  return (shapes, _, viewCamera) => {
    const { workspace, paint } = stage.stores.view.getState();
    const { unmatched } = stage.stores.paintNews.getState();
    const { shownPose, meshView } = stage;
    if (workspace !== "paint" || !shownPose || !meshView) return;
    const place = (i: number) =>
      viewCamera.inView(posedVertex(shownPose, i).applyMatrix4(meshView.placement.world));
    const density = densityFor(unmatched?.length ?? 0);
    for (const i of unmatched ?? []) {
      const at = isAmong(i, density) ? place(i) : null;
      if (at) cross(shapes, at);
    }
    const count = meshView.sequence.vertexCount;
    const at = paint.vertex !== null && paint.vertex < count ? place(paint.vertex) : null;
    if (!at) return;
    shapes.ring(at, 5, 4, CASING, 0.7);
    shapes.ring(at, 5, 2, WHITE);
  };
}
