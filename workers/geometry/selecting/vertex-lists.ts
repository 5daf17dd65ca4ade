/** Lists of vertices: ascending, each vertex once. */
import type { Adjacency } from "../adjacency";

/** The vertices with a 1, ascending. @param marks V. */
export function markedVertices(marks: ArrayLike<number>): Uint32Array {
  let count = 0;
  for (let i = 0; i < marks.length; i++) if (marks[i]) count++;
  const list = new Uint32Array(count);
  for (let i = 0, n = 0; i < marks.length; i++) if (marks[i]) list[n++] = i;
  return list;
}

/** 1 for the vertices of a list, V. Ignores vertices that do not exist. */
function marksOf(list: ArrayLike<number>, vertexCount: number): Uint8Array {
  const marks = new Uint8Array(vertexCount);
  for (let n = 0; n < list.length; n++) if (list[n] < vertexCount) marks[list[n]] = 1;
  return marks;
}

/** The vertices that are not in a list. */
export const otherVertices = (list: ArrayLike<number>, vertexCount: number): Uint32Array =>
  markedVertices(marksOf(list, vertexCount).map((mark) => 1 - mark));

/** How new vertices change a selection. */
export type ListMode = "replace" | "add" | "remove";

/** A list with other vertices added or removed, or the other vertices alone. @param more in any order. */
export function changedList(
  list: ArrayLike<number>,
  more: ArrayLike<number>,
  mode: ListMode,
  vertexCount: number,
): Uint32Array {
  const marks = mode === "replace" ? new Uint8Array(vertexCount) : marksOf(list, vertexCount);
  for (let n = 0; n < more.length; n++) if (more[n] < vertexCount) marks[more[n]] = mode === "remove" ? 0 : 1;
  return markedVertices(marks);
}

/** A list and all neighbours of its vertices. */
export function grownList(list: ArrayLike<number>, { offsets, neighbours }: Adjacency): Uint32Array {
  const marks = marksOf(list, offsets.length - 1);
  for (let n = 0; n < list.length; n++) {
    for (let e = offsets[list[n]]; e < offsets[list[n] + 1]; e++) marks[neighbours[e]] = 1;
  }
  return markedVertices(marks);
}

/** A list without the vertices that have a neighbour outside it. Vertices on the border of an open mesh can stay. */
export function shrunkList(list: Uint32Array, { offsets, neighbours }: Adjacency): Uint32Array {
  const marks = marksOf(list, offsets.length - 1);
  return list.filter((i) => {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (!marks[neighbours[e]]) return false;
    return true;
  });
}

/** All vertices that edges connect with vertices of a list, and the list itself. */
export function connectedList(list: ArrayLike<number>, { offsets, neighbours }: Adjacency): Uint32Array {
  const marks = marksOf(list, offsets.length - 1);
  const queue = Array.from(list);
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const l = neighbours[e];
      if (marks[l]) continue;
      marks[l] = 1;
      queue.push(l);
    }
  }
  return markedVertices(marks);
}
