/** Custom attributes of a mesh at the first frame, and sentences about what is not read. */
import { isRounded, roundedSentence } from "../assemble/join-attributes";
import type { GeometryParameter, ParameterValues } from "./geometry-parameter";
import type { AlembicMesh } from "./polymesh";

export interface AlembicAttribute {
  name: string;
  values: ParameterValues;
}

/** The names of everything in a mesh that no exported file can hold. */
export interface UnreadNames {
  /** Parameters that are not numbers for vertices. */
  unread: string[];
  /** Parameters that change over time. Their first frame is kept. */
  moving: string[];
  /** Attributes with whole numbers that f32 rounds. */
  rounded: string[];
  /** Words for other properties. */
  extras: string[];
}

/**
 * The attributes that have a value for each point or each corner. Values of polygons and of the whole mesh have no
 * place in the formats of rigs.
 */
export async function readAttributes(
  mesh: AlembicMesh,
  read: (parameter: GeometryParameter) => Promise<ParameterValues | null>,
): Promise<{ attributes: AlembicAttribute[]; unread: UnreadNames }> {
  const attributes: AlembicAttribute[] = [];
  const unread: UnreadNames = { unread: [...mesh.unread], moving: [], rounded: [], extras: mesh.extras };
  for (const parameter of mesh.attributes) {
    const values = await read(parameter);
    if (values && (values.scope === "vertex" || values.scope === "corner")) {
      attributes.push({ name: parameter.name, values });
      if (isMoving(parameter)) unread.moving.push(parameter.name);
      if (isRounded(values.numbers)) unread.rounded.push(parameter.name);
    } else unread.unread.push(parameter.name);
  }
  if ([...(mesh.uvs ? [mesh.uvs] : []), ...mesh.moreUvs].some(isMoving)) unread.moving.push("UVs");
  if (mesh.colours.some(isMoving)) unread.moving.push("colours");
  return { attributes, unread };
}

const isMoving = ({ values, indices }: GeometryParameter): boolean =>
  !values.constant || (indices !== null && !indices.constant);

/** Sentences for the export. */
export function lostSentences(names: readonly UnreadNames[]): string[] {
  const all = (kind: keyof UnreadNames) => [...new Set(names.flatMap((one) => one[kind]))];
  const told = (kind: keyof UnreadNames, sentence: (list: string) => string) => {
    const list = all(kind).join(", ");
    return list === "" ? [] : [sentence(list)];
  };
  return [
    ...told("unread", (list) => `Values that are not numbers of vertices: ${list}.`),
    ...told("moving", (list) => `The changes over time of ${list}: files have their first frame.`),
    ...roundedSentence(all("rounded")),
    ...told("extras", (list) => `Properties of the meshes: ${list}.`),
  ];
}
