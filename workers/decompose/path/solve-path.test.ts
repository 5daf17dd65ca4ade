import { afterEach, describe, expect, it } from "vitest";
import { fingerprint } from "../../identity/fingerprint";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { CancelledError } from "../../model/errors";
import type { PathMember } from "../../model/reports/solve-path";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import { measureRig } from "../../report/measure-rig";
import { bendingBar, clothPatch } from "../../testing/sequences";
import { decompose } from "../decompose";
import { bar, serial, solve, UNSEEN } from "../testing/solved";
import type { PathInput } from "./path-input";
import { solvePath } from "./solve-path";

const cloth = clothPatch({ size: 9, frames: 8 });
const SETTINGS = { ...SOLVE_DEFAULTS, bones: 4, iterations: 40, restarts: 2 };
const solved = await solve(cloth, SETTINGS);
const ASKED: PathInput = { sequence: cloth, rig: solved.rig, settings: SETTINGS, locks: null, most: 8 };

/** All rigs of a path by their number of bones, with the first one. */
async function pathOf(
  change: Partial<PathInput> = {},
  makeParallel: Parameters<typeof solvePath>[1] = serial,
) {
  const input = { ...ASKED, ...change };
  const rigs = new Map<number, Rig>([[input.rig.bones.length, input.rig]]);
  const members: PathMember[] = [];
  const task = {
    ...UNSEEN,
    partial(member: PathMember) {
      members.push(member);
      rigs.set(member.rig.bones.length, member.rig);
    },
  };
  const end = await solvePath(input, makeParallel, task);
  return { rigs, members, end };
}

const namesOf = (rig: Rig) => rig.bones.map(({ name }) => name);
const bitsOf = ({ weights, motion, rest }: Rig) => fingerprint(weights.bones, weights.values, motion, rest);
const errorOf = async (sequence: PathInput["sequence"], rig: Rig) =>
  (await measureRig({ sequence, rig }, serial, UNSEEN)).eRms;

/** The motion of a bone by name. */
function motionOf({ bones, motion }: Rig, name: string) {
  const j = bones.findIndex((bone) => bone.name === name);
  return motion.filter((_, at) => Math.floor(at / 12) % bones.length === j);
}

describe("a solution path", () => {
  it("has every count, and each rig has the bones of the smaller ones and one more", async () => {
    const { rigs, members } = await pathOf();
    expect([...rigs.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (let h = 1; h < 8; h++) {
      const [few, many] = [namesOf(rigs.get(h)!), namesOf(rigs.get(h + 1)!)];
      const added = many.filter((name) => !few.includes(name));
      expect(added).toHaveLength(1);
      expect(few.every((name) => many.includes(name))).toBe(true);
      // The step between them says the same, whether it went up or down.
      const step = members.find(({ rig }) => rig.bones.length === (h < 4 ? h : h + 1))!;
      expect(step.changed).toBe(added[0]);
      expect(few).toContain(step.from);
    }
  });

  it("has errors that never rise with the number of bones, and the reports have the measured ones", async () => {
    const sequences = [cloth, bendingBar({ bones: 6, frames: 12, length: 18, width: 2 }).sequence];
    for (const sequence of sequences) {
      const { rig } = await solve(sequence, SETTINGS);
      const { rigs, members } = await pathOf({ sequence, rig });
      let last = Infinity;
      for (const h of [...rigs.keys()].sort((a, b) => a - b)) {
        const error = await errorOf(sequence, rigs.get(h)!);
        expect(error, `${h} bones`).toBeLessThanOrEqual(last * 1.0005 + 1e-4);
        last = error;
      }
      for (const { rig, report } of members) {
        expect(report.eRms).toBeCloseTo(await errorOf(sequence, rig), 6);
        expect(report.bones).toBe(rig.bones.length);
      }
    }
  });

  it("ends where another bone would move nothing, and says so", async () => {
    const still = { ...cloth, frames: cloth.frames.map((_, at) => cloth.rest[at % cloth.rest.length]) };
    const { rig } = await solve(still, { ...SETTINGS, bones: 1 });
    const { rigs, end } = await pathOf({ sequence: still, rig });
    expect([...rigs.keys()]).toEqual([1]);
    expect(end.reason).toBe("1 bone reproduces the motion. Another one would move nothing.");
  });

  it("keeps locked bones and locked weights at every count", async () => {
    const { rig } = await solve(bar.sequence, { ...SETTINGS, bones: 5, correctRestPose: false });
    const locks = { bones: Uint8Array.of(0, 1, 0, 0, 0), vertices: new Uint8Array(bar.sequence.vertexCount) };
    const [first, second] = [3, 40];
    for (const i of [first, second]) locks.vertices[i] = 1;
    const row = ({ bones, weights: { offsets, ...weights } }: Rig, i: number) =>
      Object.fromEntries(
        Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => [
          bones[weights.bones[offsets[i] + n]].name,
          Math.round(1e5 * weights.values[offsets[i] + n]),
        ]),
      );
    const { rigs } = await pathOf({ sequence: bar.sequence, rig, locks, most: 7 });
    const fewest = Math.min(...rigs.keys());
    const needed = new Set([rig.bones[1].name, ...[first, second].flatMap((i) => Object.keys(row(rig, i)))]);
    expect(fewest).toBe(needed.size);
    for (const each of rigs.values()) {
      expect(motionOf(each, rig.bones[1].name)).toEqual(motionOf(rig, rig.bones[1].name));
      for (const i of [first, second]) expect(row(each, i)).toEqual(row(rig, i));
    }
  });

  it("with locks is nowhere worse than a solve of its own that goes on from the first rig", async () => {
    const locks = { bones: Uint8Array.of(0, 1, 0, 0), vertices: new Uint8Array(cloth.vertexCount) };
    locks.vertices[0] = 1;
    const { rigs } = await pathOf({ locks, most: 10 });
    for (const [bones, rig] of rigs) {
      const settings = { ...SETTINGS, bones };
      const own = await decompose({ sequence: cloth, settings, from: solved.rig, locks }, serial, UNSEEN);
      expect(own.rig.bones).toHaveLength(bones);
      expect(await errorOf(cloth, rig), `${bones} bones`).toBeLessThanOrEqual(1.05 * own.report.eRms);
    }
  });

  it("follows regions, importance and held-out frames", async () => {
    const together = new Uint16Array(cloth.vertexCount);
    for (let i = 0; i < 12; i++) together[i] = 1;
    const rigid = new Uint16Array(cloth.vertexCount);
    for (let i = 60; i < 75; i++) rigid[i] = 1;
    const intent = { frames: null, importance: null, density: null, rigid, together };
    const settings = { ...SETTINGS, holdOut: 3 };
    const { members } = await pathOf({ intent, settings, most: 6 });
    for (const { rig, report } of members) {
      expect(report.heldOut?.frames).toEqual([2, 5]);
      expect(rig.motion).toHaveLength(8 * rig.bones.length * 12);
      const { offsets, bones } = rig.weights;
      const used = new Set(bones.subarray(offsets[60], offsets[75]));
      expect(used.size).toBe(1);
    }
  });

  it("has the same bits on any number of threads", async () => {
    const bits = async (threads: number) => {
      const { members } = await pathOf({ most: 6 }, (bytes) => nodeParallel(bytes, threads));
      return members.map(({ rig }) => bitsOf(rig));
    };
    const one = await bits(1);
    expect(one.length).toBeGreaterThanOrEqual(5);
    expect(await bits(3)).toEqual(one);
  });
});

describe("the end of a path", () => {
  let stop: "cancel" | "keep" | null = null;
  afterEach(() => {
    stop = null;
  });
  const task = (members: PathMember[], stops: "cancel" | "keep", after: number) => ({
    ...UNSEEN,
    async checkpoint() {
      if (stop === "cancel") throw new CancelledError();
    },
    get finishNow() {
      return stop === "keep";
    },
    partial(member: PathMember) {
      members.push(member);
      if (members.length === after) stop = stops;
    },
  });

  it("is a cancel, in the middle of it", async () => {
    const members: PathMember[] = [];
    await expect(solvePath(ASKED, serial, task(members, "cancel", 2))).rejects.toBeInstanceOf(CancelledError);
    expect(members).toHaveLength(2);
  });

  it("keeps the finished rigs on Keep this, and adds no unfinished one", async () => {
    const [all, some]: PathMember[][] = [[], []];
    await solvePath(ASKED, serial, task(all, "keep", Infinity));
    stop = null;
    const end = await solvePath(ASKED, serial, task(some, "keep", 3));
    expect(end.reason).toBeNull();
    expect(some.map(({ rig }) => bitsOf(rig))).toEqual(all.slice(0, 3).map(({ rig }) => bitsOf(rig)));
  });

  it("refuses rigs that it would harm", async () => {
    const mirrored = { ...ASKED, settings: { ...SETTINGS, mirrored: true } };
    await expect(pathOf(mirrored)).rejects.toThrow("A mirrored rig has no solution path");
    const [root, ...others] = solved.rig.bones;
    const rig = { ...solved.rig, bones: [root, ...others.map((bone) => ({ ...bone, parent: 0 }))] };
    await expect(pathOf({ rig })).rejects.toThrow("A rig with a hierarchy has no solution path");
  });
});
