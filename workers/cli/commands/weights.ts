// rig weights: binds a static mesh to a skeleton.
import { nodeFiles } from "../../formats/source/node-file";
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import type { MakeParallel } from "../../kernels/parallel";
import { howMany, smallFigure, tenths } from "../../model/reports/figures";
import type { JointResult } from "../../model/reports/joint-report";
import type { WeightReport, WeightsResult } from "../../model/reports/weight-report";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import { bindableOf } from "../../model/weights/bindable";
import type { WeightSettings } from "../../model/weights/weight-settings";
import { RIG_FORMATS, writeRig } from "../encode-rig";
import type { Flags } from "../flags/arguments";
import { checkSpaces } from "../flags/space-flags";
import { threadsOf } from "../flags/threads";
import { type AskedMethod, checkWeightUses, methodsOf, weightSettingsOf } from "../flags/weight-flags";
import { givenAsFound, readGivenWeights } from "../given-weights";
import { keptFigures } from "../kept-in-project";
import { overFound } from "../layers-in-project";
import { type Bound, openBound } from "../open-bound";
import { sayNotes } from "../open-one";
import type { Output, OutputSet } from "../output/output-set";
import { refuseCommand } from "../status";

/** Steps of the joints between the two searches for weights. */
const JOINT_STEPS = 10;

/** Weights of one method, and the new joints if the flags ask for them. */
interface Found {
  settings: WeightSettings;
  skeleton: Skeleton;
  result: WeightsResult;
  joints: JointResult | null;
}

/** The input of the search, besides the mesh and its skeleton. */
interface Wanted {
  settings: WeightSettings;
  /** Weights of a file, over the segments. */
  given: SparseWeights | null;
  moveJoints: boolean;
  makeParallel: MakeParallel;
}

async function find(engine: Engine, bound: Bound, method: AskedMethod, wanted: Wanted, task: Task) {
  if (method === "given") return measured(bound, wanted, task);
  return optimised(engine, bound, { ...wanted, settings: { ...wanted.settings, method } }, task);
}

async function measured(bound: Bound, { given, ...wanted }: Wanted, task: Task): Promise<Found> {
  const { skeleton } = bound;
  const { settings, makeParallel } = wanted;
  const result = await givenAsFound(bound, given!, settings, makeParallel, task);
  return { settings, skeleton, result, joints: null };
}

async function optimised(
  engine: Engine,
  { sequence, skeleton, edits, kept }: Bound,
  { settings, given, moveJoints }: Wanted,
  task: Task,
): Promise<Found> {
  const mesh = bindableOf(sequence);
  const same = { mesh, settings, edits, kept };
  const from = settings.method === "arap" ? given : null;
  const result = await engine.run("weights", { ...same, skeleton, from, stay: false }, task);
  if (!moveJoints) return { settings, skeleton, result, joints: null };
  const stiffness = new Float32Array(skeleton.segments.length);
  const fixed = {
    mesh,
    settings,
    edits,
    skeleton,
    weights: result.weights,
    stiffness,
    iterations: JOINT_STEPS,
  };
  const begin = performance.now();
  const joints = await engine.run("optimiseJoints", fixed, task);
  const moving: Phase = ["Joints", (performance.now() - begin) / 1000];
  const again = { ...same, skeleton: joints.skeleton, from: result.weights, stay: false };
  const { report, ...final } = await engine.run("weights", again, task);
  const seconds = summed([...result.report.seconds, moving, ...report.seconds]);
  return {
    settings,
    skeleton: joints.skeleton,
    result: { ...final, report: { ...report, seconds } },
    joints,
  };
}

type Phase = WeightReport["seconds"][number];

/** Each phase once, with summed times, in the order of first occurrence. */
function summed(phases: Phase[]): Phase[] {
  const seconds = new Map<string, number>();
  for (const [phase, s] of phases) seconds.set(phase, (seconds.get(phase) ?? 0) + s);
  return [...seconds];
}

/** The bone with the least share of its heat mass. */
const leastBone = ({ boneMass }: WeightReport) =>
  boneMass.reduce((least, bone) => (bone.massOfHeat < least.massOfHeat ? bone : least));

const totalSeconds = ({ seconds }: WeightReport) => seconds.reduce((sum, [, s]) => sum + s, 0);

/** The report for output. Borders of supports are only counted, because there are many; attachments are listed. */
function written({ result: { report }, skeleton, joints }: Found, bound: Bound): object {
  const { held, seconds, ...rest } = report;
  const attachments = held.filter(({ kind }) => kind === "attach");
  return {
    ...rest,
    seconds: Object.fromEntries(seconds),
    attachments: attachments.map(({ bone, ...other }) => ({ bone: skeleton.segments[bone].name, ...other })),
    neumann: held.length - attachments.length,
    ...(report.method !== "given" && keptFigures(bound)),
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

/** A summary for people. */
function sentences({ result: { report }, joints }: Found): string {
  const least = leastBone(report);
  const said = [
    `${report.method}: mean squared strain ${smallFigure(report.heldOutEnergy)} in unseen poses ` +
      `(${report.startedFrom ?? "heat"} weights ${smallFigure(report.heldOutHeat)}), least mass ${smallFigure(least.massOfHeat)} of theirs (${least.name}), ` +
      `${howMany(report.bones, "bone")}, ${howMany(report.energyPerIteration.length, "iteration")}, ${tenths(totalSeconds(report))} s`,
  ];
  if (report.energyBeforeCut !== undefined && report.energyBeforeCut !== report.heldOutEnergy)
    said.push(`Before the cut to fewer influences: ${smallFigure(report.energyBeforeCut)}`);
  if (report.usedInstead) {
    said.push(
      `Optimised weights strain this mesh more (${smallFigure(report.optimisedEnergy!)}), so the result has those of "${report.usedInstead}"`,
    );
  }
  const wrong = report.held.filter(({ suspicious }) => suspicious);
  if (wrong.length > 0) {
    const list = wrong.map(({ vertex }) => vertex + 1).join(", ");
    said.push(`Attachments that are probably wrong, at the vertices ${list}`);
  }
  if (joints) {
    const [first, last] = [joints.energyPerIteration[0], joints.energyPerIteration.at(-1)!];
    said.push(`Joints moved: strain ${smallFigure(first)} to ${smallFigure(last)}`);
  }
  return `${said.join("\n")}\n`;
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
    report.heldOutEnergy,
    least.massOfHeat,
    `"${least.name.replaceAll('"', '""')}"`,
    report.unknownsPerVertex,
    totalSeconds(report),
    report.bytes,
  ];
  return `${cells.join(",")}\n`;
}

/** The rig that was found, with a project's layers above its weights. */
function withLayers({ sequence, edits, layers }: Bound, found: Found, flags: Flags) {
  const { rig } = found.result.bound;
  const over = layers && overFound(layers, sequence, edits, rig);
  if (over?.missing.length) {
    sayNotes(
      [`Layers keep the weights of bones that the skeleton lacks: ${over.missing.join(", ")}.`],
      flags,
    );
  }
  return { rig: { ...rig, ...(over && { weights: over.weights }) }, over };
}

/** Writes a file for the result, by its extension. */
async function writeFound(
  outputs: OutputSet,
  engine: Engine,
  out: Output,
  { bound, found, laid }: { bound: Bound; found: Found; laid: ReturnType<typeof withLayers> },
  task: Task,
  flags: Flags,
): Promise<void> {
  const { sequence, edits, clips } = bound;
  const { rig, over } = laid;
  if (out.format !== ".sinew")
    return writeRig(outputs, engine, out, { sequence, rig, report: null }, task, flags);
  const { skeleton, settings, result } = found;
  const project = {
    skeleton,
    ...(clips && { skeletonClips: clips }),
    weighting: settings,
    weightEdits: over ? { ...edits, painted: over.painted } : edits,
    ...(over?.stack && { weightLayers: over.stack }),
    // The figures were measured without the layers.
    ...((!over || over.weights === found.result.bound.rig.weights) && { weightReport: result.report }),
  };
  const bytes = await engine.run("saveProject", { sequence, rig, report: null, ...project }, task);
  await outputs.write(out.name, bytes);
}

export async function weights(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) {
  const several = methodsOf(flags).length > 1;
  if (flags["optimize-joints"] && methodsOf(flags).includes("given")) {
    refuseCommand(
      "--optimize-joints has no use for given weights",
      "Joints move only with weights that Sinew finds: use arap.",
    );
  }
  weightSettingsOf(flags);
  const [weightFile = null] = flags.from === undefined ? [] : await nodeFiles([flags.from]);
  const formats = several ? [".csv"] : RIG_FORMATS;
  const asked = await outputs.open(flags, { formats }, [...files, ...(weightFile ? [weightFile] : [])]);
  checkSpaces(flags, asked);
  const bound = await openBound(engine, files, flags, task);
  const threads = threadsOf(flags);
  const methods = methodsOf(flags, bound.settings?.method);
  checkWeightUses(methods, weightSettingsOf(flags, bound.settings), flags);
  const wanted: Wanted = {
    settings: weightSettingsOf(flags, bound.settings),
    given: weightFile && (await readGivenWeights(weightFile, bound)),
    moveJoints: flags["optimize-joints"] ?? false,
    makeParallel: Object.assign((bytes: number) => nodeParallel(bytes, threads), { threads }),
  };
  const reports: object[] = [];
  let said = "";
  let table = `${HEADINGS.join(",")}\n`;
  if (several) outputs.say(table);
  for (const method of methods) {
    const found = await find(engine, bound, method, wanted, task);
    reports.push({ ...written(found, bound), settings: found.settings });
    if (several) {
      table += row(found);
      outputs.say(row(found));
      continue;
    }
    const laid = withLayers(bound, found, flags);
    for (const out of asked) await writeFound(outputs, engine, out, { bound, found, laid }, task, flags);
    said += sentences(found);
  }
  if (several) for (const { name } of asked) await outputs.write(name, table);
  await outputs.report(several ? reports : reports[0]);
  await outputs.commit();
  outputs.say(said);
}
