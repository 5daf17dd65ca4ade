import type { MeshSequence } from "../../model/mesh/mesh-sequence";

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
 * One pose as a Wavefront OBJ: welded vertices, uvs and normals of the display vertices, polygons, one object per part,
 * names of materials. The sequence's `origin` is added again.
 * @param positions 3V; normals are those of the rest pose, whatever the pose.
 */
export function writeObj(
  sequence: MeshSequence,
  positions: Float32Array = sequence.rest,
  { library = null }: WriteObjOptions = {},
): Uint8Array<ArrayBuffer> {
  const { uvs, normals, solverIndex, polygonOffsets, polygonCorners, parts, materials, origin } = sequence;
  const lines = library ? [`mtllib ${library}`] : [];
  writeRows(lines, "v", positions, 3, (x, axis) => decimal(x, origin[axis]));
  // OBJ counts v from the bottom, a sequence from the top.
  if (uvs) writeRows(lines, "vt", uvs, 2, (x, axis) => (axis === 0 ? decimal(x, 0) : String(1 - x)));
  if (normals) writeRows(lines, "vn", normals, 3, (x) => decimal(x, 0));
  const corner = (d: number) => {
    const point = solverIndex[d] + 1;
    if (uvs) return normals ? `${point}/${d + 1}/${d + 1}` : `${point}/${d + 1}`;
    return normals ? `${point}//${d + 1}` : `${point}`;
  };
  for (const part of parts) {
    lines.push(`o ${part.name}`, `usemtl ${materials[part.material].name}`);
    for (let p = part.firstPolygon; p < part.firstPolygon + part.polygonCount; p++) {
      let line = "f";
      for (let c = polygonOffsets[p]; c < polygonOffsets[p + 1]; c++) line += ` ${corner(polygonCorners[c])}`;
      lines.push(line);
    }
  }
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

/** The materials of `writeObj`: base colours as linear "Kd", alpha as "d". */
export function writeMaterials(sequence: MeshSequence): Uint8Array<ArrayBuffer> {
  const blocks = sequence.materials.map(
    ({ name, baseColour: [r, g, b, a] }) => `newmtl ${name}\nKd ${r} ${g} ${b}\nd ${a}\n`,
  );
  return new TextEncoder().encode(blocks.join("\n"));
}
