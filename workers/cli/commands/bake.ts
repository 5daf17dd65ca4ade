// rig bake: a rig whose linear blend skinning approximates a deformer.
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import type { BakeFrames, BakeMethod } from "../../model/reports/deform-report";
import { errorFigure, howMany, tenths } from "../../model/reports/figures";
import { testPoses } from "../../model/rig/trial-poses";
import type { Task } from "../../model/task";
import { RIG_FORMATS, writeRig } from "../encode-rig";
import { type Flags, number } from "../flags/arguments";
import { checkDeformFlags, deformerOf, deformSettingsOf, writtenSettings } from "../flags/deform-settings";
import { checkSpaces } from "../flags/space-flags";
import { type OpenedRig, openRig } from "../open-one";
import type { OutputSet } from "../output/output-set";
import { refuseCommand, refuseInput } from "../status";

/** The usual number of influences in engines. */
const DEFAULT_INFLUENCES = 4;

function methodOf(flags: Flags): BakeMethod | null {
  const { method } = flags;
  if (method === undefined || method === "v5" || method === "fit") return method ?? null;
  return refuseCommand(
    `--method ${method} is not known`,
    "The methods are v5 and fit; without the flag, the better one is used.",
  );
}

/** Generated poses, the project's poses, or clips. */
function framesOf({ sequence, rig, clips, poses }: OpenedRig, flags: Flags): BakeFrames {
  if (flags["test-poses"]) {
    return { poses: testPoses(rig.bones, number(flags, "seed", 0, 2 ** 31 - 1) ?? 1) };
  }
  if (!flags.poses) return { clips };
  if (!poses?.length) {
    return refuseInput(
      `${sequence.name} has no poses`,
      "A .sinew project keeps the poses that were made in its Deform workspace. Or use --test-poses.",
    );
  }
  return { poses: [...poses] };
}

export async function bake(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) {
  const kind = deformerOf(flags);
  const method = methodOf(flags);
  const influences =
    flags.influences === "all" ? 0 : (number(flags, "influences", 1, 1024) ?? DEFAULT_INFLUENCES);
  checkDeformFlags(flags);
  number(flags, "seed", 0, 2 ** 31 - 1);
  const asked = await outputs.open(flags, { formats: RIG_FORMATS }, files);
  checkSpaces(flags, asked);
  const opened = await openRig(engine, files, flags, task);
  const { sequence, rig } = opened;
  const settings = deformSettingsOf(flags, opened.deform);
  const frames = framesOf(opened, flags);
  const input = { sequence, rig, kind, settings, influences, frames, method };
  const { rig: baked, ...report } = await engine.run("bakeDeformer", input, task);
  for (const output of asked) {
    await writeRig(outputs, engine, output, { sequence, rig: baked, report: null }, task, flags);
  }
  const written = { version: 1, deformer: kind, ...report, settings: writtenSettings(settings) };
  await outputs.report(written);
  await outputs.commit();
  const { before, v5, fit } = report.eRms;
  outputs.say(
    `${kind} baked by ${report.chosen}: E_RMS ${errorFigure(report.eRms[report.chosen])} ` +
      `(v5 ${errorFigure(v5)}, fit ${errorFigure(fit)}, the rig's own weights ${errorFigure(before)}), ` +
      `${howMany(report.influences, "influence")}, ${howMany(report.frames, "frame")}, ${tenths(report.seconds)} s\n`,
  );
}
