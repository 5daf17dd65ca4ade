/** How surfaces look, in the terms of glTF's metallic-roughness model. All readers and writers use these types. */

/** The unchanged bytes of an image file. They are never decoded and encoded again. */
export interface ImageFile {
  /** The name of its file, or a name of its own, without folders. */
  name: string;
  mimeType: string;
  bytes: Uint8Array;
}

/**
 * What a glTF file has besides the surface that moves: cameras, lights, other nodes and meshes, extras, extensions. A
 * GLB that is exported from it keeps them. Only glTF's reader and writer look inside. For other files it has only the
 * lists of words.
 */
export interface CarriedScene {
  /** JSON with the rest of the file's own material; "{}" if the file is no glTF. */
  text: string;
  /** The buffer that the JSON refers to. */
  bytes: Uint8Array;
  /** Descriptions of what it has besides materials: "2 cameras". */
  contents: string[];
  /** Sentences about what it leaves out. */
  lost: string[];
  /** Names of clips that also move some of it. It moves in a file only if the file has the clip. */
  motion?: string[];
  /**
   * Names of joints whose extras are lost without a bone of that name: a GLB gives them to these bones. Joints that are
   * kept as plain nodes are not in the list.
   */
  joints?: string[];
}

export type TextureWrap = "repeat" | "clamp" | "mirror";

/** An image on a surface. */
export interface TextureMap {
  /** Index into `MeshSequence.images`. */
  image: number;
  /** 0 for `MeshSequence.uvs`, n for `moreUvs[n - 1]`. */
  uvSet: number;
  /** UVs are scaled, then turned (radians), then moved, as KHR_texture_transform does. Default: none of it. */
  transform?: { offset: [number, number]; rotation: number; scale: [number, number] };
  /** The wrap modes in u and v; both repeat by default. */
  wrap?: [TextureWrap, TextureWrap];
  /** Whether it is shown without smoothing between its pixels. */
  nearest?: boolean;
  /** Strength of a normal map or an occlusion map; default 1. */
  strength?: number;
}

export type TextureSlot = "baseColour" | "metallicRoughness" | "normal" | "occlusion" | "emissive";

export interface Material {
  name: string;
  /** Linear RGBA in 0..1. */
  baseColour: [number, number, number, number];
  doubleSided: boolean;
  /** 0..1; default 0. */
  metallic?: number;
  /** 0..1; default 1. */
  roughness?: number;
  /** Linear RGB, 0 or more; default black. */
  emissive?: [number, number, number];
  /** Default opaque. `mask` shows places whose alpha is at least `alphaCutoff`. */
  alpha?: "opaque" | "mask" | "blend";
  /** 0..1; default 0.5. */
  alphaCutoff?: number;
  textures?: Partial<Record<TextureSlot, TextureMap>>;
}

/** The file's own names of its UV sets and sets of colours, in their order; "" for a set without a name. */
export interface SetNames {
  uvs: string[];
  colours: string[];
}

/** A number clamped to 0..1, because a GLB with other colours is not valid. */
export const asShare = (x: number): number => Math.min(1, Math.max(0, x));
