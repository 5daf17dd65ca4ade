/**
 * A schema for the parts of glTF 2.0's JSON that motion and geometry need. In a file that passes, all values that Sinew
 * reads have the right types and ranges. It does not cover textures, cameras and lights.
 */
import { z } from "zod";
import { damagedGltf } from "../../complaint";

const index = z.int().min(0).max(0xffffffff);
const bytes = z
  .int()
  .min(0)
  .max(2 ** 40);
const name = z.string().optional();
const numbers = (count: number) => z.array(z.number()).length(count);

const meshoptView = z.object({
  buffer: index,
  byteOffset: bytes.default(0),
  byteLength: bytes,
  byteStride: z.int().min(1).max(256),
  count: index,
  mode: z.enum(["ATTRIBUTES", "TRIANGLES", "INDICES"]),
  filter: z.enum(["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"]).default("NONE"),
});

const bufferView = z.object({
  buffer: index,
  byteOffset: bytes.default(0),
  byteLength: bytes,
  byteStride: z.int().min(1).max(252).optional(),
  extensions: z
    .object({
      EXT_meshopt_compression: meshoptView.optional(),
      KHR_meshopt_compression: meshoptView.optional(),
    })
    .optional(),
});

const indexType = z.union([z.literal(5121), z.literal(5123), z.literal(5125)]);
const componentType = z.union([indexType, z.literal(5120), z.literal(5122), z.literal(5126)]);

const accessor = z.object({
  bufferView: index.optional(),
  byteOffset: bytes.default(0),
  componentType,
  normalized: z.boolean().default(false),
  count: index,
  type: z.enum(["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"]),
  sparse: z
    .object({
      count: index,
      indices: z.object({ bufferView: index, byteOffset: bytes.default(0), componentType: indexType }),
      values: z.object({ bufferView: index, byteOffset: bytes.default(0) }),
    })
    .optional(),
});

const primitive = z.object({
  attributes: z.record(z.string(), index),
  indices: index.optional(),
  material: index.optional(),
  mode: z.int().min(0).max(6).default(4),
  targets: z.array(z.record(z.string(), index)).default([]),
  extensions: z
    .object({
      KHR_draco_mesh_compression: z
        .object({ bufferView: index, attributes: z.record(z.string(), index) })
        .optional(),
    })
    .optional(),
});

const node = z.object({
  name,
  children: z.array(index).default([]),
  mesh: index.optional(),
  skin: index.optional(),
  matrix: numbers(16).optional(),
  translation: numbers(3).optional(),
  rotation: numbers(4).optional(),
  scale: numbers(3).optional(),
  weights: z.array(z.number()).optional(),
  extensions: z
    .object({ EXT_mesh_gpu_instancing: z.object({ attributes: z.record(z.string(), index) }).optional() })
    .optional(),
});

const animation = z.object({
  name,
  channels: z
    .array(
      z.object({
        sampler: index,
        target: z.object({
          node: index.optional(),
          path: z.string(),
          extensions: z.record(z.string(), z.unknown()).optional(),
        }),
      }),
    )
    .default([]),
  samplers: z
    .array(
      z.object({
        input: index,
        output: index,
        interpolation: z.enum(["LINEAR", "STEP", "CUBICSPLINE"]).default("LINEAR"),
      }),
    )
    .default([]),
});

const gltf = z.object({
  asset: z.object({ version: z.string() }),
  extensionsUsed: z.array(z.string()).default([]),
  extensionsRequired: z.array(z.string()).default([]),
  // Files with only nodes may have a buffer without data, and some writers omit its length.
  buffers: z.array(z.object({ uri: z.string().optional(), byteLength: bytes.default(0) })).default([]),
  bufferViews: z.array(bufferView).default([]),
  accessors: z.array(accessor).default([]),
  // What they contain is not worth a refusal: appearance-json.ts reads it, and carried/mend-root.ts repairs it.
  materials: z.array(z.object({})).default([]),
  meshes: z
    .array(
      z.object({
        name,
        primitives: z.array(primitive),
        weights: z.array(z.number()).optional(),
        // Names of morph targets are not part of glTF, so anything may be there.
        extras: z
          .object({ targetNames: z.array(z.string()).optional() })
          .optional()
          .catch(undefined),
      }),
    )
    .default([]),
  nodes: z.array(node).default([]),
  skins: z
    .array(
      z.object({
        name,
        inverseBindMatrices: index.optional(),
        joints: z.array(index),
        skeleton: index.optional(),
      }),
    )
    .default([]),
  animations: z.array(animation).default([]),
  scenes: z.array(z.object({ name, nodes: z.array(index).default([]) })).default([]),
  scene: index.optional(),
});

export type GltfJson = z.infer<typeof gltf>;
export type AccessorJson = GltfJson["accessors"][number];
export type PrimitiveJson = GltfJson["meshes"][number]["primitives"][number];

/**
 * Parses the JSON of a glTF file.
 * @throws SinewError with the file and the place in the JSON.
 */
export function parseGltfJson(text: string, file: string): GltfJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damagedGltf(file, "Its description is not JSON.");
  }
  const version = (value as { asset?: { version?: unknown } } | null)?.asset?.version;
  if (typeof version === "string" && !version.startsWith("2.")) {
    throw damagedGltf(file, `It is glTF ${version}; Sinew reads glTF 2.0.`);
  }
  const parsed = gltf.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  throw damagedGltf(
    file,
    `At ${place.replace(/^\./, "") || "its root"} its JSON is wrong: ${wrongIn(issue)}.`,
  );
}

/** The error at a place in the JSON, worded as the end of a sentence. */
function wrongIn(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_type") return issue.message;
  const isMissing = /received undefined$/.test(issue.message);
  return `${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected} ${isMissing ? "is missing" : "belongs there"}`;
}
