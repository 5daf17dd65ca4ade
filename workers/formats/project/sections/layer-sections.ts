/** The layers of the rig's weights, with the weights below them, as sections of a project. */
import { z } from "zod";
import { noRows, type SparseRows } from "../../../model/weights/layers/sparse-rows";
import type { VertexValues } from "../../../model/weights/layers/vertex-values";
import {
  LAYER_KINDS,
  type WeightLayer,
  type WeightLayers,
} from "../../../model/weights/layers/weight-layers";
import { packFloats, packIntegers } from "../byte-planes";
import { readWeights, writeWeights } from "../fit/carried-weight-sections";
import type { ProjectSections } from "../section-reader";

const count = z.int().min(0).max(0x7fffffff);
const share = z.number().min(0).max(1);
const rowsSchema = z.object({ vertices: count, entries: count });

export const layersSchema = z.object({
  baseEntries: count,
  /** The names of the rig's bones, then those of bones that it no longer has. */
  bones: z.array(z.string()).max(65535),
  layers: z.array(
    z.object({
      id: count,
      name: z.string(),
      kind: z.enum(LAYER_KINDS),
      opacity: share,
      muted: z.boolean(),
      solo: z.boolean(),
      locked: z.boolean(),
      strokes: count,
      time: z.number(),
      rows: rowsSchema,
      below: rowsSchema.nullable(),
      /** Vertices of its mask; null without one. */
      mask: count.nullable(),
    }),
  ),
});

type LayersHeader = z.infer<typeof layersSchema>;
type RowsHeader = z.infer<typeof rowsSchema>;
type Add = (section: string, bytes: Uint8Array) => void;

export function writeLayers({ base, bones, layers }: WeightLayers, add: Add): LayersHeader {
  writeWeights("base", base, add);
  return {
    baseEntries: base.bones.length,
    bones: [...bones],
    layers: layers.map(({ mask, rows, below, ...layer }) => {
      if (mask) {
        add("layer.mask.vertices", packIntegers(mask.vertices));
        add("layer.mask.values", packFloats(mask.values, 1));
      }
      return {
        ...layer,
        rows: writeRows(rows, add),
        below: below && writeRows(below, add),
        mask: mask?.vertices.length ?? null,
      };
    }),
  };
}

function writeRows({ vertices, offsets, bones, values }: SparseRows, add: Add): RowsHeader {
  add("layer.vertices", packIntegers(vertices));
  add("layer.sizes", packIntegers(offsets.map((at, n) => (n > 0 ? at - offsets[n - 1] : 0)).subarray(1)));
  add("layer.bones", packIntegers(bones));
  add("layer.values", packFloats(values, 1));
  return { vertices: vertices.length, entries: bones.length };
}

export function readLayers(
  header: LayersHeader,
  rig: { bones: readonly { name: string }[] },
  vertices: number,
  take: ProjectSections,
): WeightLayers {
  const { baseEntries, bones } = header;
  const fits = rig.bones.every(({ name }, j) => bones[j] === name);
  take.check(fits, "Its layers of weights belong to other bones than those of its rig.");
  const base = readWeights("base", { entries: baseEntries, bones: rig.bones.length, vertices }, take);
  const ids = header.layers.map(({ id }) => id);
  take.check(new Set(ids).size === ids.length, "Two of its layers of weights have the same number.");
  return {
    base,
    bones,
    layers: header.layers.map((layer) => readLayer(layer, bones.length, vertices, take)),
  };
}

function readLayer(
  { rows, below, mask, ...layer }: LayersHeader["layers"][number],
  boneCount: number,
  vertexCount: number,
  take: ProjectSections,
): WeightLayer {
  const ownMask = mask === null ? null : readMask(mask, vertexCount, take);
  const own = readRows(rows, boneCount, vertexCount, take);
  const under = below && readRows(below, boneCount, vertexCount, take);
  return {
    ...layer,
    mask: ownMask,
    rows: own,
    below: layer.kind === "corrective" ? (under ?? noRows()) : null,
  };
}

const OUT_OF_RANGE = "A layer of its weights names a vertex or a bone that does not exist.";

const ascends = (vertices: Uint32Array, count: number): boolean =>
  vertices.every((i, n) => i < count && (n === 0 || i > vertices[n - 1]));

function readMask(length: number, vertexCount: number, take: ProjectSections): VertexValues {
  const vertices = take.integers("layer.mask.vertices", length);
  const values = take.floats("layer.mask.values", length, 1);
  take.check(ascends(vertices, vertexCount), OUT_OF_RANGE);
  take.check(
    values.every((m) => m >= 0 && m <= 1),
    "A mask of its layers is not between 0 and 1.",
  );
  return { vertices, values };
}

function readRows(
  header: RowsHeader,
  boneCount: number,
  vertexCount: number,
  take: ProjectSections,
): SparseRows {
  const vertices = take.integers("layer.vertices", header.vertices);
  const sizes = take.integers("layer.sizes", header.vertices);
  const offsets = new Uint32Array(header.vertices + 1);
  for (let n = 0; n < sizes.length; n++) offsets[n + 1] = offsets[n] + sizes[n];
  take.check(
    offsets[header.vertices] === header.entries,
    "The rows of a layer of its weights do not add up.",
  );
  const bones = take.integers("layer.bones", header.entries);
  const values = take.floats("layer.values", header.entries, 1);
  take.check(ascends(vertices, vertexCount) && bones.every((j) => j < boneCount), OUT_OF_RANGE);
  return { vertices, offsets, bones: Uint16Array.from(bones), values };
}
