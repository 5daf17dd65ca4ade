import type { AlembicObject } from "./archive/archive";
import { type Numbers, POD, POD_BYTES } from "./archive/pods";
import type { Property } from "./archive/property";
import { type FrameTimes, locate } from "./frame-times";

/** The element that a value belongs to: the whole mesh, a polygon, a point, or a corner of a polygon. */
export type Scope = "constant" | "uniform" | "vertex" | "corner";

const SCOPES: Record<string, Scope> = {
  con: "constant",
  uni: "uniform",
  vtx: "vertex",
  var: "vertex",
  fvr: "corner",
};

/** UVs or normals: an array, or a compound of values with indices. */
export interface GeometryParameter {
  values: Property;
  indices: Property | null;
  scope: Scope;
}

/** The number of each kind of element in the file's mesh. */
export type ScopeSizes = Record<Scope, number>;

/** The types of UVs, normals and colours. */
const FLOATS: readonly number[] = [POD.float16, POD.float32, POD.float64];

/** The types of numbers; all but texts. */
export const NUMBERS: readonly number[] = Object.values(POD).filter((pod) => POD_BYTES[pod] > 0);

/**
 * Opens a parameter of at least `extent` numbers per value; null if none can be read.
 * @param pods the types of numbers that it may have.
 */
export async function openGeometryParameter(
  object: AlembicObject,
  property: Property | undefined,
  extent: number,
  pods: readonly number[] = FLOATS,
): Promise<GeometryParameter | null> {
  if (!property || property.header.kind === "scalar") return null;
  const inner = property.header.kind === "compound" ? await object.open(property) : null;
  const values = inner ? inner.get(".vals") : property;
  const indices = inner?.get(".indices") ?? null;
  if (!values || values.sampleCount === 0 || (indices && indices.sampleCount === 0)) return null;
  if (values.header.kind !== "array" || !pods.includes(values.header.pod) || values.header.extent < extent)
    return null;
  if (
    indices &&
    (indices.header.kind !== "array" || ![POD.uint32, POD.int32].includes(indices.header.pod as 5 | 6))
  ) {
    return null;
  }
  const scope =
    SCOPES[values.header.metadata.get("geoScope") ?? property.header.metadata.get("geoScope") ?? "con"];
  return { values, indices, scope: scope ?? "constant" };
}

/** The values of a parameter at one time. */
export interface ParameterValues {
  numbers: Numbers;
  /** Numbers in one value. */
  stride: number;
  scope: Scope;
  /** The index of the value of each polygon, point or corner; null if values are in order. */
  indices: Numbers | null;
}

/**
 * Reads a parameter at time `t`. Null if its length fits neither its stated scope nor any other.
 * @throws SinewError if an index names a value that does not exist.
 */
export async function readGeometryParameter(
  parameter: GeometryParameter,
  timeline: FrameTimes,
  t: number,
  sizes: ScopeSizes,
): Promise<ParameterValues | null> {
  const { values, indices } = parameter;
  const numbers = await values.numbers(locate(timeline, values, t).index);
  const stride = values.header.extent;
  const count = numbers.length / stride;
  const read = indices ? await indices.numbers(locate(timeline, indices, t).index) : null;
  const named = read && read.length > 0 ? read : null;
  const bad = named?.find((index) => index < 0 || index >= count);
  if (bad !== undefined) throw values.damaged(`has ${count} values, but value ${bad} is used`);
  const length = named ? named.length : count;
  const byLength: Scope[] = ["corner", "vertex", "uniform"];
  const scope =
    length === sizes[parameter.scope]
      ? parameter.scope
      : byLength.find((candidate) => sizes[candidate] === length);
  return scope ? { numbers, stride, scope, indices: named } : null;
}
