/** Skinned files with named bones. The names are the truth, and are hidden from the code that finds the roles. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assemble } from "../../formats/assemble/assemble-sequence";
import { inspect } from "../../formats/open";
import { nodeFiles } from "../../formats/source/node-file";
import type { ReadOptions } from "../../formats/source/source";
import type { UpAxis } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { sideOf } from "../../model/side-names";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { bodyPlan, boneSides } from "./body-plan";
import { boneRoles } from "./names/bone-roles";

const DATA = fileURLToPath(sharedData("gltf/"));
const ASK: ReadOptions = {
  clips: [0],
  fps: null,
  upAxis: null,
  metresPerUnit: null,
  restFrame: null,
  keepRig: true,
};

async function rigOf(name: string): Promise<{ rig: Rig; upAxis: UpAxis }> {
  const [source] = await inspect(await nodeFiles([`${DATA}${name}`]), UNWATCHED);
  const { sequence, rig } = await assemble(await source.read(ASK, UNWATCHED), ASK, UNWATCHED);
  if (!rig) throw new Error(`${name} has no rig`);
  return { rig, upAxis: sequence.upAxis };
}

/** The same rig without its names, so that only its shape counts. */
const nameless = (rig: Rig): Rig => ({
  ...rig,
  bones: rig.bones.map((bone, j) => ({ ...bone, name: `bone ${j + 1}` })),
});

/** The roles that fit the files' own names. */
const TRUTHS: Record<string, [name: RegExp, stems: string[]][]> = {
  "Fox.glb": [
    [/Spine/, ["spine", "chest"]],
    [/Neck/, ["neck"]],
    [/Head/, ["head"]],
    [/Tail/, ["tail"]],
    [/UpperArm/, ["upperarm"]],
    [/ForeArm/, ["forearm"]],
    [/Hand/, ["paw"]],
    [/Leg01/, ["thigh"]],
    [/Leg02/, ["shin"]],
    [/Foot/, ["hock", "foot"]],
    [/Hip/, ["pelvis"]],
  ],
  "RobotExpressive.glb": [
    [/Abdomen|Hips/, ["spine"]],
    [/Torso/, ["chest"]],
    [/Neck/, ["neck"]],
    [/Head/, ["head"]],
    [/Shoulder/, ["clavicle"]],
    [/UpperArm/, ["upperarm"]],
    [/LowerArm/, ["forearm"]],
    [/Thumb/, ["thumb"]],
    [/Index/, ["index"]],
    [/Middle/, ["middle"]],
    [/Ring/, ["ring"]],
    [/UpperLeg/, ["thigh"]],
    [/LowerLeg/, ["shin"]],
    [/Foot/, ["foot"]],
  ],
  "fox-animations.glb": [
    [/^Hips/, ["pelvis"]],
    [/^Spine_1$|^Spine_2$/, ["spine"]],
    [/^Tail_(Base|Mid|End)/, ["tail"]],
    [/Ear/, ["ear"]],
    [/Chin/, ["jaw"]],
    [/Back_Leg_Upper/, ["thigh"]],
    [/Back_Leg_Lower/, ["shin"]],
    [/Back_Leg_Ankle/, ["hock"]],
    [/Front_Leg_Shoulder/, ["scapula"]],
    [/Front_Leg_Upper/, ["upperarm"]],
    [/Front_Leg_Lower/, ["forearm"]],
  ],
};

/** The joints of cesium_man have no useful names in the file, so we named them by looking at the model. */
const CESIUM = {
  pelvis: [null, 1],
  spine: [null, 1],
  chest: [null, 1],
  neck: [null, 1],
  head: [null, 1],
  upperarm: ["pair", 2],
  forearm: ["pair", 2],
  hand: ["pair", 2],
  thigh: ["pair", 2],
  shin: ["pair", 2],
  foot: ["pair", 2],
  toe: ["pair", 2],
} as const;

// Runs if the measurements' data lie beside the project.
describe.skipIf(!existsSync(DATA))("bones of skinned files", () => {
  it.each(Object.keys(TRUTHS))("%s: the roles that its names tell", async (file) => {
    const { rig, upAxis } = await rigOf(file);
    const roles = boneRoles(bodyPlan(nameless(rig), upAxis));
    let known = 0;
    rig.bones.forEach(({ name }, j) => {
      const truth = TRUTHS[file].find(([pattern]) => pattern.test(name));
      if (!truth) return;
      known++;
      expect(truth[1], name).toContain(roles[j]?.stem);
    });
    expect(known).toBeGreaterThan(12);
  });

  it.each([...Object.keys(TRUTHS), "dragon-animations.glb"])("%s: the sides of its names", async (file) => {
    const { rig, upAxis } = await rigOf(file);
    const sides = boneSides(nameless(rig), upAxis);
    rig.bones.forEach(({ name }, j) => {
      expect(sides[j], name).toBe(sideOf(name));
    });
  });

  it("cesium_man.gltf: a person without fingers, and hands below arms", async () => {
    const { rig, upAxis } = await rigOf("cesium_man.gltf");
    const plan = bodyPlan(rig, upAxis);
    expect(plan.kind).toBe("biped");
    const roles = boneRoles(plan);
    for (const [stem, [pair, count]] of Object.entries(CESIUM)) {
      const found = roles.filter((role) => role?.stem === stem);
      expect(found.map((role) => role?.side).sort(), stem).toEqual(pair ? ["L", "R"] : [null]);
      expect(found.length).toBe(count);
    }
    // It faces along x, where its soles lie before its ankles. Its left is up × forward.
    const place = (stem: string, side: string) =>
      rig.bones[roles.findIndex((role) => role?.stem === stem && role.side === side)].head;
    const soles = [...rig.rest.keys()]
      .filter((n) => n % 3 === 0 && rig.rest[n + 1] < plan.shape.ground + 0.02 * plan.shape.size)
      .map((n) => rig.rest[n]);
    const forward = soles.reduce((sum, x) => sum + x / soles.length, 0) - place("foot", "L")[0];
    expect(Math.abs(forward)).toBeGreaterThan(0.01 * plan.shape.size);
    expect(Math.sign(place("hand", "L")[2])).toBe(-Math.sign(forward));
  });
});
