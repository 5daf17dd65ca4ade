/** Sets of vertices as ascending lists. */

/** The vertices of both lists. O(their lengths). */
export function union(list: Uint32Array, more: Uint32Array): Uint32Array {
  if (more.length === 0) return list;
  if (list.length === 0) return more;
  const all = new Uint32Array(list.length + more.length);
  let count = 0;
  for (let [a, b] = [0, 0]; a < list.length || b < more.length; count++) {
    const next = Math.min(list[a] ?? Infinity, more[b] ?? Infinity);
    all[count] = next;
    if (list[a] === next) a++;
    if (more[b] === next) b++;
  }
  return all.slice(0, count);
}

/** The vertices of the first list that are not in the second. */
export function without(list: Uint32Array, gone: Uint32Array): Uint32Array {
  const left = new Uint32Array(list.length);
  let count = 0;
  let b = 0;
  for (const i of list) {
    while (gone[b] < i) b++;
    if (gone[b] !== i) left[count++] = i;
  }
  return left.slice(0, count);
}

/**
 * The old list if the new one has the same vertices and none of their rows changes. A running optimisation restarts
 * when it gets another list.
 * @param changed the vertices whose rows change, ascending.
 */
export function sameOr(before: Uint32Array, after: Uint32Array, changed: Uint32Array): Uint32Array {
  const isSame = before.length === after.length && before.every((i, n) => i === after[n]);
  return isSame && without(before, changed).length === before.length ? before : after;
}
