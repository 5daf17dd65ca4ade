import { SinewError } from "../../model/errors";
import type { Task } from "../../model/task";
import {
  displayVertices,
  looseNote,
  loosePoints,
  offsetsOf,
  type PolygonMesh,
  plainMaterial,
} from "../assemble/polygon-mesh";
import type { SourceFile } from "../source/source";
import { readAll, stemOf } from "../source/source-file";
import { TextCursor } from "../source/text-cursor";
import { tetSurface, turnOutward } from "./tet-surface";

/** Larger texts are refused. */
const LARGEST_TEXT = 1e9;
/** Rows to parse between two checkpoints, which takes a few milliseconds. */
const ROWS = 1 << 14;
const HASH = 35;

/** Entities whose rows contain points, with the number of points. Each row ends with a reference number. */
const CORNERS: Record<string, number> = { edges: 2, triangles: 3, quadrilaterals: 4, tetrahedra: 4 };

/** Reads the sections of a MEDIT mesh (Frey, INRIA RT-0253): a keyword, a count, and that many rows. */
class MeditReader {
  private readonly cursor: TextCursor;
  private readonly task: Task;
  private dimension = 3;
  positions = new Float64Array(0);
  /** Zero-based points of edges, triangles, quadrilaterals and tetrahedra. */
  readonly corners: Record<string, Int32Array> = {};

  constructor(name: string, bytes: Uint8Array, task: Task) {
    this.cursor = new TextCursor(name, bytes);
    this.task = task;
  }

  /** @throws SinewError if the text does not begin like a MEDIT mesh. */
  async run(): Promise<void> {
    const begins = this.toWord() && this.cursor.word().toLowerCase() === "meshversionformatted";
    if (!begins) {
      throw new SinewError({
        title: `${this.cursor.name} is not a MEDIT mesh`,
        body: 'It does not begin with "MeshVersionFormatted". Other programs have .mesh files of their own: export the mesh as GLB or OBJ.',
      });
    }
    while (this.toWord()) {
      const keyword = this.cursor.word().toLowerCase();
      if (keyword === "") this.cursor.fail("It has a control character where a word belongs.");
      if (keyword === "end") return;
      if (keyword === "dimension") this.readDimension();
      else if (keyword === "vertices") await this.vertices();
      else if (keyword in CORNERS) await this.polygons(keyword);
    }
  }

  /** Moves to the next word outside a comment. Returns false at the end. */
  private toWord(): boolean {
    const { cursor } = this;
    while (cursor.nextWordAnywhere()) {
      if (cursor.bytes[cursor.at] !== HASH) return true;
      cursor.skipComment();
    }
    return false;
  }

  private integer(): number {
    if (!this.toWord()) this.cursor.fail("It ends where a number belongs.");
    return this.cursor.integer();
  }

  private number(): number {
    if (!this.toWord()) this.cursor.fail("It ends where a number belongs.");
    return this.cursor.number();
  }

  private readDimension(): void {
    this.dimension = this.integer();
    if (this.dimension !== 2 && this.dimension !== 3) {
      this.cursor.fail(`It says ${this.dimension} dimensions; Sinew reads meshes of 2 and 3.`);
    }
  }

  /**
   * Reads the number of following rows, and checks that the file is long enough for them before anything is allocated.
   */
  private count(what: string, width: number): number {
    const count = this.integer();
    const left = this.cursor.end - this.cursor.at;
    if (count < 0 || 2 * count * width > left + 1) {
      this.cursor.fail(`It says that it has ${count} ${what}, but only ${left} bytes are left.`);
    }
    return count;
  }

  private async eachRow(what: string, count: number, read: (row: number) => void): Promise<void> {
    for (let row = 0; row < count; row++) {
      if (row % ROWS === 0) {
        this.task.progress({ phase: `Reading ${this.cursor.name}`, done: row / count, detail: what });
        await this.task.checkpoint();
      }
      read(row);
    }
  }

  private async vertices(): Promise<void> {
    const count = this.count("vertices", this.dimension + 1);
    const positions = new Float64Array(3 * count);
    await this.eachRow("vertices", count, (row) => {
      for (let c = 0; c < this.dimension; c++) positions[3 * row + c] = this.number();
      this.number();
    });
    this.positions = positions;
  }

  private async polygons(what: string): Promise<void> {
    const width = CORNERS[what];
    const count = this.count(what, width + 1);
    const corners = new Int32Array(width * count);
    await this.eachRow(what, count, (row) => {
      for (let c = 0; c < width; c++) corners[width * row + c] = this.integer() - 1;
      this.number();
    });
    this.corners[what] = corners;
  }

  /** @throws SinewError if a row refers to a missing vertex. */
  checkCorners(): void {
    const points = this.positions.length / 3;
    for (const [what, corners] of Object.entries(this.corners)) {
      const bad = corners.findIndex((p) => p < 0 || p >= points);
      if (bad < 0) continue;
      const row = Math.floor(bad / CORNERS[what]) + 1;
      throw new SinewError({
        title: `${this.cursor.name} is damaged`,
        body: `Row ${row} of its ${what} names vertex ${corners[bad] + 1}, but there are ${points}. Export it again.`,
      });
    }
  }
}

/** The polygons of a file: its triangles and quadrilaterals, or the surface of its tetrahedra if it has neither. */
function surfaceOf({ corners, positions }: MeditReader, tets: Uint32Array) {
  const triangles = corners.triangles ?? new Int32Array(0);
  const quads = corners.quadrilaterals ?? new Int32Array(0);
  const none = triangles.length + quads.length === 0;
  const faces = none ? tetSurface(tets, positions) : triangles;
  if (!none && tets.length > 0) turnOutward(faces, tets, positions);
  const sizes = new Int32Array(faces.length / 3 + quads.length / 4).fill(3, 0, faces.length / 3);
  sizes.fill(4, faces.length / 3);
  const cornerPoints = new Int32Array(faces.length + quads.length);
  cornerPoints.set(faces);
  cornerPoints.set(quads, faces.length);
  return { sizes, cornerPoints };
}

/**
 * Reads a MEDIT mesh as text: vertices, edges, triangles, quadrilaterals, tetrahedra. Other sections are skipped.
 * @throws SinewError with file and line.
 */
export async function readMedit(file: SourceFile, task: Task): Promise<PolygonMesh> {
  if (file.size > LARGEST_TEXT) {
    throw new SinewError({
      title: `${file.name} is too large`,
      body: `It has ${Math.round(file.size / 1e6)} MB of text; Sinew reads .mesh files of up to ${LARGEST_TEXT / 1e6} MB. Export a coarser mesh.`,
    });
  }
  const bytes = await readAll(file);
  if (bytes.subarray(0, 64).includes(0)) {
    throw new SinewError({
      title: `${file.name} is not a MEDIT mesh of text`,
      body: "It holds binary data. Export it as .mesh in its text form, not as .meshb.",
    });
  }
  const reader = new MeditReader(file.name, bytes, task);
  await reader.run();
  reader.checkCorners();
  const tets = Uint32Array.from(reader.corners.tetrahedra ?? []);
  return meshOf(file, reader, tets);
}

function meshOf(file: SourceFile, reader: MeditReader, tets: Uint32Array): PolygonMesh {
  const { positions } = reader;
  const wires = Uint32Array.from(reader.corners.edges ?? []);
  const { sizes, cornerPoints } = surfaceOf(reader, tets);
  const pointCount = positions.length / 3;
  const used = new Int32Array(cornerPoints.length + tets.length);
  used.set(cornerPoints);
  used.set(tets, cornerPoints.length);
  const loose = loosePoints(pointCount, used);
  const isPartly = loose > 0 && loose < pointCount;
  return {
    file: file.name,
    positions,
    ...displayVertices({
      positions,
      sizes,
      cornerPoints,
      uvs: null,
      normals: null,
      cornerUvs: null,
      cornerNormals: null,
    }),
    polygonOffsets: offsetsOf(sizes),
    ...(tets.length > 0 && { tets }),
    ...(wires.length > 0 && { wires }),
    parts: [{ name: stemOf(file.name), material: 0, firstPolygon: 0, polygonCount: sizes.length }],
    materials: [plainMaterial("default")],
    libraries: [],
    notes: isPartly ? [looseNote(loose, file.name)] : [],
  };
}
