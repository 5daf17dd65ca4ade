import { markedVertices } from "../../../workers/geometry/selecting/vertex-lists";
import { plural } from "../../common/format";
import { shownFacesOf } from "../scene/hidden-faces";
import { toast } from "../session/toasts";
import type { Stores } from "../stores";
import { maskedVertices, selectionMask } from "./selection-mask";

/** V: 0 for hidden vertices; null if none are hidden. */
export function shownMarks(stores: Stores): Uint8Array | null {
  const { sequence, scene } = stores.document.getState();
  return (sequence && shownFacesOf(sequence, scene)?.vertices) ?? null;
}

/** The vertices of a list that are not hidden. */
export function shownAmong(stores: Stores, list: Uint32Array): Uint32Array {
  const shown = shownMarks(stores);
  return shown ? list.filter((i) => shown[i]) : list;
}

/** The vertices that an operation may change. */
interface Changeable {
  /** Ascending; null for all. */
  vertices: Uint32Array | null;
  /** The number of hidden vertices that were left out. */
  hidden: number;
}

/**
 * Leaves out the hidden vertices.
 * @param among ascending; null for all. By default, the vertices inside the mask.
 */
export function changeable(stores: Stores, among: Uint32Array | null = maskedVertices(stores)): Changeable {
  const shown = shownMarks(stores);
  if (!shown) return { vertices: among, hidden: 0 };
  const vertices = among ? shownAmong(stores, among) : markedVertices(shown);
  return { vertices, hidden: (among ?? shown).length - vertices.length };
}

const masks = new WeakMap<Uint8Array, { mask: Float32Array | null; both: Float32Array }>();

/** The mask without the hidden vertices, V, 0 to 1; null if all may change fully. Cached: do not write to it. */
export function changeMask(
  stores: Stores,
  mask: Float32Array | null = selectionMask(stores),
): Float32Array | null {
  const shown = shownMarks(stores);
  if (!shown) return mask;
  const known = masks.get(shown);
  if (known?.mask === mask) return known.both;
  const both = Float32Array.from(shown, (is, i) => (is ? (mask?.[i] ?? 1) : 0));
  masks.set(shown, { mask, both });
  return both;
}

/** Says how many hidden vertices an operation left out. */
export function tellHidden(stores: Stores, count: number): void {
  if (count === 0) return;
  const what = plural(count, "hidden vertex stays", "hidden vertices stay");
  toast(
    stores,
    `${what} as ${count === 1 ? "it is" : "they are"}`,
    "Show all, and repeat it to change them, too.",
  );
}
