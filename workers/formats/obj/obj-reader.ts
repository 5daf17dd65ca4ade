import { SinewError } from "../../model/errors";
import { howMany } from "../../model/reports/figures";
import { Growable } from "../assemble/growable";
import {
  displayVertices,
  looseNote,
  loosePoints,
  offsetsOf,
  type PolygonMesh,
  plainMaterial,
  thinNote,
} from "../assemble/polygon-mesh";
import { stemOf } from "../source/source-file";
import { TextCursor } from "../source/text-cursor";
import { ObjAsides } from "./obj-asides";
import { PointColours } from "./point-colours";

const V = 118;
const HASH = 35;
const SLASH = 47;

/** Reads the lines of an OBJ file (Wavefront, "Object Files", appendix B1) in order. */
export class ObjReader {
  private readonly positions = new Growable(Float64Array);
  private readonly colours = new PointColours();
  private readonly asides = new ObjAsides();
  private readonly uvs = new Growable(Float32Array);
  private readonly normals = new Growable(Float32Array);
  private readonly sizes = new Growable(Int32Array);
  private readonly cornerPoints = new Growable(Int32Array);
  private readonly cornerUvs = new Growable(Int32Array);
  private readonly cornerNormals = new Growable(Int32Array);
  private readonly wires = new Growable(Int32Array);
  /** The part of each polygon, as an index into `parts`. */
  private readonly polygonParts = new Growable(Int32Array);
  private readonly parts = new Map<string, { index: number; name: string; material: string }>();
  private readonly libraries: string[] = [];
  private object = "";
  private group = "";
  private material = "";
  private part = -1;
  private lines = 0;
  private thinFaces = 0;
  private hasUvs = false;
  private hasNormals = false;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** @param bytes whole lines. */
  push(bytes: Uint8Array): void {
    const cursor = new TextCursor(this.file, bytes, this.lines + 1);
    while (cursor.at < cursor.end) {
      const words = cursor.nextWord();
      if (words && cursor.bytes[cursor.at] === HASH) cursor.skipComment();
      else {
        if (words) this.statement(cursor);
        cursor.skipLine();
      }
    }
    this.lines = cursor.line - 1;
  }

  private statement(cursor: TextCursor): void {
    const { bytes, at } = cursor;
    // Almost every line is one of these. The word distinguishes the others.
    if (bytes[at] === V && bytes[at + 1] <= 32) {
      this.row(cursor, 1, this.positions, 3, 3);
      this.colours.read(cursor, this.positions.length / 3 - 1);
    } else if (bytes[at] === V && bytes[at + 1] === 110 && bytes[at + 2] <= 32)
      this.row(cursor, 2, this.normals, 3, 3);
    else if (bytes[at] === V && bytes[at + 1] === 116 && bytes[at + 2] <= 32) this.uv(cursor);
    else if (bytes[at] === 102 && bytes[at + 1] <= 32) this.polygon(cursor);
    else if (bytes[at] === 108 && bytes[at + 1] <= 32) this.line(cursor);
    else this.naming(cursor);
  }

  private naming(cursor: TextCursor): void {
    const word = cursor.word();
    if (word === "o") this.object = cursor.restOfLine();
    else if (word === "g") this.group = cursor.restOfLine();
    else if (word === "usemtl") this.material = cursor.restOfLine();
    else if (word === "mtllib") this.libraries.push(cursor.restOfLine());
    else {
      this.asides.statement(word, cursor);
      return;
    }
    this.part = -1;
  }

  /** OBJ counts v from the bottom, a sequence from the top. */
  private uv(cursor: TextCursor): void {
    this.row(cursor, 2, this.uvs, 2, 1);
    this.uvs.array[this.uvs.length - 1] = 1 - this.uvs.array[this.uvs.length - 1];
  }

  /** Reads the numbers of a "v", "vn" or "vt" line: up to `width`, and at least `least`. */
  private row(
    cursor: TextCursor,
    keyword: number,
    into: Growable<Float64Array> | Growable<Float32Array>,
    width: number,
    least: number,
  ): void {
    cursor.at += keyword;
    for (let c = 0; c < width; c++) {
      if (cursor.nextWord()) into.push(cursor.number());
      else if (c >= least) into.push(0);
      else cursor.fail(`It has ${c} numbers where ${least} belong.`);
    }
  }

  /**
   * "f 1/2/3 4/5/6 7//8 -1": point, uv and normal of each corner, numbered from 1, or with negative numbers backwards
   * from the last one read.
   */
  private polygon(cursor: TextCursor): void {
    cursor.at += 1;
    const first = this.cornerPoints.length;
    while (cursor.nextWord()) {
      const before = cursor.at;
      this.cornerPoints.push(this.index(cursor, this.positions.length / 3, "vertices"));
      let uv = -1;
      let normal = -1;
      if (cursor.bytes[cursor.at] === SLASH) {
        cursor.at++;
        if (cursor.bytes[cursor.at] !== SLASH && cursor.bytes[cursor.at] > 32) {
          uv = this.index(cursor, this.uvs.length / 2, "texture vertices");
        }
        if (cursor.bytes[cursor.at] === SLASH) {
          cursor.at++;
          if (cursor.bytes[cursor.at] > 32) normal = this.index(cursor, this.normals.length / 3, "normals");
        }
      }
      if (cursor.at < cursor.end && cursor.bytes[cursor.at] > 32) {
        cursor.at = before;
        cursor.fail(`It has "${cursor.word().slice(0, 40)}" where a corner belongs.`);
      }
      this.cornerUvs.push(uv);
      this.cornerNormals.push(normal);
      this.hasUvs ||= uv >= 0;
      this.hasNormals ||= normal >= 0;
    }
    const size = this.cornerPoints.length - first;
    if (size < 3) {
      // Only the end of the file has no line end after it.
      if (cursor.at >= cursor.end) cursor.fail("It ends in the middle of a face: the file was cut short.");
      for (const list of [this.cornerPoints, this.cornerUvs, this.cornerNormals]) list.length = first;
      this.thinFaces++;
      return;
    }
    this.sizes.push(size);
    this.polygonParts.push(this.currentPart());
  }

  /** "l 1/1 2/2 3": the points of a line, each with an optional uv. */
  private line(cursor: TextCursor): void {
    cursor.at += 1;
    let before = -1;
    while (cursor.nextWord()) {
      const point = this.index(cursor, this.positions.length / 3, "vertices", "A line");
      if (cursor.bytes[cursor.at] === SLASH) cursor.word();
      if (before >= 0) {
        this.wires.push(before);
        this.wires.push(point);
      }
      before = point;
    }
  }

  /** Converts an index to zero-based. Forward references are checked after everything is read. */
  private index(cursor: TextCursor, count: number, what: string, whose = "A face"): number {
    const number = cursor.integer();
    const index = number < 0 ? count + number : number - 1;
    if (index < 0 || index > 0x7fffffff) cursor.fail(`${whose} names ${number} of ${count} ${what}.`);
    return index;
  }

  private currentPart(): number {
    if (this.part >= 0) return this.part;
    const name = this.object || this.group;
    this.asides.groupIn(this.object, this.group);
    const key = `${name}\n${this.material}`;
    let part = this.parts.get(key);
    if (!part) {
      part = { index: this.parts.size, name, material: this.material };
      this.parts.set(key, part);
    }
    this.part = part.index;
    return part.index;
  }

  /** @throws SinewError if a face refers to a missing row. */
  private checkIndices(corners: Int32Array, count: number, what: string): void {
    for (let c = 0; c < corners.length; c++) {
      if (corners[c] < count) continue;
      let face = 0;
      for (let before = 0; before + this.sizes.array[face] <= c; face++) before += this.sizes.array[face];
      throw new SinewError({
        title: `${this.file} is damaged`,
        body: `Face ${face + 1} names number ${corners[c] + 1} of its ${what}, but it has ${count}. Was the file cut short? Export it again.`,
        facts: [[this.file, `${count} ${what}, ${howMany(this.sizes.length, "face")}`]],
      });
    }
  }

  /** @throws SinewError if a line refers to a missing vertex. */
  private checkedWires(count: number): Uint32Array {
    const wires = Uint32Array.from(this.wires.finish());
    const wrong = wires.find((p) => p >= count);
    if (wrong === undefined) return wires;
    throw new SinewError({
      title: `${this.file} is damaged`,
      body: `A line names number ${wrong + 1} of its vertices, but it has ${count}. Was the file cut short? Export it again.`,
    });
  }

  finish(): PolygonMesh {
    const positions = this.positions.finish();
    const pointCount = positions.length / 3;
    let cornerPoints: Int32Array = this.cornerPoints.finish();
    let cornerUvs: Int32Array | null = this.hasUvs ? this.cornerUvs.finish() : null;
    let cornerNormals: Int32Array | null = this.hasNormals ? this.cornerNormals.finish() : null;
    this.checkIndices(cornerPoints, pointCount, "vertices");
    const wires = this.checkedWires(pointCount);
    if (cornerUvs) this.checkIndices(cornerUvs, this.uvs.length / 2, "texture vertices");
    if (cornerNormals) this.checkIndices(cornerNormals, this.normals.length / 3, "normals");
    const order = this.polygonOrder();
    let sizes: Int32Array = this.sizes.finish();
    if (order) {
      const offsets = offsetsOf(sizes);
      const sorted = (corners: Int32Array) => permuteCorners(corners, offsets, order);
      cornerPoints = sorted(cornerPoints);
      cornerUvs = cornerUvs && sorted(cornerUvs);
      cornerNormals = cornerNormals && sorted(cornerNormals);
      sizes = Int32Array.from(order, (p) => offsets[p + 1] - offsets[p]);
    }
    const [uvs, normals] = [this.uvs.finish(), this.normals.finish()];
    const notes: string[] = [];
    const loose = loosePoints(pointCount, cornerPoints);
    if (loose > 0 && loose < pointCount) notes.push(looseNote(loose, this.file));
    if (this.thinFaces > 0) notes.push(thinNote(this.thinFaces, this.file));
    const lost = this.asides.lost(this.hasNormals);
    const corners = { cornerPoints, cornerUvs, cornerNormals };
    const surface = displayVertices({ positions, uvs, normals, sizes, ...corners });
    return {
      file: this.file,
      positions,
      ...surface,
      ...this.colours.finish(pointCount, surface.displayPoint),
      polygonOffsets: offsetsOf(sizes),
      ...(wires.length > 0 && { wires }),
      ...this.partRuns(),
      libraries: this.libraries,
      ...(lost.length > 0 && { lost }),
      notes,
    };
  }

  /** The polygons sorted by part; null if they are already sorted. */
  private polygonOrder(): Uint32Array | null {
    const parts = this.polygonParts.array.subarray(0, this.polygonParts.length);
    let sorted = true;
    for (let p = 1; sorted && p < parts.length; p++) sorted = parts[p] >= parts[p - 1];
    return sorted ? null : Uint32Array.from(parts, (_, p) => p).sort((a, b) => parts[a] - parts[b] || a - b);
  }

  private partRuns(): Pick<PolygonMesh, "parts" | "materials"> {
    const counts = new Array<number>(this.parts.size).fill(0);
    for (let p = 0; p < this.polygonParts.length; p++) counts[this.polygonParts.array[p]]++;
    const names = [...new Set([...this.parts.values()].map((part) => part.material))];
    const number = new Map(names.map((name, m) => [name, m]));
    let firstPolygon = 0;
    const parts = [...this.parts.values()].map((part) => {
      const run = {
        name: part.name || stemOf(this.file),
        material: number.get(part.material) ?? 0,
        firstPolygon,
        polygonCount: counts[part.index],
      };
      firstPolygon += run.polygonCount;
      return run;
    });
    return { parts, materials: names.map((name) => plainMaterial(name || "default")) };
  }
}

function permuteCorners(corners: Int32Array, offsets: Uint32Array, order: Uint32Array): Int32Array {
  const out = new Int32Array(corners.length);
  let at = 0;
  for (const p of order) {
    out.set(corners.subarray(offsets[p], offsets[p + 1]), at);
    at += offsets[p + 1] - offsets[p];
  }
  return out;
}
