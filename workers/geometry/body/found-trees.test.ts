/** Trees of bones as `auto` finds them in animations: no side is exactly the other one's mirror image. */
import { describe, expect, it } from "vitest";
import type { Rig } from "../../model/rig/rig";
import { sideOf } from "../../model/side-names";
import type { Point } from "../../model/skeleton/skeleton";
import { packWeights } from "../../testing/rigs";
import { bodyPlan } from "./body-plan";
import { boneRoles } from "./names/bone-roles";

/** The head of each bone, the centre of its vertices, and how many they are. */
type Row = [name: string, parent: string, head: Point, middle: Point, vertices: number];

/** A galloping horse. The root lies in the left hind leg, which has one bone more than the right one. */
const FIFTEEN: Row[] = [
  ["thigh_L", "", [0.1, 0.57, -0.48], [0.1, 0.57, -0.48], 338],
  ["pelvis", "thigh_L", [-0.09, 0.85, -0.53], [-0.04, 0.83, -0.51], 254],
  ["chest", "pelvis", [0.1, 0.94, -0.48], [0.01, 0.92, 0.09], 1515],
  ["head", "chest", [-0.08, 1.2, 0.35], [-0.01, 1.38, 0.58], 2401],
  ["upperarm_R", "chest", [-0.22, 0.7, 0.25], [-0.12, 0.44, 0.19], 355],
  ["upperarm_L", "chest", [0.26, 0.67, 0.26], [0.09, 0.46, 0.21], 311],
  ["forearm_R", "upperarm_R", [-0.04, 0.32, 0.32], [-0.07, 0.19, 0.16], 386],
  ["forearm_L", "upperarm_L", [0.11, 0.26, 0.25], [0.16, 0.14, 0.26], 377],
  ["tail_1", "pelvis", [-0.09, 0.98, -0.56], [0.02, 0.91, -0.66], 400],
  ["thigh_R", "pelvis", [-0.1, 0.65, -0.42], [-0.1, 0.5, -0.53], 424],
  ["tail_2", "tail_1", [0.01, 0.87, -0.9], [0, 0.73, -0.85], 224],
  ["shin_L", "thigh_L", [0.24, 0.41, -0.64], [0.11, 0.32, -0.53], 374],
  ["shin_R", "thigh_R", [0.02, 0.34, -0.61], [-0.16, 0.12, -0.52], 461],
  ["tail_3", "tail_2", [-0.01, 0.61, -0.81], [-0.01, 0.48, -0.83], 286],
  ["foot_L", "shin_L", [0.13, 0.15, -0.45], [0.11, 0.09, -0.43], 327],
];

/** The same horse. Its front legs hang on neck and chest, and one hind leg has one bone more. */
const TWENTY: Row[] = [
  ["pelvis", "", [0, 0.9, -0.49], [0, 0.9, -0.49], 480],
  ["chest", "pelvis", [-0.09, 0.82, -0.22], [0, 0.81, 0.11], 777],
  ["neck", "chest", [0.08, 0.91, 0.24], [0.01, 1.04, 0.26], 454],
  ["upperarm_L", "chest", [0.23, 0.72, 0.28], [0.1, 0.55, 0.22], 239],
  ["head", "neck", [-0.05, 1.25, 0.42], [0, 1.39, 0.62], 2413],
  ["upperarm_R", "neck", [-0.22, 0.72, 0.23], [-0.11, 0.57, 0.23], 270],
  ["forearm_L", "upperarm_L", [0.2, 0.33, 0.16], [0.1, 0.27, 0.18], 226],
  ["tail_1", "pelvis", [-0.02, 1.01, -0.69], [0, 0.92, -0.75], 356],
  ["thigh_R", "pelvis", [-0.08, 0.84, -0.5], [-0.06, 0.66, -0.5], 242],
  ["thigh_L", "pelvis", [0.25, 0.82, -0.43], [0.12, 0.63, -0.43], 154],
  ["forearm_R", "upperarm_R", [-0.21, 0.33, 0.25], [-0.09, 0.25, 0.2], 229],
  ["paw_L", "forearm_L", [0.1, 0.15, 0.21], [0.12, 0.09, 0.22], 212],
  ["tail_2", "tail_1", [0, 0.82, -0.84], [0.01, 0.7, -0.82], 225],
  ["shin_R", "thigh_R", [-0.17, 0.6, -0.45], [-0.13, 0.49, -0.54], 281],
  ["shin_L", "thigh_L", [0.03, 0.55, -0.62], [0.15, 0.31, -0.54], 500],
  ["paw_R", "forearm_R", [-0.09, 0.12, 0.18], [-0.1, 0.09, 0.23], 190],
  ["tail_3", "tail_2", [0.01, 0.59, -0.86], [0.03, 0.49, -0.85], 266],
  ["hock_R", "shin_R", [-0.11, 0.41, -0.58], [-0.13, 0.24, -0.52], 361],
  ["foot_L", "shin_L", [0.07, 0.12, -0.52], [0.13, 0.06, -0.49], 289],
  ["foot_R", "hock_R", [-0.03, 0.1, -0.53], [-0.14, 0.06, -0.47], 265],
];

/** A person with arms out: nearly all bones lie in the plane that parts front from back. */
const PERSON: Row[] = [
  ["spine", "", [-0.01, 1.27, -0.01], [-0.01, 1.27, -0.01], 197],
  ["pelvis", "spine", [-0.01, 1.16, 0], [0, 1.05, 0], 214],
  ["thigh_L", "pelvis", [0.1, 0.98, 0], [0.1, 0.7, 0.01], 186],
  ["thigh_R", "pelvis", [-0.1, 0.98, 0], [-0.1, 0.7, 0.01], 187],
  ["shin_L", "thigh_L", [0.1, 0.5, 0.01], [0.09, 0.28, 0], 161],
  ["shin_R", "thigh_R", [-0.1, 0.5, 0.01], [-0.09, 0.27, 0], 163],
  ["chest", "spine", [0, 1.42, 0], [-0.02, 1.59, 0], 216],
  ["foot_L", "shin_L", [0.1, 0.06, 0], [0.1, 0.04, 0.06], 40],
  ["foot_R", "shin_R", [-0.1, 0.06, 0], [-0.1, 0.04, 0.05], 40],
  ["head", "chest", [0, 1.73, 0], [0, 1.96, 0.02], 280],
  ["clavicle_L", "chest", [0.05, 1.54, 0], [0.17, 1.54, 0], 84],
  ["clavicle_R", "chest", [-0.06, 1.54, 0], [-0.2, 1.56, -0.01], 55],
  ["toe_L", "foot_L", [0.1, 0.02, 0.12], [0.1, 0.03, 0.17], 30],
  ["toe_R", "foot_R", [-0.1, 0.02, 0.13], [-0.09, 0.03, 0.17], 24],
  ["upperarm_L", "clavicle_L", [0.17, 1.55, 0], [0.36, 1.55, 0], 68],
  ["upperarm_R", "clavicle_R", [-0.23, 1.56, 0], [-0.38, 1.55, 0], 73],
  ["forearm_L", "upperarm_L", [0.45, 1.55, 0], [0.56, 1.54, 0.01], 71],
  ["forearm_R", "upperarm_R", [-0.5, 1.54, 0], [-0.61, 1.55, 0.01], 73],
  ["hand_L", "forearm_L", [0.71, 1.52, 0.02], [0.76, 1.53, 0.02], 42],
  ["hand_R", "forearm_R", [-0.71, 1.54, 0.02], [-0.77, 1.54, 0.03], 30],
];

/** A twentieth of the vertices, evenly on a line from each bone's head through its middle. */
function rigOf(rows: readonly Row[]): Rig {
  const names = rows.map(([name]) => name);
  const rest: number[] = [];
  const influences: [number, number][][] = [];
  rows.forEach(([, , head, middle, vertices], j) => {
    const count = Math.ceil(vertices / 20);
    for (let n = 0; n < count; n++) {
      const along = (2 * n + 1) / count;
      rest.push(...head.map((x, c) => x + along * (middle[c] - x)));
      influences.push([[j, 1]]);
    }
  });
  return {
    version: 1,
    bones: rows.map(([, parent, head], j) => ({
      name: `bone ${j + 1}`,
      parent: names.indexOf(parent),
      head,
    })),
    boneKind: "rigid",
    weights: packWeights(influences),
    motion: new Float32Array(12 * rows.length),
    rest: Float32Array.from(rest),
  };
}

describe("bones of an extracted skeleton", () => {
  it.each([
    ["a horse with its root in a leg", FIFTEEN, "quadruped"],
    ["a horse whose front legs hang on different bones", TWENTY, "quadruped"],
    ["a person whose bones lie in one plane", PERSON, "biped"],
  ] as const)("%s: kind, sides and limbs", (_, rows, kind) => {
    const plan = bodyPlan(rigOf(rows), "y");
    const roles = boneRoles(plan);
    expect(plan.kind).toBe(kind);
    let unpaired = 0;
    rows.forEach(([name], j) => {
      const side = sideOf(name);
      if (side && plan.sides[j] === null) unpaired++;
      else expect(plan.sides[j], name).toBe(side);
      const begins = /^(thigh|upperarm|head|tail)/.exec(name)?.[0];
      if (begins) expect(roles[j]?.stem, name).toBe(begins);
    });
    // A leg with one bone more than the other one.
    expect(unpaired).toBeLessThanOrEqual(1);
  });
});
