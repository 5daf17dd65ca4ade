import { type LevelLine, levelLine } from "../../../../workers/geometry/selecting/level-line";
import type { LiveValues } from "../../brush/maps/live-values";
import type { Shown } from "../../shown";
import type { MeshView } from "../mesh-view";
import type { DrawnSelection } from "./drawn-selection";

const NOTHING: DrawnSelection = { vertices: new Uint32Array(0), edge: null };
/** The selection is visible in these workspaces. */
const PLACES: ReadonlySet<string> = new Set(["paint", "reduce"]);

/** Chooses which parts of the selection are drawn. Recomputes the edge only if the mask changes. */
export class ShownSelection {
  private known: { mask: Float32Array; version: number; edge: LevelLine } | null = null;

  take({ document, view }: Shown, { sequence, surface }: MeshView, live: LiveValues | null): DrawnSelection {
    const { vertices, mask } = document.vertexSelection;
    if (!PLACES.has(view.workspace)) return NOTHING;
    const shown = live?.values ?? mask;
    // The mask has an edge only while it limits brushes or is painted.
    const isUsed = view.masked || view.paint.tool === "mask";
    const fits = isUsed && shown?.length === sequence.vertexCount;
    const there = vertices.length === 0 || vertices[vertices.length - 1] < sequence.vertexCount;
    return {
      vertices: there ? vertices : NOTHING.vertices,
      edge: fits ? this.edgeOf(shown, live?.version ?? 0, surface.triangles, sequence.rest) : null,
    };
  }

  private edgeOf(mask: Float32Array, version: number, triangles: Uint32Array, rest: Float32Array): LevelLine {
    if (this.known?.mask === mask && this.known.version === version) return this.known.edge;
    const edge = levelLine(triangles, mask, 0.5, rest);
    this.known = { mask, version, edge };
    return edge;
  }
}
