import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../../model/task";
import { meetingPlaces } from "../../report/measure-joints";
import { percentOf, residualsOf } from "../../report/residuals";
import { makeStrict } from "../../strict/make-strict";
import { limbs } from "../../testing/limbs";
import { treeOfRig } from "../../tree/skeleton-tree";
import { keepJointsNear } from "./keep-joints-near";

const makeParallel = async (bytes: number) => new Serial(new Arena(bytes, false));
const tools = { makeParallel, task: UNWATCHED, show() {} };

/** A noisy chain that hardly bends, so that its motion hardly determines joints. One of them is far from its place. */
async function farOff() {
  const { sequence: clean, rig, parents } = limbs([-1, 0, 1, 2], 21, { turn: 0.03 });
  const random = createRandom(22);
  const diagonal = restDiagonal(clean);
  const frames = clean.frames.map((x) => x + 2e-3 * diagonal * random.normal());
  const sequence = { ...clean, frames };
  const bones = rig.bones.map((bone, j) => {
    const [x, y, z] = bone.head;
    const head: [number, number, number] = j === 2 ? [x, y, z + 0.25 * diagonal] : [x, y, z];
    return { ...bone, parent: parents[j], head };
  });
  const given = { ...rig, bones };
  const options = { pull: 0, refitJoints: false, steps: 5 };
  const made = await makeStrict(makeParallel, UNWATCHED, sequence, given, treeOfRig(given), options);
  const errors = new Float64Array(sequence.vertexCount).fill(1);
  const from = { strict: made.rig, soft: made.rig, percent: made.rmsePercent, errors };
  return { sequence, from, diagonal };
}

/** JointDistances of joints from where weights meet, as shares of the diagonal. */
function away({ bones, ...rig }: Rig, diagonal: number): number[] {
  const places = meetingPlaces({ bones, ...rig });
  return bones.flatMap(({ parent, head }, j) =>
    parent < 0 ? [] : [Math.hypot(...head.map((x, c) => x - places[j]![c])) / diagonal],
  );
}

describe("joints that end far from where weights meet", () => {
  it("are drawn near, and the report has their pulls and a note", async () => {
    const { sequence, from, diagonal } = await farOff();
    expect(Math.max(...away(from.strict, diagonal))).toBeGreaterThan(0.2);
    const input = { sequence, from: null, settings: EXTRACT_DEFAULTS };
    const near = (await keepJointsNear(input, from, tools, () => true))!;
    const distances = away(near.strict, diagonal);
    expect(distances.reduce((sum, d) => sum + d, 0) / distances.length).toBeLessThan(0.03);
    expect(Math.max(...distances)).toBeLessThan(0.1);
    expect(near.pulls.get(from.strict.bones[2].name)).toBeGreaterThan(EXTRACT_DEFAULTS.pull);
    expect(near.notes.join(" ")).toContain("pulled harder");
    const { error } = await residualsOf(sequence, near.strict, UNWATCHED);
    expect(near.percent).toBeCloseTo(percentOf(error, sequence), 3);
    expect(near.percent).toBeLessThan(1.4 * from.percent);
  });

  it("stay with a pull that the artist has set, if the mesh is probably skinned, and when the search has to end", async () => {
    const { sequence, from } = await farOff();
    const kept = (settings: Partial<typeof EXTRACT_DEFAULTS>, percent = from.percent, mayGoOn = true) => {
      const input = { sequence, from: null, settings: { ...EXTRACT_DEFAULTS, ...settings } };
      return keepJointsNear(input, { ...from, percent }, tools, () => mayGoOn);
    };
    expect(await kept({ keepNear: false })).toBeNull();
    expect(await kept({}, 0.04)).toBeNull();
    expect(await kept({}, from.percent, false)).toBeNull();
  });
});
