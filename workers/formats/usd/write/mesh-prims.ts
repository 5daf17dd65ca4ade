/** Writes meshes with their skin, shapes, UVs, normals, colours and sets of faces. */

import { chosenRows } from "../../../export/meshes/chosen-rows";
import { morphsOf } from "../../../export/meshes/file-morphs";
import { type MeshPiece, meshPieces } from "../../../export/meshes/mesh-pieces";
import { ownAttributes } from "../../../export/meshes/own-attributes";
import { ownSets } from "../../../export/meshes/own-sets";
import { pieceMorph } from "../../../export/meshes/piece-morph";
import type { FileRig } from "../../../export/prepare";
import { displayNormals } from "../../../geometry/display-normals";
import { IDENTITY } from "../../../math/affine";
import { boundsOf } from "../../../model/mesh/mesh-sequence";
import { shapeNames } from "./animation-prims";
import { Identifiers } from "./identifiers";
import type { UsdJoints } from "./skeleton-prim";
import { displayName, list, matrix, quoted, tokens, tuples, type UsdPrim, withMetadata } from "./text";

/** Names of primvars that this writer or USD gives a meaning; further UV sets are st1, st2 … */
const BUILT_IN = /^(normals|displayColor|displayOpacity|st\d*)$/;

/** The types of attributes, by the number of components. */
const ATTRIBUTE_TYPES = ["float", "float2", "float3", "float4"] as const;

/**
 * Values of the display vertices: indexed by corners, or one for each point if no seam splits a point.
 * @param given the source's own name of the set.
 */
function primvar(
  type: string,
  name: string,
  width: number,
  set: ArrayLike<number>,
  piece: MeshPiece,
  given = "",
): string[] {
  const { displays, points, cornerDisplays, cornerPoints } = piece;
  const isSplit = displays.length > points.length;
  const rows = new Uint32Array(points.length);
  cornerPoints.forEach((point, corner) => {
    rows[point] = displays[cornerDisplays[corner]];
  });
  const values = chosenRows(set, width, isSplit ? displays : rows);
  const text = width === 1 ? list(values) : tuples(values, width);
  const declared = withMetadata(`${type}[] primvars:${name} = ${text}`, [
    ...displayName(name, given),
    `interpolation = "${isSplit ? "faceVarying" : "vertex"}"`,
  ]);
  return isSplit ? [...declared, `int[] primvars:${name}:indices = ${list(cornerDisplays)}`] : declared;
}

/** USD counts v from the bottom, a sequence from the top. */
const flipped = (uvs: Float32Array): Float32Array => uvs.map((x, c) => (c % 2 === 0 ? x : 1 - x));

function colours({ sequence }: FileRig, piece: MeshPiece, [set]: readonly Float32Array[]): string[] {
  const [name] = sequence.setNames?.colours ?? [];
  const of = (pick: number[]) => {
    const rows = set.length / 4;
    return Float32Array.from({ length: pick.length * rows }, (_, n) => {
      return set[4 * Math.floor(n / pick.length) + pick[n % pick.length]];
    });
  };
  if (set) {
    const isOpaque = piece.displays.every((d) => set[4 * d + 3] === 1);
    const opacity = isOpaque ? [] : primvar("float", "displayOpacity", 1, of([3]), piece);
    return [...primvar("color3f", "displayColor", 3, of([0, 1, 2]), piece, name), ...opacity];
  }
  const material = sequence.materials[piece.faceSets[0].material];
  if (!material) return [];
  const [r, g, b, alpha] = material.baseColour;
  const constant = ['interpolation = "constant"'];
  return [
    ...withMetadata(`color3f[] primvars:displayColor = ${tuples([r, g, b], 3)}`, constant),
    ...(alpha < 1 ? withMetadata(`float[] primvars:displayOpacity = ${list([alpha])}`, constant) : []),
  ];
}

/** The skin's properties. All vertices have as many influences as the vertex with the most. */
function skin({ weights, clips }: FileRig, { points }: MeshPiece, lead: number): string[] {
  const { joints: nodes } = clips[0].tracks;
  const { slots } = weights;
  let most = 1;
  for (const i of points) {
    for (let s = most; s < slots; s++) if (weights.weights[slots * i + s] > 0) most = s + 1;
  }
  const joints = new Uint32Array(most * points.length);
  const values = new Float32Array(most * points.length);
  points.forEach((i, n) => {
    for (let s = 0; s < most; s++) {
      joints[most * n + s] = lead + nodes[weights.joints[slots * i + s]];
      values[most * n + s] = weights.weights[slots * i + s];
    }
  });
  const metadata = [`elementSize = ${most}`, 'interpolation = "vertex"'];
  return [
    `matrix4d primvars:skel:geomBindTransform = ${matrix(IDENTITY)}`,
    ...withMetadata(`int[] primvars:skel:jointIndices = ${list(joints)}`, metadata),
    ...withMetadata(`float[] primvars:skel:jointWeights = ${list(values)}`, metadata),
  ];
}

/** The blend shapes of a mesh. Each has only the points that it changes. */
function shapePrims({ morphs, sequence }: FileRig, names: readonly string[], piece: MeshPiece): UsdPrim[] {
  if (!morphs) return [];
  return morphsOf(morphs, piece.points).map((n) => {
    const { points, offsets, normals } = pieceMorph(morphs, n, piece, sequence.solverIndex);
    return {
      type: "BlendShape",
      name: names[n],
      metadata: displayName(names[n], morphs.names[n]),
      properties: [
        `uniform vector3f[] offsets = ${tuples(offsets, 3)}`,
        ...(normals ? [`uniform vector3f[] normalOffsets = ${tuples(normals, 3)}`] : []),
        `uniform int[] pointIndices = ${list(points)}`,
      ],
    };
  });
}

/** Attributes that Sinew does not know, with their names if these are valid identifiers. */
function attributePrimvars({ sequence }: FileRig, piece: MeshPiece): string[] {
  const identifiers = new Identifiers(BUILT_IN);
  return ownAttributes(sequence.attributes, piece.displays).flatMap(({ name, width, values }) =>
    primvar(ATTRIBUTE_TYPES[width - 1], identifiers.take(name, "attribute"), width, values, piece),
  );
}

function subsets(
  content: FileRig,
  { faceSets }: MeshPiece,
  materialPath: (material: number) => string,
): UsdPrim[] {
  const identifiers = new Identifiers();
  return faceSets.map(({ material, polygons }) => {
    const given = content.sequence.materials[material].name;
    const name = identifiers.take(given, "faces");
    return {
      type: "GeomSubset",
      name,
      metadata: ['prepend apiSchemas = ["MaterialBindingAPI"]', ...displayName(name, given)],
      properties: [
        'uniform token elementType = "face"',
        'uniform token familyName = "materialBind"',
        `int[] indices = ${list(polygons)}`,
        `rel material:binding = <${materialPath(material)}>`,
      ],
    };
  });
}

export interface MeshContext {
  /** Path of the prim above. */
  parent: string;
  identifiers: Identifiers;
  skeleton: string;
  joints: UsdJoints;
  materialPath(material: number): string;
}

function meshPrim(content: FileRig, piece: MeshPiece, normals: Float32Array, context: MeshContext): UsdPrim {
  const { sequence, rig, morphs } = content;
  const { polygonOffsets: ends, cornerPoints, points } = piece;
  const name = context.identifiers.take(piece.name, "mesh");
  const places = chosenRows(morphs?.base ?? rig.rest, 3, points);
  const box = boundsOf(places);
  const shapes = shapePrims(content, shapeNames(content), piece);
  const materials = piece.faceSets.map(({ material }) => sequence.materials[material]);
  const sets = ownSets(sequence, piece.displays, materials);
  const isWhole = piece.faceSets.length === 1;
  const properties = [
    'uniform token subdivisionScheme = "none"',
    'uniform token orientation = "rightHanded"',
    `uniform bool doubleSided = ${piece.faceSets.some(({ material }) => sequence.materials[material]?.doubleSided) ? 1 : 0}`,
    `float3[] extent = ${tuples(box, 3)}`,
    `int[] faceVertexCounts = ${list(ends.subarray(1).map((end, p) => end - ends[p]))}`,
    `int[] faceVertexIndices = ${list(cornerPoints)}`,
    `point3f[] points = ${tuples(places, 3)}`,
    ...primvar("normal3f", "normals", 3, normals, piece),
    ...sets.uvs.flatMap((set, n) =>
      // Programs find the sets by these names.
      primvar("texCoord2f", n === 0 ? "st" : `st${n}`, 2, flipped(set), piece, sequence.setNames?.uvs[n]),
    ),
    ...colours(content, piece, sets.colours),
    ...attributePrimvars(content, piece),
    ...skin(content, piece, context.joints.lead),
    `rel skel:skeleton = <${context.skeleton}>`,
    ...(isWhole ? [`rel material:binding = <${context.materialPath(piece.faceSets[0].material)}>`] : []),
    ...(shapes.length > 0
      ? [
          `uniform token[] skel:blendShapes = ${tokens(shapes.map((shape) => shape.name))}`,
          `rel skel:blendShapeTargets = [${shapes.map((shape) => `<${context.parent}/${name}/${shape.name}>`).join(", ")}]`,
        ]
      : []),
  ];
  const schemas = ["SkelBindingAPI", "MaterialBindingAPI"].map(quoted).join(", ");
  return {
    type: "Mesh",
    name,
    metadata: [`prepend apiSchemas = [${schemas}]`, ...displayName(name, piece.name)],
    properties,
    children: [...shapes, ...(isWhole ? [] : subsets(content, piece, context.materialPath))],
  };
}

export function meshPrims(content: FileRig, context: MeshContext): UsdPrim[] {
  const normals = displayNormals(content.sequence);
  return meshPieces(content.sequence).map((piece) => meshPrim(content, piece, normals, context));
}
