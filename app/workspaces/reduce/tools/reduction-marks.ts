import { Vector3 } from "three/webgpu";
import { REDUCTION, reduceRunOf } from "../../../document/reduce/reduce-state";
import type { Rgb } from "../../../viewport/colours/palette";
import { densityFor, isAmong } from "../../../viewport/geometry/marker-density";
import { toWorld } from "../../../viewport/geometry/placement";
import { CASING, WHITE } from "../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { ToolContext, ViewportTool } from "../../../viewport/pointer/tool";
import type { MeshView } from "../../../viewport/scene/mesh-view";
import type { DrawnView } from "../../../viewport/views/views";

/** Half the size of a triangle, in CSS pixels. */
const TRIANGLE = 4;
/**
 * Marks are drawn nearer to the camera by this share of the diagonal, so that the marked surface does not cover them.
 */
const NEARER = 0.01;

function triangleAt(shapes: Shapes, [x, y]: ViewPoint, size: number, colour: Rgb): void {
  shapes.triangle([x, y - size], [x - size, y + 0.8 * size], [x + size, y + 0.8 * size], colour);
}

/** Draws the exceptional vertices of B as triangles, unless the mesh covers them. */
export function reductionMarks({ stores, stage }: ToolContext): ViewportTool {
  const draw = (_: Shapes, part: DrawnView, viewCamera: ViewCamera, covered: Shapes): void => {
    const { workspace, reduce } = stores.view.getState();
    const { meshView } = stage;
    if (workspace !== "reduce" || !meshView) return;
    const state = stores.of(REDUCTION).getState();
    const exceptional =
      part.mesh === "rig-b" && reduce.exceptional
        ? (reduceRunOf(state, state.sides.b)?.report?.exceptional?.vertices ?? [])
        : [];
    if (exceptional.length === 0) return;
    const positions = new Float32Array(meshView.sequence.rest.length);
    meshView.approximate(part.mesh, positions);
    const place = placer(meshView, viewCamera, positions, covered);
    drawThinned(exceptional, (i) => {
      const at = place(i);
      if (!at) return;
      triangleAt(covered, at, TRIANGLE + 1.6, CASING);
      triangleAt(covered, at, TRIANGLE, WHITE);
    });
  };
  stage.overlays.marks.add(draw);
  return {
    hover: () => null,
    grab: () => null,
    stop() {
      stage.overlays.marks.delete(draw);
    },
  };
}

/** Finds vertices in a view, and sets the depth of the next shapes. */
function placer(meshView: MeshView, viewCamera: ViewCamera, positions: Float32Array, shapes: Shapes) {
  const nearer = NEARER * meshView.placement.diagonal;
  return (i: number): ViewPoint | null => {
    const world = toWorld([positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]], meshView);
    const towards = new Vector3().subVectors(viewCamera.camera.position, world).setLength(nearer);
    const depth = viewCamera.depthOf(world.add(towards));
    const at = viewCamera.inView(world);
    if (at) shapes.between(at, depth, at, depth);
    return at;
  };
}

/** Draws all vertices, or an even share of very many. */
function drawThinned(vertices: ArrayLike<number>, draw: (vertex: number) => void): void {
  const density = densityFor(vertices.length);
  for (let n = 0; n < vertices.length; n++) if (isAmong(vertices[n], density)) draw(vertices[n]);
}
