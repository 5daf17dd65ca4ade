// rig compare: several methods and numbers of bones over one animation, as a table.

import type { DecomposeInput } from "../../decompose/input/decompose-input";
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import { readNumberList } from "../../model/number-list";
import { type ComparisonRow, comparisonCsv, comparisonRow } from "../../model/reports/comparison";
import { errorFigure, percentFigure, significant, tenths, UNKNOWN } from "../../model/reports/figures";
import { withoutVertexErrors } from "../../model/reports/solve-report";
import type { BoneKind } from "../../model/rig/rig";
import { boneKindOf } from "../../model/solve/method-settings";
import { METHODS, type SolveMethod } from "../../model/solve/methods";
import { usesInitialiser } from "../../model/solve/parameter-needs";
import type { SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import type { Flags } from "../flags/arguments";
import { clipWeights } from "../flags/clip-weights";
import {
  checkNeeds,
  checkPublished,
  checkSwitches,
  commonSettings,
  influencesFor,
  initialiserNamed,
  methodNamed,
  parametersFor,
  publishedFor,
} from "../flags/solve-flags";
import { openMoving, sayNotes } from "../open-one";
import type { OutputSet } from "../output/output-set";
import { refuseCommand, refuseTarget } from "../status";

const DEFAULT_BONES = "10,20,30";

const namesIn = (text: string) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
const unique = <T>(values: T[]): T[] => [...new Set(values)];

/** The requested motion if the method supports it, otherwise its own. */
function kindFor(method: SolveMethod, flags: Flags): BoneKind {
  if (!flags.affine && !flags.rigid) return METHODS[method].boneKinds[0];
  return boneKindOf(method, flags.affine ? "affine" : "rigid");
}

/** All requested runs, with the fewest bones first. */
function runsOf(flags: Flags): SolveSettings[] {
  if (flags.method !== undefined) refuseCommand("--method is for one method", "Use --methods with a list.");
  if (flags.init !== undefined) refuseCommand("--init is for one method", "Use --initialisers with a list.");
  if (flags.error !== undefined)
    refuseCommand("--error cannot be compared", "Use --bones with the numbers of bones.");
  const methods: SolveMethod[] = unique(
    namesIn(flags.methods ?? Object.keys(METHODS).join(",")).map(methodNamed),
  );
  const bones = readNumberList(flags.bones ?? DEFAULT_BONES, [1, 1024], "Numbers of bones");
  if (!bones.ok) return refuseCommand(`--bones ${flags.bones} cannot be used`, bones.reason);
  const initialisers = unique(namesIn(flags.initialisers ?? "own").map(initialiserNamed));
  if (methods.length === 0)
    refuseCommand("No method was named", "Use --methods with a list, or leave it out.");
  checkSwitches(methods, flags);
  checkPublished(methods, flags);
  const common = { ...commonSettings(flags), parameters: parametersFor(methods, flags) };
  const runs = bones.values.flatMap((count) =>
    methods.flatMap((method) => {
      const influences = influencesFor(method, flags);
      const boneKind = kindFor(method, flags);
      const own = { ...common, method, initialiser: null, bones: count, influences, boneKind };
      const settings = publishedFor(own, flags);
      const starts = usesInitialiser(settings) ? initialisers : [null];
      return starts.map((initialiser) => ({ ...settings, initialiser }));
    }),
  );
  checkNeeds(runs, flags);
  return runs;
}

/** Columns of the table on standard output: their headings and cells. */
const COLUMNS: readonly [heading: string, width: number, cell: (row: ComparisonRow) => string][] = [
  ["method", -7, (row) => row.method],
  ["start", -13, (row) => row.initialiser ?? "own"],
  ["kind", -6, (row) => row.kind],
  [
    "bones",
    9,
    ({ bones, bonesAsked }) =>
      bones === bonesAsked || bones === null ? `${bonesAsked}` : `${bones}/${bonesAsked}`,
  ],
  ["E_RMS", 8, (row) => shown(row.eRms, errorFigure)],
  ["largest %", 10, (row) => shown(row.maxErrorPercent, percentFigure)],
  ["held out", 9, (row) => shown(row.heldOutERms, errorFigure)],
  ["corrected", 10, (row) => shown(row.correctedERms, errorFigure)],
  ["seconds", 8, (row) => shown(row.seconds, tenths)],
  ["infl.", 6, (row) => shown(row.meanInfluences, tenths)],
  ["kB", 8, (row) => shown(row.bytes === null ? null : row.bytes / 1000, significant)],
  ["bits/v/f", 9, (row) => shown(row.bitsPerVertexFrame, significant)],
];

const shown = (x: number | null, write: (x: number) => string) => (x === null ? UNKNOWN : write(x));
const padded = (text: string, width: number) => (width < 0 ? text.padEnd(-width) : text.padStart(width));

function print(outputs: OutputSet, cells: string[], error: string | null = null): void {
  outputs.say(`${cells.join(" ").trimEnd()}${error ? `  ${error}` : ""}\n`);
}

/** Solves one run. Returns its line and its part of the report; a failed run has a line too. */
async function solve(
  engine: Engine,
  animation: Pick<DecomposeInput, "sequence" | "intent">,
  settings: SolveSettings,
  task: Task,
): Promise<{ row: ComparisonRow; written: object }> {
  try {
    const input = { ...animation, settings, from: null, locks: null };
    const { rig, report } = await engine.run("trial", input, task);
    const written = withoutVertexErrors(report);
    return { row: comparisonRow(settings, rig.boneKind, report), written: { settings, report: written } };
  } catch (error) {
    const reason = (error as Error).message;
    return {
      row: comparisonRow(settings, settings.boneKind, null, { error: reason }),
      written: { settings, error: reason },
    };
  }
}

export async function compare(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) {
  const runs = runsOf(flags);
  const asked = await outputs.open(flags, { formats: [".csv"] }, files);
  const { sequence, notes } = await openMoving(engine, files, flags, task);
  sayNotes(notes, flags);
  const animation = { sequence, ...clipWeights(sequence, flags["clip-weight"]) };
  const done: { row: ComparisonRow; written: object }[] = [];
  /** Saves after each run, so that an interrupted comparison keeps its finished runs. */
  const save = async () => {
    for (const { name } of asked) await outputs.write(name, comparisonCsv(done.map(({ row }) => row)));
    const report = { version: 1, sequence: sequence.name, runs: done.map(({ written }) => written) };
    await outputs.report(report);
    await outputs.commit();
  };
  print(
    outputs,
    COLUMNS.map(([heading, width]) => padded(heading, width)),
  );
  for (const settings of runs) {
    const outcome = await solve(engine, animation, settings, task);
    done.push(outcome);
    const { row } = outcome;
    print(
      outputs,
      COLUMNS.map(([, width, cell]) => padded(cell(row), width)),
      row.error,
    );
    await save();
  }
  if (done.every(({ row }) => row.error !== null))
    refuseTarget("No run succeeded", "Each line of the table says why.");
}
