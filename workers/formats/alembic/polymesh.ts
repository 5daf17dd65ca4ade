import type { Task } from "../../model/task";
import type { AlembicObject } from "./archive/archive";
import { POD } from "./archive/pods";
import type { Property } from "./archive/property";
import { type GeometryParameter, openGeometryParameter } from "./geometry-parameter";
import type { AssignedMaterial } from "./materials/assigned";
import { type MeshParameters, openMeshParameters } from "./mesh-parameters";
import type { Transform } from "./xform";

/** A mesh of the schema PolyMesh, or SubD, which is read as its polygons. Samples are read later. */
export interface AlembicMesh extends MeshParameters {
  name: string;
  path: string;
  transform: Transform | null;
  /** Its own material or that of an object above it. */
  material: AssignedMaterial | null;
  points: Property;
  faceCounts: Property;
  faceIndices: Property;
  uvs: GeometryParameter | null;
  normals: GeometryParameter | null;
  /** Named sets of faces, which become materials. */
  faceSets: { name: string; faces: Property; material: AssignedMaterial | null }[];
  /** Words for its other properties, which are not read. */
  extras: string[];
  /** The number of points in the first sample. */
  pointCount: number;
  polygonCount: number;
}

/**
 * Opens a mesh object; null if it has no faces at all.
 * @param materialOf the material of a face set
 * @throws SinewError if points or faces are missing or have the wrong type.
 */
export async function openPolygonMesh(
  object: AlembicObject,
  path: string,
  { transform, material }: Pick<AlembicMesh, "transform" | "material">,
  materialOf: (faceSet: AlembicObject) => Promise<AssignedMaterial | null>,
): Promise<AlembicMesh | null> {
  const geometry = await object.compound(".geom");
  const points = geometry?.get("P");
  const faceCounts = geometry?.get(".faceCounts");
  const faceIndices = geometry?.get(".faceIndices");
  if (!geometry || !points || !faceCounts || !faceIndices) return null;
  if (points.sampleCount === 0 || faceCounts.sampleCount === 0 || faceIndices.sampleCount === 0) return null;
  requireNumbers(points, [POD.float32, POD.float64, POD.float16], 3);
  requireNumbers(faceCounts, [POD.int32, POD.uint32], 1);
  requireNumbers(faceIndices, [POD.int32, POD.uint32], 1);
  const polygonCount = await faceCounts.elementCount(0);
  const pointCount = await points.elementCount(0);
  if (polygonCount === 0 || pointCount === 0) return null;
  return {
    name: object.name,
    path,
    transform,
    material,
    points,
    faceCounts,
    faceIndices,
    uvs: await openGeometryParameter(object, geometry.get("uv"), 2),
    normals: await openGeometryParameter(object, geometry.get("N"), 3),
    ...(await openMeshParameters(object, geometry.get(".arbGeomParams"))),
    faceSets: await openFaceSets(object, materialOf),
    extras: await extrasOf(object, geometry),
    pointCount,
    polygonCount,
  };
}

/** Properties of meshes that are not read, with words for them. */
const EXTRAS: [property: string, words: string][] = [
  [".velocities", "velocities"],
  [".creaseIndices", "creases"],
  [".cornerIndices", "sharp corners"],
  [".holes", "holes"],
];

async function extrasOf(object: AlembicObject, geometry: ReadonlyMap<string, Property>): Promise<string[]> {
  const extras = EXTRAS.flatMap(([name, words]) =>
    (geometry.get(name)?.sampleCount ?? 0) > 0 ? [words] : [],
  );
  const own = geometry.get(".userProperties");
  const names = own?.header.kind === "compound" ? [...(await object.open(own)).keys()] : [];
  return [...extras, ...names];
}

function requireNumbers(property: Property, pods: number[], extent: number): void {
  const { header } = property;
  if (header.kind !== "array" || !pods.includes(header.pod) || header.extent !== extent) {
    throw property.damaged(`is not an array of ${extent === 1 ? "numbers" : `${extent} numbers each`}`);
  }
}

async function openFaceSets(
  mesh: AlembicObject,
  materialOf: (faceSet: AlembicObject) => Promise<AssignedMaterial | null>,
): Promise<AlembicMesh["faceSets"]> {
  const sets: AlembicMesh["faceSets"] = [];
  for (const child of await mesh.children()) {
    if (!child.metadata.get("schema")?.startsWith("AbcGeom_FaceSet")) continue;
    const faces = (await child.compound(".faceset"))?.get(".faces");
    if (!faces || faces.sampleCount === 0) continue;
    requireNumbers(faces, [POD.int32, POD.uint32], 1);
    sets.push({ name: child.name, faces, material: await materialOf(child) });
  }
  return sets;
}

/** A change of the mesh's topology over time. */
export interface TopologyChange {
  /** The number, from 0, of the sample that differs from sample 0. */
  sample: number;
  before: string;
  after: string;
}

/** Finds the first sample whose faces differ from the faces in sample 0. Samples with equal digests are not read. */
export async function findTopologyChange(mesh: AlembicMesh, task: Task): Promise<TopologyChange | null> {
  let change: TopologyChange | null = null;
  for (const [property, what] of [
    [mesh.faceCounts, "polygons"],
    [mesh.faceIndices, "face corners"],
  ] as const) {
    const sample = await firstDifferentSample(property, task);
    if (sample === null || (change && change.sample <= sample)) continue;
    const before = await property.elementCount(0);
    const after = await property.elementCount(sample);
    change =
      before === after
        ? { sample, before: `${before} ${what}`, after: `the same number between other vertices` }
        : { sample, before: `${before} ${what}`, after: `${after}` };
  }
  return change;
}

async function firstDifferentSample(property: Property, task: Task): Promise<number | null> {
  if (property.constant) return null;
  const key = await property.key(0);
  let first: ArrayLike<number> | null = null;
  for (
    let k = property.header.firstChanged;
    k <= property.header.lastChanged && k < property.sampleCount;
    k++
  ) {
    await task.checkpoint();
    if ((await property.key(k)) === key) continue;
    first ??= await property.numbers(0);
    const numbers = await property.numbers(k);
    const same = numbers.length === first.length && numbers.every((x, i) => x === first?.[i]);
    if (!same) return k;
  }
  return null;
}
