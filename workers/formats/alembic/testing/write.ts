import { POD } from "../archive/pods";
import type { TimeSampling } from "../archive/time-sampling";
import {
  type ArchiveRecord,
  type ObjectRecord,
  type PropertyRecord,
  writeArchive,
} from "../write/archive-writer";
import {
  array,
  boxOf,
  MOVING,
  parameterRecord,
  scalar,
  schemaObject,
  turnedCorners,
  UNTIMED,
  type WrittenParameter,
} from "../write/records";

type StillParameter = WrittenParameter & { values: Float32Array };

/** A polygon mesh. Corners are anticlockwise seen from outside, as everywhere in Sinew. */
export interface WrittenMesh {
  kind: "mesh";
  name: string;
  /** Positions in frame k, 3 numbers for each point. */
  points(k: number): Float32Array | Float64Array;
  polygonOffsets: Uint32Array;
  /** The point of each corner. */
  polygonCorners: Uint32Array;
  uvs?: StillParameter;
  normals?: StillParameter;
  /** Own parameters of the mesh: more UV sets, v from the bottom, and colours. */
  others?: (StillParameter & { name: string; interpretation: string; extent: number })[];
  /** Named sets of polygons. */
  faceSets?: { name: string; polygons: Uint32Array; besides?: PropertyRecord[] }[];
  /** Properties beside the geometry, such as the path of a material. */
  besides?: PropertyRecord[];
}

export type Operation = "scale" | "translate" | "rotate" | "matrix" | "rotateX" | "rotateY" | "rotateZ";

/** A transform with its children. */
export interface WrittenTransform {
  kind: "transform";
  name: string;
  /** The last operation is applied to the points first. */
  operations: Operation[];
  /** Numbers of all operations in frame k: 3 (scale, translate), 4 (axis and degrees), 16 (row vectors) or 1. */
  channels(k: number): number[];
  /** False to ignore the transforms above. */
  inherits?: boolean;
  children: WrittenNode[];
  /** Properties beside the transform. */
  besides?: PropertyRecord[];
}

export type WrittenNode = WrittenMesh | WrittenTransform | ObjectRecord;

export interface WrittenScene {
  frameCount: number;
  /** The times of the frames. "uniform" has the period of a frame and one time, its start in seconds. */
  sampling: Pick<TimeSampling, "kind" | "period" | "times">;
  nodes: WrittenNode[];
  /** The name of the program, for the archive's metadata. */
  application?: string;
}

const OPERATION_CODES: Operation[] = [
  "scale",
  "translate",
  "rotate",
  "matrix",
  "rotateX",
  "rotateY",
  "rotateZ",
];
/** Writes meshes and transforms as an Alembic archive (Ogawa). Frames are requested one by one. */
export function writeAlembic(scene: WrittenScene): Uint8Array<ArrayBuffer> {
  const archive: ArchiveRecord = {
    metadata: { _ai_AlembicVersion: "Alembic 1.5.8", _ai_Application: scene.application ?? "Sinew" },
    samplings: [UNTIMED, scene.sampling],
    top: { properties: [], children: scene.nodes.map((node) => nodeRecord(node, scene.frameCount)) },
  };
  return writeArchive(archive);
}

function nodeRecord(node: WrittenNode, frames: number): ObjectRecord {
  if (!("kind" in node)) return node;
  const record = node.kind === "mesh" ? meshRecord(node, frames) : transformRecord(node, frames);
  return withBesides(record, node.besides);
}

const withBesides = (record: ObjectRecord, besides: PropertyRecord[] = []): ObjectRecord => ({
  ...record,
  properties: [...record.properties, ...besides],
});

function transformRecord(node: WrittenTransform, frames: number): ObjectRecord {
  const codes = Uint8Array.from(node.operations, (name) => OPERATION_CODES.indexOf(name) << 4);
  const inherits = scalar(
    ".inherits",
    POD.boolean,
    1,
    [Uint8Array.of(node.inherits === false ? 0 : 1)],
    MOVING,
  );
  const properties: PropertyRecord[] = [inherits];
  if (codes.length > 0) {
    const channelCount = node.channels(0).length;
    const values = over(frames, (k) => Float64Array.from(node.channels(k)));
    properties.push(scalar(".ops", POD.uint8, codes.length, [codes]));
    // A scalar's extent is stored in one byte, so longer lists become an array of single numbers.
    if (channelCount < 256) properties.push(scalar(".vals", POD.float64, channelCount, values, MOVING));
    else properties.push(array(".vals", POD.float64, 1, values, MOVING));
    properties.push(scalar("isNotConstantIdentity", POD.boolean, 1, [Uint8Array.of(1)]));
  }
  const children = node.children.map((child) => nodeRecord(child, frames));
  return schemaObject(node.name, "AbcGeom_Xform_v3", ".xform", properties, children);
}

function meshRecord(mesh: WrittenMesh, frames: number): ObjectRecord {
  const boxes: Float64Array[] = [];
  const wide = mesh.points(0) instanceof Float64Array;
  const positions = over(frames, (k) => {
    const points = mesh.points(k);
    boxes.push(boxOf(points));
    return points;
  });
  const turned = turnedCorners(mesh.polygonOffsets);
  const counts = Int32Array.from(mesh.polygonOffsets.subarray(1), (end, p) => end - mesh.polygonOffsets[p]);
  const indices = Int32Array.from(turned, (corner) => mesh.polygonCorners[corner]);
  const properties: PropertyRecord[] = [
    {
      ...array("P", wide ? POD.float64 : POD.float32, 3, positions, MOVING),
      metadata: { geoScope: "vtx", interpretation: "point" },
    },
    array(".faceIndices", POD.int32, 1, [indices], MOVING),
    array(".faceCounts", POD.int32, 1, [counts], MOVING),
    { ...scalar(".selfBnds", POD.float64, 6, boxes, MOVING), metadata: { interpretation: "box" } },
  ];
  if (mesh.uvs) {
    const values = mesh.uvs.values.map((x, i) => (i % 2 === 0 ? x : 1 - x));
    properties.push(parameterRecord("uv", "vector", 2, { ...mesh.uvs, values }, turned));
  }
  if (mesh.normals) properties.push(parameterRecord("N", "normal", 3, mesh.normals, turned));
  if (mesh.others) {
    const inner = mesh.others.map((other) =>
      parameterRecord(other.name, other.interpretation, other.extent, other, turned),
    );
    properties.push({ kind: "compound", name: ".arbGeomParams", metadata: {}, properties: inner });
  }
  const sets = (mesh.faceSets ?? []).map(({ name, polygons, besides }) => {
    const faces = array(".faces", POD.int32, 1, [Int32Array.from(polygons)]);
    return withBesides(schemaObject(name, "AbcGeom_FaceSet_v1", ".faceset", [faces], []), besides);
  });
  return schemaObject(mesh.name, "AbcGeom_PolyMesh_v1", ".geom", properties, sets);
}

function* over<T>(frames: number, sample: (k: number) => T): Generator<T> {
  for (let k = 0; k < frames; k++) yield sample(k);
}
