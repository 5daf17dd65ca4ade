import { Patches } from "../../mesh/patches";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { Nearest } from "../problem/nearest";
import { SurfaceGraph } from "./surface-graph";

/** A mesh at rest as the estimate needs it. */
export interface RestSurface {
  graph: SurfaceGraph;
  patches: Patches;
}

/** Keeps the surface of the last mesh between calls. */
export class SurfaceCache {
  private last: { sequence: MeshSequence; surface: RestSurface } | null = null;

  of(sequence: MeshSequence): RestSurface {
    if (this.last?.sequence !== sequence) this.last = { sequence, surface: surfaceOf(sequence) };
    return this.last.surface;
  }
}

function surfaceOf(sequence: MeshSequence): RestSurface {
  const { rest, vertexCount: V, solverIndex } = sequence;
  const scale = 2 / (restDiagonal(sequence) || 2);
  const scaled = Float64Array.from({ length: 4 * V }, (_, at) =>
    at % 4 === 3 ? 1 : rest[3 * (at >> 2) + (at % 4)] * scale,
  );
  const triangles = sequence.triangles.map((d) => solverIndex[d]);
  const graph = new SurfaceGraph(scaled, triangles, new Nearest(scaled));
  return { graph, patches: new Patches(triangles, V) };
}
