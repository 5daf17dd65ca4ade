/** Records of materials as the reference implementation's lib/Alembic/AbcMaterial writes them. */
import { POD } from "../archive/pods";
import type { CompoundRecord, ObjectRecord, PropertyRecord } from "./archive-writer";
import { array, scalar } from "./records";

const SCHEMA = "AbcMaterial_Material_v1";

/** Values of a shader's parameters: numbers, colours and texts. */
export type ShaderValues = Record<string, number | readonly number[] | string>;

export const compound = (name: string, properties: PropertyRecord[]): CompoundRecord => ({
  ...{ kind: "compound", name, metadata: {}, properties },
});

export const texts = (name: string, values: string[]) => array(name, POD.string, 1, [values]);

/** The properties of a shader's parameters. */
export const shaderParameters = (values: ShaderValues): PropertyRecord[] =>
  Object.entries(values).map(([name, value]) => {
    if (typeof value === "string") return scalar(name, POD.string, 1, [[value]]);
    const numbers = Float32Array.from(typeof value === "number" ? [value] : value);
    const record = scalar(name, POD.float32, numbers.length, [numbers]);
    return numbers.length === 3 ? { ...record, metadata: { interpretation: "rgb" } } : record;
  });

/** The `.material` of an object. */
export const materialCompound = (properties: PropertyRecord[]): CompoundRecord => ({
  ...compound(".material", properties),
  metadata: { schema: SCHEMA },
});

/** An object that is a material. Materials below it inherit its parameters. */
export const materialObject = (
  name: string,
  material: CompoundRecord,
  children: ObjectRecord[] = [],
): ObjectRecord => ({
  ...{ name, children, properties: [material] },
  metadata: { schema: SCHEMA, schemaObjTitle: `${SCHEMA}:.material` },
});

/** A plain object with children. */
export const plainObject = (name: string, children: ObjectRecord[]): ObjectRecord => ({
  ...{ name, children, properties: [], metadata: {} },
});

/** The path of the material of an object. */
export const assignedMaterial = (path: string): PropertyRecord =>
  scalar(".material.assign", POD.string, 1, [[path]]);
