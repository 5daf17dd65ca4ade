/** Typical failures and their remedies (Thiery & Eisemann 2018, Fig. 15). */

import { haunch } from "../../tools/samples/bound/haunch";
import { looseLeg } from "../../tools/samples/bound/loose-leg";
import { tail } from "../../tools/samples/bound/tail";
import type { HeldWeight } from "../../workers/model/reports/weight-report";
import type { WeightEdits } from "../../workers/model/weights/weight-edits";
import { NO_WEIGHT_EDITS } from "../../workers/model/weights/weight-edits";
import { withBetterJoints } from "./better-joints";
import { Binding, type Poses } from "./binding";
import type { WeightFigure, WeightRow, WeightShot } from "./figure";
import { poseAt, posed, resting } from "./posed";
import { percent } from "./words";

const ITERATIONS = 12;
/** Distance of the loose leg's joint from its axis, and the number of alternations between joints and weights. */
const BESIDE = 0.24;
const TURNS = 3;
const SWING = (4 * Math.PI) / 3;

/** A region around the part of the mesh that the bone may move. */
const WIDER = { left: -0.15, top: -0.04, width: 1.3, height: 1.58 };

type Lines = string[][];

/** Maxima of heat weights above ½, as published, that do not fit the mesh. Without them, no spike remains. */
async function wrongAttachments(lines: Lines): Promise<WeightRow> {
  const model = tail(4, SWING);
  const published = { attachFrom: 0.5 };
  const binding = await (await Binding.of(model, published)).iterate(ITERATIONS);
  const held = (await binding.held()).filter(({ suspicious }) => suspicious);
  const mended = await (await Binding.of(model, published, without(held))).iterate(ITERATIONS);
  const free = await (await Binding.of(model, { attach: false })).iterate(ITERATIONS);
  const pose = await tellingPose(binding, mended, held);
  const shots = [];
  for (const [label, own, marked] of [
    ["As found, suspicious ones marked", binding, held],
    ["Without the suspicious ones", mended, []],
    ["Without any", free, []],
  ] as const) {
    const caption = `strain ${percent(await own.strainIn(pose))}`;
    shots.push(await posed(own, pose, { label, caption, held: [...marked] }));
    const attached = (await own.held()).filter(({ kind }) => kind === "attach");
    const suspicious = attached.filter((each) => each.suspicious).length;
    lines.push([
      `Attachments: ${label.toLowerCase().replace(/,.*/, "")}`,
      `${attached.length}, ${suspicious}`,
      "",
      "",
      percent(await own.meanStrain()),
    ]);
  }
  const { sequence } = model;
  return { label: "wrong attachments", camera: { yaw: 150, pitch: 12 }, sequence, ramp: 0.4, shots };
}

function without(held: HeldWeight[]): WeightEdits {
  const attach = {
    vertices: Uint32Array.from(held, ({ vertex }) => vertex),
    bones: Uint16Array.from(held, ({ bone }) => bone),
    values: new Float32Array(held.length),
  };
  return { ...NO_WEIGHT_EDITS, attach };
}

/** The exemplar in which the constrained vertices gain most once they are released. */
async function tellingPose(before: Binding, after: Binding, held: HeldWeight[]): Promise<Poses> {
  const all = before.exemplars();
  const bones = before.model.skeleton.segments.length;
  let [best, most] = [0, -1];
  for (let k = 0; k < before.settings.exemplars; k++) {
    const pose = poseAt(all, k, bones);
    const [own, other] = [await before.strain(pose), await after.strain(pose)];
    const gain = held.reduce((sum, { vertex }) => sum + own[vertex] - other[vertex], 0);
    if (gain > most) [best, most] = [k, gain];
  }
  return poseAt(all, best, bones);
}

/** A bone without attachments fades if weights are not drawn to the heat weights. */
async function fading(lines: Lines): Promise<WeightRow> {
  const model = haunch();
  const shots = [];
  const looks = [
    { label: "Heat weights", proximal: 1e-3, iterations: 0 },
    { label: "Not drawn to heat (μ = 0)", proximal: 0, iterations: 40 },
    { label: "Drawn to heat (μ = 0.001)", proximal: 1e-3, iterations: 40 },
  ];
  const bindings: Binding[] = [];
  for (const { proximal, iterations } of looks) {
    bindings.push(await (await Binding.of(model, { proximal, attach: false })).iterate(iterations));
  }
  const faded = bindings[1].massOfHeat();
  const bone = faded.indexOf(Math.min(...faded));
  for (const [n, binding] of bindings.entries()) {
    const { label } = looks[n];
    const mass = `${(100 * binding.massOfHeat()[bone]).toFixed(0)} %`;
    shots.push(
      resting(binding, { label, caption: `mass ${mass} of heat’s`, colouring: { by: "weights", bone } }),
    );
    lines.push([
      `The bone ${model.skeleton.segments[bone].name}: ${label}`,
      "",
      mass,
      "",
      percent(await binding.meanStrain()),
    ]);
  }
  return {
    label: "a fading bone",
    camera: { yaw: 18, pitch: 6 },
    sequence: model.sequence,
    focus: WIDER,
    shots,
  };
}

/** Nothing determines the joint of a loose leg until the leg is linked to the body. */
async function looseJoint(lines: Lines): Promise<WeightRow> {
  const drawn = looseLeg(BESIDE);
  const shots: WeightShot[] = [];
  const tell = async (label: string, binding: Binding) => {
    const away = `${Math.hypot(...binding.model.skeleton.segments[1].head.slice(1)).toFixed(3)} m`;
    shots.push(resting(binding, { label, caption: `${away} off the axis`, colouring: { by: "skeleton" } }));
    lines.push([
      `Joint of a loose leg: ${label.toLowerCase()}`,
      "",
      "",
      away,
      percent(await binding.meanStrain()),
    ]);
  };
  await tell("As drawn", await (await Binding.of(drawn)).iterate(ITERATIONS));
  for (const [label, wires] of [
    ["Optimised, not linked", NO_WEIGHT_EDITS.wires],
    ["Optimised, linked", drawn.links],
  ] as const) {
    const edits = { ...NO_WEIGHT_EDITS, wires };
    let binding = await (await Binding.of(drawn, {}, edits)).iterate(ITERATIONS);
    for (let turn = 0; turn < TURNS; turn++) {
      const model = await withBetterJoints(binding);
      binding = await (await Binding.of(model, {}, edits)).iterate(ITERATIONS);
    }
    await tell(label, binding);
  }
  return { label: "the joint of a loose leg", camera: { yaw: 0, pitch: 6 }, sequence: drawn.sequence, shots };
}

export async function failures(): Promise<WeightFigure> {
  const lines: Lines = [];
  const rows = [await wrongAttachments(lines), await fading(lines), await looseJoint(lines)];
  return {
    rows,
    table: {
      words: 1,
      head: [
        "",
        "attachments, suspicious ones",
        "mass of heat’s",
        "off the axis",
        "strain over 80 exemplars",
      ],
      lines,
    },
  };
}
