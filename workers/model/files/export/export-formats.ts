/** The formats for rigs, and what each can hold. Their writers are in `formats/writers.ts`. */

import { COMPRESSIONS, type Compression } from "./compression";
import type { SidesOf } from "./sides-left-out";
import type { FileUnit } from "./skeleton-export";

export const TEXTURE_PLACES = ["inside", "beside"] as const;
export type TexturePlace = (typeof TEXTURE_PLACES)[number];

/**
 * How textures may be shown: alpha that is cut off, mirrored repeats, pixels without smoothing, and textures that are
 * moved, turned or scaled.
 */
export type TextureLook = "cutOff" | "mirror" | "nearest" | "placed";
const ALL_LOOKS: readonly TextureLook[] = ["cutOff", "mirror", "nearest", "placed"];

/** What a format can hold. Export reduces a rig to this, and reports the loss. */
export interface FormatHolds {
  /** Bones with weights and clips, or only where each vertex is in each frame. */
  rig: "skin" | "frames";
  /** The most influences of a vertex. */
  influences: number;
  /** The most bones of a skin. */
  bones: number;
  /** Whether a bone below a non-uniformly scaled node shears, so that a pair of nodes can represent a shear. */
  shear: boolean;
  /** Whether shapes with animated weights can be added before skinning. */
  morphs: boolean;
  /** The number of clips that can have names of their own. */
  clips: number;
  /** Where images may be: in the file, or in files beside it. The first is the default. */
  textures: readonly [TexturePlace, ...TexturePlace[]];
  /** The types of images that it can contain; null for any. */
  images: readonly string[] | null;
  /** The ways of showing a texture that materials can keep. */
  looks: readonly TextureLook[];
  /** What it can say about the sides of surfaces that are shown. */
  sides: SidesOf;
  uvSets: number;
  colourSets: number;
  /** Whether UV sets and sets of colours have names. */
  setNames: boolean;
  tangents: boolean;
  /** Whether vertices can have custom attributes. */
  attributes: boolean;
  /** Whether kept poses are exported as clips. */
  poses: boolean;
  compression: readonly Compression[];
  /** Whether the scales of bones are half floats, with 11 significant bits. */
  halfScales?: boolean;
  /** How rotations are interpolated between keys. */
  rotations: "quaternions" | "angles";
  /** Whether axes and unit are always applied to its numbers, never to a node above the bones. */
  spaceInNumbers: boolean;
  /** The units that its numbers may have. Most programs expect the first. */
  units: readonly FileUnit[];
}

export interface ExportFormat {
  /** The artist's name for it. */
  title: string;
  /** The extension with its dot. */
  extension: string;
  mediaType: string;
  /** A sentence for the dialog. */
  about: string;
  holds: FormatHolds;
}

const ANY = Number.POSITIVE_INFINITY;

/** The types of images in glTF: PNG and JPEG, and the types that extensions add. */
const GLTF_IMAGES = ["png", "jpeg", "webp", "avif", "ktx2", "vnd-ms.dds"].map((type) => `image/${type}`);

/** What every format with a skin can hold. */
const SKIN_HOLDS = {
  rig: "skin",
  influences: ANY,
  bones: 65535,
  shear: true,
  morphs: true,
  clips: ANY,
  uvSets: ANY,
} as const satisfies Partial<FormatHolds>;

/** UsdSkel. */
const USD_HOLDS = {
  ...SKIN_HOLDS,
  images: ["image/png", "image/jpeg"],
  looks: ["cutOff", "mirror", "placed"],
  sides: "meshes",
  setNames: true,
  colourSets: 1,
  tangents: false,
  attributes: true,
  poses: false,
  compression: ["none"],
  halfScales: true,
  rotations: "quaternions",
  spaceInNumbers: false,
  units: ["m"],
} as const satisfies Partial<FormatHolds>;

export const EXPORT_FORMATS = {
  glb: {
    title: "GLB",
    extension: ".glb",
    mediaType: "model/gltf-binary",
    about: "glTF 2.0 in one file.",
    holds: {
      ...SKIN_HOLDS,
      textures: ["inside"],
      images: GLTF_IMAGES,
      looks: ALL_LOOKS,
      sides: "materials",
      setNames: false,
      colourSets: ANY,
      tangents: true,
      attributes: true,
      poses: true,
      compression: COMPRESSIONS,
      rotations: "quaternions",
      spaceInNumbers: false,
      units: ["m"],
    },
  },
  fbx: {
    title: "FBX",
    extension: ".fbx",
    mediaType: "application/octet-stream",
    about: "FBX 7.5, binary, with its textures inside or beside it.",
    holds: {
      ...SKIN_HOLDS,
      textures: ["inside", "beside"],
      images: null,
      looks: [],
      sides: "nothing",
      setNames: true,
      colourSets: ANY,
      tangents: true,
      attributes: false,
      poses: true,
      compression: ["none"],
      rotations: "angles",
      spaceInNumbers: true,
      units: ["cm", "m", "own"],
    },
  },
  usdz: {
    title: "USDZ",
    extension: ".usdz",
    mediaType: "model/vnd.usdz+zip",
    about: "USD and its textures in one file.",
    holds: { ...USD_HOLDS, textures: ["inside"] },
  },
  usda: {
    title: "USD",
    extension: ".usda",
    mediaType: "text/plain",
    about: "USD as text, with its textures beside it.",
    holds: { ...USD_HOLDS, textures: ["beside"] },
  },
} as const satisfies Record<string, ExportFormat>;

export type ExportFormatId = keyof typeof EXPORT_FORMATS;

/** Where a file has its textures: the requested place if the format allows it, otherwise the format's first. */
export function placeOfTextures(asked: { format?: ExportFormatId; textures?: TexturePlace }): TexturePlace {
  const { holds }: ExportFormat = EXPORT_FORMATS[asked.format ?? "glb"];
  return holds.textures.find((place) => place === asked.textures) ?? holds.textures[0];
}

export const EXPORT_FORMAT_IDS = Object.keys(EXPORT_FORMATS) as ExportFormatId[];

/** The format for a file name, by its extension in upper or lower case; null if rigs cannot be exported to it. */
export const exportFormatOf = (name: string): ExportFormatId | null =>
  EXPORT_FORMAT_IDS.find((id) => name.toLowerCase().endsWith(EXPORT_FORMATS[id].extension)) ?? null;
