import { Vector3 } from "three/webgpu";
import type { Rgb } from "../../../../viewport/colours/palette";
import { CASING } from "../../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { MeshView } from "../../../../viewport/scene/mesh-view";
import { VertexPlaces } from "../../../bind/tools/vertex-places";

/** The opacity of an edge on the far side of the mesh. */
const BEHIND = 0.5;
/** Radius of the dots at both ends, in CSS pixels. */
const END = 3.5;

/** Draws an edge of the mesh as a thick line with a dot at both ends, in the pose on screen. */
export class EdgeMark {
  private readonly places = new VertexPlaces();
  private readonly facing = new Vector3();

  draw(
    shapes: Shapes,
    meshView: MeshView,
    edge: readonly [number, number],
    viewCamera: ViewCamera,
    colour: Rgb,
  ): void {
    const ends = edge.map((i) => this.end(meshView, i, viewCamera));
    const [a, b] = ends.map((end) => end?.at ?? null);
    if (!a || !b) return;
    const presence = ends.some((end) => end?.faces) ? 1 : BEHIND;
    shapes.line(a, b, 6, CASING, 0.8 * presence);
    for (const at of [a, b]) shapes.disc(at, END + 1.5, CASING, 0.8 * presence);
    shapes.line(a, b, 3, colour, presence);
    for (const at of [a, b]) shapes.disc(at, END, colour, presence);
  }

  private end(
    meshView: MeshView,
    vertex: number,
    viewCamera: ViewCamera,
  ): { at: ViewPoint | null; faces: boolean } | null {
    if (vertex >= meshView.sequence.vertexCount) return null;
    const place = this.places.place(meshView, vertex, this.facing);
    const faces = this.facing.dot(viewCamera.camera.position.clone().sub(place)) >= 0;
    return { at: viewCamera.inView(place), faces };
  }
}
