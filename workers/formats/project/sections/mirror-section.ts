/** How the sides of a mesh are matched, in the header of a project. */
import { z } from "zod";
import { MIRROR_DEFAULTS, type MirrorSettings } from "../../../model/weights/mirror-settings";

const finite = z.number();
const vertex = z.int().min(0);

export const mirrorSchema = z.object({
  plane: z.enum(["x", "y", "z", "fitted"]),
  offset: finite.nullable(),
  by: z.enum(["surface", "topology", "uv"]),
  within: finite.nullable(),
  edge: z.tuple([vertex, vertex]).nullable(),
  line: finite.nullable(),
  pairs: z.array(z.tuple([z.string(), z.string()])),
});

/** Null for the defaults, so that most files do not grow. */
export const writeMirror = (settings: MirrorSettings | undefined): MirrorSettings | null =>
  settings && JSON.stringify(settings) !== JSON.stringify(MIRROR_DEFAULTS) ? settings : null;
