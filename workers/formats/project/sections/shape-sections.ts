/**
 * Shapes and unknown attributes of a mesh in a project. Names and lengths are in the header, arrays are in sections.
 */
import { z } from "zod";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { VertexRows } from "../../../model/mesh/shapes";
import { packFloats, packIntegers } from "../byte-planes";
import type { ProjectSections } from "../section-reader";

const count = z.int().min(0).max(0x7fffffff);
const name = z.string();

/** Missing in older files, and for meshes without shapes. */
export const shapesSchema = z.object({
  shapes: z.array(z.object({ name, rest: z.number(), moved: count, turned: count.nullable() })),
  attributes: z.array(z.object({ name, width: z.int().min(1).max(4) })),
});
type ShapesHeader = z.infer<typeof shapesSchema>;
type Shaped = Pick<MeshSequence, "shapes" | "attributes">;

/** The header; null for a mesh without shapes and attributes. */
export function shapesHeader({ shapes = [], attributes = [] }: Shaped): ShapesHeader | null {
  if (shapes.length + attributes.length === 0) return null;
  return {
    shapes: shapes.map(({ name, rest, moved, turned }) => ({
      ...{ name, rest, moved: moved.vertices.length },
      turned: turned?.vertices.length ?? null,
    })),
    attributes: attributes.map(({ name, width }) => ({ name, width })),
  };
}

/** Writes the sections, bit for bit. */
export function writeShapeSections(
  { shapes = [], attributes = [] }: Shaped,
  add: (name: string, bytes: Uint8Array) => void,
): void {
  for (const { moved, turned, weights } of shapes) {
    for (const rows of turned ? [moved, turned] : [moved]) {
      add("shapeRows", packIntegers(rows.vertices));
      add("shapeValues", packFloats(rows.values, 3));
    }
    add("shapeWeights", packFloats(weights, 1));
  }
  for (const { width, values } of attributes) add("attribute", packFloats(values, width));
}

interface Sizes {
  shaped: ShapesHeader | null;
  vertexCount: number;
  displayCount: number;
  frameCount: number;
}

/**
 * Reads the sections, in the order of `writeShapeSections`.
 * @param check reports a file whose numbers do not fit each other.
 */
export function readShapeSections(
  { shaped, vertexCount, displayCount, frameCount }: Sizes,
  { floats, integers }: Pick<ProjectSections, "floats" | "integers">,
  check: (holds: boolean, sentence: string) => void,
): Shaped {
  if (!shaped) return {};
  const rows = (length: number, limit: number): VertexRows => {
    const vertices = integers("shapeRows", length);
    const inOrder = vertices.every((v, n) => v < limit && (n === 0 || v > vertices[n - 1]));
    check(inOrder, "A shape of it names a vertex that does not exist, or one twice.");
    return { vertices, values: floats("shapeValues", 3 * length, 3) };
  };
  const shapes = shaped.shapes.map(({ name, rest, moved, turned }) => ({
    ...{ name, rest, moved: rows(moved, vertexCount) },
    ...(turned !== null && { turned: rows(turned, displayCount) }),
    weights: floats("shapeWeights", frameCount, 1),
  }));
  const attributes = shaped.attributes.map(({ name, width }) => ({
    ...{ name, width },
    values: floats("attribute", width * displayCount, width),
  }));
  return {
    ...(shapes.length > 0 && { shapes }),
    ...(attributes.length > 0 && { attributes }),
  };
}
