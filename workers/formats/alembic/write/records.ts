/** Properties and objects of polygon meshes, as Alembic's schemas name them. */
import { POD } from "../archive/pods";
import type { CompoundRecord, ObjectRecord, PropertyRecord, SampledRecord } from "./archive-writer";
import { SampleList } from "./sample-list";

/** A value for every point or every corner of a mesh, or values with indices. */
export interface WrittenParameter {
  scope: "vertex" | "corner";
  /** `extent` numbers for each value. With indices it may also be a list with one sample for each frame. */
  values: Float32Array | SampleList;
  /** The index of the value of each point or corner, in the mesh's order; null if values are in that order. */
  indices: Uint32Array | null;
  /** The name of the first UV set. Its property is always called uv. */
  sourceName?: string;
}

/** The sampling for values that do not change. */
export const UNTIMED = { kind: "uniform", period: 1, times: Float64Array.of(0) } as const;
/** The index of the frames' sampling; 0 is the index of UNTIMED. */
export const MOVING = 1;

/**
 * A property with values for points or corners.
 * @param interpretation "vector", "normal" or "rgba"
 * @param turned the corners in Alembic's order.
 */
export function parameterRecord(
  name: string,
  interpretation: string,
  extent: number,
  { scope, values, indices, sourceName }: WrittenParameter,
  turned: Uint32Array,
): PropertyRecord {
  const metadata = {
    arrayExtent: "1",
    geoScope: scope === "corner" ? "fvr" : "vtx",
    interpretation,
    isGeomParam: "true",
    podExtent: String(extent),
    podName: "float32_t",
    ...(sourceName && { sourceName }),
  };
  const record = (named: string, samples: SampledRecord["samples"]) => ({
    ...array(named, POD.float32, extent, samples, samples instanceof SampleList ? MOVING : 0),
    metadata,
  });
  const reorder = scope === "corner" ? turned : null;
  if (indices) {
    const ordered = reorder ? reorder.map((corner) => indices[corner]) : indices;
    const inner = [
      record(".vals", values instanceof SampleList ? values : [values]),
      array(".indices", POD.uint32, 1, [ordered]),
    ];
    return { kind: "compound", name, metadata, properties: inner } satisfies CompoundRecord;
  }
  if (values instanceof SampleList || !reorder)
    return record(name, values instanceof SampleList ? values : [values]);
  const at = (i: number) => reorder[Math.floor(i / extent)] * extent + (i % extent);
  return record(name, [Float32Array.from({ length: values.length }, (_, i) => values[at(i)])]);
}

/** The corners in Alembic's order: the first corner of each polygon stays, the others are reversed. */
export function turnedCorners(offsets: Uint32Array): Uint32Array {
  const turned = new Uint32Array(offsets[offsets.length - 1]);
  for (let p = 0; p + 1 < offsets.length; p++) {
    const begin = offsets[p];
    turned[begin] = begin;
    for (let c = begin + 1; c < offsets[p + 1]; c++) turned[c] = begin + offsets[p + 1] - c;
  }
  return turned;
}

/** A name that is valid in a path. `other` stands for an empty one. */
export const inPath = (name: string, other = "mesh"): string => name.replaceAll("/", "_").trim() || other;

/** @param besides properties of the object beside the compound of its schema. */
export function schemaObject(
  name: string,
  schema: string,
  property: string,
  properties: PropertyRecord[],
  children: ObjectRecord[],
  besides: PropertyRecord[] = [],
): ObjectRecord {
  const base: Record<string, string> = schema.includes("Xform")
    ? {}
    : { schemaBaseType: "AbcGeom_GeomBase_v1" };
  const compound: CompoundRecord = {
    kind: "compound",
    name: property,
    metadata: { schema, ...base },
    properties,
  };
  const metadata = { schema, ...base, schemaObjTitle: `${schema}:${property}` };
  return { name, metadata, properties: [compound, ...besides], children };
}

export function scalar(
  name: string,
  pod: number,
  extent: number,
  samples: SampledRecord["samples"],
  sampling = 0,
): SampledRecord {
  return { kind: "scalar", name, metadata: {}, pod, extent, sampling, samples };
}

export function array(
  name: string,
  pod: number,
  extent: number,
  samples: SampledRecord["samples"],
  sampling = 0,
): SampledRecord {
  return { ...scalar(name, pod, extent, samples, sampling), kind: "array" };
}

export function boxOf(points: ArrayLike<number>): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < points.length; i++) {
    const axis = i % 3;
    box[axis] = Math.min(box[axis], points[i]);
    box[axis + 3] = Math.max(box[axis + 3], points[i]);
  }
  return box;
}
