/** Sections for the appearance of a mesh: more UV sets, colours, tangents, images, and the rest of its glTF file. */
import { z } from "zod";
import { asShare, type CarriedScene } from "../../../model/mesh/appearance";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { shareBytes } from "../../assemble/shared-arrays";
import { packFloats } from "../byte-planes";
import type { ProjectSections } from "../section-reader";

const count = z.int().min(0).max(0x7fffffff);
/** The most sets of UVs or colours. */
const sets = z.int().min(0).max(64);
/** A colour component; values outside the range are clamped. */
const share = z.number().transform(asShare);
const names = z.array(z.string());
const pair = z.tuple([z.number(), z.number()]);
const wrap = z.enum(["repeat", "clamp", "mirror"]);

const textureSchema = z.object({
  image: count,
  uvSet: count,
  transform: z.object({ offset: pair, rotation: z.number(), scale: pair }).optional(),
  wrap: z.tuple([wrap, wrap]).optional(),
  nearest: z.boolean().optional(),
  strength: z.number().optional(),
});

export const materialSchema = z.object({
  name: z.string(),
  baseColour: z.tuple([share, share, share, share]),
  doubleSided: z.boolean(),
  // All of the following is missing in older files.
  metallic: share.optional(),
  roughness: share.optional(),
  emissive: z.tuple([z.number().min(0), z.number().min(0), z.number().min(0)]).optional(),
  alpha: z.enum(["opaque", "mask", "blend"]).optional(),
  alphaCutoff: share.optional(),
  textures: z
    .object({
      baseColour: textureSchema.optional(),
      metallicRoughness: textureSchema.optional(),
      normal: textureSchema.optional(),
      occlusion: textureSchema.optional(),
      emissive: textureSchema.optional(),
    })
    .optional(),
});

/** Missing in older files, and for meshes without an appearance. */
export const appearanceSchema = z.object({
  moreUvs: sets.default(0),
  colours: sets.default(0),
  setNames: z.object({ uvs: names, colours: names }).optional(),
  tangents: z.boolean().default(false),
  images: z.array(z.object({ name: z.string(), mimeType: z.string(), size: count })).default([]),
  carried: z
    .object({
      ...{ textSize: count, size: count, contents: names, lost: names },
      ...{ motion: names.optional(), joints: names.optional() },
    })
    .nullable()
    .default(null),
});
type AppearanceHeader = z.infer<typeof appearanceSchema>;

/** The lists of words about the rest of a glTF file. */
const saidOf = ({ contents, lost, motion, joints }: Omit<CarriedScene, "text" | "bytes">) => ({
  ...{ contents, lost },
  ...(motion && { motion }),
  ...(joints && { joints }),
});

type Appearance = Pick<MeshSequence, "moreUvs" | "colours" | "setNames" | "tangents" | "images" | "carried">;

/** The header for the appearance of a mesh; null if it has none. */
export function appearanceHeader({
  moreUvs = [],
  colours = [],
  setNames,
  tangents,
  images = [],
  carried,
}: Appearance): AppearanceHeader | null {
  if (moreUvs.length + colours.length + images.length === 0 && !setNames && !tangents && !carried)
    return null;
  const text = carried && new TextEncoder().encode(carried.text);
  return {
    moreUvs: moreUvs.length,
    colours: colours.length,
    ...(setNames && { setNames }),
    tangents: tangents !== undefined,
    images: images.map(({ name, mimeType, bytes }) => ({ name, mimeType, size: bytes.length })),
    carried:
      carried && text
        ? {
            textSize: text.length,
            size: carried.bytes.length,
            ...saidOf(carried),
          }
        : null,
  };
}

/** Writes the sections, bit for bit. */
export function writeAppearanceSections(
  { moreUvs = [], colours = [], tangents, images = [], carried }: Appearance,
  add: (name: string, bytes: Uint8Array) => void,
): void {
  for (const set of moreUvs) add("moreUvs", packFloats(set, 2));
  for (const set of colours) add("colours", packFloats(set, 4));
  if (tangents) add("tangents", packFloats(tangents, 4));
  for (const { bytes } of images) add("image", bytes);
  if (carried) {
    add("carriedText", new TextEncoder().encode(carried.text));
    add("carriedBytes", carried.bytes);
  }
}

/** Reads the sections, in the order of `writeAppearanceSections`. */
export function readAppearanceSections(
  { appearance: header, displayCount }: { appearance: AppearanceHeader | null; displayCount: number },
  { floats, bytes }: Pick<ProjectSections, "floats" | "bytes">,
): Appearance {
  if (!header) return {};
  const list = (section: string, length: number, width: number) =>
    Array.from({ length }, () => floats(section, width * displayCount, width));
  const moreUvs = list("moreUvs", header.moreUvs, 2);
  const colours = list("colours", header.colours, 4);
  const tangents = header.tangents ? floats("tangents", 4 * displayCount, 4) : null;
  const images = header.images.map(({ name, mimeType, size }) => ({
    name,
    mimeType,
    bytes: shareBytes(bytes("image", size)),
  }));
  const { carried } = header;
  return {
    ...(moreUvs.length > 0 && { moreUvs }),
    ...(colours.length > 0 && { colours }),
    ...(header.setNames && { setNames: header.setNames }),
    ...(tangents && { tangents }),
    ...(images.length > 0 && { images }),
    ...(carried && {
      carried: {
        text: new TextDecoder().decode(bytes("carriedText", carried.textSize)),
        bytes: shareBytes(bytes("carriedBytes", carried.size)),
        ...saidOf(carried),
      },
    }),
  };
}
