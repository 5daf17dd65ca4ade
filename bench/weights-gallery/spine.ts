/** A tail on few bones, on many and on one spine (Thiery & Eisemann 2018, Fig. 14). */

import type { BoundModel } from "../../tools/samples/bound/bound-model";
import { tail } from "../../tools/samples/bound/tail";
import { IDENTITY } from "../../workers/math/affine";
import type { Rig } from "../../workers/model/rig/rig";
import { axisRotation, BEND } from "../../workers/weights/bend";
import { Binding, type Poses } from "./binding";
import type { WeightFigure, WeightShot } from "./figure";
import { posed, resting } from "./posed";
import { percent } from "./words";

/** The curl in the picture, from root to tip, in radians. */
const CURL = (120 * Math.PI) / 180;
/** Bones of the tail; 0 means one spine. */
const CHAINS = [2, 4, 8, 0];
/** Rigid bones per spine in the rig. */
const PIECES = 8;
const ITERATIONS = 12;

/** The body rests and the tail curls upwards: a spine by bending, a chain by an equal rotation at each joint. */
function curl({ skeleton }: BoundModel): Poses {
  const { segments } = skeleton;
  const motions = Float64Array.from(segments.flatMap(() => IDENTITY));
  const bends = Float64Array.from(segments.flatMap(() => [0, 0, 1, 0, 1]));
  if (segments[1].kind === "spine") {
    bends.set([0, 0, 1, CURL, 1], BEND);
    return { motions, bends };
  }
  const each = CURL / (segments.length - 1);
  segments.slice(1).forEach(({ head }, n) => {
    const rotation = new Float64Array(9);
    // The middle of a bone has the direction of the curve at that place.
    axisRotation([0, 0, 1], each * (n + 0.5), rotation);
    const [before, own] = [
      motions.subarray(12 * n, 12 * n + 12),
      motions.subarray(12 * (n + 1), 12 * (n + 2)),
    ];
    for (let r = 0; r < 3; r++) {
      const joint = before.subarray(4 * r, 4 * r + 4).reduce((sum, m, c) => sum + m * (head[c] ?? 1), 0);
      own.set(rotation.subarray(3 * r, 3 * r + 3), 4 * r);
      own[4 * r + 3] = joint - head.reduce((sum, x, c) => sum + rotation[3 * r + c] * x, 0);
    }
  });
  return { motions, bends };
}

/**
 * The largest weight of each vertex, averaged over the vertices beyond the root; it shows how much each bone dominates
 * its part.
 */
function largestWeight({ rest, weights }: Rig): number {
  let [sum, count] = [0, 0];
  for (let i = 0; 3 * i < rest.length; i++) {
    if (rest[3 * i] <= 0) continue;
    sum += Math.max(...weights.values.subarray(weights.offsets[i], weights.offsets[i + 1]));
    count++;
  }
  return sum / count;
}

export async function spine(): Promise<WeightFigure> {
  const [curled, parts]: WeightShot[][] = [[], []];
  const lines: string[][] = [];
  const camera = { yaw: 0, pitch: 8 };
  let { sequence } = tail(0, CURL);
  for (const bones of CHAINS) {
    const model = { ...tail(bones, CURL), sequence };
    const binding = await Binding.of(model, { spineBones: PIECES });
    const pose = curl(model);
    const heat = await binding.strainIn(pose);
    await binding.iterate(ITERATIONS);
    const own = await binding.strainIn(pose);
    const label = bones === 0 ? `One spine, as ${PIECES} bones` : `${bones} rigid bones`;
    curled.push(await posed(binding, pose, { label, caption: `strain ${percent(own)}` }));
    parts.push(resting(binding, { label, caption: "", colouring: { by: "bones" } }));
    lines.push([label, percent(heat), percent(own), percent(largestWeight(binding.rig()))]);
    sequence = model.sequence;
  }
  return {
    rows: [
      { label: "curled by 120°", camera, sequence, ramp: 0.4, shots: curled },
      { label: "which bone moves what", camera, sequence, shots: parts },
    ],
    table: {
      words: 1,
      head: ["tail", "heat weights, curled", "as rigid as possible, curled", "largest weight on the tail"],
      lines,
    },
  };
}
