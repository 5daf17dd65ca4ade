// Levels of detail of rig skeleton: their numbers in --levels, their files, and their table.
import type { Engine } from "../../jobs/engine";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { readNumberList } from "../../model/number-list";
import { howMany, percentFigure } from "../../model/reports/figures";
import type { LevelReport } from "../../model/reports/level-report";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { LevelMotion } from "../../skeleton/levels/levels";
import { writeRig } from "../encode-rig";
import { type Flags, oneOf } from "../flags/arguments";
import { sayNotes } from "../open-one";
import type { Output, OutputSet } from "../output/output-set";
import { refuseCommand } from "../status";

/** The numbers of bones, from most to fewest; empty without --levels. */
export function levelCounts({ levels }: Flags): number[] {
  if (levels === undefined) return [];
  const read = readNumberList(levels, [1, 65_535], "Numbers of bones");
  if (!read.ok) return refuseCommand(`--levels ${levels} cannot be used`, read.reason);
  return read.values.reverse();
}

/** Whether levels share their motion. */
export function levelMotion(flags: Flags): LevelMotion {
  if (flags["level-motion"] !== undefined && flags.levels === undefined)
    refuseCommand("--level-motion has no use without --levels", "Give the numbers of bones with --levels.");
  return oneOf(flags, "level-motion", ["shared", "own"]) ?? "shared";
}

/** "rig.glb" → "rig-20.glb". */
const levelName = (name: string, count: number) => name.replace(/(?=\.[^./\\]+$)/, `-${count}`);

/** The files of the levels beside an output; a device or a pipe has none. */
export const levelNames = ({ name, format }: Output, counts: readonly number[]): string[] =>
  format === ".glb" && name.toLowerCase().endsWith(".glb")
    ? counts.map((count) => levelName(name, count))
    : [];

interface LevelJob {
  sequence: MeshSequence;
  rig: Rig;
  counts: readonly number[];
  motion: LevelMotion;
  outputs: OutputSet;
  asked: readonly Output[];
}

/** The possible numbers: the skeleton may have fewer bones than requested, and roots stay. */
function possible(counts: readonly number[], { bones }: Rig, flags: Flags): number[] {
  const roots = bones.filter(({ parent }) => parent < 0).length;
  return counts.map((count) => {
    const able = Math.min(bones.length, Math.max(roots, count));
    if (able !== count)
      sayNotes(
        [
          `The level of ${howMany(count, "bone")} has ${able}: the skeleton has ${howMany(bones.length, "bone")}, and ${howMany(roots, "of them is a root", "of them are roots")}.`,
        ],
        flags,
      );
    return able;
  });
}

/** Makes the levels and their files. @returns a report for each number. */
export async function writeLevels(
  engine: Engine,
  { sequence, rig, counts, motion, outputs, asked }: LevelJob,
  flags: Flags,
  task: Task,
): Promise<LevelReport[]> {
  if (counts.length === 0) return [];
  const able = possible(counts, rig, flags);
  if (asked.length > 0 && !asked.some((output) => levelNames(output, counts).length > 0))
    sayNotes(
      ["The levels have no files: those are written beside a .glb. Their errors are in the table."],
      flags,
    );
  const levels = await engine.run("skeletonLevels", { sequence, rig, counts: able, motion }, task);
  const levelOf = (n: number) => levels.find(({ report }) => report.bones === able[n])!;
  for (const output of asked) {
    for (const [n, name] of levelNames(output, counts).entries()) {
      const content = { sequence, rig: levelOf(n).rig, report: null };
      await writeRig(outputs, engine, { ...output, name }, content, task, flags);
    }
  }
  return levels.map(({ report }) => report);
}

/** A table for people. */
export function levelTable(levels: readonly LevelReport[]): string {
  const head = ["bones", "RMS %", "largest %"];
  const rows = levels.map(({ bones, rmsePercent, maxErrorPercent }) => [
    String(bones),
    percentFigure(rmsePercent),
    percentFigure(maxErrorPercent),
  ]);
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
  return [head, ...rows]
    .map((row) => `${row.map((cell, c) => cell.padStart(widths[c])).join("  ")}\n`)
    .join("");
}
