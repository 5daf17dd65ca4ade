import type { MeshSequence } from "../../../workers/model/mesh-sequence";

type Topology = Pick<MeshSequence, "vertexCount" | "triangles" | "solverIndex">;

/**
 * The triangles around each solver vertex, in compressed rows: vertex i has the triangles
 * (i, pairs[2e], pairs[2e + 1]) for e in offsets[i] .. offsets[i + 1], with the mesh's winding.
 */
export function vertexFans(mesh: Topology): { offsets: Uint32Array; pairs: Uint32Array } {
  const { triangles, solverIndex } = mesh;
  const offsets = new Uint32Array(mesh.vertexCount + 1);
  for (let c = 0; c < triangles.length; c++) offsets[solverIndex[triangles[c]] + 1]++;
  for (let i = 0; i < mesh.vertexCount; i++) offsets[i + 1] += offsets[i];
  const next = offsets.slice();
  const pairs = new Uint32Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = solverIndex[triangles[t]];
    const b = solverIndex[triangles[t + 1]];
    const c = solverIndex[triangles[t + 2]];
    put(next[a]++, b, c);
    put(next[b]++, c, a);
    put(next[c]++, a, b);
  }
  function put(entry: number, first: number, second: number) {
    pairs[2 * entry] = first;
    pairs[2 * entry + 1] = second;
  }
  return { offsets, pairs };
}
