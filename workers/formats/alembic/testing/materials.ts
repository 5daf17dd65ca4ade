/** Records of materials as AbcMaterial writes them. */
import { POD } from "../archive/pods";
import type { CompoundRecord, ObjectRecord, PropertyRecord } from "../write/archive-writer";
import { array, scalar } from "../write/records";

type Values = Record<string, number | readonly number[] | string>;

/** Parameters of a shader: numbers, colours and texts. */
const parameters = (values: Values): PropertyRecord[] =>
  Object.entries(values).map(([name, value]) => {
    if (typeof value === "string") return scalar(name, POD.string, 1, [[value]]);
    const numbers = Float32Array.from([value].flat() as number[]);
    return scalar(name, POD.float32, numbers.length, [numbers]);
  });

const compound = (name: string, properties: PropertyRecord[]): CompoundRecord => ({
  ...{ kind: "compound", name, metadata: {}, properties },
});

const texts = (name: string, values: string[]) => array(name, POD.string, 1, [values]);

/** The `.material` of a material or of a mesh. */
const schema = (properties: PropertyRecord[]): CompoundRecord => ({
  ...compound(".material", properties),
  metadata: { schema: "AbcMaterial_Material_v1" },
});

/** A material with parameters for each shader, by "target.type". */
export const shaded = (shaders: Record<string, Values>): CompoundRecord =>
  schema([
    ...Object.entries(shaders).map(([name, values]) => compound(`${name}.params`, parameters(values))),
    texts(
      ".shaderNames",
      Object.keys(shaders).flatMap((name) => [name, "any shader"]),
    ),
  ]);

/** A material with a network of nodes. A link names a parameter and the node that its value comes from. */
export const networked = (
  nodes: Record<string, { values: Values; links?: Record<string, string> }>,
  terminals: Record<string, string>,
): CompoundRecord =>
  schema([
    compound(
      ".nodes",
      Object.entries(nodes).map(([name, { values, links = {} }]) =>
        compound(name, [
          scalar("target", POD.string, 1, [["abc"]]),
          scalar("type", POD.string, 1, [["any type"]]),
          compound("params", parameters(values)),
          ...(Object.keys(links).length > 0 ? [texts(".connections", Object.entries(links).flat())] : []),
        ]),
      ),
    ),
    texts(".terminals", Object.entries(terminals).flat()),
  ]);

/** An object that is a material. Materials below it inherit its parameters. */
export const materialObject = (
  name: string,
  material: CompoundRecord,
  children: ObjectRecord[] = [],
): ObjectRecord => ({
  ...{ name, children, properties: [material] },
  metadata: { schema: "AbcMaterial_Material_v1", schemaObjTitle: "AbcMaterial_Material_v1:.material" },
});

/** A plain object with children. */
export const folder = (name: string, children: ObjectRecord[]): ObjectRecord => ({
  ...{ name, children, properties: [], metadata: {} },
});

/** The path of the material of an object. */
export const assigned = (path: string): PropertyRecord => scalar(".material.assign", POD.string, 1, [[path]]);
