/** The tree of records in an FBX: `Name: values { children }`. */

/** A 32-bit integer. Other numbers are written with 64 bits. */
export interface Int {
  int: number;
}

/** Text, a 64-bit float, a 64-bit integer, a boolean, a 32-bit integer, raw bytes, or an array. */
export type RecordValue =
  | string
  | number
  | bigint
  | boolean
  | Int
  | Uint8Array
  | Float64Array
  | Float32Array
  | Int32Array
  | BigInt64Array;

export interface FbxRecord {
  name: string;
  values: RecordValue[];
  /** Null for a record without braces. */
  children: FbxRecord[] | null;
}

export const int = (value: number): Int => ({ int: value });

export const record = (
  name: string,
  values: RecordValue[] = [],
  children: FbxRecord[] | null = null,
): FbxRecord => ({
  name,
  values,
  children,
});

/** Characters that end or separate names in a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name may hold any character.
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** A name without characters that have a meaning for readers. */
export const plainName = (name: string): string => name.replace(CONTROL, "_");

/** A property in an object's `Properties70`: name, type, the type's label, flags and values. */
function property(name: string, [type, label, flags]: string[], ...values: RecordValue[]): FbxRecord {
  return record("P", [name, type, label, flags, ...values]);
}

/** Properties by kind. An animatable one carries the flag A. */
export const props = {
  int: (name: string, x: number) => property(name, ["int", "Integer", ""], int(x)),
  enum: (name: string, x: number) => property(name, ["enum", "", ""], int(x)),
  bool: (name: string, x: boolean) => property(name, ["bool", "", ""], int(x ? 1 : 0)),
  double: (name: string, x: number) => property(name, ["double", "Number", ""], x),
  number: (name: string, x: number) => property(name, ["Number", "", "A"], x),
  vector: (name: string, x: readonly number[]) => property(name, ["Vector", "", "A"], ...x),
  colour: (name: string, x: readonly number[]) => property(name, ["Color", "", "A"], ...x),
  colourRgb: (name: string, x: readonly number[]) => property(name, ["ColorRGB", "Color", ""], ...x),
  text: (name: string, x: string) => property(name, ["KString", "", ""], x),
  time: (name: string, x: bigint) => property(name, ["KTime", "Time", ""], x),
  /** A translation, rotation or scale relative to the parent. */
  local: (name: string, x: readonly number[]) => property(name, [name, "", "A"], ...x),
  object: (name: string) => property(name, ["object", "", ""]),
};

export const properties = (...list: FbxRecord[]): FbxRecord => record("Properties70", [], list);
