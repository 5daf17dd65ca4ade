/**
 * The binding of a mesh to a skeleton in a project. The skeleton and numbers are in the header, arrays are in sections.
 */
import { z } from "zod";
import type { HeldWeight, WeightReport } from "../../../model/reports/weight-report";
import type { Pose } from "../../../model/rig/pose";
import type { Skeleton } from "../../../model/skeleton/skeleton";
import {
  emptyWeightEdits,
  NO_WEIGHT_EDITS,
  type VertexBoneValues,
  type WeightEdits,
} from "../../../model/weights/weight-edits";
import {
  WEIGHT_DEFAULTS,
  WEIGHT_METHODS,
  WEIGHT_WORDS,
  type WeightSettings,
} from "../../../model/weights/weight-settings";
import { packFloats, packIntegers } from "../byte-planes";
import type { Project } from "../project";
import type { ProjectSections } from "../section-reader";
import { segmentsSchema } from "./bone-schema";
import { clipsSchema, readClips, writeClips } from "./clip-sections";

const finite = z.number();
const count = z.int().min(0).max(0x7fffffff);
const name = z.string().max(4096);
const LISTS = ["holds", "influences", "attach", "neumann", "smooth"] as const;

/** Settings of later versions that are unknown here become the default. */
const settingsSchema = z.object({
  method: z.enum(WEIGHT_METHODS).catch(WEIGHT_DEFAULTS.method),
  startFrom: z.enum(WEIGHT_WORDS.startFrom).catch(WEIGHT_DEFAULTS.startFrom),
  solver: z.enum(WEIGHT_WORDS.solver).catch(WEIGHT_DEFAULTS.solver),
  negative: z.enum(WEIGHT_WORDS.negative).catch(WEIGHT_DEFAULTS.negative),
  ...flags("attach", "neumann", "asRigidAsDesired"),
  ...numbers("exemplars", "seed", "iterations", "tolerance", "proximal", "filter", "clusters", "clusterings"),
  ...numbers("attachFrom", "bordersUpTo"),
  ...numbers("voxelResolution", "voxelFalloff", "voxelBones", "biharmonicTolerance", "biharmonicSteps"),
  ...numbers("harmonic", "leastBones", "keptSum", "keptPart", "influences", "spineBones"),
});

type Keys<T> = { [K in keyof WeightSettings]: WeightSettings[K] extends T ? K : never }[keyof WeightSettings];

function numbers<K extends Keys<number>>(...keys: K[]): Record<K, z.ZodCatch<z.ZodNumber>> {
  const entries = keys.map((key) => [key, finite.catch(WEIGHT_DEFAULTS[key])]);
  return Object.fromEntries(entries);
}

function flags<K extends Keys<boolean>>(...keys: K[]): Record<K, z.ZodCatch<z.ZodBoolean>> {
  const entries = keys.map((key) => [key, z.boolean().catch(WEIGHT_DEFAULTS[key])]);
  return Object.fromEntries(entries);
}

const editsSchema = z.object({
  holds: count,
  influences: count,
  attach: count,
  neumann: count,
  smooth: count,
  wires: count,
  importance: z.boolean(),
  droppedExemplars: z.array(count),
  /** Names of the added exemplars. */
  exemplars: z.array(name),
});

/** The rig's fixed weights. */
const keptSchema = z.object({
  /** Number of painted vertices; their indices are a section. */
  painted: count,
  /** Names of the locked bones. */
  locked: z.array(name),
});

/** A loose schema, like the schema of a solve's report: unknown fields are kept. */
const reportSchema = z.looseObject({
  method: name,
  startedFrom: name.optional(),
  vertices: count,
  bones: count,
  exemplars: count,
  seed: finite,
  energyPerIteration: z.array(finite),
  heldOutEnergy: finite,
  heldOutHeat: finite,
  boneMass: z.array(z.object({ name, mass: finite, massOfHeat: finite })),
  seconds: z.array(z.tuple([name, finite])),
  unknownsPerVertex: finite,
  negativeWeights: finite,
  bytes: finite,
  /** Bytes of the held weights, as JSON in a section. */
  heldBytes: count,
});

const heldSchema = z.array(
  z.object({
    kind: z.enum(["attach", "neumann"]),
    vertex: count,
    bone: count,
    added: z.boolean(),
    energy: finite,
    around: finite,
    /** Missing in older files. */
    strain: finite.default(0),
    suspicious: z.boolean(),
  }),
);

export const bindingSchema = z.object({
  skeleton: z.object({ version: z.literal(1), segments: segmentsSchema }).nullable(),
  weighting: settingsSchema.nullable(),
  edits: editsSchema.nullable(),
  report: reportSchema.nullable(),
  /** Older files lack it, and so do files without clips. */
  clips: clipsSchema.nullable().default(null),
  /** Older files lack it, and so do files without fixed weights. */
  kept: keptSchema.nullable().default(null),
});

type BindingHeader = z.infer<typeof bindingSchema>;
export type BindingExtras = Pick<
  Project,
  "skeleton" | "skeletonClips" | "weighting" | "weightEdits" | "weightReport"
>;
type Add = (section: string, bytes: Uint8Array) => void;

const lengthOf = (edits: WeightEdits) =>
  LISTS.reduce((sum, list) => sum + edits[list].vertices.length, edits.wires.length) +
  edits.droppedExemplars.length +
  edits.addedExemplars.length +
  (edits.importance ? 1 : 0);

/** Arrays that fit neither the mesh nor the skeleton are not written, so a file never contradicts itself. */
export function writeBinding(project: BindingExtras, vertices: number, add: Add): BindingHeader | null {
  const { skeleton = null, skeletonClips = null, weighting = null } = project;
  const { weightEdits = NO_WEIGHT_EDITS, weightReport = null } = project;
  const edits =
    skeleton && lengthOf(weightEdits) > 0 ? writeEdits(weightEdits, skeleton, vertices, add) : null;
  const report = weightReport && writeReport(weightReport, add);
  // Data of later versions come last, because an older Sinew stops reading before them.
  const clips = skeleton && skeletonClips ? writeClips(skeletonClips, add) : null;
  const kept = writeKept(weightEdits, vertices, add);
  const header = { skeleton, weighting, edits, report, clips, kept };
  return Object.values(header).some((part) => part !== null) ? header : null;
}

function writeEdits(
  edits: WeightEdits,
  { segments }: Skeleton,
  vertices: number,
  add: Add,
): BindingHeader["edits"] {
  const lengths = { holds: 0, influences: 0, attach: 0, neumann: 0, smooth: 0 };
  for (const list of LISTS) {
    const { vertices: at, bones, values } = edits[list];
    const fits = at.every((v) => v < vertices) && bones.every((j) => j < segments.length);
    if (!fits || at.length === 0) continue;
    lengths[list] = at.length;
    add(`weights.${list}.vertices`, packIntegers(at));
    add(`weights.${list}.bones`, packIntegers(bones));
    add(`weights.${list}.values`, packFloats(values, 1));
  }
  const wires = edits.wires.some((v) => v >= vertices) ? new Uint32Array(0) : edits.wires;
  add("weights.wires", packIntegers(wires, 2));
  const importance = edits.importance?.length === vertices ? edits.importance : null;
  if (importance) add("weights.importance", packFloats(importance, 1));
  const added = edits.addedExemplars.filter(({ pose }) => pose.rotations.length === 4 * segments.length);
  for (const { pose } of added) {
    add("weights.rotations", packFloats(pose.rotations, 4));
    add("weights.translations", packFloats(pose.translations, 3));
  }
  return {
    ...lengths,
    wires: wires.length,
    importance: importance !== null,
    droppedExemplars: [...edits.droppedExemplars],
    exemplars: added.map((exemplar) => exemplar.name),
  };
}

/** Weights can also be painted and locked on rigs without a skeleton. */
function writeKept({ painted, locked }: WeightEdits, vertices: number, add: Add): BindingHeader["kept"] {
  const there = painted.filter((i) => i < vertices);
  if (there.length === 0 && locked.length === 0) return null;
  add("weights.painted", packIntegers(there));
  return { painted: there.length, locked: [...locked] };
}

function writeReport({ held, ...figures }: WeightReport, add: Add): BindingHeader["report"] {
  const bytes = new TextEncoder().encode(JSON.stringify(held));
  add("weights.held", bytes);
  return { ...figures, heldBytes: bytes.length };
}

export function readBinding(header: BindingHeader, vertices: number, take: ProjectSections): BindingExtras {
  const { skeleton, weighting, edits, report, clips, kept } = header;
  skeleton?.segments.forEach((segment, s) => {
    take.check(segment.parent < s, `Segment “${segment.name}” comes before its parent.`);
  });
  take.check(clips === null || skeleton !== null, "It has clips, but no skeleton for them.");
  take.check(edits === null || skeleton !== null, "It has painted weights, but no skeleton for them.");
  const extras: BindingExtras = {};
  if (skeleton) extras.skeleton = skeleton;
  if (weighting) extras.weighting = weighting;
  if (edits && skeleton) extras.weightEdits = readEdits(edits, skeleton.segments.length, vertices, take);
  if (report) extras.weightReport = readReport(report, take);
  if (clips) extras.skeletonClips = readClips(clips, take.floats);
  if (kept) {
    const painted = take.integers("weights.painted", kept.painted);
    const ascends = painted.every((i, n) => i < vertices && (n === 0 || i > painted[n - 1]));
    take.check(ascends, "A painted vertex of it does not exist.");
    extras.weightEdits = { ...(extras.weightEdits ?? emptyWeightEdits()), painted, locked: kept.locked };
  }
  return extras;
}

function readEdits(
  header: NonNullable<BindingHeader["edits"]>,
  bones: number,
  vertices: number,
  take: ProjectSections,
): WeightEdits {
  const edits = { ...emptyWeightEdits(), droppedExemplars: header.droppedExemplars };
  for (const list of LISTS) {
    if (header[list] > 0) edits[list] = readValues(list, header[list], bones, vertices, take);
  }
  edits.wires = take.integers("weights.wires", header.wires, 2);
  const fits = edits.wires.length % 2 === 0 && edits.wires.every((v) => v < vertices);
  take.check(fits, "A wire of it names a vertex that does not exist.");
  if (header.importance) edits.importance = take.floats("weights.importance", vertices, 1);
  edits.addedExemplars = header.exemplars.map((exemplar) => {
    const rotations = take.floats("weights.rotations", 4 * bones, 4);
    const pose: Pose = {
      name: exemplar,
      rotations,
      translations: take.floats("weights.translations", 3 * bones, 3),
    };
    return { name: exemplar, pose };
  });
  return edits;
}

function readValues(
  list: (typeof LISTS)[number],
  length: number,
  boneCount: number,
  vertexCount: number,
  take: ProjectSections,
): VertexBoneValues {
  const vertices = take.integers(`weights.${list}.vertices`, length);
  const bones = take.integers(`weights.${list}.bones`, length);
  const values = take.floats(`weights.${list}.values`, length, 1);
  const fits = vertices.every((v) => v < vertexCount) && bones.every((j) => j < boneCount);
  take.check(fits, "A painted weight names a vertex or a bone that does not exist.");
  return { vertices, bones: Uint16Array.from(bones), values };
}

function readReport(header: NonNullable<BindingHeader["report"]>, take: ProjectSections): WeightReport {
  const { heldBytes, ...figures } = header;
  const text = new TextDecoder().decode(take.bytes("weights.held", heldBytes));
  let held: HeldWeight[] = [];
  try {
    held = heldSchema.parse(JSON.parse(text));
  } catch {
    take.check(false, "Its section “weights.held” is damaged.");
  }
  // These fields are only for display, so figures of later versions are kept.
  return { ...(figures as unknown as Omit<WeightReport, "held">), held };
}
