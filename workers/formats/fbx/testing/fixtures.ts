/** FBX files for tests. */
import { type FbxRecord, fbxBinary, fbxText, property, record } from "./records";

export { type FbxRecord, fbxBinary, fbxText, property, record };

/** The class in an object's name, if it is not the name of its record. */
const CLASSES: Record<string, string> = {
  AnimationStack: "AnimStack",
  AnimationLayer: "AnimLayer",
  AnimationCurveNode: "AnimCurveNode",
  AnimationCurve: "AnimCurve",
};

/** A record of the objects' list: `Type: id, "Name::Type", "Kind"`. */
export const object = (type: string, id: number, name: string, kind: string, children: FbxRecord[] = []) =>
  record(type, [{ long: id }, `${name}\0\x01${CLASSES[type] ?? type}`, kind], children);

export const connect = (child: number, parent: number, what?: string): FbxRecord =>
  record("C", [what ? "OP" : "OO", { long: child }, { long: parent }, ...(what ? [what] : [])]);

const shift = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/** FBX's ticks in a second. */
export const SECOND = 46186158000;

export interface ArmOptions {
  /** The number of bones along y, each one unit long. */
  bones?: number;
  /** The number of bones in a chain. The next chain starts as a child of the first bone. */
  chainLength?: number;
  /**
   * All bones have increasing weights on the last row of points. With "alike", all but the last two bones have the same
   * weights on both points, and each of those two moves one point. So the four largest weights do not distinguish the
   * points.
   */
  spread?: boolean | "alike";
  /** Degrees by which bone 1 turns about z within a second; null for no animation. */
  turn?: number | null;
  /** How far bone 1 moves within the second, and its scale at the end. */
  move?: [number, number, number] | null;
  scale?: [number, number, number] | null;
  upAxis?: 1 | 2;
  unitScale?: number;
  mesh?: boolean;
  /** Degrees by which bone 1 is turned about z in the pose that the file was saved in. It was bound unturned. */
  saved?: number;
  /** Whether there is a polygon of two corners, from the first point to the last: a loose edge. */
  wire?: boolean;
}

/**
 * The records of a ribbon of quads along y. It has two points per row at the bones' heads and at the end, bound row by
 * row.
 */
export function armRecords(options: ArmOptions = {}): FbxRecord[] {
  const {
    bones = 3,
    chainLength = bones,
    spread = false,
    turn = null,
    move = null,
    scale = null,
    upAxis = 1,
    unitScale = 100,
    mesh = true,
    saved = 0,
    wire = false,
  } = options;
  const rows = bones + 1;
  const points = Array.from({ length: rows }, (_, r) => [-0.5, r, 0, 0.5, r, 0]).flat();
  const quads = Array.from({ length: bones }, (_, r) => [2 * r, 2 * r + 1, 2 * r + 3, ~(2 * r + 2)]).flat();
  const polygons = wire ? [...quads, 0, ~(2 * rows - 1)] : quads;
  const objects: FbxRecord[] = [];
  const connections: FbxRecord[] = [];
  const bone = (b: number) => 1000 + b;
  const cluster = (b: number) => 1_000_000 + b;
  const parentOf = (b: number) => (b % chainLength === 0 ? 0 : b - 1);
  for (let b = 0; b < bones; b++) {
    objects.push(
      object("Model", bone(b), `bone ${b}`, "LimbNode", [
        record(
          "Properties70",
          [],
          [
            property("Lcl Translation", "Lcl Translation", 0, b - parentOf(b), 0),
            property("Lcl Rotation", "Lcl Rotation", 0, 0, b === 1 ? saved : 0),
          ],
        ),
      ]),
    );
    connections.push(connect(bone(b), b > 0 ? bone(parentOf(b)) : 0));
  }
  if (mesh) {
    objects.push(
      object("Geometry", 1, "ribbon", "Mesh", [
        record("Vertices", [{ doubles: points }]),
        record("PolygonVertexIndex", [{ ints: polygons }]),
      ]),
      object("Model", 2, "ribbon", "Mesh"),
      object("Deformer", 3, "", "Skin"),
    );
    connections.push(connect(2, 0), connect(1, 2), connect(3, 1));
    for (let b = 0; b < bones; b++) {
      const own = [2 * b, 2 * b + 1];
      const last = [2 * bones, 2 * bones + 1];
      const shared = spread !== false || b === bones - 1;
      const weight = spread === true ? (b + 1) / ((bones * (bones + 1)) / 2) : spread ? 1 / (bones - 1) : 1;
      const ends =
        spread === "alike" && b >= bones - 2 ? [b === bones - 2 ? 1 : 0, b === bones - 2 ? 0 : 1] : [1, 1];
      objects.push(
        object("Deformer", cluster(b), "", "Cluster", [
          record("Indexes", [{ ints: shared ? [...own, ...last] : own }]),
          record("Weights", [{ doubles: shared ? [1, 1, ...ends.map((part) => part * weight)] : [1, 1] }]),
          record("Transform", [{ doubles: shift(0, -b, 0) }]),
          record("TransformLink", [{ doubles: shift(0, b, 0) }]),
        ]),
      );
      connections.push(connect(cluster(b), 3), connect(bone(b), cluster(b)));
    }
  }
  const animated: Curves[] = [];
  if (turn !== null) animated.push({ of: "Rotation", from: [0, 0, 0], to: [0, 0, turn] });
  if (move)
    animated.push({ of: "Translation", from: [0, 1, 0], to: move.map((x, c) => x + (c === 1 ? 1 : 0)) });
  if (scale) animated.push({ of: "Scaling", from: [1, 1, 1], to: scale });
  if (animated.length > 0) addWave(objects, connections, bone(1), animated);
  const settings = [
    property("UpAxis", "int", upAxis),
    property("UnitScaleFactor", "double", unitScale + 1e-12),
  ];
  return [
    record("FBXHeaderExtension", [], [record("FBXVersion", [7400])]),
    record("GlobalSettings", [], [record("Properties70", [], settings)]),
    record("Objects", [], objects),
    record("Connections", [], connections),
  ];
}

/** Curves over a second, with their values at both ends. */
interface Curves {
  of: "Translation" | "Rotation" | "Scaling";
  from: number[];
  to: number[];
}

function addWave(objects: FbxRecord[], connections: FbxRecord[], bone: number, animated: Curves[]): void {
  objects.push(object("AnimationStack", 50, "wave", ""), object("AnimationLayer", 51, "layer", ""));
  connections.push(connect(51, 50));
  for (const [n, { of, from, to }] of animated.entries()) {
    const node = 52 + n;
    objects.push(object("AnimationCurveNode", node, of[0], ""));
    connections.push(connect(node, 51), connect(node, bone, `Lcl ${of}`));
    for (const [c, axis] of ["X", "Y", "Z"].entries()) {
      const curve = 60 + 3 * n + c;
      objects.push(
        object("AnimationCurve", curve, "", "", [
          record("KeyTime", [{ longs: [0, SECOND] }]),
          record("KeyValueFloat", [{ doubles: [from[c], to[c]] }]),
        ]),
      );
      connections.push(connect(curve, node, `d|${axis}`));
    }
  }
}
