/** The formats of deformed frames: where each vertex is in each frame, without bones. */

export interface FrameFormat {
  /** As an artist calls it. */
  title: string;
  /** With the dot. */
  extension: string;
  mediaType: string;
  /** A sentence for the dialog. */
  about: string;
  /** What it does not hold, in a sentence; null if it holds all of the mesh. */
  lacks: string | null;
}

const CACHE_LACKS =
  "It has positions alone: put it onto the same mesh, with its vertices in the same order, such as the OBJ that you can save here.";

export const FRAME_FORMATS = {
  abc: {
    title: "Alembic",
    extension: ".abc",
    mediaType: "application/octet-stream",
    about: "The mesh in every frame, for any renderer or engine with Alembic.",
    lacks: "It has no images: only the names of materials.",
  },
  pc2: {
    title: "PC2",
    extension: ".pc2",
    mediaType: "application/octet-stream",
    about: "A point cache for Blender and 3ds Max.",
    lacks: CACHE_LACKS,
  },
  mdd: {
    title: "MDD",
    extension: ".mdd",
    mediaType: "application/octet-stream",
    about: "A point cache for Blender, LightWave, Houdini and Modo.",
    lacks: CACHE_LACKS,
  },
} as const satisfies Record<string, FrameFormat>;

export type FrameFormatId = keyof typeof FRAME_FORMATS;

export const FRAME_FORMAT_IDS = Object.keys(FRAME_FORMATS) as FrameFormatId[];

/** The format of an extension with its dot; null if no frames go out in it. */
export const frameFormatOf = (extension: string): FrameFormatId | null =>
  FRAME_FORMAT_IDS.find((id) => FRAME_FORMATS[id].extension === extension) ?? null;
