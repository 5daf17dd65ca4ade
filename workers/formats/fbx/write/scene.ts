import { type FbxRecord, int, plainName, record } from "./record";

/** The class in the name of an object, if it differs from the class of its record. */
const CLASSES: Record<string, string> = {
  AnimationStack: "AnimStack",
  AnimationLayer: "AnimLayer",
  AnimationCurveNode: "AnimCurveNode",
  AnimationCurve: "AnimCurve",
};

/** The kinds of deformers below a skin or a blend shape. */
const SUB_DEFORMERS = ["Cluster", "BlendShapeChannel"];

const FIRST_ID = 1_000_000n;
/** The scene itself. Objects that are connected to it are at the top. */
export const SCENE_ID = 0n;

/** The objects of a file with their identifiers, and their connections. */
export class SceneRecords {
  readonly objects: FbxRecord[] = [];
  readonly connections: FbxRecord[] = [];
  private readonly counts = new Map<string, number>();

  /**
   * Adds an object.
   * @param type of its record: Model, Geometry, Deformer …
   * @param kind LimbNode, Mesh, Skin …
   */
  add(type: string, name: string, kind: string, children: FbxRecord[]): bigint {
    const id = FIRST_ID + BigInt(this.objects.length);
    const ofName = SUB_DEFORMERS.includes(kind) ? "SubDeformer" : (CLASSES[type] ?? type);
    this.objects.push(record(type, [id, `${plainName(name)}\0\x01${ofName}`, kind], children));
    this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
    return id;
  }

  /** Puts an object below a parent, or connects it with one of the parent's properties. */
  connect(child: bigint, parent: bigint, property?: string): void {
    const values = property === undefined ? ["OO", child, parent] : ["OP", child, parent, property];
    this.connections.push(record("C", values));
  }

  /** The number of objects of each type. */
  definitions(): FbxRecord {
    const all: [string, number][] = [["GlobalSettings", 1], ...this.counts];
    const total = all.reduce((sum, [, count]) => sum + count, 0);
    return record(
      "Definitions",
      [],
      [
        record("Version", [int(100)]),
        record("Count", [int(total)]),
        ...all.map(([type, count]) => record("ObjectType", [type], [record("Count", [int(count)])])),
      ],
    );
  }
}
