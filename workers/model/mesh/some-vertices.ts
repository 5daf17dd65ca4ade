import type { MeshSequence } from "./mesh-sequence";

/** Some vertices of a sequence, and the surface between them. */
export interface VertexChoice {
  /** Ascending. */
  vertices: ArrayLike<number>;
  /** For each of the V vertices: the index in `vertices` of the one that it belongs to, or −1. */
  owner: Int32Array;
}

/**
 * The sequence with some of its vertices. A triangle whose corners have three different owners becomes a triangle
 * between these owners. The result has no texture coordinates, colours, normals or parts: it is for solving, not for
 * display.
 * @param rest where the vertices are at rest, 3V of the whole sequence.
 */
export function someVertices(
  sequence: MeshSequence,
  { vertices, owner }: VertexChoice,
  rest: ArrayLike<number> = sequence.rest,
): MeshSequence {
  const {
    tets: _,
    wires: _w,
    moreUvs: _u,
    colours: _c,
    setNames: _n,
    tangents: _t,
    shapes: _s,
    attributes: _a,
    images: _i,
    carried: _r,
    ...kept
  } = sequence;
  const { vertexCount, frameCount } = kept;
  const count = vertices.length;
  const own = { rest: new Float32Array(3 * count), frames: new Float32Array(3 * count * frameCount) };
  for (let n = 0; n < count; n++) {
    for (let c = 0; c < 3; c++) {
      const at = 3 * vertices[n] + c;
      own.rest[3 * n + c] = rest[at];
      for (let k = 0; k < frameCount; k++) {
        own.frames[3 * (k * count + n) + c] = sequence.frames[3 * k * vertexCount + at];
      }
    }
  }
  const triangles = Uint32Array.from(trianglesOfOwners(sequence, owner));
  return {
    ...kept,
    vertexCount: count,
    ...own,
    solverIndex: Uint32Array.from({ length: count }, (_, n) => n),
    uvs: null,
    normals: null,
    triangles,
    polygonCorners: triangles,
    polygonOffsets: Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, t) => 3 * t),
    parts: [],
  };
}

/** The triangles between three different owners, as indices of owners, each once. */
function trianglesOfOwners({ triangles, solverIndex }: MeshSequence, owner: Int32Array): number[] {
  const found: number[] = [];
  const seen = new Set<string>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => owner[solverIndex[triangles[t + corner]]]);
    if (a < 0 || b < 0 || c < 0 || a === b || b === c || a === c) continue;
    const key = [a, b, c].sort((p, q) => p - q).join();
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(a, b, c);
  }
  return found;
}
