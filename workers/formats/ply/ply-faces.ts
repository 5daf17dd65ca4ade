/** Reads the faces and edges of a PLY. */
import { Growable } from "../assemble/growable";
import type { PlyElement, PlyProperty } from "./ply-header";
import type { PlyNumbers } from "./ply-numbers";
import { eachRow, listLength, lostProperties, skip, type Tick } from "./ply-rows";

export interface PlyFaces {
  /** The number of corners of each face, at least three. */
  sizes: Int32Array;
  corners: Int32Array;
  /** UVs of the corners, v counted from the top. Faces without UVs get zeros; null if no face has any. */
  cornerUvs: Float32Array | null;
  /** The number of each face's texture, or null if the file has none. */
  textures: Int32Array | null;
  /** How many faces were left out because they have fewer than three corners. */
  thin: number;
  /** What is not kept, a sentence each. */
  lost: string[];
}

const CORNERS = ["vertex_indices", "vertex_index"];

/** The faces of a file without any. */
export const NO_FACES: PlyFaces = {
  sizes: new Int32Array(0),
  corners: new Int32Array(0),
  cornerUvs: null,
  textures: null,
  thin: 0,
  lost: [],
};

export async function readPlyFaces(numbers: PlyNumbers, element: PlyElement, tick: Tick): Promise<PlyFaces> {
  const lists = element.properties.filter(({ countType }) => countType);
  const corners = lists.find(({ name }) => CORNERS.includes(name));
  const uvs = lists.find(({ name }) => name === "texcoord");
  const texture = element.properties.find(({ name, countType }) => name === "texnumber" && !countType);
  const found = new Faces(uvs !== undefined, texture !== undefined);
  const row = { corners: [] as number[], uvs: [] as number[], texture: 0 };
  await eachRow(element, tick, () => {
    for (const property of element.properties) {
      if (property === corners) readList(numbers, property, row.corners);
      else if (property === uvs) readList(numbers, property, row.uvs);
      else if (property === texture) row.texture = numbers.next(property);
      else skip(numbers, property);
    }
    found.add(row.corners, row.uvs, row.texture);
  });
  const others = element.properties.filter((property) => ![corners, uvs, texture].includes(property));
  return { ...found.finish(), lost: lostProperties("Values of faces", element, others) };
}

/** Reads a list into an array that is used for every row. */
function readList(numbers: PlyNumbers, property: PlyProperty, list: number[]): void {
  list.length = 0;
  for (let n = listLength(numbers, property); n > 0; n--) list.push(numbers.next(property));
}

/** Faces that grow while they are read. */
class Faces {
  private readonly sizes = new Growable(Int32Array);
  private readonly corners = new Growable(Int32Array);
  private readonly uvs: Growable<Float32Array> | null;
  private readonly textures: Growable<Int32Array> | null;
  private thin = 0;
  private anyFits = false;

  constructor(hasUvs: boolean, hasTextures: boolean) {
    this.uvs = hasUvs ? new Growable(Float32Array) : null;
    this.textures = hasTextures ? new Growable(Int32Array) : null;
  }

  add(corners: readonly number[], uvs: readonly number[], texture: number): void {
    if (corners.length < 3) {
      this.thin++;
      return;
    }
    this.sizes.push(corners.length);
    for (const corner of corners) this.corners.push(corner);
    const fits = uvs.length === 2 * corners.length;
    this.anyFits ||= fits;
    for (let c = 0; this.uvs && c < corners.length; c++) {
      this.uvs.push(fits ? uvs[2 * c] : 0);
      this.uvs.push(fits ? 1 - uvs[2 * c + 1] : 0);
    }
    this.textures?.push(texture);
  }

  finish(): Omit<PlyFaces, "lost"> {
    return {
      sizes: this.sizes.finish(),
      corners: this.corners.finish(),
      cornerUvs: this.uvs && this.anyFits ? this.uvs.finish() : null,
      textures: this.textures?.finish() ?? null,
      thin: this.thin,
    };
  }
}

const ENDS = ["vertex1", "vertex2"];

/** Whether an element has edges: pairs of vertices. */
export const isEdges = ({ name, properties }: PlyElement): boolean =>
  name === "edge" && ENDS.every((end) => properties.some((property) => isEnd(property, end)));

const isEnd = ({ name, countType }: PlyProperty, end: string): boolean => name === end && countType === null;

/** Reads edges: two properties with numbers of vertices. */
export async function readEdges(
  numbers: PlyNumbers,
  element: PlyElement,
  tick: Tick,
): Promise<{ wires: Int32Array; lost: string[] }> {
  const wires = new Growable(Int32Array);
  await eachRow(element, tick, () => {
    const ends = [-1, -1];
    for (const property of element.properties) {
      const end = ENDS.findIndex((name) => isEnd(property, name));
      if (end < 0) skip(numbers, property);
      else ends[end] = numbers.next(property);
    }
    for (const end of ends) wires.push(end);
  });
  const others = element.properties.filter((property) => !ENDS.some((end) => isEnd(property, end)));
  return { wires: wires.finish(), lost: lostProperties("Values of edges", element, others) };
}
