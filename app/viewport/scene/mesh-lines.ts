import { uniform } from "three/tsl";
import { type BufferGeometry, type UniformNode, Vector4 } from "three/webgpu";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import { boundaryEdges } from "../../../workers/model/mesh/volume";
import type { ShownFaces } from "../../document/scene/hidden-faces";
import { edgeGeometry, polygonEdges } from "../geometry/edges";
import { showEdges } from "../geometry/shown-geometry";

/** Lines over a surface: the edges of its polygons, or its open edges. */
export type LinesName = "wire" | "rim";

/** The lines of a mesh and their colours, shared by all of its poses. Geometries are created on first use. */
export class MeshLines {
  readonly colours: Record<LinesName, UniformNode<"vec4", Vector4>> = {
    wire: uniform(new Vector4(0, 0, 0, 0.3)),
    rim: uniform(new Vector4(1, 0.32, 0.06, 1)),
  };
  private readonly sequence: SequenceMesh;
  private readonly triangles: Uint32Array;
  private faces: ShownFaces | null = null;
  private readonly made: Partial<Record<LinesName, { geometry: BufferGeometry; edges: Uint32Array }>> = {};

  /** @param triangles over solver vertices, 3T. */
  constructor(sequence: SequenceMesh, triangles: Uint32Array) {
    this.sequence = sequence;
    this.triangles = triangles;
  }

  setTheme(light: boolean): void {
    this.colours.wire.value.set(0, 0, 0, light ? 0.34 : 0.42);
  }

  /** Shows only the lines of some faces; null shows all. */
  showFaces(faces: ShownFaces | null): void {
    this.faces = faces;
    for (const { geometry, edges } of Object.values(this.made)) showEdges(geometry, edges, faces);
  }

  geometry(name: LinesName): BufferGeometry {
    const known = this.made[name];
    if (known) return known.geometry;
    const edges =
      name === "wire" ? polygonEdges(this.sequence) : Uint32Array.from(boundaryEdges(this.triangles));
    const geometry = edgeGeometry(edges.slice());
    showEdges(geometry, edges, this.faces);
    this.made[name] = { geometry, edges };
    return geometry;
  }

  dispose(): void {
    for (const { geometry } of Object.values(this.made)) geometry.dispose();
  }
}
