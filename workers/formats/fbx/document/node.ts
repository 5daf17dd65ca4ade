/** The tree of records, which binary and text files of FBX 7 have in common. */

/** The file contradicts itself. The message is a sentence about the place. */
export class FbxDamage extends Error {}

/** A list of numbers. It is unpacked on demand, because many lists of a file are not used. */
export interface FbxArray {
  /** The count that the file gives. */
  readonly count: number;
  /**
   * The numbers; 64-bit integers are rounded to f64.
   * @throws FbxDamage if they are packed wrongly, or their number is not `count`.
   */
  numbers(): ArrayLike<number>;
  /** The 32 bits of each number, for floats that hold packed integers. Text files have the integers themselves. */
  bits(): Uint32Array;
}

/** Integers beyond 53 bits are bigints, so that identities stay exact. */
export type FbxValue = number | bigint | string | boolean | Uint8Array | FbxArray;

/** A record: `Name: values { children }`. */
export interface FbxNode {
  name: string;
  values: FbxValue[];
  children: FbxNode[];
}

/** The deepest nesting. Objects are two levels deep, and programs write at most ten levels. */
export const MOST_DEPTH = 64;
/** The most records. Large scenes have some 100 000. Each takes many times more memory than bytes in the file. */
const MOST_RECORDS = 5e6;
/** The most values of all records. Each takes memory. */
const MOST_VALUES = 2e7;

/** Counts what a document holds, so that a small file cannot fill the memory. */
export class DocumentSize {
  private records = 0;
  private values = 0;

  /** @throws FbxDamage if there are too many records. */
  addRecord(): void {
    if (++this.records > MOST_RECORDS) throw new FbxDamage(`It has more than ${MOST_RECORDS} records.`);
  }

  /** @throws FbxDamage if there are too many values. */
  addValue(): void {
    if (++this.values > MOST_VALUES) throw new FbxDamage(`Its records have more than ${MOST_VALUES} values.`);
  }
}

export const isArray = (value: FbxValue | undefined): value is FbxArray =>
  typeof value === "object" && "numbers" in value;

/** The first child with a name. */
export const childOf = (node: FbxNode | undefined, name: string): FbxNode | undefined =>
  node?.children.find((child) => child.name === name);

/** A value as a number; `otherwise` if it is not a number. */
export function numberOf(value: FbxValue | undefined, otherwise: number): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  return otherwise;
}

export const textOf = (value: FbxValue | undefined): string => (typeof value === "string" ? value : "");

/** The list in a child record: an array, or plain values if there are few numbers. Null if there is none. */
export function childList(node: FbxNode | undefined, name: string): ArrayLike<number> | null {
  const values = childOf(node, name)?.values;
  if (!values || values.length === 0) return null;
  const [first] = values;
  return isArray(first) ? first.numbers() : values.map((value) => numberOf(value, Number.NaN));
}
