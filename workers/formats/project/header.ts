import { z } from "zod";
import { isUsable } from "../assemble/check-raw";
import { bindingSchema } from "./binding-sections";
import { deformSchema } from "./deform-sections";
import { intentSchema } from "./intent-sections";

/** What the JSON header of a project file holds. Numbers are checked here; that they fit each other, on reading. */

const count = z.int().min(0).max(0x7fffffff);
const finite = z.number();
/** Of a colour: what is beyond is as near as may be. */
const share = z.number().transform((x) => Math.min(1, Math.max(0, x)));
const place = z.number().refine(isUsable);
const triple = z.tuple([place, place, place]);
/** Of any length: what a file calls something is kept, and a project that was written opens. */
const name = z.string();
const gridSchema = z.object({ min: z.array(finite).min(2).max(3), step: z.number().positive() });

const sequenceSchema = z.object({
  name,
  vertexCount: count,
  displayCount: count,
  polygonCount: count,
  cornerCount: count,
  triangleCount: count,
  /** Not in files of before there were solids. */
  tetCount: count.default(0),
  /** Not in files of before there were wire edges. */
  wireCount: count.default(0),
  frameCount: count,
  framesPerSection: z.int().min(1),
  fps: z.number().positive(),
  origin: triple,
  parts: z.array(
    z.object({
      name,
      material: count,
      firstPolygon: count,
      polygonCount: count,
      firstTriangle: count,
      triangleCount: count,
    }),
  ),
  materials: z.array(
    z.object({ name, baseColour: z.tuple([share, share, share, share]), doubleSided: z.boolean() }),
  ),
  clips: z.array(z.object({ name, first: count, last: count })).min(1),
  upAxis: z.enum(["x", "y", "z"]),
  metresPerUnit: z.number().positive(),
  hasUvs: z.boolean(),
  hasNormals: z.boolean(),
  /** Null where every number is stored bit for bit. */
  quantised: z
    .object({ positions: gridSchema, uvs: gridSchema.nullable(), normals: gridSchema.nullable() })
    .nullable(),
});

const rigSchema = z.object({
  bones: z
    .array(z.object({ name, parent: z.int().min(-1), head: triple, colour: z.int().min(0).optional() }))
    .max(0xffff),
  boneKind: z.enum(["rigid", "affine"]),
  influenceCount: count,
  /** False where the rig deforms the sequence's own rest pose. */
  ownRest: z.boolean(),
  /** Rank of its correction; not in files of before there were any. */
  correction: z.int().min(0).max(0xffff).default(0),
});

/** Loose: a report says more from version to version, and what is unknown here is kept. */
const reportSchema = z.looseObject({
  version: z.literal(1),
  method: name,
  eRms: finite,
  rmsePercent: finite,
  maxErrorPercent: finite,
  normalErrorDegrees: finite,
  jitterPercent: finite,
  strayInfluenceShare: finite,
  bonesAsked: finite.nullable(),
  bones: count,
  bonesReason: z.string().nullable(),
  converged: z.boolean().optional(),
  cutShort: z.array(z.string()).optional(),
  vertices: count,
  frames: count,
  influences: count,
  meanInfluences: finite,
  seconds: finite,
  secondsPerPhase: z.record(z.string(), finite),
  iterations: count,
  errorPerIteration: z.array(finite),
  history: z.array(z.looseObject({ eRms: finite, seconds: finite, event: z.string().nullable() })),
  errorPerFrame: z.array(finite),
  basisRank: finite,
  basisTailERms: finite,
  threads: finite,
  seed: finite,
  rigBytes: finite,
  sequenceBytes: finite,
  hasErrorPerVertex: z.boolean(),
  /** Not in files of before corrections had errors of their vertices. */
  hasCorrectedPerVertex: z.boolean().default(false),
});

const settingsSchema = z.looseObject({
  method: name,
  bones: finite,
  errorTarget: finite.nullable(),
  influences: finite,
  boneKind: z.enum(["rigid", "affine"]),
  smoothness: finite,
  iterations: finite.nullable(),
  restarts: finite.nullable(),
  seconds: finite.nullable(),
  tolerance: finite,
  patience: finite,
  correctRestPose: z.boolean(),
  seed: finite,
});

export const headerSchema = z.object({
  sequence: sequenceSchema,
  rig: rigSchema.nullable(),
  report: reportSchema.nullable(),
  settings: settingsSchema.nullable(),
  /** Not in files of before there were deformers. */
  deform: deformSchema.nullable().default(null),
  /** Not in files of before maps were painted for solves, nor where nothing is. */
  intent: intentSchema.nullable().default(null),
  /** Names of the test poses. */
  poses: z.array(name).default([]),
  /** Not in files of before meshes were bound to skeletons, nor where none is. */
  binding: bindingSchema.nullable().default(null),
  sections: z.array(z.object({ name, size: count, packed: count, crc: z.int().min(0).max(0xffffffff) })),
});

export type Header = z.infer<typeof headerSchema>;
export type SequenceHeader = Header["sequence"];
