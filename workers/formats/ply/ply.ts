import { chosenRows } from "../../export/meshes/chosen-rows";
import { SinewError } from "../../model/errors";
import type { Task } from "../../model/task";
import {
  displayVertices,
  looseNote,
  loosePoints,
  offsetsOf,
  type PolygonMesh,
  pointColours,
  thinNote,
} from "../assemble/polygon-mesh";
import type { SourceFile } from "../source/source";
import { readAll, stemOf } from "../source/source-file";
import { TextCursor } from "../source/text-cursor";
import { isEdges, NO_FACES, type PlyFaces, readEdges, readPlyFaces } from "./ply-faces";
import { isPly, LONGEST_HEADER, parsePlyHeader } from "./ply-header";
import { BinaryNumbers, type PlyNumbers, TextNumbers } from "./ply-numbers";
import { skipElement } from "./ply-rows";
import { byTexture, partsOf } from "./ply-textures";
import { type PlyVertices, readVertices } from "./ply-vertices";

const LARGEST_FILE = 1.5e9;
/** The contents of a file, element by element. */
interface PlyContents {
  vertices: PlyVertices | null;
  faces: PlyFaces;
  wires: Int32Array;
  /** Sentences about what is not kept. */
  lost: string[];
}

/**
 * Reads a PLY: ASCII or binary of either byte order, polygons of any size, uvs of the vertices (s t, u v, texture_u
 * texture_v) or corners (texcoord) with names of images (texnumber, comments), normals, colours and other numbers of
 * the vertices, edges (vertex1 vertex2). Other elements and properties are skipped, and listed as lost. A file without
 * faces gives a mesh without polygons.
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
  const contents: PlyContents = { vertices: null, faces: NO_FACES, wires: new Int32Array(0), lost: [] };
  const others: string[] = [];
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
    if (element.name === "vertex") contents.vertices = await readVertices(numbers, element, tick);
    else if (element.name === "face") contents.faces = await readPlyFaces(numbers, element, tick);
    else if (isEdges(element)) {
      const { wires, lost } = await readEdges(numbers, element, tick);
      contents.wires = wires;
      contents.lost.push(...lost);
    } else {
      if (element.count > 0) others.push(element.name);
      await skipElement(numbers, element, tick);
    }
  }
  contents.lost.push(...(contents.vertices?.lost ?? []), ...contents.faces.lost);
  if (others.length > 0) contents.lost.push(`Elements of the file that are no mesh: ${others.join(", ")}.`);
  return meshOf(file, contents, header.textures, fail);
}

function notesOf(file: string, { faces, vertices }: PlyContents): string[] {
  const points = (vertices?.positions.length ?? 0) / 3;
  const loose = loosePoints(points, faces.corners);
  return [
    ...(loose > 0 && loose < points ? [looseNote(loose, file)] : []),
    ...(faces.thin > 0 ? [thinNote(faces.thin, file)] : []),
  ];
}

/** @throws SinewError if a face or an edge names a vertex that does not exist. */
function checkEnds({ faces, wires }: PlyContents, pointCount: number, fail: (body: string) => never): void {
  const isBad = (end: number) => !(end >= 0 && end < pointCount);
  const corner = faces.corners.find(isBad);
  if (corner !== undefined) fail(`A face names vertex ${corner} (from 0), but there are ${pointCount}.`);
  const end = wires.find(isBad);
  if (end !== undefined) fail(`An edge names vertex ${end} (from 0), but there are ${pointCount}.`);
}

function meshOf(
  file: SourceFile,
  contents: PlyContents,
  textures: readonly string[],
  fail: (body: string) => never,
): PolygonMesh {
  const vertices = contents.vertices ?? fail("It has no vertices with x, y and z.");
  const { positions, normals, colours, attributes } = vertices;
  checkEnds(contents, positions.length / 3, fail);
  const faces = byTexture(contents.faces, textures);
  const { sizes, corners: cornerPoints, cornerUvs } = faces;
  // Vertices have their own normal and colour. They are the display vertices, unless corners have their own uvs.
  const surface = displayVertices({
    ...{ positions, sizes, cornerPoints, normals: null, cornerNormals: null },
    uvs: cornerUvs,
    cornerUvs: cornerUvs && Int32Array.from(cornerPoints.keys()),
  });
  const { displayPoint } = surface;
  const shown = surface.uvs || vertices.uvs ? textures : [];
  return {
    file: file.name,
    positions,
    ...surface,
    uvs: surface.uvs ?? (vertices.uvs && chosenRows(vertices.uvs, 2, displayPoint)),
    normals: normals && chosenRows(normals, 3, displayPoint),
    ...(colours && { colours: [pointColours(colours, 4, displayPoint)] }),
    ...(attributes.length > 0 && {
      attributes: attributes.map(({ name, values }) => ({
        ...{ name, width: 1 },
        values: chosenRows(values, 1, displayPoint),
      })),
    }),
    polygonOffsets: offsetsOf(sizes),
    ...(contents.wires.length > 0 && { wires: Uint32Array.from(contents.wires) }),
    ...partsOf(stemOf(file.name), faces, shown),
    ...(contents.lost.length > 0 && { lost: contents.lost }),
    libraries: [],
    notes: notesOf(file.name, contents),
  };
}
