import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { SceneSettings } from "../../../workers/model/scene/scene-settings";

type Mesh = Pick<SequenceMesh, "parts" | "triangles" | "solverIndex" | "vertexCount">;
type Hidden = Pick<SceneSettings, "hiddenParts" | "hiddenVertices">;

/** The visible part of a mesh. */
export interface ShownFaces {
  /** The shown triangles, ascending. */
  triangles: Uint32Array;
  /** V: 1 for vertices of shown triangles, and for those without any triangle. */
  vertices: Uint8Array;
}

/** The faces that stay visible with these hidden parts and vertices; null if nothing is hidden. */
export function shownFaces(mesh: Mesh, { hiddenParts, hiddenVertices }: Hidden): ShownFaces | null {
  if (hiddenParts.length === 0 && hiddenVertices.length === 0) return null;
  const { parts, triangles, solverIndex, vertexCount } = mesh;
  const isHidden = new Uint8Array(vertexCount);
  for (const v of hiddenVertices) if (v < vertexCount) isHidden[v] = 1;
  const count = triangles.length / 3;
  const inHiddenPart = new Uint8Array(count);
  for (const p of hiddenParts) {
    const part = parts[p];
    if (part) inHiddenPart.fill(1, part.firstTriangle, part.firstTriangle + part.triangleCount);
  }
  const shown = new Uint32Array(count);
  const inShown = new Uint8Array(vertexCount);
  const inAny = new Uint8Array(vertexCount);
  let length = 0;
  for (let t = 0; t < count; t++) {
    const corners = [0, 1, 2].map((c) => solverIndex[triangles[3 * t + c]]);
    for (const v of corners) inAny[v] = 1;
    if (inHiddenPart[t] || corners.every((v) => isHidden[v])) continue;
    for (const v of corners) inShown[v] = 1;
    shown[length++] = t;
  }
  for (let v = 0; v < vertexCount; v++) if (!inAny[v] && !isHidden[v]) inShown[v] = 1;
  return { triangles: shown.slice(0, length), vertices: inShown };
}

const known = new WeakMap<SceneSettings, { mesh: Mesh; shown: ShownFaces | null }>();

/** As `shownFaces`, computed once for each scene and mesh. */
export function shownFacesOf(mesh: Mesh, scene: SceneSettings): ShownFaces | null {
  const last = known.get(scene);
  if (last?.mesh.triangles === mesh.triangles) return last.shown;
  const shown = shownFaces(mesh, scene);
  known.set(scene, { mesh, shown });
  return shown;
}
