/**
 * The parts of an FBX that determine how much work it is to read. One pass finds them before three's reader sees the
 * file.
 */

/** Damage to the bytes of an FBX, as a sentence. */
export class FbxDamage extends Error {}

/** The numbers of an animation curve that determine the cost of reading it. */
export interface CurveSize {
  keys: number;
  /** The sum of the steps between keys of 180 and more. */
  turned: number;
}

export interface FbxObject {
  /** "Model", "Deformer", "AnimationCurve" … */
  type: string;
  id: number;
  name: string;
  /** "LimbNode", "Skin", "Cluster" … */
  kind: string;
}

export interface FbxConnection {
  child: number;
  parent: number;
  /** The property that it drives, "d|X" or "Lcl Rotation"; empty if it makes an object the child of another. */
  property: string;
}

export interface FbxOutline {
  objects: FbxObject[];
  connections: FbxConnection[];
  /** By the number of their object. */
  curves: Map<number, CurveSize>;
  /** Corners of each geometry's polygons, and of its largest polygon. */
  faces: { corners: number; largest: number }[];
}

const HALF_TURN = 180;

/** Collects an outline from a scanner's records, in the order of the file. */
export class OutlineBuilder {
  readonly outline: FbxOutline = { objects: [], connections: [], curves: new Map(), faces: [] };

  object(type: string, [id, name, kind]: readonly unknown[]): void {
    if (typeof id !== "number" || !Number.isFinite(id)) return;
    this.outline.objects.push({
      type,
      id,
      name: plainName(name),
      kind: typeof kind === "string" ? kind : "",
    });
  }

  connection([, child, parent, property]: readonly unknown[]): void {
    if (typeof child !== "number" || typeof parent !== "number") return;
    this.outline.connections.push({ child, parent, property: typeof property === "string" ? property : "" });
  }

  /** Whether the numbers of an array are needed. */
  wants(name: string): boolean {
    return name === "KeyTime" || name === "KeyValueFloat" || name === "PolygonVertexIndex";
  }

  /** An array of the last object. */
  array(name: string, values: ArrayLike<number>): void {
    const id = this.outline.objects.at(-1)?.id ?? Number.NaN;
    if (name === "PolygonVertexIndex") this.outline.faces.push(facesOf(values));
    else {
      const curve = this.outline.curves.get(id) ?? { keys: 0, turned: 0 };
      curve.keys = Math.max(curve.keys, values.length);
      if (name === "KeyValueFloat") curve.turned = Math.max(curve.turned, turnedOf(values));
      this.outline.curves.set(id, curve);
    }
  }
}

/** "bone 1" from "bone 1\0\x01Model" in binary files, and from "Model::bone 1" in text files. */
function plainName(name: unknown): string {
  if (typeof name !== "string") return "";
  const end = name.indexOf("\0");
  if (end >= 0) return name.slice(0, end);
  const colons = name.indexOf("::");
  return colons < 0 ? name : name.slice(colons + 2);
}

function turnedOf(values: ArrayLike<number>): number {
  let turned = 0;
  for (let k = 1; k < values.length; k++) {
    const step = Math.abs(values[k] - values[k - 1]);
    if (step >= HALF_TURN) turned += step;
  }
  return turned;
}

/** The last corner of a polygon is written as its complement. */
function facesOf(indices: ArrayLike<number>): { corners: number; largest: number } {
  let [largest, size] = [0, 0];
  for (let c = 0; c < indices.length; c++) {
    size++;
    largest = Math.max(largest, size);
    if (indices[c] < 0) size = 0;
  }
  return { corners: indices.length, largest };
}
