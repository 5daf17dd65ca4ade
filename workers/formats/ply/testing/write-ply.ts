import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { PlyEncoding } from "../ply-header";

/** Writes the numbers of a PLY's body, one after another. */
interface PlyWriter {
  number(value: number, type: "float" | "int" | "uchar"): void;
  endRow(): void;
}

class TextWriter implements PlyWriter {
  private row: number[] = [];
  readonly lines: string[] = [];

  number(value: number, type: "float" | "int" | "uchar"): void {
    this.row.push(type === "float" ? Number(value.toPrecision(9)) : value);
  }

  endRow(): void {
    this.lines.push(this.row.join(" "));
    this.row = [];
  }
}

class BinaryWriter implements PlyWriter {
  private readonly view: DataView;
  private readonly littleEndian: boolean;
  private at: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, at: number, littleEndian: boolean) {
    this.view = new DataView(bytes.buffer);
    this.at = at;
    this.littleEndian = littleEndian;
  }

  number(value: number, type: "float" | "int" | "uchar"): void {
    if (type === "uchar") this.view.setUint8(this.at, value);
    else if (type === "int") this.view.setInt32(this.at, value, this.littleEndian);
    else this.view.setFloat32(this.at, value, this.littleEndian);
    this.at += type === "uchar" ? 1 : 4;
  }

  endRow(): void {}
}

/** Writes rows of vertices, then of faces. PLY counts v from the bottom, a sequence from the top. */
function writeBody(
  sequence: MeshSequence,
  positions: Float32Array,
  sizeType: "uchar" | "int",
  writer: PlyWriter,
): void {
  const { uvs, normals, solverIndex, polygonOffsets, polygonCorners, origin } = sequence;
  for (let d = 0; d < solverIndex.length; d++) {
    for (let c = 0; c < 3; c++) writer.number(positions[3 * solverIndex[d] + c] + origin[c], "float");
    for (let c = 0; normals && c < 3; c++) writer.number(normals[3 * d + c], "float");
    if (uvs) {
      writer.number(uvs[2 * d], "float");
      writer.number(1 - uvs[2 * d + 1], "float");
    }
    writer.endRow();
  }
  for (let p = 0; p + 1 < polygonOffsets.length; p++) {
    writer.number(polygonOffsets[p + 1] - polygonOffsets[p], sizeType);
    for (let c = polygonOffsets[p]; c < polygonOffsets[p + 1]; c++) writer.number(polygonCorners[c], "int");
    writer.endRow();
  }
}

/**
 * One pose as a PLY: a vertex for each display vertex, with its normal and uv ("s", "t"), and the polygons.
 * The sequence's `origin` is added again.
 * @param positions 3V.
 */
export function writePly(
  sequence: MeshSequence,
  positions: Float32Array = sequence.rest,
  encoding: PlyEncoding = "binary_little_endian",
): Uint8Array<ArrayBuffer> {
  const { uvs, normals, solverIndex, polygonOffsets, polygonCorners } = sequence;
  const polygons = polygonOffsets.length - 1;
  const sizeType = polygonOffsets.some((o, p) => o - polygonOffsets[p - 1] > 255) ? "int" : "uchar";
  const names = ["x", "y", "z", ...(normals ? ["nx", "ny", "nz"] : []), ...(uvs ? ["s", "t"] : [])];
  const header = [
    "ply",
    `format ${encoding} 1.0`,
    `element vertex ${solverIndex.length}`,
    ...names.map((name) => `property float ${name}`),
    `element face ${polygons}`,
    `property list ${sizeType} int vertex_indices`,
    "end_header",
    "",
  ].join("\n");
  if (encoding === "ascii") {
    const writer = new TextWriter();
    writeBody(sequence, positions, sizeType, writer);
    return new TextEncoder().encode(`${header}${writer.lines.join("\n")}\n`);
  }
  const body =
    4 * names.length * solverIndex.length +
    (sizeType === "int" ? 4 : 1) * polygons +
    4 * polygonCorners.length;
  const bytes = new Uint8Array(header.length + body);
  bytes.set(new TextEncoder().encode(header));
  writeBody(
    sequence,
    positions,
    sizeType,
    new BinaryWriter(bytes, header.length, encoding === "binary_little_endian"),
  );
  return bytes;
}
