import { howMany } from "../../../../model/reports/figures";
import { damagedGltf } from "../../complaint";
import type { Accessors } from "../asset/accessors";
import type { PrimitiveJson } from "../asset/gltf-json";
import { normaliseRows } from "./normalise-rows";
import type { Geometry, MorphTarget } from "./scene";
import { type ReadAttribute, readSurfaceSets } from "./surface-sets";
import { isSurface, listLines, listTriangles } from "./triangles";

/** The rows `used` of an array with `width` numbers in a row. */
function pick(values: Float64Array, width: number, used: Uint32Array): Float64Array {
  const out = new Float64Array(width * used.length);
  for (let i = 0; i < used.length; i++) {
    for (let c = 0; c < width; c++) out[width * i + c] = values[width * used[i] + c];
  }
  return out;
}

/** The vertices in `corners`, ascending. Renumbers `corners` to them. */
function compact(corners: Uint32Array, vertexCount: number): Uint32Array {
  const number = new Int32Array(vertexCount).fill(-1);
  for (const v of corners) number[v] = 0;
  const used: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (number[v] === 0) number[v] = used.push(v) - 1;
  for (let c = 0; c < corners.length; c++) corners[c] = number[corners[c]];
  return Uint32Array.from(used);
}

/** All JOINTS_n and WEIGHTS_n side by side, weights divided by their sum. */
function readInfluences(
  primitive: PrimitiveJson,
  accessors: Accessors,
  attribute: ReadAttribute,
  used: Uint32Array,
) {
  const { attributes } = primitive;
  let sets = 0;
  while (`JOINTS_${sets}` in attributes && `WEIGHTS_${sets}` in attributes) sets++;
  const influences = 4 * sets;
  const joints = new Uint16Array(influences * used.length);
  const weights = new Float64Array(influences * used.length);
  for (let set = 0; set < sets; set++) {
    const w = attribute(`WEIGHTS_${set}`, 4)!;
    attribute(`JOINTS_${set}`, 4);
    const j = accessors.raw(attributes[`JOINTS_${set}`]);
    for (let i = 0; i < used.length; i++) {
      for (let c = 0; c < 4; c++) {
        joints[influences * i + 4 * set + c] = j[4 * used[i] + c];
        weights[influences * i + 4 * set + c] = w[4 * i + c];
      }
    }
  }
  const brokenRows = normaliseRows(weights, influences);
  return { influences, joints, weights, ...(brokenRows > 0 && { brokenRows }) };
}

/**
 * @param file its name, for error messages
 * @param targetNames names of the mesh's morph targets.
 * @returns null if the primitive has neither triangles nor lines.
 * @throws SinewError if attributes differ in length or an index is out of range.
 */
export function buildGeometry(
  primitive: PrimitiveJson,
  accessors: Accessors,
  file: string,
  targetNames: readonly string[] = [],
): Geometry | null {
  const position = primitive.attributes.POSITION;
  if (position === undefined) return null;
  const count = accessors.count(position);
  const indices: ArrayLike<number> =
    primitive.indices === undefined
      ? Uint32Array.from({ length: count }, (_, v) => v)
      : accessors.raw(primitive.indices);
  for (let c = 0; c < indices.length; c++) {
    if (indices[c] >= count)
      throw damagedGltf(file, `A face uses vertex ${indices[c]} of a mesh that has ${count}.`);
  }
  const lines = listLines(indices, primitive.mode);
  const triangles = isSurface(primitive.mode)
    ? listTriangles(indices, primitive.mode, false)
    : new Uint32Array(0);
  if (triangles.length + lines.length === 0) return null;
  const used = compact(lines.length > 0 ? lines : triangles, count);

  const read = (accessor: number | undefined, semantic: string, width: number): Float64Array | null => {
    if (accessor === undefined) return null;
    if (accessors.components(accessor) !== width || accessors.count(accessor) !== count) {
      throw damagedGltf(
        file,
        `${semantic} has ${howMany(accessors.count(accessor), "value")} for ${howMany(count, "vertex")}.`,
      );
    }
    return pick(accessors.numbers(accessor), width, used);
  };
  const attribute: ReadAttribute = (semantic, width) => read(primitive.attributes[semantic], semantic, width);
  const targets = primitive.targets.map(
    (target, t): MorphTarget => ({
      name: targetNames[t] ?? "",
      positions: read(target.POSITION, "A morph target", 3),
      normals: read(target.NORMAL, "A morph target's normals", 3),
    }),
  );
  return {
    vertexCount: used.length,
    positions: attribute("POSITION", 3)!,
    normals: attribute("NORMAL", 3),
    uvs: attribute("TEXCOORD_0", 2),
    ...readSurfaceSets(primitive, accessors, attribute),
    targets,
    ...readInfluences(primitive, accessors, attribute, used),
    triangles,
    ...(lines.length > 0 && { lines }),
  };
}
