// rig deform: the frames of a rig by any deformer, or what an engine needs to deform them itself.
import { basename } from "node:path";
import { bakedMotion } from "../deform/bake/bake";
import { isDirect } from "../deform/deform-frames";
import type { SourceFile } from "../formats/source";
import { writeObj } from "../formats/write-obj";
import type { Engine } from "../jobs/engine";
import { correctionInFrames } from "../model/corrected-rest";
import { type DeformerKind, type DeformSettings, deformSourceOf } from "../model/deform";
import type { DeformReport } from "../model/deform-report";
import type { Clip, MeshSequence } from "../model/mesh-sequence";
import type { Rig } from "../model/rig";
import type { Task } from "../model/task";
import { type Flags, refuse } from "./arguments";
import { deformerOf, deformSettingsOf, referenceOf, writtenSettings } from "./deform-settings";
import { pc2Writer } from "./frame-writer";
import { openRig } from "./open-one";
import { jsonText, outputsOf } from "./output";
import { writeWhole } from "./whole-file";

const DIRECT_FILE = /\.ddm\.json$/i;

export async function deform(engine: Engine, files: SourceFile[], flags: Flags, task: Task) {
  const kind = deformerOf(flags);
  const reference = referenceOf(flags);
  const outputs = await outputsOf(flags, [".pc2", ".obj", ".ddm.json"]);
  if (outputs.some((out) => DIRECT_FILE.test(out)) && !isDirect(kind)) {
    refuse(
      `--deformer ${kind} has no .ddm.json`,
      "Direct Delta Mush has: ddm-v0 to ddm-v5. Or bake it into a rig: rig bake.",
    );
  }
  const { sequence, rig, clips, deform: kept } = await openRig(engine, files, flags, task);
  const settings = deformSettingsOf(flags, kept);
  const source = deformSourceOf(sequence, rig);
  const motion = bakedMotion(sequence, rig, { clips });
  const frames = motion.length / (12 * rig.bones.length);
  const caches = outputs
    .filter((out) => /\.pc2$/i.test(out))
    .map((out) => pc2Writer(out, sequence.vertexCount, frames, sequence.origin));
  try {
    const chosen = clips.length > 0 ? clips.map((c) => sequence.clips[c]) : sequence.clips;
    const correction = rig.correction && correctionInFrames(rig.correction, chosen.flatMap(framesOfClip));
    const input = { source, motion, correction, kind, settings, reference };
    const report = await engine.run("deformFrames", input, task, (frame) => {
      for (const cache of caches) cache.write(frame);
    });
    for (const out of outputs) {
      if (/\.obj$/i.test(out)) await writeWhole(out, writeObj(sequence, rig.rest));
      if (DIRECT_FILE.test(out)) await writeDirect(engine, out, { sequence, rig, kind, settings }, task);
    }
    const written = { ...report, clips: chosen.map(({ name }) => name), settings: writtenSettings(settings) };
    if (flags.report) await writeWhole(flags.report, jsonText(written));
    for (const cache of caches) cache.finish();
    process.stdout.write(`${sentence(report)}\n`);
  } finally {
    for (const cache of caches) cache.discard();
  }
}

const framesOfClip = ({ first, last }: Clip) => Array.from({ length: last - first + 1 }, (_, k) => first + k);

interface DirectOutput {
  sequence: MeshSequence;
  rig: Rig;
  kind: DeformerKind;
  settings: DeformSettings;
}

/** Writes x.ddm.json, and x.ddm.bin beside it. */
async function writeDirect(engine: Engine, out: string, parts: DirectOutput, task: Task): Promise<void> {
  const { sequence, rig, kind, settings } = parts;
  const source = deformSourceOf(sequence, rig);
  const data = await engine.run("prepareDirect", { source, settings }, task);
  const stem = out.replace(DIRECT_FILE, "");
  const { origin, upAxis, metresPerUnit } = sequence;
  const place = { origin, upAxis, metresPerUnit };
  const input = { name: basename(stem), kind, source, data, settings, ...place };
  const { json, bin } = await engine.run("exportDirect", input, task);
  await writeWhole(`${stem}.ddm.bin`, bin);
  await writeWhole(out, json);
}

function sentence(report: DeformReport): string {
  const { deformer, vertices, frames, bones, reference } = report;
  const compared =
    reference === null
      ? ""
      : `, at most ${report.maxDifferencePercent?.toFixed(3)} % of the diagonal from ${reference}`;
  return (
    `${deformer}: ${vertices} vertices, ${bones} bones, ${frames} frames, ` +
    `${report.precomputeSeconds.toFixed(2)} s to prepare, ${report.secondsPerFrame.toFixed(4)} s a frame, ` +
    `${report.entriesPerVertex.toFixed(1)} entries a vertex${compared}`
  );
}
