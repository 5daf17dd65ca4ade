import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import {
  type FramesInFiles,
  isFiled,
  type OpenedSequence,
  type SequenceMesh,
} from "../../model/mesh/streamed-sequence";
import { withoutVertexErrors } from "../../model/reports/solve-report";
import { cageOf } from "../../model/rig/cage";
import type { Rig } from "../../model/rig/rig";
import { layersOf } from "../../model/rig/two-layer";
import { packFloats, packIntegers } from "./byte-planes";
import { ContainerWriter } from "./container";
import { writeFit } from "./fit/fit-sections";
import type { Header, SequenceHeader } from "./header";
import type { Project } from "./project";
import { FramePredictor, gridOf, predecessors, solverPredecessors } from "./quantise";
import { appearanceHeader, writeAppearanceSections } from "./sections/appearance-sections";
import { writeBinding } from "./sections/binding-sections";
import { cageHeader } from "./sections/cage-header";
import { writeDeform, writePoses } from "./sections/deform-sections";
import { writeIntent } from "./sections/intent-sections";
import { writeLayers } from "./sections/layer-sections";
import { writeMirror } from "./sections/mirror-section";
import { writeScene } from "./sections/scene-sections";
import { writeSelection } from "./sections/selection-sections";
import { shapesHeader, writeShapeSections } from "./sections/shape-sections";
import { writeExtraction } from "./sections/skeleton-sections";
import { writeTwoLayer } from "./sections/two-layer-sections";

/** Inflated bytes of a section of frames. Reading needs this much memory besides the sequence itself. */
const SECTION_BYTES = 4 << 20;

export interface WriteProjectOptions {
  /**
   * Bits, 8 to 16, along the longest side of the bounding box of all positions (and for UVs and normals), or null to
   * keep every number bit for bit. Rigs and reports are always kept bit for bit.
   */
  quantise: number | null;
}

const DEFAULTS: WriteProjectOptions = { quantise: null };

/** Receives a section. */
export type Deflate = (name: string, bytes: Uint8Array) => void;

export function writeTopology(s: SequenceMesh, add: Deflate): void {
  const sizes = s.polygonOffsets
    .map((offset, p) => (p > 0 ? offset - s.polygonOffsets[p - 1] : 0))
    .subarray(1);
  add("polygonSizes", packIntegers(sizes));
  add("polygonCorners", packIntegers(s.polygonCorners));
  add("triangles", packIntegers(s.triangles, 3));
  add("solverIndex", packIntegers(s.solverIndex));
  if (s.tets) add("tets", packIntegers(s.tets, 4));
  if (s.wires && s.wires.length > 0) add("wires", packIntegers(s.wires, 2));
}

/** The number of frames per section. */
export const framesPerSection = (vertexCount: number): number =>
  Math.max(1, Math.floor(SECTION_BYTES / (12 * vertexCount)));

/** The number of sections for the frames of a sequence: none if they stay in their files. */
export const frameSections = (s: Pick<MeshSequence, "vertexCount" | "frameCount">): number =>
  isFiled(s) ? 0 : Math.ceil(s.frameCount / framesPerSection(s.vertexCount));

/**
 * The n-th section of the frames, bit for bit. The first frame is predicted from the rest pose, the others from the
 * frame before.
 */
export function packFrames(s: MeshSequence, n: number): Uint8Array {
  const row = 3 * s.vertexCount;
  const count = framesPerSection(s.vertexCount);
  const first = n * count;
  const frames = s.frames.subarray(first * row, Math.min(first + count, s.frameCount) * row);
  const previous = n === 0 ? s.rest : s.frames.subarray((first - 1) * row, first * row);
  return packFloats(frames, row, previous);
}

/** Writes a mesh bit for bit, with the first `sections` sections of its frames, if it has them. */
export function writeExact(s: OpenedSequence, sections: number, add: Deflate): void {
  add("rest", packFloats(s.rest, 3));
  if (!isFiled(s)) for (let n = 0; n < sections; n++) add("frames", packFrames(s, n));
  if (s.uvs) add("uvs", packFloats(s.uvs, 2));
  if (s.normals) add("normals", packFloats(s.normals, 3));
  writeAppearanceSections(s, add);
  writeShapeSections(s, add);
}

function writeQuantised(s: MeshSequence, bits: number, add: Deflate): SequenceHeader["quantised"] {
  const positions = gridOf([s.rest, s.frames], 3, bits);
  const predictor = new FramePredictor(positions, solverPredecessors(s));
  const row = 3 * s.vertexCount;
  const size = FramePredictor.sizeOf(row);
  add("rest", predictor.encode(s.rest));
  const inSection = framesPerSection(s.vertexCount);
  for (let k = 0; k < s.frameCount; k += inSection) {
    const count = Math.min(inSection, s.frameCount - k);
    const bytes = new Uint8Array(count * size);
    for (let f = 0; f < count; f++) {
      bytes.set(predictor.encode(s.frames.subarray((k + f) * row, (k + f + 1) * row)), f * size);
    }
    add("frames", bytes);
  }
  const before = predecessors(s.solverIndex.length, s.triangles);
  const single = (name: string, values: Float32Array | null, components: number) => {
    if (!values) return null;
    const grid = gridOf([values], components, bits);
    add(name, new FramePredictor(grid, before).encode(values));
    return grid;
  };
  const grids = { positions, uvs: single("uvs", s.uvs, 2), normals: single("normals", s.normals, 3) };
  writeAppearanceSections(s, add);
  writeShapeSections(s, add);
  return grids;
}

/** Whether two arrays have the same bits. */
function equalBits(a: Float32Array, b: Float32Array): boolean {
  const x = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const y = new Uint32Array(b.buffer, b.byteOffset, b.length);
  return x.length === y.length && x.every((word, n) => word === y[n]);
}

function writeRig(
  rig: Rig,
  sequence: SequenceSizes,
  add: Deflate,
): Omit<NonNullable<Header["rig"]>, "twoLayer" | "cage"> {
  const { offsets, bones, values } = rig.weights;
  const ownRest = !equalBits(rig.rest, sequence.rest);
  add("influences", packIntegers(offsets.map((o, i) => (i > 0 ? o - offsets[i - 1] : 0)).subarray(1)));
  add("influenceBones", packIntegers(bones));
  add("influenceValues", packFloats(values, 1));
  add("motion", packFloats(rig.motion, 12 * rig.bones.length));
  if (ownRest) add("rigRest", packFloats(rig.rest, 3));
  const { rank = 0, shapes, weights } = rig.correction ?? {};
  if (shapes && weights) {
    add("correctionShapes", packFloats(shapes, 3));
    add("correctionWeights", packFloats(weights, rank));
  }
  return {
    bones: rig.bones.map(({ name, parent, head, axes, colour, limits, named, end, tip }) => ({
      name,
      parent,
      head,
      axes,
      colour,
      limits,
      named,
      end,
      tip,
    })),
    boneKind: rig.boneKind,
    influenceCount: bones.length,
    ownRest,
    correction: rank,
  };
}

/** The header of a sequence. */
export function sequenceHeader(s: OpenedSequence, quantised: SequenceHeader["quantised"]): SequenceHeader {
  return {
    name: s.name,
    vertexCount: s.vertexCount,
    displayCount: s.solverIndex.length,
    polygonCount: s.polygonOffsets.length - 1,
    cornerCount: s.polygonCorners.length,
    triangleCount: s.triangles.length / 3,
    tetCount: (s.tets?.length ?? 0) / 4,
    wireCount: (s.wires?.length ?? 0) / 2,
    frameCount: s.frameCount,
    framesPerSection: framesPerSection(s.vertexCount),
    fps: s.fps,
    origin: s.origin,
    parts: s.parts,
    materials: s.materials,
    appearance: appearanceHeader(s),
    shaped: shapesHeader(s),
    clips: s.clips,
    upAxis: s.upAxis,
    metresPerUnit: s.metresPerUnit,
    filed: isFiled(s) ? filedHeader(s.frames) : null,
    hasUvs: s.uvs !== null,
    hasNormals: s.normals !== null,
    quantised,
  };
}

const filedHeader = ({ id, files, choice, box, checksum }: FramesInFiles): SequenceHeader["filed"] => ({
  ...{ id, choice, ...(checksum !== undefined && { checksum }) },
  files: [...files],
  box: [...box],
});

/** Everything in a project except its sequence. */
export type ProjectState = Omit<Project, "sequence" | "settings"> & Partial<Pick<Project, "settings">>;

/** The properties of a sequence on which the state of a project depends. */
export type SequenceSizes = Pick<MeshSequence, "vertexCount" | "frameCount" | "rest">;

/**
 * Writes the sections of a state.
 * @returns its header.
 */
export function writeState(project: ProjectState, s: SequenceSizes, add: Deflate): object {
  const { rig, report, settings = null } = project;
  const rigHeader = rig && writeRig(rig, s, add);
  const errorPerVertex = report?.errorPerVertex ?? null;
  const figures = report ? withoutVertexErrors(report) : {};
  if (errorPerVertex) add("errorPerVertex", packFloats(errorPerVertex, 1));
  const sizes = { vertices: s.vertexCount, bones: rig?.bones.length ?? 0 };
  const deform = project.deform ? writeDeform(project.deform, sizes, add) : null;
  const lengths = { vertices: s.vertexCount, frames: s.frameCount };
  const intent = project.intent ? writeIntent(project.intent, lengths, add) : null;
  const poses = writePoses(project.poses ?? [], sizes, add);
  const binding = writeBinding(project, s.vertexCount, add);
  // Data of later versions come last, because an older Sinew stops reading before them.
  const correctedPerVertex = report?.corrected?.measures?.errorPerVertex ?? null;
  if (correctedPerVertex) add("correctedPerVertex", packFloats(correctedPerVertex, 1));
  const fit = writeFit(project, add);
  const layers = rig && layersOf(rig);
  const twoLayer = layers ? writeTwoLayer(layers, add) : null;
  const cage = rig && cageOf(rig);
  const selection = writeSelection(project.vertexSelection, s.vertexCount, add);
  const weightLayers = rig && project.weightLayers ? writeLayers(project.weightLayers, add) : null;
  const scene = writeScene(project.scene, add);
  return {
    rig: rigHeader && { ...rigHeader, twoLayer, cage: cage && cageHeader(cage) },
    report: report && {
      ...figures,
      hasErrorPerVertex: errorPerVertex !== null,
      hasCorrectedPerVertex: correctedPerVertex !== null,
    },
    settings,
    deform,
    intent,
    poses,
    binding,
    extraction: writeExtraction(project),
    fit,
    mirroring: writeMirror(project.mirroring),
    selection,
    weightLayers,
    scene,
  };
}

/** The bytes of a .sinew file. */
export function writeProject(
  project: Omit<Project, "settings"> & Partial<Project>,
  options: Partial<WriteProjectOptions> = {},
): Uint8Array {
  const { quantise } = { ...DEFAULTS, ...options };
  const { sequence: s, ...state } = project;
  const file = new ContainerWriter();
  // Long exact sequences deflate slowly and with little gain. Samples are written once and read by everybody.
  const level = quantise === null ? 1 : 9;
  const add: Deflate = (name, bytes) => file.add(name, bytes, level);
  writeTopology(s, add);
  let quantised: SequenceHeader["quantised"] = null;
  if (quantise === null || isFiled(s)) writeExact(s, frameSections(s), add);
  else quantised = writeQuantised(s, quantise, add);
  const header = writeState(state, s, add);
  return file.finish({ sequence: sequenceHeader(s, quantised), ...header });
}
