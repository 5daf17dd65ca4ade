import { SinewError } from "../../model/errors";
import type { Task } from "../../model/task";
import { Growable } from "../assemble/growable";
import {
  displayVertices,
  looseNote,
  loosePoints,
  offsetsOf,
  type PolygonMesh,
  plainMaterial,
  pointColours,
  thinNote,
} from "../assemble/polygon-mesh";
import type { SourceFile } from "../source/source";
import { readAll, stemOf } from "../source/source-file";
import { TextCursor } from "../source/text-cursor";
import { isPly, LONGEST_HEADER, type PlyElement, type PlyProperty, parsePlyHeader } from "./ply-header";
import { BinaryNumbers, type PlyNumbers, TextNumbers } from "./ply-numbers";

const LARGEST_FILE = 1.5e9;
/** Rows to read between two checkpoints. */
const ROWS = 20_000;

interface PlyContents {
  positions: Float64Array | null;
  normals: Float32Array | null;
  uvs: Float32Array | null;
  /** 4 numbers in 0..1 for each vertex. */
  colours: Float32Array | null;
  sizes: Growable<Int32Array>;
  corners: Growable<Int32Array>;
  thinFaces: number;
  wires: Growable<Int32Array>;
}

/** The targets of a vertex's numbers: three of a position, three of a normal, two of a uv, four of a colour. */
const VERTEX_FIELDS = [
  ["x"],
  ["y"],
  ["z"],
  ["nx"],
  ["ny"],
  ["nz"],
  ["s", "u", "texture_u"],
  ["t", "v", "texture_v"],
  ["red", "r", "diffuse_red"],
  ["green", "g", "diffuse_green"],
  ["blue", "b", "diffuse_blue"],
  ["alpha", "a", "diffuse_alpha"],
];
const FIRST_COLOUR = 8;

async function readVertices(
  numbers: PlyNumbers,
  element: PlyElement,
  into: PlyContents,
  tick: Tick,
): Promise<void> {
  const slots = element.properties.map((property) =>
    property.countType ? -1 : VERTEX_FIELDS.findIndex((names) => names.includes(property.name)),
  );
  const has = (...fields: number[]) => fields.every((field) => slots.includes(field));
  if (!has(0, 1, 2)) return;
  const positions = new Float64Array(3 * element.count);
  const normals = has(3, 4, 5) ? new Float32Array(3 * element.count) : null;
  const uvs = has(6, 7) ? new Float32Array(2 * element.count) : null;
  const colours = has(8, 9, 10) ? new Float32Array(4 * element.count).fill(1) : null;
  for (let i = 0; i < element.count; i++) {
    for (let s = 0; s < slots.length; s++) {
      const property = element.properties[s];
      if (property.countType) {
        skipList(numbers, property);
        continue;
      }
      const value = numbers.next(property);
      const slot = slots[s];
      if (slot < 0) continue;
      if (slot < 3) positions[3 * i + slot] = value;
      else if (slot < 6 && normals) normals[3 * i + slot - 3] = value;
      else if (slot === 6 && uvs) uvs[2 * i] = value;
      // PLY counts v from the bottom, a sequence from the top.
      else if (slot === 7 && uvs) uvs[2 * i + 1] = 1 - value;
      else if (slot >= FIRST_COLOUR && colours) {
        colours[4 * i + slot - FIRST_COLOUR] = value / (property.type.full ?? 1);
      }
    }
    if (i % ROWS === 0) await tick(i);
  }
  into.positions = positions;
  into.normals = normals;
  into.uvs = uvs;
  into.colours = colours;
}

async function readFaces(
  numbers: PlyNumbers,
  element: PlyElement,
  into: PlyContents,
  tick: Tick,
): Promise<void> {
  for (let p = 0; p < element.count; p++) {
    for (const property of element.properties) {
      if (!property.countType) numbers.next(property);
      else if (property.name === "vertex_indices" || property.name === "vertex_index") {
        const size = listLength(numbers, property);
        if (size >= 3) into.sizes.push(size);
        else into.thinFaces++;
        for (let c = 0; c < size; c++) {
          const corner = numbers.next(property);
          if (size >= 3) into.corners.push(corner);
        }
      } else skipList(numbers, property);
    }
    if (p % ROWS === 0) await tick(p);
  }
}

/** Reads edges: two properties with numbers of vertices. */
async function readEdges(
  numbers: PlyNumbers,
  element: PlyElement,
  into: PlyContents,
  tick: Tick,
): Promise<void> {
  for (let e = 0; e < element.count; e++) {
    const ends = [-1, -1];
    for (const property of element.properties) {
      if (property.countType) skipList(numbers, property);
      else {
        const value = numbers.next(property);
        if (property.name === "vertex1") ends[0] = value;
        else if (property.name === "vertex2") ends[1] = value;
      }
    }
    into.wires.push(ends[0]);
    into.wires.push(ends[1]);
    if (e % ROWS === 0) await tick(e);
  }
}

function listLength(numbers: PlyNumbers, property: PlyProperty): number {
  const length = numbers.count(property);
  // Stop here, because a wrong length would otherwise be read number by number to the end of the file.
  return Number.isInteger(length) && length >= 0 && length <= numbers.left() ? length : numbers.left() + 1;
}

function skipList(numbers: PlyNumbers, property: PlyProperty): void {
  for (let n = listLength(numbers, property); n > 0; n--) numbers.next(property);
}

async function skipElement(numbers: PlyNumbers, element: PlyElement, tick: Tick): Promise<void> {
  for (let i = 0; i < element.count; i++) {
    for (const property of element.properties) {
      if (property.countType) skipList(numbers, property);
      else numbers.next(property);
    }
    if (i % ROWS === 0) await tick(i);
  }
}

const isEdges = ({ name, properties }: PlyElement) =>
  name === "edge" &&
  ["vertex1", "vertex2"].every((end) => properties.some((property) => property.name === end));

type Tick = (row: number) => Promise<void>;

/**
 * Reads a PLY: ASCII or binary of either byte order, polygons of any size, uvs (s t, u v, texture_u texture_v),
 * normals and colours of the vertices, edges (vertex1 vertex2); other elements and properties are skipped. A file
 * without faces gives a mesh without polygons.
 * @throws SinewError with the file, and the numbers if it ends early or refers to missing rows.
 */
export async function readPly(file: SourceFile, task: Task): Promise<PolygonMesh> {
  const fail = (body: string): never => {
    throw new SinewError({
      title: `${file.name} is cut short or damaged`,
      body: `${body} Copy or export it again.`,
    });
  };
  const head = await file.read(0, LONGEST_HEADER);
  if (!isPly(head)) {
    throw new SinewError({
      title: `${file.name} is not a PLY file`,
      body: 'A PLY begins with the line "ply".',
    });
  }
  const header = parsePlyHeader(file.name, head);
  if (file.size > LARGEST_FILE) {
    throw new SinewError({
      title: `${file.name} is too large`,
      body: `It has ${Math.round(file.size / 1e6)} MB; Sinew reads PLY files of up to ${LARGEST_FILE / 1e6} MB. Export an Alembic cache, which is read in pieces, or a coarser mesh.`,
    });
  }
  const bytes = (await readAll(file)).subarray(header.bytes);
  const numbers: PlyNumbers =
    header.encoding === "ascii"
      ? new TextNumbers(new TextCursor(file.name, bytes, header.lines + 1), fail)
      : new BinaryNumbers(bytes, header.encoding === "binary_little_endian", fail);
  const contents: PlyContents = {
    positions: null,
    normals: null,
    uvs: null,
    colours: null,
    sizes: new Growable(Int32Array),
    corners: new Growable(Int32Array),
    thinFaces: 0,
    wires: new Growable(Int32Array),
  };
  for (const element of header.elements) {
    const least = element.properties.reduce((sum, property) => sum + numbers.leastBytes(property), 0);
    // Before any allocation, check that the file is as long as its header says.
    if (least * element.count > numbers.left()) {
      fail(
        `Its header says ${element.count} of "${element.name}", which take at least ${least * element.count} bytes; ${numbers.left()} are left.`,
      );
    }
    if (least === 0) continue;
    const tick = async (row: number) => {
      task.progress({ phase: `Reading ${file.name}`, done: row / element.count, detail: element.name });
      await task.checkpoint();
    };
    if (element.name === "vertex") await readVertices(numbers, element, contents, tick);
    else if (element.name === "face") await readFaces(numbers, element, contents, tick);
    else if (isEdges(element)) await readEdges(numbers, element, contents, tick);
    else await skipElement(numbers, element, tick);
  }
  return meshOf(file, contents, fail);
}

function meshOf(file: SourceFile, contents: PlyContents, fail: (body: string) => never): PolygonMesh {
  const { uvs, normals, colours } = contents;
  const positions = contents.positions ?? fail("It has no vertices with x, y and z.");
  const pointCount = positions.length / 3;
  const sizes = contents.sizes.finish();
  const cornerPoints = contents.corners.finish();
  const bad = cornerPoints.findIndex((corner) => corner < 0 || corner >= pointCount);
  if (bad >= 0) fail(`A face names vertex ${cornerPoints[bad]} (from 0), but there are ${pointCount}.`);
  const wires = contents.wires.finish();
  const wrong = wires.findIndex((end) => !(end >= 0 && end < pointCount));
  if (wrong >= 0) fail(`An edge names vertex ${wires[wrong]} (from 0), but there are ${pointCount}.`);
  const loose = loosePoints(pointCount, cornerPoints);
  const notes: string[] = [];
  if (loose > 0 && loose < pointCount) notes.push(looseNote(loose, file.name));
  if (contents.thinFaces > 0) notes.push(thinNote(contents.thinFaces, file.name));
  // The vertices of a PLY have their own uv, normal and colour, so they are the display vertices.
  const corners = { cornerPoints, cornerUvs: null, cornerNormals: null };
  const surface = displayVertices({ positions, uvs: null, normals: null, sizes, ...corners });
  return {
    file: file.name,
    positions,
    ...surface,
    uvs,
    normals,
    ...(colours && { colours: [pointColours(colours, 4, surface.displayPoint)] }),
    polygonOffsets: offsetsOf(sizes),
    ...(wires.length > 0 && { wires: Uint32Array.from(wires) }),
    parts: [{ name: stemOf(file.name), material: 0, firstPolygon: 0, polygonCount: sizes.length }],
    materials: [plainMaterial("default")],
    libraries: [],
    notes,
  };
}
