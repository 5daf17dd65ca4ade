/** The cage of a rig. It has few faces, so it is in the header of a project, and in a rig's JSON. */
import { z } from "zod";
import { CAGE_COORDINATES, MOST_CAGE_VERTICES, type RigCage } from "../../../model/rig/cage";

export const cageSchema = z.object({
  coordinates: z.enum(CAGE_COORDINATES),
  /** 3T: bones. */
  triangles: z.array(
    z
      .int()
      .min(0)
      .max(MOST_CAGE_VERTICES - 1),
  ),
});

type CageHeader = z.infer<typeof cageSchema>;

export const cageHeader = ({ coordinates, triangles }: RigCage): CageHeader => ({
  coordinates,
  triangles: [...triangles],
});

export const cageFromHeader = ({ coordinates, triangles }: CageHeader): RigCage => ({
  coordinates,
  triangles: Uint32Array.from(triangles),
});
