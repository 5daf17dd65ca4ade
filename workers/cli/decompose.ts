// rig decompose: bones, weights and motion that reproduce an animation.
import type { SourceFile } from "../formats/source";
import type { Engine } from "../jobs/engine";
import type { Task } from "../model/task";
import type { Flags } from "./arguments";
import { clipWeights } from "./clip-weights";
import { openMoving } from "./open-one";
import { encodeRig, jsonText, outputsOf } from "./output";
import { settingsOf } from "./solve-flags";
import { writeWhole } from "./whole-file";

export async function decompose(engine: Engine, files: SourceFile[], flags: Flags, task: Task) {
  const settings = settingsOf(flags);
  const outputs = await outputsOf(flags, [".glb", ".json", ".sinew"]);
  const { sequence } = await openMoving(engine, files, flags, task);
  const { rig, report } = await engine.run(
    "decompose",
    { sequence, settings, from: null, locks: null, ...clipWeights(sequence, flags["clip-weight"]) },
    task,
  );
  for (const out of outputs)
    await writeWhole(out, await encodeRig(engine, out, { sequence, rig, report }, task));
  const { errorPerVertex: _, ...written } = report;
  if (flags.report) await writeWhole(flags.report, jsonText(written));
  process.stdout.write(
    `E_RMS ${report.eRms.toFixed(3)}, RMS error ${report.rmsePercent.toFixed(3)} % of the diagonal, ` +
      `${report.bones} bones, ${report.influences} influences, ${report.seconds.toFixed(1)} s\n`,
  );
  const { heldOut, errorPerClip, corrected } = report;
  if (corrected) {
    process.stdout.write(
      `Corrected by ${corrected.rank} shapes: E_RMS ${corrected.eRms.toFixed(3)}, ` +
        `at most ${corrected.maxErrorPercent.toFixed(2)} % of the diagonal, ${(corrected.bytes / 1e6).toFixed(1)} MB more\n`,
    );
  }
  if (heldOut) {
    process.stdout.write(
      `On ${heldOut.frames.length} frames held out: E_RMS ${heldOut.eRms.toFixed(3)}, ` +
        `at most ${heldOut.maxErrorPercent.toFixed(2)} % of the diagonal\n`,
    );
  }
  for (const { name, eRms } of errorPerClip ?? [])
    process.stdout.write(`${name}: E_RMS ${eRms.toFixed(3)}\n`);
  if (report.bonesReason) process.stdout.write(`${report.bonesReason}\n`);
}
