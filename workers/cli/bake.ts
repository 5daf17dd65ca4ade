// rig bake: a rig whose linear blend skinning stands for a deformer.
import type { SourceFile } from "../formats/source";
import type { Engine } from "../jobs/engine";
import type { BakeFrames, BakeMethod } from "../model/deform-report";
import type { Task } from "../model/task";
import { testPoses } from "../model/test-poses";
import { type Flags, number, refuse } from "./arguments";
import { deformerOf, deformSettingsOf, writtenSettings } from "./deform-settings";
import { type OpenedRig, openRig } from "./open-one";
import { encodeRig, jsonText, outputsOf } from "./output";
import { writeWhole } from "./whole-file";

/** What engines take. */
const DEFAULT_INFLUENCES = 4;

function methodOf(flags: Flags): BakeMethod | null {
  const { method } = flags;
  if (method === undefined || method === "v5" || method === "fit") return method ?? null;
  return refuse(
    `--method ${method} is not known`,
    "A bake is done by v5 or fit; without the flag, by the better one.",
  );
}

/** Generated poses, those that a project keeps, or clips. */
function framesOf({ sequence, rig, clips, poses }: OpenedRig, flags: Flags): BakeFrames {
  if (flags["test-poses"]) {
    return { poses: testPoses(rig.bones, number(flags, "seed", 0, 2 ** 31 - 1) ?? 1) };
  }
  if (!flags.poses) return { clips };
  if (!poses?.length) {
    return refuse(
      `${sequence.name} has no poses`,
      "A .sinew project keeps the poses that were made in its Deform workspace. Or take --test-poses.",
    );
  }
  return { poses: [...poses] };
}

export async function bake(engine: Engine, files: SourceFile[], flags: Flags, task: Task) {
  const kind = deformerOf(flags);
  const method = methodOf(flags);
  const influences =
    flags.influences === "all" ? 0 : (number(flags, "influences", 1, 1024) ?? DEFAULT_INFLUENCES);
  const outputs = await outputsOf(flags, [".glb", ".json", ".sinew"]);
  const opened = await openRig(engine, files, flags, task);
  const { sequence, rig } = opened;
  const settings = deformSettingsOf(flags, opened.deform);
  const frames = framesOf(opened, flags);
  const input = { sequence, rig, kind, settings, influences, frames, method };
  const { rig: baked, ...report } = await engine.run("bakeDeformer", input, task);
  for (const out of outputs) {
    await writeWhole(out, await encodeRig(engine, out, { sequence, rig: baked, report: null }, task));
  }
  const written = { version: 1, deformer: kind, ...report, settings: writtenSettings(settings) };
  if (flags.report) await writeWhole(flags.report, jsonText(written));
  const { before, v5, fit } = report.eRms;
  process.stdout.write(
    `${kind} baked by ${report.chosen}: E_RMS ${report.eRms[report.chosen].toFixed(3)} ` +
      `(v5 ${v5.toFixed(3)}, fit ${fit.toFixed(3)}, the rig's own weights ${before.toFixed(3)}), ` +
      `${report.influences} influences, ${report.frames} frames, ${report.seconds.toFixed(1)} s\n`,
  );
}
