import { determinantOf } from "../../math/affine";
import { asShare, type Material, type SetNames } from "../../model/mesh/appearance";
import type { MeshPart } from "../../model/mesh/mesh-sequence";
import type { Task } from "../../model/task";
import { type FileAttribute, joinAttributes } from "../assemble/join-attributes";
import { plainMaterial } from "../assemble/polygon-mesh";
import { joinSetNames, otherSetNames } from "../assemble/set-names";
import type { RawSequence } from "../source/source";
import type { BlockReader } from "./archive/block-reader";
import { cornerValues, type SplitVertices, splitVertices } from "./display-vertices";
import { type Faces, readAlembicFaces } from "./faces";
import type { FrameTimes } from "./frame-times";
import { type GeometryParameter, type ParameterValues, readGeometryParameter } from "./geometry-parameter";
import type { AssignedMaterial } from "./materials/assigned";
import { lostSentences, readAttributes, type UnreadNames } from "./mesh-attributes";
import type { NamedParameter } from "./mesh-parameters";
import { transformNormals } from "./normals";
import type { AlembicMesh } from "./polymesh";

/** The static part of a sequence: faces, UVs, normals, parts and materials of all meshes. */
export type StillSurface = Pick<
  RawSequence,
  | "displayPoint"
  | "uvs"
  | "moreUvs"
  | "colours"
  | "setNames"
  | "attributes"
  | "lost"
  | "normals"
  | "polygonOffsets"
  | "polygonCorners"
  | "parts"
  | "materials"
>;

/** One mesh before the meshes are joined. */
interface Piece {
  mesh: AlembicMesh;
  faces: Faces;
  display: SplitVertices;
  /** For each set, 2 numbers for each display vertex, v from the top. The first set may be missing. */
  uvs: (Float32Array | null)[];
  /** For each set, linear RGBA for each display vertex. */
  colours: Float32Array[];
  names: SetNames;
  attributes: FileAttribute[];
  unread: UnreadNames;
  /** 3 numbers for each display vertex, in world space; or null. */
  normals: Float32Array | null;
}

/**
 * Reads faces, UVs and normals of every mesh at the first frame and joins them. If only some meshes have normals, the
 * others get zeros, which `assembleSequence` replaces with smooth normals.
 */
export async function readStillSurface(
  meshes: AlembicMesh[],
  reader: BlockReader,
  timeline: FrameTimes,
  task: Task,
): Promise<StillSurface> {
  const pieces: Piece[] = [];
  for (const [i, mesh] of meshes.entries()) {
    task.progress({ phase: "Reading faces", done: i / meshes.length, detail: mesh.name });
    await task.checkpoint();
    pieces.push(await readPiece(mesh, reader, timeline));
  }
  return join(pieces);
}

async function readPiece(mesh: AlembicMesh, reader: BlockReader, timeline: FrameTimes): Promise<Piece> {
  const t = timeline.times[0];
  const world = mesh.transform ? await mesh.transform.world(timeline, t) : null;
  const faces = await readAlembicFaces(mesh, reader, world !== null && determinantOf(world, 0) < 0);
  const read = (parameter: GeometryParameter) => readGeometryParameter(parameter, timeline, t, faces.sizes);
  const uvs = mesh.uvs && (await read(mesh.uvs));
  const normals = mesh.normals && (await read(mesh.normals));
  const present = async (parameters: NamedParameter[]) => {
    const sets = await Promise.all(parameters.map(async (p) => ({ name: p.name, values: await read(p) })));
    return sets.flatMap(({ name, values }) => (values ? [{ name, values }] : []));
  };
  const more = await present(mesh.moreUvs);
  const coloured = await present(mesh.colours);
  const [moreUvs, colours] = [more, coloured].map((sets) => sets.map(({ values }) => values));
  const { attributes, unread } = await readAttributes(mesh, read);
  const sets = [...(uvs ? [uvs] : []), ...moreUvs];
  const exact = [
    ...sets.map((values) => ({ values, size: 2 })),
    ...[...colours, ...attributes.map(({ values }) => values)].map((values) => ({
      values,
      size: values.stride,
    })),
  ];
  const display = splitVertices(faces, exact, normals);
  const displayNormals = normals && gather(faces, display, normals, 3);
  if (displayNormals) transformNormals(displayNormals, world);
  const fromTop = (values: ParameterValues) => {
    const own = gather(faces, display, values, 2);
    // Alembic counts v from the bottom, a sequence from the top.
    for (let i = 1; i < own.length; i += 2) own[i] = 1 - own[i];
    return own;
  };
  return {
    mesh,
    faces,
    display,
    uvs: [uvs && fromTop(uvs), ...moreUvs.map(fromTop)],
    colours: colours.map((values) => withAlpha(gather(faces, display, values, values.stride), values.stride)),
    names: {
      uvs: [mesh.uvs?.values.header.metadata.get("sourceName") ?? "", ...more.map(({ name }) => name)],
      colours: coloured.map(({ name }) => name),
    },
    attributes: attributes.map(({ name, values }) => ({
      ...{ name, width: values.stride },
      values: gather(faces, display, values, values.stride),
    })),
    unread,
    normals: displayNormals,
  };
}

/** Colours of three or four numbers as RGBA in 0..1. Colours in Alembic are linear. */
function withAlpha(values: Float32Array, width: number): Float32Array {
  const out = new Float32Array((4 * values.length) / width).fill(1);
  for (let i = 0; i < values.length; i++) out[4 * Math.floor(i / width) + (i % width)] = asShare(values[i]);
  return out;
}

/** The values of a parameter at the display vertices, `size` numbers for each. */
function gather(
  faces: Faces,
  display: SplitVertices,
  parameter: ParameterValues,
  size: number,
): Float32Array {
  const values = cornerValues(faces, parameter);
  const out = new Float32Array(size * display.point.length);
  for (let d = 0; d < display.point.length; d++) {
    const from = values[display.exampleCorner[d]] * parameter.stride;
    for (let c = 0; c < size; c++) out[size * d + c] = parameter.numbers[from + c];
  }
  return out;
}

function join(pieces: Piece[]): StillSurface {
  const total = (of: (piece: Piece) => number) => pieces.reduce((sum, piece) => sum + of(piece), 0);
  const displayCount = total(({ display }) => display.point.length);
  const attributes = joinAttributes(
    pieces.map(({ display, attributes }) => ({ count: display.point.length, attributes })),
  );
  const names = pieces.map((piece) => piece.names);
  const lost = [...lostSentences(pieces.map(({ unread }) => unread)), ...otherSetNames(names)];
  const surface: StillSurface = {
    displayPoint: new Uint32Array(displayCount),
    ...joinSets(pieces, displayCount),
    ...joinSetNames(names),
    ...(attributes.length > 0 && { attributes }),
    ...(lost.length > 0 && { lost }),
    normals: pieces.some(({ normals }) => normals) ? new Float32Array(3 * displayCount) : null,
    polygonOffsets: new Uint32Array(total(({ faces }) => faces.sourcePolygon.length) + 1),
    polygonCorners: new Uint32Array(total(({ faces }) => faces.points.length)),
    parts: [],
    materials: [],
  };
  const materials = new Map<string, number>();
  const at = { point: 0, display: 0, polygon: 0, corner: 0 };
  for (const { mesh, faces, display, normals } of pieces) {
    for (const [d, point] of display.point.entries()) surface.displayPoint[at.display + d] = at.point + point;
    for (const [c, d] of display.corners.entries()) surface.polygonCorners[at.corner + c] = at.display + d;
    for (let q = 1; q < faces.offsets.length; q++) {
      surface.polygonOffsets[at.polygon + q] = at.corner + faces.offsets[q];
    }
    if (normals) surface.normals?.set(normals, 3 * at.display);
    surface.parts.push(...partsOf(mesh, faces, at.polygon, materials, surface.materials));
    at.point += mesh.pointCount;
    at.display += display.point.length;
    at.polygon += faces.sourcePolygon.length;
    at.corner += faces.points.length;
  }
  return surface;
}

/** Joins UV sets and colours of all meshes. A mesh without a set gets zeros for UVs, and white. */
function joinSets(pieces: Piece[], displayCount: number): Pick<StillSurface, "uvs" | "moreUvs" | "colours"> {
  const joined = (width: number, fill: number, of: (piece: Piece) => Float32Array | null | undefined) => {
    if (!pieces.some(of)) return null;
    const out = new Float32Array(width * displayCount).fill(fill);
    let at = 0;
    for (const piece of pieces) {
      const own = of(piece);
      if (own) out.set(own, width * at);
      at += piece.display.point.length;
    }
    return out;
  };
  const most = (of: (piece: Piece) => readonly unknown[]) =>
    pieces.reduce((top, piece) => Math.max(top, of(piece).length), 0);
  const none = () => new Float32Array(2 * displayCount);
  const sets = Array.from({ length: most(({ uvs }) => uvs) }, (_, n) => joined(2, 0, ({ uvs }) => uvs[n]));
  const moreUvs = sets.slice(1).map((set) => set ?? none());
  const colours = Array.from(
    { length: most((piece) => piece.colours) },
    (_, n) => joined(4, 1, (piece) => piece.colours[n])!,
  );
  return {
    uvs: sets[0] ?? (moreUvs.length > 0 ? none() : null),
    ...(moreUvs.length > 0 && { moreUvs }),
    ...(colours.length > 0 && { colours }),
  };
}

/**
 * The material of a face set, or of the polygons outside all sets (−1). Face sets with the same name and the same
 * shaders are one material in all meshes. A set without its own material looks like its mesh.
 */
function materialOf({ faceSets, material: ofMesh }: AlembicMesh, faceSet: number): AssignedMaterial {
  const set = faceSets[faceSet];
  if (set?.material) return set.material;
  if (!set) return ofMesh ?? { key: "default", material: plainMaterial("default") };
  const look = ofMesh?.material ?? plainMaterial("");
  return { key: `set ${set.name} ${ofMesh?.key ?? ""}`, material: { ...look, name: set.name } };
}

/** One part for each material of a mesh. */
function partsOf(
  mesh: AlembicMesh,
  faces: Faces,
  firstPolygon: number,
  known: Map<string, number>,
  materials: Material[],
): Omit<MeshPart, "firstTriangle" | "triangleCount">[] {
  return faces.runs.map(({ faceSet, first, count }) => {
    const { key, material: look } = materialOf(mesh, faceSet);
    let material = known.get(key);
    if (material === undefined) {
      material = materials.push(look) - 1;
      known.set(key, material);
    }
    return { name: mesh.name, material, firstPolygon: firstPolygon + first, polygonCount: count };
  });
}
