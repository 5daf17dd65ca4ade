/** Deforms the shots of a figure with the engine's own deformers, and measures them. */

import { type GalleryModel, poseNamed } from "../../tools/samples/gallery/model";
import { spreadWeights } from "../../tools/samples/gallery/spread-weights";
import { prepareDeformer } from "../../workers/deform/deform-frames";
import { setCovariance } from "../../workers/deform/direct/direct-pose";
import type { DirectEntries } from "../../workers/deform/direct/omega";
import { owners } from "../../workers/deform/rigid-bind";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { DEFORM_DEFAULTS, type DeformSettings, deformSourceOf } from "../../workers/model/deform";
import { restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import { type Pose, poseMatrices, restPose } from "../../workers/model/rig/pose";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import type { Figure, Measured, Shot } from "./figure";
import { drawnSkin, longestStretch, shareInside, volumeChange } from "./measures";

/** A shot with its deformed mesh. */
export interface Developed {
  shot: Shot;
  settings: DeformSettings;
  /** The rig with the weights of the classic deformers. */
  rig: Rig;
  /** Null if no deformer posed the shot. */
  pose: Pose | null;
  /** 3V. */
  positions: Float64Array;
  measured: Measured;
}

const NOTHING: Measured = {
  volume: null,
  longest: null,
  inside: null,
  flipped: null,
  drawn: null,
  bulge: null,
};

/** Deforms every shot of a figure, by row and column. */
export async function developFigure(figure: Figure): Promise<{
  model: GalleryModel;
  rows: (Developed | null)[][];
}> {
  const model = await figure.model();
  const done = new Map<string, Promise<Developed>>();
  const once = (shot: Shot) => {
    const key = JSON.stringify(shot);
    const developed = done.get(key) ?? develop(figure, model, shot);
    done.set(key, developed);
    return developed;
  };
  const rows: (Developed | null)[][] = [];
  for (const { shots } of figure.rows) {
    const row: (Developed | null)[] = [];
    for (const shot of shots) row.push(shot && (await once(shot)));
    rows.push(row);
  }
  return { model, rows };
}

async function develop(figure: Figure, model: GalleryModel, shot: Shot): Promise<Developed> {
  const rest = Float64Array.from(model.rig.rest);
  const rig = await rigOf(model, shot);
  const settings = settingsOf(rig, shot);
  if (shot.kind === "rest") {
    return { shot, settings, rig, pose: restPose(rig.bones), positions: rest, measured: NOTHING };
  }
  const source = deformSourceOf(model.sequence, rig);
  const kind = shot.kind === "mush" ? "ddm-v0" : shot.kind;
  const { deformer, entries } = await prepareDeformer(kind, source, settings, threads, UNWATCHED);
  if (shot.kind === "mush") {
    const positions = entries?.centres ?? rest;
    const volume = volumeChange(rest, positions, source.triangles);
    return { shot, settings, rig, pose: null, positions, measured: { ...NOTHING, volume } };
  }
  const pose = poseNamed(model, shot.pose ?? "");
  const matrices = poseMatrices(rig.bones, pose);
  const { positions } = deformer.pose(matrices);
  const skin = figure.region && drawnSkin(rest, positions, source.triangles, figure.region);
  const wanted = new Set(figure.measures);
  const measured: Measured = {
    volume: volumeChange(rest, positions, source.triangles),
    longest: longestStretch(rest, positions, source.triangles),
    inside: wanted.has("inside") ? shareInside(positions, source.triangles) : null,
    flipped: entries && kind === "ddm-v1" ? flippedPatches(entries, matrices) : null,
    drawn: skin?.drawn ?? null,
    bulge: skin?.bulge ?? null,
  };
  return { shot, settings, rig, pose, positions, measured };
}

/** One thread: the models are small. */
const threads = (bytes: number) => nodeParallel(bytes, 1);

function settingsOf({ bones }: Rig, { settings, slideOf }: Shot): DeformSettings {
  const slideOfBone = slideOf ? Float32Array.from(bones, ({ name }) => slideOf[name] ?? 1) : null;
  return { ...DEFORM_DEFAULTS, slideOfBone, ...settings };
}

async function rigOf({ sequence, rig }: GalleryModel, { spread }: Shot): Promise<Rig> {
  if (spread === undefined) return rig;
  const reach = 0.01 * restDiagonal(sequence);
  const weights = await spreadWeights(sequence, owners(rig.weights), rig.bones.length, spread, reach);
  return { ...rig, weights };
}

/** Percent of the vertices whose patch is inverted; there v1 turns its delta the wrong way. */
function flippedPatches(entries: DirectEntries, matrices: Float32Array): number {
  const vertices = entries.offsets.length - 1;
  const c = new Float64Array(9);
  let flipped = 0;
  for (let i = 0; i < vertices; i++) {
    setCovariance(entries, matrices, i, c);
    const det =
      c[0] * (c[4] * c[8] - c[5] * c[7]) -
      c[1] * (c[3] * c[8] - c[5] * c[6]) +
      c[2] * (c[3] * c[7] - c[4] * c[6]);
    if (det < 0) flipped++;
  }
  return (100 * flipped) / vertices;
}
