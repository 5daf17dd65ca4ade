/** Formats for deformed frames: the position of each vertex in each frame, without bones. */

export interface FrameFormat {
  /** The artist's name for it. */
  title: string;
  /** The extension with its dot. */
  extension: string;
  mediaType: string;
  /** A sentence for the dialog. */
  about: string;
}

export const FRAME_FORMATS = {
  abc: {
    title: "Alembic",
    extension: ".abc",
    mediaType: "application/octet-stream",
    about: "The mesh in every frame, for any renderer or engine with Alembic.",
  },
  pc2: {
    title: "PC2",
    extension: ".pc2",
    mediaType: "application/octet-stream",
    about: "A point cache for Blender and 3ds Max.",
  },
  mdd: {
    title: "MDD",
    extension: ".mdd",
    mediaType: "application/octet-stream",
    about: "A point cache for Blender, LightWave, Houdini and Modo.",
  },
} as const satisfies Record<string, FrameFormat>;

export type FrameFormatId = keyof typeof FRAME_FORMATS;

export const FRAME_FORMAT_IDS = Object.keys(FRAME_FORMATS) as FrameFormatId[];

/** The format for an extension with its dot; null if frames cannot be exported to it. */
export const frameFormatOf = (extension: string): FrameFormatId | null =>
  FRAME_FORMAT_IDS.find((id) => FRAME_FORMATS[id].extension === extension) ?? null;
