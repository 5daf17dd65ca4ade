/** Parts of a text layer (.usda): numbers, strings and prims. */

/** A prim with its metadata, properties and children. */
export interface UsdPrim {
  type: string;
  /** An identifier. */
  name: string;
  metadata?: string[];
  properties: string[];
  children?: UsdPrim[];
}

/** The shortest decimal that gives the same f32. */
export function decimal(x: number): string {
  const wanted = Math.fround(x);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(wanted.toPrecision(digits));
    if (Math.fround(short) === wanted) return String(short);
  }
  return String(Number(wanted.toPrecision(9)));
}

/** A list such as "[1, 2, 3]". */
export const list = (values: ArrayLike<number>): string => `[${Array.from(values, decimal).join(", ")}]`;

/** A list of tuples such as "[(1, 2), (3, 4)]". */
export function tuples(values: ArrayLike<number>, width: number): string {
  const parts: string[] = [];
  for (let at = 0; at < values.length; at += width) {
    const numbers: string[] = [];
    for (let c = 0; c < width; c++) numbers.push(decimal(values[at + c]));
    parts.push(`(${numbers.join(", ")})`);
  }
  return `[${parts.join(", ")}]`;
}

/** A row-major 3x4 matrix of column vectors, as USD writes its 4x4 matrices of row vectors. */
export function matrix(m: ArrayLike<number>): string {
  const rows = [0, 1, 2, 3].map((c) => `(${m[c]}, ${m[4 + c]}, ${m[8 + c]}, ${c === 3 ? 1 : 0})`);
  return `( ${rows.join(", ")} )`;
}

/** A string in quotes, on one line. */
export function quoted(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&");
  return `"${escaped.replace(/\p{Cc}/gu, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`)}"`;
}

export const tokens = (names: readonly string[]): string => `[${names.map(quoted).join(", ")}]`;

/** The metadata with the artist's name, if it is not a valid identifier. */
export const displayName = (prim: string, name: string): string[] =>
  prim === name || name === "" ? [] : [`displayName = ${quoted(name)}`];

/** The lines of a prim. */
export function* printed(
  { type, name, metadata = [], properties, children = [] }: UsdPrim,
  indent = "",
): Generator<string> {
  const head = `${indent}def ${type} "${name}"`;
  if (metadata.length === 0) yield head;
  else {
    yield `${head} (`;
    for (const line of metadata) yield `${indent}    ${line}`;
    yield `${indent})`;
  }
  yield `${indent}{`;
  for (const line of properties) yield `${indent}    ${line}`;
  for (const child of children) {
    yield "";
    yield* printed(child, `${indent}    `);
  }
  yield `${indent}}`;
}

/** A property with metadata. */
export const withMetadata = (property: string, metadata: readonly string[]): string[] => [
  `${property} (`,
  ...metadata.map((line) => `    ${line}`),
  ")",
];
