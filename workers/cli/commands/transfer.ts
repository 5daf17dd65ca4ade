// rig transfer: the weights of a rig for another mesh.

import { nodeFiles } from "../../formats/source/node-file";
import type { SourceFile } from "../../formats/source/source";
import {
  plannedInput,
  plannedRig,
  planTransfer,
  type TransferPlan,
} from "../../geometry/transfer/plan-transfer";
import type { RigBeside } from "../../jobs/api";
import type { Engine } from "../../jobs/engine";
import { howMany } from "../../model/reports/figures";
import type { Task } from "../../model/task";
import {
  TRANSFER_DEFAULTS,
  TRANSFER_WAYS,
  type TransferBy,
  type TransferReport,
  type TransferSettings,
} from "../../model/weights/transfer";
import { RIG_FORMATS, writeRig } from "../encode-rig";
import { type Flags, number } from "../flags/arguments";
import { refuseExportFlags } from "../flags/refuse-export-flags";
import { checkSpaces } from "../flags/space-flags";
import { openOne, sayNotes } from "../open-one";
import type { OutputSet } from "../output/output-set";
import { refuseCommand } from "../status";

const isWay = (by: string): by is TransferBy => (TRANSFER_WAYS as readonly string[]).includes(by);

function settingsOf(flags: Flags): TransferSettings {
  const { by = TRANSFER_DEFAULTS.by } = flags;
  if (!isWay(by))
    return refuseCommand(`--by ${by} is not known`, `The ways are ${TRANSFER_WAYS.join(", ")}.`);
  const text = flags.distance;
  const distance = text?.endsWith("%")
    ? Number(text.slice(0, -1)) / 100
    : (number(flags, "distance", 0, 1, false) ?? TRANSFER_DEFAULTS.distance);
  if (!(distance > 0 && distance <= 1))
    refuseCommand(`--distance ${text} cannot be used`, 'Give a share of the diagonal, such as "5%".');
  return { by, distance, angle: number(flags, "angle", 0, 180, false) ?? TRANSFER_DEFAULTS.angle };
}

/** Pairs of names from --pair SOURCE=TARGET; an empty target leaves the bone out. */
function byHand(flags: Flags): Map<string, string | null> {
  return new Map(
    (flags.pair ?? []).map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1)
        refuseCommand(`--pair ${pair} is not a pair`, "Write SOURCE=TARGET, or SOURCE= to leave it out.");
      return [pair.slice(0, at), pair.slice(at + 1) || null];
    }),
  );
}

function notesOf({ sequence, alignment, matches }: TransferPlan, beside: RigBeside): string[] {
  const out = beside.rig.bones.filter((_, k) => matches.bones[k] < 0).map(({ name }) => name);
  return [
    ...(alignment.name === "As the files say"
      ? []
      : [`${beside.sequence.name} over ${sequence.name}: ${alignment.name.toLowerCase()}.`]),
    ...(alignment.fits ? [] : ["The two meshes do not lie over each other. Check their units and axes."]),
    ...(out.length > 0
      ? [`Bones without a partner are left out: ${out.join(", ")}. --pair SOURCE=TARGET pairs them.`]
      : []),
  ];
}

const sentence = ({ by, vertices, matched, inpainted, nearest }: TransferReport): string =>
  `by ${by}: ${matched} of ${howMany(vertices, "vertex")} matched, ${inpainted} inpainted` +
  `${nearest > 0 ? `, ${nearest} took the nearest point` : ""}\n`;

export async function transfer(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) {
  if (flags.from === undefined) {
    return refuseCommand("rig transfer needs --from", "--from FILE is the rig whose weights to take.");
  }
  const settings = settingsOf(flags);
  const from = await nodeFiles([flags.from]);
  const asked = await outputs.open(flags, { formats: RIG_FORMATS }, [...files, ...from]);
  refuseExportFlags(flags, asked);
  checkSpaces(flags, asked);
  const opened = await openOne(engine, files, flags, task, true);
  const beside = await engine.run("readRig", { files: from }, task);
  const plan = planTransfer(opened, beside, byHand(flags));
  sayNotes([...opened.notes, ...notesOf(plan, beside)], flags);
  const { sequence, bones, matches, alignment } = plan;
  const input = plannedInput(plan, beside, settings);
  const { weights, report } = await engine.run("transferWeights", input, task);
  const rig = plannedRig(plan, weights);
  for (const output of asked) {
    await writeRig(outputs, engine, output, { sequence, rig, report: null }, task, flags);
  }
  await outputs.report({
    version: 1,
    ...report,
    distance: settings.distance,
    angle: settings.angle,
    alignment: alignment.name,
    scale: alignment.placement.scale,
    bones: beside.rig.bones.map(({ name }, k) => ({
      source: name,
      target: bones[matches.bones[k]]?.name ?? null,
      by: matches.how[k],
    })),
  });
  await outputs.commit();
  outputs.say(sentence(report));
}
