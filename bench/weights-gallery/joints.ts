/** A joint that starts beside the axis returns to it (Thiery & Eisemann 2018, Fig. 13). */

import type { BoundModel } from "../../tools/samples/bound/bound-model";
import { roundArm } from "../../tools/samples/bound/round-arm";
import type { Point } from "../../workers/model/skeleton/skeleton";
import { withBetterJoints } from "./better-joints";
import { Binding } from "./binding";
import type { WeightFigure, WeightShot } from "./figure";
import { posed, resting, turned } from "./posed";
import { percent } from "./words";

/** Start position of the joint; it belongs on the axis, at the narrowest place. */
const BESIDE: Point = [0.12, -0.25, 0];
const WEIGHT_ITERATIONS = 10;
/** Alternations: joints with the weights fixed, then weights for the new joints. */
const TURNS = 3;
/** The pose in the picture. */
const BEND = [{ segment: 1, axis: [0, 0, 1], degrees: 70 }];

const offAxis = ({ skeleton }: BoundModel) => Math.hypot(...skeleton.segments[1].head.slice(1));
const metres = (x: number) => x.toFixed(3);

export async function joints(): Promise<WeightFigure> {
  let model = roundArm(BESIDE);
  const shown: WeightShot[][] = [[], []];
  const lines: string[][] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const binding = await (await Binding.of(model)).iterate(WEIGHT_ITERATIONS);
    const strain = await binding.meanStrain();
    const pose = turned(model.skeleton, BEND);
    const bent = percent(await binding.strainIn(pose));
    const away = offAxis(model);
    if (turn === 0 || turn === 1 || turn === TURNS) {
      const label = turn === 0 ? "As drawn" : `After ${turn} ${turn === 1 ? "turn" : "turns"}`;
      const caption = `${metres(away)} m off the axis`;
      shown[0].push(resting(binding, { label, caption, colouring: { by: "skeleton" } }));
      shown[1].push(await posed(binding, pose, { label, caption: `strain ${bent}` }));
    }
    const [x] = model.skeleton.segments[1].head;
    lines.push([
      String(turn),
      metres(away),
      metres(x),
      bent,
      percent(strain),
      percent(await binding.unseenStrain()),
    ]);
    model = await withBetterJoints(binding);
  }
  const { sequence } = model;
  return {
    rows: [
      { label: "the skeleton at rest", camera: { yaw: 0, pitch: 6 }, sequence, shots: shown[0] },
      { label: "bent by 70°", camera: { yaw: 0, pitch: 6 }, sequence, ramp: 0.3, shots: shown[1] },
    ],
    table: {
      words: 0,
      head: [
        "turns",
        "off the axis, m",
        "along it, m",
        "strain, bent",
        "over 80 exemplars",
        "in 100 other poses",
      ],
      lines,
    },
  };
}
