import type { VertexAttribute } from "../../model/mesh/shapes";

/**
 * The custom attributes of some vertices, each with a name of its own. If meshes use a name for different numbers of
 * values, this chooses the attribute that has values here. A mesh without values does not get the zeros of another's
 * attribute.
 * @param vertices display vertices.
 */
export function ownAttributes(
  attributes: readonly VertexAttribute[] | undefined,
  vertices: Uint32Array,
): VertexAttribute[] {
  const chosen = new Map<string, VertexAttribute>();
  const hasValues = ({ width, values }: VertexAttribute) =>
    vertices.some((d) => values.subarray(width * d, width * (d + 1)).some((x) => x !== 0));
  for (const attribute of attributes ?? []) {
    if (!hasValues(attribute) && attribute.values.some((x) => x !== 0)) continue;
    const other = chosen.get(attribute.name);
    if (!other || (!hasValues(other) && hasValues(attribute))) chosen.set(attribute.name, attribute);
  }
  return [...chosen.values()];
}
