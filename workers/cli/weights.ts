// rig weights: a static mesh bound to a skeleton.
import { writeFile } from "node:fs/promises";
import type { SourceFile } from "../formats/source";
import type { Engine } from "../jobs/engine";
import { bindableOf } from "../model/bindable";
import { exemplarsOfClips } from "../model/clip-exemplars";
import type { JointResult } from "../model/joint-report";
import type { MeshSequence } from "../model/mesh-sequence";
import { placeSkeleton } from "../model/place-skeleton";
import type { Skeleton } from "../model/skeleton";
import type { SkeletonClip } from "../model/skeleton-source";
import type { Task } from "../model/task";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../model/weight-edits";
import type { WeightReport, WeightsResult } from "../model/weight-report";
import type { WeightSettings } from "../model/weight-settings";
import { type Flags, number, refuse } from "./arguments";
import { openOne } from "./open-one";
import { checkOutputs, encodeRig, jsonText } from "./output";
import { weightSettingsOf } from "./weight-flags";

/** Steps of the joints, between weights found for where they were and for where they are. */
const JOINT_STEPS = 10;

interface Bound {
  sequence: MeshSequence;
  skeleton: Skeleton;
  edits: WeightEdits;
}

/** Weights of one method, and where the joints went if they were to move. */
interface Found {
  settings: WeightSettings;
  skeleton: Skeleton;
  result: WeightsResult;
  joints: JointResult | null;
}

/** The mesh as it is at rest, and the skeleton where the mesh is. One file may hold both. */
async function open(engine: Engine, files: SourceFile[], flags: Flags, task: Task): Promise<Bound> {
  if (files.length > 2)
    refuse("Two files are enough", "Give a mesh and a skeleton, or one file that holds both.");
  const [mesh, own = mesh] = files;
  const { sequence } = await openOne(engine, [mesh], flags, task);
  const skeletons = await engine.run("readSkeletons", { files: [own] }, task);
  if (skeletons.length === 0)
    refuse(`${own.name} has no skeleton`, "Give a skeleton: .tgf, BVH, FBX or glTF.");
  const { skeleton, clips, note } = placeSkeleton(skeletons[0], sequence);
  if (note && !flags.quiet) process.stderr.write(`${note}\n`);
  return { sequence, skeleton, edits: editsOf(flags, own.name, skeleton, clips) };
}

/** Frames of clips as exemplars, where they are asked for. */
function editsOf(flags: Flags, file: string, skeleton: Skeleton, clips: SkeletonClip[]): WeightEdits {
  const count = number(flags, "clips", 1, 400);
  if (count === null) return NO_WEIGHT_EDITS;
  if (clips.length === 0) {
    refuse(
      `${file} has no clips`,
      "--clips takes frames of the animation in the skeleton's file: leave it out.",
    );
  }
  const bones = skeleton.segments.map(({ name }) => name);
  const named = clips.map((clip) => ({ ...clip, bones }));
  return { ...NO_WEIGHT_EDITS, addedExemplars: exemplarsOfClips(skeleton, named, count) };
}

async function find(
  engine: Engine,
  { sequence, skeleton, edits }: Bound,
  settings: WeightSettings,
  moveJoints: boolean,
  task: Task,
): Promise<Found> {
  const mesh = bindableOf(sequence);
  const same = { mesh, settings, edits };
  const result = await engine.run("weights", { ...same, skeleton, from: null, stay: false }, task);
  if (!moveJoints) return { settings, skeleton, result, joints: null };
  const stiffness = new Float32Array(skeleton.segments.length);
  const fixed = { ...same, skeleton, weights: result.weights, stiffness, iterations: JOINT_STEPS };
  const joints = await engine.run("optimiseJoints", fixed, task);
  const again = { ...same, skeleton: joints.skeleton, from: result.weights, stay: false };
  return { settings, skeleton: joints.skeleton, result: await engine.run("weights", again, task), joints };
}

/** The bone that has least of what heat weights give it. */
const leastBone = ({ boneMass }: WeightReport) =>
  boneMass.reduce((least, bone) => (bone.massOfHeat < least.massOfHeat ? bone : least));

const totalSeconds = ({ seconds }: WeightReport) => seconds.reduce((sum, [, s]) => sum + s, 0);

/** The report as it is written: borders of supports are many and counted, attachments are listed. */
function written({ result: { report }, skeleton, joints }: Found): object {
  const { held, seconds, ...rest } = report;
  const attachments = held.filter(({ kind }) => kind === "attach");
  return {
    ...rest,
    seconds: Object.fromEntries(seconds),
    attachments: attachments.map(({ bone, ...other }) => ({ bone: skeleton.segments[bone].name, ...other })),
    neumann: held.length - attachments.length,
    ...(joints && {
      joints: skeleton.segments.map(({ name, head }, j) => ({
        name,
        head,
        moved: Math.hypot(...joints.moved.subarray(3 * j, 3 * j + 3)),
      })),
      jointEnergyPerIteration: joints.energyPerIteration,
    }),
  };
}

function say({ result: { report }, joints }: Found): void {
  const least = leastBone(report);
  process.stdout.write(
    `${report.method}: mean squared strain ${report.heldOutEnergy.toFixed(4)} in unseen poses ` +
      `(heat weights ${report.heldOutHeat.toFixed(4)}), least mass ${least.massOfHeat.toFixed(2)} of heat (${least.name}), ` +
      `${report.bones} bones, ${report.energyPerIteration.length} iterations, ${totalSeconds(report).toFixed(1)} s\n`,
  );
  const wrong = report.held.filter(({ suspicious }) => suspicious);
  if (wrong.length > 0) {
    const list = wrong.map(({ vertex }) => vertex + 1).join(", ");
    process.stdout.write(`Attachments that are probably wrong, at the vertices ${list}\n`);
  }
  if (joints) {
    const [first, last] = [joints.energyPerIteration[0], joints.energyPerIteration.at(-1)!];
    process.stdout.write(`Joints moved: strain ${first.toFixed(4)} to ${last.toFixed(4)}\n`);
  }
}

const HEADINGS = [
  "method",
  "heldOutEnergy",
  "leastMass",
  "leastBone",
  "unknownsPerVertex",
  "seconds",
  "bytes",
];

function row({ result: { report } }: Found): string {
  const least = leastBone(report);
  const cells = [
    report.method,
    report.heldOutEnergy.toFixed(5),
    least.massOfHeat.toFixed(3),
    `"${least.name.replaceAll('"', '""')}"`,
    report.unknownsPerVertex.toFixed(2),
    totalSeconds(report).toFixed(2),
    report.bytes,
  ];
  return `${cells.join(",")}\n`;
}

/** The bytes of a file for what was found, by its extension. */
async function encode(engine: Engine, out: string, { sequence }: Bound, found: Found, task: Task) {
  const { rig } = found.result.bound;
  if (!/\.sinew$/i.test(out)) return encodeRig(engine, out, { sequence, rig, report: null }, task);
  const { skeleton, settings, result } = found;
  const project = { skeleton, weighting: settings, weightReport: result.report };
  return engine.run("saveProject", { sequence, rig, report: null, ...project }, task);
}

export async function weights(engine: Engine, files: SourceFile[], flags: Flags, task: Task) {
  const wanted = weightSettingsOf(flags);
  const outputs = flags.out ?? [];
  const several = wanted.length > 1;
  checkOutputs(outputs, several ? [".csv"] : [".glb", ".json", ".sinew"]);
  const bound = await open(engine, files, flags, task);
  const reports: object[] = [];
  let table = `${HEADINGS.join(",")}\n`;
  if (several) process.stdout.write(table);
  for (const settings of wanted) {
    const found = await find(engine, bound, settings, flags["optimize-joints"] ?? false, task);
    reports.push(written(found));
    if (several) {
      table += row(found);
      process.stdout.write(row(found));
      continue;
    }
    for (const out of outputs) await writeFile(out, await encode(engine, out, bound, found, task));
    say(found);
  }
  if (several) for (const out of outputs) await writeFile(out, table);
  if (flags.report) await writeFile(flags.report, jsonText(several ? reports : reports[0]));
}
