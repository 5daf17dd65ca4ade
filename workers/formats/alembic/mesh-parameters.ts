/** The parameters of a mesh besides its UVs and normals: further UV sets, colours and custom attributes. */
import type { AlembicObject } from "./archive/archive";
import type { Property } from "./archive/property";
import { type GeometryParameter, NUMBERS, openGeometryParameter } from "./geometry-parameter";

/** A parameter of a mesh's own, with 1 to 4 numbers for each value. */
export interface NamedParameter extends GeometryParameter {
  name: string;
}

export interface MeshParameters {
  /** UV sets after the first. */
  moreUvs: NamedParameter[];
  /** Three or four numbers for each colour. */
  colours: NamedParameter[];
  attributes: NamedParameter[];
  /** Names of parameters that are not read: texts, matrices, parameters of other forms. */
  unread: string[];
}

/** The most UV sets after the first, and the most sets of colours. Further ones become custom attributes. */
const MOST_SETS = 8;
/** The most numbers in one value of a custom attribute. */
const WIDEST = 4;

/**
 * Finds UV sets, colours and custom attributes among a mesh's own parameters. Maya marks UV sets. Blender writes them
 * as vectors of two numbers. Colours are marked by their interpretation.
 */
export async function openMeshParameters(
  object: AlembicObject,
  compound: Property | undefined,
): Promise<MeshParameters> {
  const found: MeshParameters = { moreUvs: [], colours: [], attributes: [], unread: [] };
  if (compound?.header.kind !== "compound") return found;
  for (const [name, property] of await object.open(compound)) {
    if (await openSet(object, name, property, found)) continue;
    const parameter = await openGeometryParameter(object, property, 1, NUMBERS);
    if (parameter && parameter.values.header.extent <= WIDEST) found.attributes.push({ name, ...parameter });
    else found.unread.push(name);
  }
  return found;
}

/** Adds a parameter to the UV sets or colours. @returns whether it is one, and there is room. */
async function openSet(
  object: AlembicObject,
  name: string,
  property: Property,
  found: MeshParameters,
): Promise<boolean> {
  const meaning = property.header.metadata.get("interpretation");
  if (meaning !== "vector" && meaning !== "rgb" && meaning !== "rgba") return false;
  const parameter = await openGeometryParameter(object, property, 2);
  const extent = parameter?.values.header.extent ?? 0;
  const sets = meaning === "vector" ? found.moreUvs : found.colours;
  const isSet = meaning === "vector" ? extent === 2 : extent === 3 || extent === 4;
  if (!parameter || !isSet || sets.length >= MOST_SETS) return false;
  sets.push({ name, ...parameter });
  return true;
}
