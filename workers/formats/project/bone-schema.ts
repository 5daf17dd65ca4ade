import { z } from "zod";
import { isUsable } from "../assemble/check-raw";

const finite = z.number();
const place = z.number().refine(isUsable);

/** The bones of a rig or of a skeleton in a header. */
export const bonesSchema = z
  .array(
    z.object({
      name: z.string(),
      parent: z.int().min(-1),
      head: z.tuple([place, place, place]),
      colour: z.int().min(0).optional(),
      limits: z
        .object({
          swing: finite,
          twist: z.tuple([finite, finite]),
          hinge: z
            .object({ axis: z.tuple([place, place, place]), range: z.tuple([finite, finite]) })
            .optional(),
        })
        .optional(),
      named: z.literal(true).optional(),
    }),
  )
  .max(0xffff);
