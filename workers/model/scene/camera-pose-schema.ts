import { z } from "zod";

const finite = z.number();

/** A `CameraPose` in project files and saved views. */
export const cameraPoseSchema = z.object({
  target: z.tuple([finite, finite, finite]),
  yaw: finite,
  pitch: finite,
  distance: z.number().positive(),
  aspect: z.number().positive(),
  orthographic: z.boolean().optional(),
});
