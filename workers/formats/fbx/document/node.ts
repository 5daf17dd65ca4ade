/** The tree of records that binary and text files of FBX 7 have in common. */

/** The file contradicts itself. The message is a sentence about where. */
export class FbxDamage extends Error {}

/** A list of numbers. It is unpacked on demand, because files have many unused lists. */
export interface FbxArray {
  /** As the file says. */
  readonly count: number;
  /**
   * The numbers; 64-bit integers are rounded to f64.
   * @throws FbxDamage if they are packed wrongly, or are not as many as the file says.
   */
  numbers(): ArrayLike<number>;
  /** The 32 bits of each number, where floats hold packed integers. Text files write the integers themselves. */
  bits(): Uint32Array;
}

/** Whole numbers beyond 53 bits are bigints, so that identities stay exact. */
export type FbxValue = number | bigint | string | boolean | Uint8Array | FbxArray;

/** A record: `Name: values { children }`. */
export interface FbxNode {
  name: string;
  values: FbxValue[];
  children: FbxNode[];
}

/** Objects are two levels deep, and programs write at most ten. */
export const MOST_DEPTH = 64;
/** Large scenes have some 100 000 records; each takes memory many times its bytes in the file. */
const MOST_RECORDS = 5e6;
/** Values of all records, of which each takes memory. */
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

/** The first child of a name. */
export const childOf = (node: FbxNode | undefined, name: string): FbxNode | undefined =>
  node?.children.find((child) => child.name === name);

/** A value as a number; `otherwise` if it is none. */
export function numberOf(value: FbxValue | undefined, otherwise: number): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  return otherwise;
}

export const textOf = (value: FbxValue | undefined): string => (typeof value === "string" ? value : "");

/** The list of a child record: an array, or plain values, as files of few numbers have them. Null if there is none. */
export function childList(node: FbxNode | undefined, name: string): ArrayLike<number> | null {
  const values = childOf(node, name)?.values;
  if (!values || values.length === 0) return null;
  const [first] = values;
  return isArray(first) ? first.numbers() : values.map((value) => numberOf(value, Number.NaN));
}
