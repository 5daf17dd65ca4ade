// rig bake: a rig whose linear blend skinning stands for a deformer.
import { writeFile } from "node:fs/promises";
import type { SourceFile } from "../formats/source";
import type { Engine } from "../jobs/engine";
import type { BakeMethod } from "../model/deform-report";
import type { Task } from "../model/task";
import { testPoses } from "../model/test-poses";
import { type Flags, number, refuse } from "./arguments";
import { deformerOf, deformSettingsOf, writtenSettings } from "./deform-settings";
import { openRig } from "./open-one";
import { checkOutputs, encodeRig, jsonText } from "./output";

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

export async function bake(engine: Engine, files: SourceFile[], flags: Flags, task: Task) {
  const kind = deformerOf(flags);
  const settings = deformSettingsOf(flags);
  const method = methodOf(flags);
  const influences =
    flags.influences === "all" ? 0 : (number(flags, "influences", 1, 1024) ?? DEFAULT_INFLUENCES);
  const outputs = flags.out ?? [];
  checkOutputs(outputs, [".glb", ".json", ".sinew"]);
  const { sequence, rig, clips } = await openRig(engine, files, flags, task);
  const frames = flags["test-poses"]
    ? { poses: testPoses(rig.bones, number(flags, "seed", 0, 2 ** 31 - 1) ?? 1) }
    : { clips };
  const input = { sequence, rig, kind, settings, influences, frames, method };
  const { rig: baked, ...report } = await engine.run("bakeDeformer", input, task);
  for (const out of outputs) {
    await writeFile(out, await encodeRig(engine, out, { sequence, rig: baked, report: null }, task));
  }
  const written = { version: 1, deformer: kind, ...report, settings: writtenSettings(settings) };
  if (flags.report) await writeFile(flags.report, jsonText(written));
  const { before, v5, fit } = report.eRms;
  process.stdout.write(
    `${kind} baked by ${report.chosen}: E_RMS ${report.eRms[report.chosen].toFixed(3)} ` +
      `(v5 ${v5.toFixed(3)}, fit ${fit.toFixed(3)}, the rig's own weights ${before.toFixed(3)}), ` +
      `${report.influences} influences, ${report.frames} frames, ${report.seconds.toFixed(1)} s\n`,
  );
}
