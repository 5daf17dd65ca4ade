import { z } from "zod";
import { isUsable } from "../../assemble/check-raw";

const finite = z.number();
const place = z.number().refine(isUsable);
const triple = z.tuple([place, place, place]);
const range = z.tuple([finite, finite]);
const hinge = z.object({ axis: triple, range }).optional();

/** The bones of a rig or of a skeleton in a header. */
export const bonesSchema = z
  .array(
    z.object({
      name: z.string(),
      parent: z.int().min(-1),
      head: triple,
      colour: z.int().min(0).optional(),
      limits: z.object({ swing: finite, twist: range, hinge }).optional(),
      named: z.literal(true).optional(),
    }),
  )
  .max(0xffff);

/** The segments of a skeleton in a header. */
export const segmentsSchema = z
  .array(
    z.object({
      name: z.string().max(4096),
      parent: z.int().min(-1),
      kind: z.enum(["rigid", "spine", "stretch-twist", "virtual"]),
      head: triple,
      tail: triple,
      limits: z.object({ swing: finite, twist: range, stretch: range, hinge }),
    }),
  )
  .max(0xffff);
