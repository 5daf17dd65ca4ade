/** The tree of records that an FBX is: `Name: values { children }`. */

/** A whole number of 32 bits. Other numbers are written with 64 bits. */
export interface Int {
  int: number;
}

/** Text, 64-bit number, 64-bit whole number, truth, 32-bit whole number, raw bytes, or an array. */
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

/** Characters that end or separate names within a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name may hold any character.
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** A name that no reader takes for more than a name. */
export const plainName = (name: string): string => name.replace(CONTROL, "_");

/** A property of an object's `Properties70`: its name, its type, the type's label, flags and values. */
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
  /** A place, a turn or a scale relative to the parent. */
  local: (name: string, x: readonly number[]) => property(name, [name, "", "A"], ...x),
  object: (name: string) => property(name, ["object", "", ""]),
};

export const properties = (...list: FbxRecord[]): FbxRecord => record("Properties70", [], list);
