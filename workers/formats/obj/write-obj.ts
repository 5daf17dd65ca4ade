import { toSrgb } from "../../geometry/srgb";
import type { SequenceMesh } from "../../model/mesh/streamed-sequence";
import { materialNames } from "./write-mtl";

export interface WriteObjOptions {
  /** Name of the material library to refer to; null for none. Default null. */
  library?: string | null;
}

/** The shortest text that gives the same f32 again, or the same f64 if an origin was added. */
function decimal(x: number, origin: number): string {
  return origin === 0 ? String(Number(x.toPrecision(9))) : String(x + origin);
}

function writeRows(
  lines: string[],
  keyword: string,
  values: Float32Array,
  width: number,
  text: (x: number, axis: number) => string,
): void {
  for (let i = 0; i < values.length; i += width) {
    let line = keyword;
    for (let c = 0; c < width; c++) line += ` ${text(values[i + c], c)}`;
    lines.push(line);
  }
}

/**
 * The first set of vertex colours by solver vertex, in sRGB, 3V. An OBJ has one colour for each point, so it is null if
 * there is no set, or if the corners of a point have different colours.
 */
export function colourOfPoints({ colours, solverIndex, vertexCount }: SequenceMesh): Float32Array | null {
  const set = colours?.[0];
  if (!set) return null;
  const out = new Float32Array(3 * vertexCount).fill(Number.NaN);
  for (const [d, i] of solverIndex.entries()) {
    for (let c = 0; c < 3; c++) {
      const shown = Math.fround(toSrgb(set[4 * d + c]));
      if (out[3 * i + c] !== shown && !Number.isNaN(out[3 * i + c])) return null;
      out[3 * i + c] = shown;
    }
  }
  return out.map((x) => (Number.isNaN(x) ? 1 : x));
}

function writePoints(
  lines: string[],
  { origin }: SequenceMesh,
  points: Float32Array,
  colours: Float32Array | null,
) {
  for (let i = 0; i < points.length; i += 3) {
    let line = "v";
    for (let c = 0; c < 3; c++) line += ` ${decimal(points[i + c], origin[c])}`;
    for (let c = 0; colours && c < 3; c++) line += ` ${decimal(colours[i + c], 0)}`;
    lines.push(line);
  }
}

/**
 * One pose as a Wavefront OBJ: welded vertices, uvs and normals of the display vertices, polygons, one object per part,
 * names of materials, colours of points. The sequence's `origin` is added again.
 * @param positions 3V, in any pose. Normals are always from the rest pose.
 */
export function writeObj(
  sequence: SequenceMesh,
  positions: Float32Array = sequence.rest,
  { library = null }: WriteObjOptions = {},
): Uint8Array<ArrayBuffer> {
  const { uvs, normals, solverIndex, polygonOffsets, polygonCorners, parts, materials } = sequence;
  const names = materialNames(materials);
  const lines = library ? [`mtllib ${library}`] : [];
  writePoints(lines, sequence, positions, colourOfPoints(sequence));
  // OBJ counts v from the bottom, a sequence from the top.
  if (uvs) writeRows(lines, "vt", uvs, 2, (x, axis) => (axis === 0 ? decimal(x, 0) : String(1 - x)));
  if (normals) writeRows(lines, "vn", normals, 3, (x) => decimal(x, 0));
  const corner = (d: number) => {
    const point = solverIndex[d] + 1;
    if (uvs) return normals ? `${point}/${d + 1}/${d + 1}` : `${point}/${d + 1}`;
    return normals ? `${point}//${d + 1}` : `${point}`;
  };
  for (const part of parts) {
    lines.push(`o ${part.name}`, `usemtl ${names[part.material]}`);
    for (let p = part.firstPolygon; p < part.firstPolygon + part.polygonCount; p++) {
      let line = "f";
      for (let c = polygonOffsets[p]; c < polygonOffsets[p + 1]; c++) line += ` ${corner(polygonCorners[c])}`;
      lines.push(line);
    }
  }
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}
