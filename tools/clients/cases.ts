/** Generated rigs that clients play. */
import { withShapes as playing } from "../../workers/deform/shapes/rest-shapes";
import { clothOf, withShapes } from "../../workers/formats/gltf/testing/exported-rigs";
import { shapedShells, withShapedFrames } from "../../workers/formats/gltf/testing/shaped";
import { texturedBar } from "../../workers/formats/gltf/testing/textured";
import type { ExportOptions } from "../../workers/model/files/export/export-options";
import { type MeshSequence, restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { withOwnAxes } from "../../workers/testing/rigs";
import { bendingBar, type GroundTruth, movingShells } from "../../workers/testing/sequences";
import { strictCloth } from "../../workers/testing/strict-rigs";

export interface ClientCase {
  name: string;
  sequence: MeshSequence;
  rig: Rig;
  options: ExportOptions;
  /** The rig that clients show, if clips also play shapes of the source. */
  shown?: Rig;
  /** Whether to write a BVH as well. */
  bvh?: boolean;
}

export const ALL: ExportOptions = { influences: 0, clips: [], upAxis: "y" };

/** Names that loaders change or confuse: with dots, slashes, brackets or spaces, not ASCII, empty, or equal. */
const ODD = [
  "hand.L",
  "a/b",
  "[0]",
  "two words",
  "Ärmel 袖",
  "",
  "armature",
  "hand.L",
  "hand_L",
  ".",
  "..",
  "x:y",
];

function oddNames(): GroundTruth {
  const { sequence, rig } = movingShells({ shells: ODD.length, detail: 1 });
  const parts = sequence.parts.map((part, p) => ({ ...part, name: ODD[(p + 3) % ODD.length] }));
  const bones = rig.bones.map((bone, j) => ({ ...bone, name: ODD[j] }));
  return { sequence: { ...sequence, parts }, rig: { ...rig, bones } };
}

/** A bar with three clips, in other units and axes, away from the origin. */
function severalClips(): GroundTruth {
  const { sequence, rig } = bendingBar({ bones: 3, frames: 14, length: 6, width: 2 });
  const clips = [
    { name: "rise", first: 0, last: 4 },
    { name: "fall.001", first: 5, last: 12 },
    { name: "one frame", first: 13, last: 13 },
  ];
  return { sequence: { ...sequence, clips, upAxis: "z", metresPerUnit: 0.01, origin: [12, -7, 3] }, rig };
}

/** Shapes that the clip plays, because the bones do not have their motion. */
function shapesOfSource(): ClientCase {
  const { sequence, rig } = withShapedFrames(shapedShells(4));
  const shown = playing(rig, sequence.shapes ?? []);
  return { name: "shapes of the source", sequence, rig, shown, options: ALL };
}

/** Joints that keep the axes of the artist's file. In an FBX these are pre-rotations. */
function ownAxes(strict: GroundTruth): ClientCase[] {
  const affine = clothOf(6, 4, true, 5);
  const withAxes = (truth: GroundTruth, seed: number) => ({ ...truth, rig: withOwnAxes(truth.rig, seed) });
  const extracted: ExportOptions = { ...ALL, rootMotion: "extract" };
  return [
    { name: "own axes", ...withAxes(strict, 3), options: ALL, bvh: true },
    { name: "own axes, root motion", ...withAxes(strict, 4), options: extracted },
    // In centimetres, Blender rounds the axes of a pair's short bones.
    { name: "own axes, bones that shear", ...withAxes(affine, 5), options: { ...ALL, unit: "m" } },
  ];
}

/** Packed by meshoptimizer, which three and Babylon read. */
export function packedCases(): ClientCase[] {
  const bar = bendingBar({ bones: 5, frames: 16 });
  const options: ExportOptions = { ...ALL, compression: "meshopt" };
  return [
    { name: "compressed, packed", ...bar, options },
    { name: "compressed, several meshes", ...movingShells({ shells: 9 }), options },
    { name: "compressed, bones that shear", ...clothOf(6, 4, true, 5), options },
  ];
}

export function generatedCases(): ClientCase[] {
  const strict = strictCloth({ bones: 12, frames: 24, size: 12, travel: [1, 0, 0.5] });
  const bar = bendingBar({ bones: 5, frames: 16 });
  const [eight, twelve] = [clothOf(10, 8, false, 3), clothOf(14, 12, false, 4)];
  const affine = clothOf(6, 4, true, 5);
  const corrected = withShapes(bar.rig, 3, 0.05 * restDiagonal(bar.sequence), 2);
  const tolerance = 1e-3 * restDiagonal(strict.sequence);
  return [
    { name: "strict skeleton", ...strict, options: ALL, bvh: true },
    ...ownAxes(strict),
    { name: "root motion extracted", ...strict, options: { ...ALL, rootMotion: "extract" } },
    { name: "loops closed", ...strict, options: { ...ALL, rootMotion: "extract", closeLoops: true } },
    { name: "fewer keys", ...strict, options: { ...ALL, keyTolerance: tolerance } },
    { name: "rigid bones", ...bar, options: ALL, bvh: true },
    { name: "several meshes", ...movingShells({ shells: 9 }), options: ALL },
    { name: "several clips", ...severalClips(), options: ALL },
    { name: "odd names", ...oddNames(), options: ALL },
    { name: "8 influences", ...eight, options: ALL, bvh: true },
    { name: "12 influences", ...twelve, options: ALL },
    { name: "300 bones", ...clothOf(300, 4, false, 6), options: ALL },
    { name: "bones that shear", ...affine, options: ALL },
    { name: "correction", sequence: bar.sequence, rig: corrected, options: ALL },
    shapesOfSource(),
    { name: "compressed, quantised", ...bar, options: { ...ALL, compression: "quantised" } },
  ];
}

/** Surfaces with textures, in the file and beside it. Engines without a page cannot decode them. */
export function texturedCases(): ClientCase[] {
  const bar = texturedBar();
  const count = bar.sequence.solverIndex.length;
  const attributes = [1, 2, 3].map((width) => ({
    ...{ name: `custom${width}`, width },
    values: Float32Array.from({ length: width * count }, (_, i) => Math.sin(width * i)),
  }));
  return [
    { name: "custom attributes", ...bar, sequence: { ...bar.sequence, attributes }, options: ALL },
    { name: "textures inside", ...bar, options: ALL },
    { name: "textures beside", ...bar, options: { ...ALL, textures: "beside", besideAs: "beside_" } },
  ];
}
