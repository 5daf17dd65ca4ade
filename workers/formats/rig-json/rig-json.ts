/**
 * A rig as JSON, for scripts and pipelines: bones, weights, motion and rest pose, with the units and clips of the
 * sequence. Version 1; docs/reference/rig-json.md describes every field. Numbers have the fewest digits that restore
 * the same 32 bits.
 */

import { z } from "zod";
import { SinewError } from "../../model/errors";
import { wellFormedJson } from "../../model/files/well-formed";
import type { SequenceMesh } from "../../model/mesh/streamed-sequence";
import { howMany } from "../../model/reports/figures";
import { type SolveReport, withoutVertexErrors } from "../../model/reports/solve-report";
import { cageOf } from "../../model/rig/cage";
import { MOST_BONES, type Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { layersOf } from "../../model/rig/two-layer";
import { axesSchema } from "../project/sections/bone-schema";
import { cageFromHeader, cageHeader, cageSchema } from "../project/sections/cage-header";

const FORMAT = "sinew-rig";
const VERSION = 1;

const count = z.int().min(0);
const numbers = z.array(z.number());
const triple = z.tuple([z.number(), z.number(), z.number()]);

const layer = z.object({ offsets: z.array(count), bones: z.array(count), values: numbers });

const rigJson = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  sequence: z.object({
    name: z.string(),
    vertices: count,
    frames: count,
    fps: z.number().positive(),
    clips: z.array(z.object({ name: z.string(), first: count, last: count })),
    origin: triple,
    upAxis: z.enum(["x", "y", "z"]),
    metresPerUnit: z.number().positive(),
  }),
  boneKind: z.enum(["rigid", "affine"]),
  /** `axes` are missing for joints without axes of their own, and in older files. */
  bones: z
    .array(
      z.object({
        name: z.string(),
        parent: z.int().min(-1),
        head: triple,
        axes: axesSchema,
        end: z.literal(true).optional(),
        tip: triple.optional(),
      }),
    )
    .min(1),
  rest: numbers,
  weights: layer,
  motion: numbers,
  /** Missing for rigs without a correction, and in older files. */
  correction: z.object({ rank: z.int().min(1), shapes: numbers, weights: numbers }).optional(),
  /** Missing for rigs whose weights do not have two layers. */
  twoLayer: z.object({ virtual: layer, vertices: layer }).optional(),
  /** Missing for rigs whose bones are not the vertices of a cage. */
  cage: cageSchema.optional(),
  report: z.record(z.string(), z.unknown()).nullable(),
});

export type RigJson = z.infer<typeof rigJson>;

/** The shortest decimal that gives the same f32. */
function shortest(x: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(x.toPrecision(digits));
    if (Math.fround(short) === x) return short;
  }
  return Number(x.toPrecision(9));
}

const decimals = (values: Float32Array) => Array.from(values, shortest);

const rowsToJson = ({ offsets, bones, values }: SparseWeights) => ({
  offsets: [...offsets],
  bones: [...bones],
  values: decimals(values),
});

const rowsFromJson = ({ offsets, bones, values }: z.infer<typeof layer>): SparseWeights => ({
  version: 1,
  offsets: Uint32Array.from(offsets),
  bones: Uint16Array.from(bones),
  values: Float32Array.from(values),
});

/** @param report is written without its errors per vertex; null if the rig was not solved here. */
export function rigToJson(sequence: SequenceMesh, rig: Rig, report: SolveReport | null): string {
  const figures = report ? withoutVertexErrors(report) : {};
  const layers = layersOf(rig);
  const cage = cageOf(rig);
  const json: RigJson = {
    format: FORMAT,
    version: VERSION,
    sequence: {
      name: sequence.name,
      vertices: sequence.vertexCount,
      frames: sequence.frameCount,
      fps: sequence.fps,
      clips: sequence.clips.map(({ name, first, last }) => ({ name, first, last })),
      origin: sequence.origin,
      upAxis: sequence.upAxis,
      metresPerUnit: sequence.metresPerUnit,
    },
    boneKind: rig.boneKind,
    bones: rig.bones.map(({ name, parent, head, axes, end, tip }) => ({
      name,
      parent,
      head,
      ...(axes && { axes }),
      ...(end && { end }),
      ...(tip && { tip }),
    })),
    rest: decimals(rig.rest),
    weights: rowsToJson(rig.weights),
    motion: decimals(rig.motion),
    ...(rig.correction && {
      correction: {
        rank: rig.correction.rank,
        shapes: decimals(rig.correction.shapes),
        weights: decimals(rig.correction.weights),
      },
    }),
    ...(layers && {
      twoLayer: { virtual: rowsToJson(layers.virtual), vertices: rowsToJson(layers.vertices) },
    }),
    ...(cage && { cage: cageHeader(cage) }),
    report: report && figures,
  };
  return wellFormedJson(json);
}

/** A sentence about the first thing that does not fit in a rig of V vertices, F frames and B bones, or null. */
function misfit({ sequence, bones, rest, weights, motion, correction, twoLayer }: RigJson): string | null {
  const [V, F, B] = [sequence.vertices, sequence.frames, bones.length];
  if (B > MOST_BONES) return `It has ${B} bones; a rig has at most ${MOST_BONES}.`;
  const orphan = bones.findIndex((bone, j) => bone.parent >= j);
  if (orphan >= 0) return `Bone ${orphan + 1} comes before its parent.`;
  if (new Set(bones.map((bone) => bone.name)).size < B) return "Two of its bones have the same name.";
  if (rest.length !== 3 * V)
    return `Its rest pose has ${howMany(rest.length, "number")} for ${howMany(V, "vertex")}.`;
  if (motion.length !== 12 * F * B) {
    return `Its motion has ${howMany(motion.length, "number")}; ${howMany(F, "frame")} of ${howMany(B, "bone")} have ${12 * F * B}.`;
  }
  const { rank = 0, shapes = [], weights: sliders = [] } = correction ?? {};
  if (shapes.length !== 3 * V * rank || sliders.length !== F * rank) {
    return `Its correction of rank ${rank} does not fit ${howMany(V, "vertex")} and ${howMany(F, "frame")}.`;
  }
  const wrong = rowMisfit(weights, V, B, "vertices");
  if (wrong || !twoLayer) return wrong;
  const q = twoLayer.virtual.offsets.length - 1;
  return rowMisfit(twoLayer.virtual, q, B, "virtual bones") ?? rowMisfit(twoLayer.vertices, V, q, "vertices");
}

/** A sentence about the first fault in the weights of `bones` bones, or null. */
function rowMisfit(rows: z.infer<typeof layer>, count: number, bones: number, moved: string): string | null {
  const { offsets } = rows;
  const entries = rows.bones.length;
  if (
    count < 0 ||
    offsets.length !== count + 1 ||
    offsets[0] !== 0 ||
    offsets[count] !== entries ||
    rows.values.length !== entries
  ) {
    return `Its weights do not fit ${count} ${moved}.`;
  }
  if (offsets.some((offset, i) => i > 0 && offset < offsets[i - 1])) return "Its weights are out of order.";
  const unknown = rows.bones.findIndex((bone) => bone >= bones);
  return unknown < 0 ? null : `A weight names bone ${rows.bones[unknown] + 1} of ${bones}.`;
}

/**
 * @param file its name, for error messages.
 * @throws SinewError if it is not a rig of this version or its arrays do not fit.
 */
export function rigFromJson(text: string, file: string): { rig: Rig; json: RigJson } {
  const wrong = (body: string): never => {
    throw new SinewError({ title: `${file} is not a rig that Sinew can read`, body });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    wrong("It is not JSON.");
  }
  const header = value as { format?: unknown; version?: unknown } | null;
  if (header?.format !== FORMAT) wrong(`It does not say "format": "${FORMAT}".`);
  if (header?.version !== VERSION)
    wrong(`It is version ${header?.version}; this Sinew reads version ${VERSION}.`);
  const parsed = rigJson.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return wrong(`At ${issue.path.join(".") || "its root"}: ${issue.message}.`);
  }
  const json = parsed.data;
  const problem = misfit(json);
  if (problem) wrong(problem);
  const { boneKind, bones, weights, correction, twoLayer, cage } = json;
  const rig: Rig = {
    version: 1,
    boneKind,
    bones,
    weights: rowsFromJson(weights),
    motion: Float32Array.from(json.motion),
    rest: Float32Array.from(json.rest),
    ...(correction && {
      correction: {
        rank: correction.rank,
        shapes: Float32Array.from(correction.shapes),
        weights: Float32Array.from(correction.weights),
      },
    }),
    ...(twoLayer && {
      twoLayer: { virtual: rowsFromJson(twoLayer.virtual), vertices: rowsFromJson(twoLayer.vertices) },
    }),
    ...(cage && { cage: cageFromHeader(cage) }),
  };
  return { rig, json };
}
