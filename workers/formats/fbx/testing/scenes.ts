/** Scenes of nodes with pivots and curves, as records of an FBX. */
import { connect, type FbxRecord, object, record, SECOND } from "./fixtures";

/** The keys of one axis: times in seconds, values, and kinds of spans. */
export interface Keys {
  times: number[];
  values: number[];
  /** Flags and four numbers (slopes and packed weights) for each key; linear keys without them. */
  flags?: number[];
  data?: number[][];
}

export interface NodeSketch {
  name: string;
  /** The index of an earlier node, or −1. */
  parent: number;
  kind?: "LimbNode" | "Mesh" | "Null" | "Camera" | "Light";
  /** The numbers of its properties. */
  properties?: Record<string, number[]>;
  /** Curves by axis, for properties such as "Lcl Rotation". */
  curves?: Record<string, (Keys | null)[]>;
}

export interface MeshSketch {
  /** The node that shows it. */
  node: number;
  points: number[];
  /** Corners. The last of each polygon is a complement. */
  polygons: number[];
  /** Layers and other records of the geometry. */
  layers?: FbxRecord[];
}

export interface SceneSketch {
  nodes: NodeSketch[];
  meshes?: MeshSketch[];
  settings?: FbxRecord[];
  /** More records for a stack, such as its span. */
  stack?: FbxRecord[];
  more?: { objects: FbxRecord[]; connections: FbxRecord[] };
}

export const nodeId = (n: number) => 1000 + n;
export const geometryId = (m: number) => 500 + m;

const list = (name: string, values: number[]) => record(name, [{ doubles: values }]);
const whole = (name: string, values: number[]) => record(name, [{ ints: values }]);

export function curveRecord(id: number, { times, values, flags, data }: Keys): FbxRecord {
  return object("AnimationCurve", id, "", "", [
    record("KeyTime", [{ longs: times.map((t) => Math.round(t * SECOND)) }]),
    list("KeyValueFloat", values),
    ...(flags ? [whole("KeyAttrFlags", flags)] : []),
    ...(data ? [list("KeyAttrDataFloat", data.flat())] : []),
    ...(flags
      ? [
          whole(
            "KeyAttrRefCount",
            flags.map(() => 1),
          ),
        ]
      : []),
  ]);
}

/** A property with the type, label and flags that strict readers require. */
function typedProperty(key: string, values: number[]): FbxRecord {
  if (key.startsWith("Lcl ")) return record("P", [key, key, "", "A", ...values]);
  if (values.length === 3) return record("P", [key, "Vector3D", "Vector", "", ...values]);
  return record("P", [key, key.endsWith("Active") ? "bool" : "enum", "", "", ...values]);
}

/** A layer of values on a surface. */
export function layer(
  kind: string,
  mapping: string,
  lists: Record<string, number[]>,
  isIndexed: boolean,
): FbxRecord {
  return record(
    `LayerElement${kind}`,
    [0],
    [
      record("MappingInformationType", [mapping]),
      record("ReferenceInformationType", [isIndexed ? "IndexToDirect" : "Direct"]),
      ...Object.entries(lists).map(([name, values]) =>
        /Index$|^Materials$/.test(name) ? whole(name, values) : list(name, values),
      ),
    ],
  );
}

export function sceneRecords({
  nodes,
  meshes = [],
  settings = [],
  stack = [],
  more,
}: SceneSketch): FbxRecord[] {
  const objects: FbxRecord[] = [...(more?.objects ?? [])];
  const connections: FbxRecord[] = [...(more?.connections ?? [])];
  let id = 100_000;
  const isAnimated = nodes.some(({ curves }) => curves);
  if (isAnimated) {
    objects.push(object("AnimationStack", 50, "wave", "", stack), object("AnimationLayer", 51, "layer", ""));
    connections.push(connect(51, 50));
  }
  nodes.forEach(({ name, parent, kind = "Null", properties = {}, curves = {} }, n) => {
    const all = Object.entries(properties).map(([key, values]) => typedProperty(key, values));
    objects.push(object("Model", nodeId(n), name, kind, [record("Properties70", [], all)]));
    connections.push(connect(nodeId(n), parent < 0 ? 0 : nodeId(parent)));
    for (const [moved, axes] of Object.entries(curves)) {
      const curveNode = id++;
      objects.push(object("AnimationCurveNode", curveNode, moved[4], ""));
      connections.push(connect(curveNode, 51), connect(curveNode, nodeId(n), moved));
      axes.forEach((keys, a) => {
        if (!keys) return;
        objects.push(curveRecord(id, keys));
        connections.push(connect(id++, curveNode, `d|${"XYZ"[a]}`));
      });
    }
  });
  meshes.forEach(({ node, points, polygons, layers = [] }, m) => {
    objects.push(
      object("Geometry", geometryId(m), "shape", "Mesh", [
        list("Vertices", points),
        whole("PolygonVertexIndex", polygons),
        ...layers,
      ]),
    );
    connections.push(connect(geometryId(m), nodeId(node)));
  });
  return [
    record("FBXHeaderExtension", [], [record("FBXVersion", [7400])]),
    record("GlobalSettings", [], [record("Properties70", [], settings)]),
    record("Objects", [], objects),
    record("Connections", [], connections),
  ];
}
