import { z } from "zod";
import { NO_VERTEX_SELECTION, type VertexSelection } from "../../../model/mesh/vertex-selection";
import type { ProjectParts } from "../../../model/project-parts";
import { packFloats, packIntegers } from "../byte-planes";
import type { ProjectSections } from "../section-reader";

const count = z.int().min(0).max(0x7fffffff);

/** Counts of vertices. The vertices themselves are in sections. */
export const selectionSchema = z.object({
  vertices: count,
  softEdge: z.number().min(0),
  mask: z.boolean(),
  sets: z.array(z.object({ name: z.string().max(4096), vertices: count })),
});

type SelectionHeader = z.infer<typeof selectionSchema>;

/** Writes a selection. Vertices that the mesh lacks are left out, because a reader would refuse them. */
export function writeSelection(
  { vertices, softEdge, mask, sets }: VertexSelection = NO_VERTEX_SELECTION,
  vertexCount: number,
  add: (section: string, bytes: Uint8Array) => void,
): SelectionHeader | null {
  if (vertices.length === 0 && softEdge === 0 && !mask && sets.length === 0) return null;
  const write = (section: string, list: Uint32Array): number => {
    const there = list.filter((i) => i < vertexCount);
    add(section, packIntegers(there));
    return there.length;
  };
  const selected = write("selection.vertices", vertices);
  const isMasked = mask?.length === vertexCount;
  if (isMasked) add("selection.mask", packFloats(mask, 1));
  return {
    vertices: selected,
    softEdge,
    mask: isMasked,
    sets: sets.map((set) => ({ name: set.name, vertices: write("selection.set", set.vertices) })),
  };
}

export function readSelection(
  { vertices, softEdge, mask, sets }: SelectionHeader,
  vertexCount: number,
  take: Pick<ProjectSections, "integers" | "floats" | "check">,
): Pick<ProjectParts, "vertexSelection"> {
  const read = (section: string, length: number): Uint32Array => {
    const list = take.integers(section, length);
    const ascends = list.every((i, n) => i < vertexCount && (n === 0 || i > list[n - 1]));
    take.check(ascends, "It selects a vertex that does not exist.");
    return list;
  };
  return {
    vertexSelection: {
      vertices: read("selection.vertices", vertices),
      softEdge,
      mask: mask
        ? take.floats("selection.mask", vertexCount, 1).map((share) => Math.min(1, Math.max(0, share)))
        : null,
      sets: sets.map((set) => ({ name: set.name, vertices: read("selection.set", set.vertices) })),
    },
  };
}
