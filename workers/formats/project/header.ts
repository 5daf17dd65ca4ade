import { z } from "zod";
import { isUsable } from "../assemble/check-raw";
import { fitSchema } from "./fit/fit-sections";
import { appearanceSchema, materialSchema } from "./sections/appearance-sections";
import { bindingSchema } from "./sections/binding-sections";
import { bonesSchema } from "./sections/bone-schema";
import { cageSchema } from "./sections/cage-header";
import { deformSchema } from "./sections/deform-sections";
import { intentSchema } from "./sections/intent-sections";
import { layersSchema } from "./sections/layer-sections";
import { mirrorSchema } from "./sections/mirror-section";
import { sceneSchema } from "./sections/scene-sections";
import { selectionSchema } from "./sections/selection-sections";
import { shapesSchema } from "./sections/shape-sections";
import { extractionSchema } from "./sections/skeleton-sections";
import { twoLayerSchema } from "./sections/two-layer-sections";

/**
 * The JSON header of a project file. The ranges of numbers are checked here. The reader checks that numbers fit each
 * other.
 */

const count = z.int().min(0).max(0x7fffffff);
const finite = z.number();
const place = z.number().refine(isUsable);
const triple = z.tuple([place, place, place]);
/** Names may have any length, because names of files are kept and a written project must open again. */
const name = z.string();
const gridSchema = z.object({ min: z.array(finite).min(2).max(3), step: z.number().positive() });

const sequenceSchema = z.object({
  name,
  vertexCount: count,
  displayCount: count,
  polygonCount: count,
  cornerCount: count,
  triangleCount: count,
  /** Files lack it if they were saved before solids were supported. */
  tetCount: count.default(0),
  /** Files lack it if they were saved before wire edges were supported. */
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
  materials: z.array(materialSchema),
  /** Missing in older files, and for meshes without an appearance. */
  appearance: appearanceSchema.nullable().default(null),
  /** Missing in older files, and for meshes without shapes and unknown attributes. */
  shaped: shapesSchema.nullable().default(null),
  clips: z.array(z.object({ name, first: count, last: count })).min(1),
  upAxis: z.enum(["x", "y", "z"]),
  metresPerUnit: z.number().positive(),
  /** Where the frames are, if the file does not have them. Missing in older files. */
  filed: z
    .object({
      id: name,
      files: z.array(name),
      choice: z.object({
        clips: z.array(count),
        fps: finite.nullable(),
        upAxis: z.enum(["x", "y", "z"]).nullable(),
        metresPerUnit: finite.nullable(),
        restFrame: count.nullable(),
        keepRig: z.boolean().optional(),
      }),
      box: z.array(finite).length(6),
      /** Missing in older files. */
      checksum: name.optional(),
    })
    .nullable()
    .default(null),
  hasUvs: z.boolean(),
  hasNormals: z.boolean(),
  /** Null if every number is stored bit for bit. */
  quantised: z
    .object({ positions: gridSchema, uvs: gridSchema.nullable(), normals: gridSchema.nullable() })
    .nullable(),
});

const rigSchema = z.object({
  bones: bonesSchema,
  boneKind: z.enum(["rigid", "affine"]),
  influenceCount: count,
  /** False if the rig deforms the sequence's own rest pose. */
  ownRest: z.boolean(),
  /** Rank of its correction; missing in files from before corrections were supported. */
  correction: z.int().min(0).max(0xffff).default(0),
  /** Missing in older files, and for rigs without layers. */
  twoLayer: twoLayerSchema.nullable().default(null),
  /** Missing in older files. */
  cage: cageSchema.nullable().default(null),
});

/** A loose schema: later versions add fields to reports, and unknown ones are kept. */
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
  connection: z
    .looseObject({ costPercent: finite, isUpperBound: z.boolean().optional(), connected: z.boolean() })
    .optional(),
  locality: z.looseObject({ costPercent: finite, farBefore: finite, farAfter: finite }).optional(),
  converged: z.boolean().optional(),
  cutShort: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional(),
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
  /** Missing in older files. */
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
  /** Files lack it if they were saved before deformers were supported. */
  deform: deformSchema.nullable().default(null),
  /** Older files lack it, and so do files without painted maps. */
  intent: intentSchema.nullable().default(null),
  /** Names of the test poses. */
  poses: z.array(name).default([]),
  /** Older files lack it, and so do files without a binding. */
  binding: bindingSchema.nullable().default(null),
  /** Older files lack it, and so do files without settings for an extraction. */
  extraction: extractionSchema.nullable().default(null),
  /** Files lack it if they were saved before artists could bring their own skeletons. */
  fit: fitSchema.nullable().default(null),
  /** Older files lack it; null means the defaults. */
  mirroring: mirrorSchema.nullable().default(null),
  /** Older files lack it, and so do files without a selection, a mask or sets of vertices. */
  selection: selectionSchema.nullable().default(null),
  /** Older files lack it, and so do files whose weights have no layers. */
  weightLayers: layersSchema.nullable().default(null),
  /** Older files lack it, and so do files in which no view is saved and nothing is hidden. */
  scene: sceneSchema.nullable().default(null),
  sections: z.array(z.object({ name, size: count, packed: count, crc: z.int().min(0).max(0xffffffff) })),
});

export type Header = z.infer<typeof headerSchema>;
export type SequenceHeader = Header["sequence"];
