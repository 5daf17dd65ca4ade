/** Checks a mesh, a skeleton and edits before any time is spent on them. */

import { howMany, significant } from "../../../model/reports/figures";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { BoneLimits, SegmentKind, Skeleton } from "../../../model/skeleton/skeleton";
import type { Bindable } from "../../../model/weights/bindable";
import { WEIGHT_METHODS, WEIGHT_WORDS, type WeightSettings } from "../../../model/weights/weight-settings";
import type { WeightsInput } from "../../../model/weights/weights-input";
import { boxDiagonal } from "../../bindable-mesh";
import { checkEdits, refuseBinding, type Sizes } from "./check-edits";

/** How far outside the mesh's box the nearest joint may be, relative to the box's diagonal. */
const REACH = 0.25;
/** A skeleton larger than the mesh by this factor has another unit. */
const TOO_LARGE = 20;
/** The most segments. Strain couples every pair of them, so twice as many take four times the memory. */
const MOST_SEGMENTS = 2048;
/** The most bytes of dense weights that fit in a typed array in a browser. */
const MOST_DENSE = 2 ** 31;
/** Tolerance for angles that were converted from degrees or had fewer digits. */
const ROUNDING = 1e-6;
const KINDS: readonly SegmentKind[] = ["rigid", "spine", "stretch-twist", "virtual"];

/** @throws SinewError for the first problem. */
export function checkWeightsInput({ mesh, skeleton, settings, edits, from, kept }: WeightsInput): void {
  checkMesh(mesh);
  checkSkeleton(skeleton);
  checkPlace(mesh, skeleton);
  checkSettings(settings);
  const sizes = { vertices: mesh.positions.length / 3, bones: skeleton.segments.length };
  checkEdits(edits, sizes);
  if (from) checkWeights(from, sizes, "The weights to continue from are");
  if (kept) {
    const of = { vertices: sizes.vertices, bones: kept.bones.length };
    checkWeights(kept.weights, of, "The painted weights to keep are");
  }
  checkSize(sizes);
}

function checkMesh({ positions, triangles, tets, wires }: Bindable): void {
  const vertices = positions.length / 3;
  const title = "This mesh cannot be bound";
  for (const [of, list, width, each] of [
    ["positions", positions, 3, "3 a vertex"],
    ["triangles", triangles, 3, "3 a triangle"],
    ["tetrahedra", tets, 4, "4 a tetrahedron"],
    ["links", wires, 2, "2 a link"],
  ] as const) {
    if (list && list.length % width !== 0)
      refuseBinding(
        title,
        `Its ${of} have ${list.length} numbers, but ${each} are needed. Repair it in its file.`,
      );
  }
  if (triangles.length < 3 && !tets?.length)
    refuseBinding(title, "It has no faces. Weights need a surface or a solid.");
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) {
    refuseBinding(
      title,
      `The position of vertex ${Math.floor(bad / 3) + 1} is not a number. Repair it in its file.`,
    );
  }
  for (const indices of [triangles, tets, wires]) {
    const wrong = indices?.find((i) => i >= vertices);
    if (wrong === undefined) continue;
    refuseBinding(title, `It names vertex ${wrong + 1}, but there are ${vertices}.`);
  }
}

function checkSkeleton({ segments }: Skeleton): void {
  const title = "This skeleton cannot be used";
  if (segments.length === 0)
    refuseBinding(title, "It has no bones. Draw or open one with at least one bone.");
  if (segments.length > MOST_SEGMENTS)
    refuseBinding(
      title,
      `It has ${segments.length} bones; weights are found for up to ${MOST_SEGMENTS}. Export it with fewer joints.`,
    );
  segments.forEach(({ name, parent, kind, head, tail, limits }, j) => {
    if (!KINDS.includes(kind))
      refuseBinding(title, `${name} is of the kind ${kind}. The kinds are ${KINDS.join(", ")}.`);
    const numbers = [
      ...head,
      ...tail,
      limits.swing,
      ...limits.twist,
      ...limits.stretch,
      ...hingeNumbers(limits),
    ];
    if (!numbers.every(Number.isFinite))
      refuseBinding(title, `A joint or limit of ${name} is not a number. Place the bone again.`);
    if (!(Number.isInteger(parent) && parent >= -1 && parent < j))
      refuseBinding(title, `The parent of ${name} does not come before it.`);
    const wrong = wrongLimit(limits);
    if (wrong) refuseBinding(title, `The limits of ${name}: ${wrong} Set them again.`);
  });
}

const hingeNumbers = ({ hinge }: BoneLimits): number[] => (hinge ? [...hinge.axis, ...hinge.range] : []);

/** What is wrong with limits that no bone can satisfy, or null. */
function wrongLimit({ swing, twist, stretch, hinge }: BoneLimits): string | null {
  if (hinge && hinge.range[0] > hinge.range[1]) return "the least angle of its hinge is above its most.";
  if (swing < 0 || swing > Math.PI + ROUNDING) {
    const degrees = significant((180 / Math.PI) * swing);
    return `it swings by ${degrees}°; 0° to 180° are possible.`;
  }
  if (twist[0] > twist[1]) return "its least twist is above its most.";
  if (stretch[0] > stretch[1]) return "its least stretch is above its most.";
  return stretch[0] > 0 ? null : `it shrinks to ${stretch[0]} of its length; stretches are above 0.`;
}

/** Refuses a skeleton beside the mesh. It belongs to another file, unit or axis, and its weights would be useless. */
function checkPlace({ positions }: Bindable, { segments }: Skeleton): void {
  const diagonal = boxDiagonal(positions);
  const joints = segments.flatMap(({ head, tail }) => [head, tail]);
  const own = boxDiagonal(joints.flat());
  const facts: [string, string][] = [
    ["Mesh, diagonal", significant(diagonal)],
    ["Skeleton, diagonal", significant(own)],
  ];
  if (own > TOO_LARGE * diagonal) {
    const times = Math.round(own / diagonal);
    refuseBinding(
      "The skeleton does not fit the mesh",
      `It is ${times} times as large. Open it with the unit of the mesh, or scale it.`,
      facts,
    );
  }
  const box = boxOf(positions);
  const nearest = Math.min(...joints.map((joint) => distanceToBox(joint, box)));
  if (nearest <= REACH * diagonal) return;
  refuseBinding(
    "The skeleton lies outside the mesh",
    `Its nearest joint is ${significant(nearest)} away from the mesh. Check that both have the same unit and up axis, or move the joints into the mesh.`,
    facts,
  );
}

type Box = [least: number[], greatest: number[]];

function boxOf(positions: ArrayLike<number>): Box {
  const box: Box = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let n = 0; n < positions.length; n++) {
    box[0][n % 3] = Math.min(box[0][n % 3], positions[n]);
    box[1][n % 3] = Math.max(box[1][n % 3], positions[n]);
  }
  return box;
}

const distanceToBox = (point: readonly number[], [least, greatest]: Box): number =>
  Math.hypot(...point.map((x, c) => Math.max(0, least[c] - x, x - greatest[c])));

/** The least and greatest value of each setting, and whether it must be whole. */
const RANGES = {
  exemplars: [1, 400, true],
  seed: [-(2 ** 31), 2 ** 32 - 1, true],
  iterations: [0, 1000, true],
  tolerance: [0, 1, false],
  proximal: [0, 1, false],
  filter: [0, 1, false],
  clusters: [1, Infinity, false],
  clusterings: [1, 400, true],
  harmonic: [0, 1, false],
  attachFrom: [0, 1, false],
  bordersUpTo: [0, 1, false],
  leastBones: [1, MOST_SEGMENTS, true],
  keptSum: [0, 1, false],
  keptPart: [0, 1, false],
  voxelResolution: [8, 256, true],
  voxelFalloff: [0, 1, false],
  voxelBones: [1, 16, true],
  biharmonicTolerance: [0, 1, false],
  biharmonicSteps: [1, 10_000, true],
  influences: [0, 16, true],
  spineBones: [2, 16, true],
} as const satisfies Partial<Record<keyof WeightSettings, readonly [number, number, boolean]>>;

function checkSettings(settings: WeightSettings): void {
  if (!WEIGHT_METHODS.includes(settings.method))
    refuseBinding(
      `${settings.method} is not a method of weights`,
      `The methods are ${WEIGHT_METHODS.join(", ")}.`,
    );
  for (const name of Object.keys(WEIGHT_WORDS) as (keyof typeof WEIGHT_WORDS)[]) {
    const words: readonly string[] = WEIGHT_WORDS[name];
    if (words.includes(settings[name])) continue;
    refuseBinding(`The setting ${name} cannot be ${settings[name]}`, `It takes ${words.join(", ")}.`);
  }
  for (const name of Object.keys(RANGES) as (keyof typeof RANGES)[]) {
    const [low, high, whole] = RANGES[name];
    const value = settings[name];
    if (value >= low && value <= high && (!whole || Number.isInteger(value))) continue;
    refuseBinding(
      `The setting ${name} cannot be ${value}`,
      `It takes a ${whole ? "whole " : ""}number from ${low} to ${high}.`,
    );
  }
}

function checkWeights(
  { offsets, bones: of }: SparseWeights,
  { vertices, bones }: Sizes,
  which: string,
): void {
  if (offsets.length === vertices + 1 && of.every((j) => j < bones)) return;
  refuseBinding(
    `${which} of another mesh or skeleton`,
    `They have ${howMany(offsets.length - 1, "vertex")}; the mesh has ${vertices}. Start from the first weights.`,
  );
}

function checkSize({ vertices, bones }: Sizes): void {
  const bytes = 8 * vertices * bones;
  if (bytes <= MOST_DENSE) return;
  refuseBinding(
    "This mesh is too large for its skeleton",
    `First weights of ${howMany(vertices, "vertex")} and ${howMany(bones, "bone")} take ${Math.ceil(bytes / 1e6)} MB. Sinew takes at most ${Math.floor(MOST_DENSE / 1e6)} MB. Bind a coarser mesh, or parts of it.`,
  );
}
