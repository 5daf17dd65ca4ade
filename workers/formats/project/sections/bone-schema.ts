import { z } from "zod";
import { isUsable } from "../../assemble/check-raw";

/** Rounding changes the length of a unit quaternion by less. */
const UNIT = 1e-6;

const finite = z.number();
const place = z.number().refine(isUsable);
const triple = z.tuple([place, place, place]);
const range = z.tuple([finite, finite]);
/** A unit quaternion. */
export const axesSchema = z
  .tuple([finite, finite, finite, finite])
  .refine((q) => Math.abs(Math.hypot(...q) - 1) < UNIT)
  .optional();
const hinge = z.object({ axis: triple, range }).optional();

/** The bones of a rig or of a skeleton in a header. */
export const bonesSchema = z
  .array(
    z.object({
      name: z.string(),
      parent: z.int().min(-1),
      head: triple,
      axes: axesSchema,
      colour: z.int().min(0).optional(),
      limits: z.object({ swing: finite, twist: range, hinge }).optional(),
      named: z.literal(true).optional(),
      end: z.literal(true).optional(),
      tip: triple.optional(),
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
      axes: axesSchema,
      limits: z.object({ swing: finite, twist: range, stretch: range, hinge }),
      end: z.literal(true).optional(),
    }),
  )
  .max(0xffff);
