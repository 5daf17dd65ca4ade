/** Whether two values are equal: numbers, texts, lists, typed arrays and plain objects. */
export function sameContent(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) return sameNumbers(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b].map((value) =>
    // A missing field equals an undefined one.
    Object.entries(value).filter(([, field]) => field !== undefined),
  );
  const other = new Map(right);
  return left.length === right.length && left.every(([key, field]) => sameContent(field, other.get(key)));
}

function sameNumbers(a: object, b: object): boolean {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return false;
  if (a.byteLength !== b.byteLength) return false;
  const [left, right] = [a, b] as unknown as ArrayLike<number>[];
  for (let n = 0; n < left.length; n++) if (!Object.is(left[n], right[n])) return false;
  return true;
}
