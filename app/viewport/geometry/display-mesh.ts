import { BufferAttribute, BufferGeometry } from "three/webgpu";
import { displayNormals } from "../../../workers/geometry/display-normals";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import { clayTint } from "../colours/palette";

/** The drawn mesh: display vertices, with copies of those that two materials share, so that colours end sharply. */
export interface DisplayArrays {
  /** Display vertex of the sequence for each drawn one. */
  origin: Uint32Array;
  /** Triangles of drawn vertices. */
  triangles: Uint32Array;
  /** Material of each drawn vertex. */
  material: Uint16Array;
}

/** Duplicates display vertices that several materials share. */
export function splitByMaterial(sequence: SequenceMesh): DisplayArrays {
  const count = sequence.solverIndex.length;
  const triangles = sequence.triangles.slice();
  const owner = new Int32Array(count).fill(-1);
  const origin: number[] = [];
  const material: number[] = [];
  const copies = new Map<number, number>();
  const add = (vertex: number, of: number) => {
    material.push(of);
    return origin.push(vertex) - 1;
  };
  for (let d = 0; d < count; d++) add(d, 0);
  for (const part of sequence.parts) {
    const end = 3 * (part.firstTriangle + part.triangleCount);
    for (let c = 3 * part.firstTriangle; c < end; c++) {
      const d = triangles[c];
      if (owner[d] < 0) {
        owner[d] = part.material;
        material[d] = part.material;
      } else if (owner[d] !== part.material) {
        const key = d * sequence.materials.length + part.material;
        let copy = copies.get(key);
        if (copy === undefined) copies.set(key, (copy = add(d, part.material)));
        triangles[c] = copy;
      }
    }
  }
  return { origin: Uint32Array.from(origin), triangles, material: Uint16Array.from(material) };
}

/**
 * The geometry of a sequence for materials that read positions by `solverIndex`, with rest normals and clay tint. Its
 * own positions are those of the rest pose. They only determine the number of vertices.
 */
export function displayGeometry(sequence: SequenceMesh): BufferGeometry {
  const { origin, triangles, material } = splitByMaterial(sequence);
  const normals = displayNormals(sequence);
  const tints = sequence.materials.map((m) => clayTint(m.baseColour));
  const solver = new Uint32Array(origin.length);
  const position = new Float32Array(3 * origin.length);
  const normal = new Float32Array(3 * origin.length);
  const tint = new Float32Array(3 * origin.length);
  for (let d = 0; d < origin.length; d++) {
    const from = origin[d];
    solver[d] = sequence.solverIndex[from];
    const colour = tints[material[d]] ?? clayTint([1, 1, 1, 1]);
    for (let axis = 0; axis < 3; axis++) {
      position[3 * d + axis] = sequence.rest[3 * solver[d] + axis];
      normal[3 * d + axis] = normals[3 * from + axis];
      tint[3 * d + axis] = colour[axis];
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(position, 3));
  geometry.setAttribute("normal", new BufferAttribute(normal, 3));
  geometry.setAttribute("tint", new BufferAttribute(tint, 3));
  geometry.setAttribute("solverIndex", new BufferAttribute(solver, 1));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  return geometry;
}
