/** The surface of all meshes of a scene in its current pose, with the file's polygons. */
import { determinantOf, multiplyAffine, transformNormal } from "../../../math/affine";
import { offsetsOf } from "../../assemble/polygon-mesh";
import { joinSetNames } from "../../assemble/set-names";
import type { MeshInstance, PosedScene, SceneSurface } from "../../gltf/read/scene/scene";
import { type DisplayVertices, displayOf } from "./display";
import type { CornerValues } from "./layers";
import { type FbxMesh, setNamesOf } from "./mesh-values";

/** A mesh with its place in the scene. */
export interface PlacedMesh {
  instance: MeshInstance;
  mesh: FbxMesh;
  /** The transform from points of the geometry to points of its node, which `instance` has; row-major 3x4. */
  transform: Float64Array;
  /** For each material in the model's list, its index in the scene; at least one. */
  materials: number[];
}

interface Displayed extends PlacedMesh {
  display: DisplayVertices;
  firstDisplay: number;
}

/** One array for all meshes, with `width` numbers for each display vertex; null if no mesh has such values. */
function joined(
  meshes: readonly Displayed[],
  width: number,
  fill: number,
  of: (mesh: FbxMesh) => CornerValues | null | undefined,
): Float32Array | null {
  if (!meshes.some(({ mesh }) => of(mesh))) return null;
  const count = meshes.reduce((sum, { display }) => sum + display.point.length, 0);
  const out = new Float32Array(width * count).fill(fill);
  for (const { mesh, display, firstDisplay } of meshes) {
    const layer = of(mesh);
    if (!layer) continue;
    display.corner.forEach((corner, d) => {
      const row = layer.rows[corner];
      const to = width * (firstDisplay + d);
      if (row >= 0) out.set(layer.values.subarray(width * row, width * row + width), to);
    });
  }
  return out;
}

/** The display vertices of each point, one after the other. */
function displaysOfPoints({ point }: DisplayVertices, pointCount: number) {
  const starts = new Uint32Array(pointCount + 1);
  for (const p of point) starts[p + 1]++;
  for (let p = 0; p < pointCount; p++) starts[p + 1] += starts[p];
  const next = starts.slice();
  const displays = new Uint32Array(point.length);
  point.forEach((p, d) => {
    displays[next[p]++] = d;
  });
  return { starts, displays };
}

/** Transforms the file's normals and tangents to the pose, in place. */
function pose(
  posed: PosedScene,
  { instance, transform, display, firstDisplay }: Displayed,
  normals: Float32Array | null,
  tangents: Float32Array | null,
): void {
  const { starts, displays } = displaysOfPoints(display, instance.geometry.vertexCount);
  const m = new Float64Array(12);
  posed.eachTransform(instance, (i, matrices, at) => {
    multiplyAffine(m, 0, matrices, at, transform, 0);
    const side = determinantOf(m, 0) < 0 ? -1 : 1;
    for (let n = starts[i]; n < starts[i + 1]; n++) {
      const d = firstDisplay + displays[n];
      if (normals) {
        transformNormal(normals, 3 * d, m, 0, normals.slice(3 * d, 3 * d + 3));
        normalise(normals, 3 * d);
      }
      if (!tangents) continue;
      const [x, y, z] = tangents.slice(4 * d, 4 * d + 3);
      for (let r = 0; r < 3; r++) tangents[4 * d + r] = m[4 * r] * x + m[4 * r + 1] * y + m[4 * r + 2] * z;
      normalise(tangents, 4 * d);
      // Mirroring flips the bitangent.
      tangents[4 * d + 3] *= side;
    }
  });
}

function normalise(values: Float32Array, at: number): void {
  const length = Math.hypot(values[at], values[at + 1], values[at + 2]) || 1;
  for (let c = 0; c < 3; c++) values[at + c] /= length;
}

/** The polygons of a mesh in the order of their materials, and its parts. */
function polygonsOf(one: Displayed, firstPolygon: number, isMirrored: boolean) {
  const { mesh, materials, instance, display, firstDisplay } = one;
  const { sizes } = mesh.polygons;
  const starts = offsetsOf(sizes);
  const materialOf = Array.from(mesh.materials, (n) => materials[Math.min(n, materials.length - 1)]);
  const order = [...sizes.keys()].sort((p, q) => materialOf[p] - materialOf[q] || p - q);
  const corners = new Uint32Array(display.corners.length);
  const parts: SceneSurface["parts"] = [];
  let at = 0;
  order.forEach((p, n) => {
    const last = parts.at(-1);
    if (last?.material === materialOf[p]) last.polygonCount++;
    else {
      const part = { name: instance.name, material: materialOf[p], polygonCount: 1 };
      parts.push({ ...part, firstPolygon: firstPolygon + n });
    }
    // A mirrored polygon keeps its first corner and is reversed.
    for (let c = 0; c < sizes[p]; c++) {
      const corner = isMirrored ? (sizes[p] - c) % sizes[p] : c;
      corners[at++] = firstDisplay + display.corners[starts[p] + corner];
    }
  });
  return { parts, corners, sizes: order.map((p) => sizes[p]) };
}

/** @param posed in the pose of the surface. */
export function surfaceOf(
  placed: readonly PlacedMesh[],
  pointCount: number,
  posed: PosedScene,
): SceneSurface {
  const rest = new Float64Array(3 * pointCount);
  posed.positions(rest);
  const meshes: Displayed[] = [];
  let firstDisplay = 0;
  const known = new Map<FbxMesh, DisplayVertices>();
  for (const one of placed) {
    const display = known.get(one.mesh) ?? displayOf(one.mesh);
    known.set(one.mesh, display);
    meshes.push({ ...one, display, firstDisplay });
    firstDisplay += display.point.length;
  }
  const normals = joined(meshes, 3, 0, (mesh) => mesh.normals);
  const tangents = joined(meshes, 4, 0, (mesh) => mesh.tangents);
  const displayPoint = new Uint32Array(firstDisplay);
  let firstPolygon = 0;
  const pieces = meshes.map((one) => {
    const { instance, display, transform } = one;
    displayPoint.set(
      display.point.map((p) => instance.firstPoint + p),
      one.firstDisplay,
    );
    if (normals || tangents) pose(posed, one, normals, tangents);
    const piece = polygonsOf(one, firstPolygon, posed.mirrors(instance) !== determinantOf(transform, 0) < 0);
    firstPolygon += piece.sizes.length;
    return piece;
  });
  const most = (of: (mesh: FbxMesh) => unknown[]) =>
    placed.reduce((top, { mesh }) => Math.max(top, of(mesh).length), 0);
  const sets = Array.from(
    { length: most(({ uvs }) => uvs) },
    (_, s) => joined(meshes, 2, 0, ({ uvs }) => uvs[s])!,
  );
  const colours = Array.from(
    { length: most((mesh) => mesh.colours) },
    (_, s) => joined(meshes, 4, 1, (mesh) => mesh.colours[s])!,
  );
  const wires = placed.flatMap(({ mesh, instance }) =>
    Array.from(mesh.polygons.lines, (p) => instance.firstPoint + p),
  );
  return {
    ...{ rest, displayPoint, normals, uvs: sets[0] ?? null },
    ...(sets.length > 1 && { moreUvs: sets.slice(1) }),
    ...(colours.length > 0 && { colours }),
    ...joinSetNames(placed.map(({ mesh }) => setNamesOf(mesh))),
    ...(tangents && { tangents }),
    polygonOffsets: offsetsOf(pieces.flatMap(({ sizes }) => sizes)),
    polygonCorners: concatenated(pieces.map(({ corners }) => corners)),
    parts: pieces.flatMap(({ parts }) => parts),
    ...(wires.length > 0 && { wires: Uint32Array.from(wires) }),
  };
}

function concatenated(lists: readonly Uint32Array[]): Uint32Array {
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}
