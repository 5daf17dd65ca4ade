import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assembleSequence } from "../../formats/assemble/assemble-sequence";
import { inspect } from "../../formats/open";
import { nodeFiles } from "../../formats/source/node-file";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { distance } from "../../math/vectors";
import { CancelledError } from "../../model/errors";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ExtractResult } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import {
  EXTRACT_DEFAULTS,
  type ExtractSettings,
  type SkeletonMethod,
} from "../../model/skeleton/extract/extract-settings";
import type { ParameterValue } from "../../model/solve/method-parameters/field";
import { UNWATCHED } from "../../model/task";
import { bendingBar, movingShells, staticCube } from "../../testing/sequences";
import { sharedData } from "../../testing/shared-data";
import { type ExtractTask, extractSkeleton } from "../extract";
import { percentOf, residualsOf } from "../report/residuals";
import { type Limbs, limbs } from "../testing/limbs";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));

const extract = (
  sequence: MeshSequence,
  settings: Partial<ExtractSettings>,
  task: Partial<ExtractTask> = {},
): Promise<ExtractResult> =>
  extractSkeleton({ sequence, from: null, settings: { ...EXTRACT_DEFAULTS, ...settings } }, serial, {
    ...UNWATCHED,
    partial() {},
    ...task,
  });

/** Sorted links of a found rig, named by the true bones that its bones cover most. */
function linksFound(truth: Limbs, found: Rig): string[] {
  const owner = found.bones.map((_, j) => {
    const sums = new Map<number, number>();
    const { offsets, bones, values } = found.weights;
    for (let i = 0; i + 1 < offsets.length; i++) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        if (bones[e] !== j) continue;
        const at = truth.rig.weights.offsets[i + 1] - 1;
        const bone = truth.rig.weights.bones[at];
        sums.set(bone, (sums.get(bone) ?? 0) + values[e]);
      }
    }
    return [...sums].sort((p, q) => q[1] - p[1])[0][0];
  });
  return found.bones
    .flatMap(({ parent }, j) => (parent < 0 ? [] : [[owner[j], owner[parent]].sort().join("-")]))
    .sort();
}

function expectValid({ weights, bones, motion }: Rig, influences: number): void {
  const { offsets, values } = weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = Array.from(values.subarray(offsets[i], offsets[i + 1]));
    expect(row.length).toBeGreaterThan(0);
    expect(row.length).toBeLessThanOrEqual(influences);
    expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
  }
  bones.forEach(({ parent }, j) => {
    expect(parent).toBeLessThan(j);
  });
  expect(motion.every(Number.isFinite)).toBe(true);
}

const METHODS: SkeletonMethod[] = ["multi-pass", "schaefer", "aguiar", "hasler"];

describe.each(METHODS)("%s", (method) => {
  const character = limbs([-1, 0, 1, 2, 1, 4], 2, { frames: 16 });

  it("finds the skeleton of a character", async () => {
    const { rig, report } = await extract(character.sequence, { method, bones: 6 });
    expectValid(rig, 4);
    expect(report.bones).toBe(6);
    expect(linksFound(character, rig)).toEqual(character.edges);
    expect(report.roots).toBe(1);
    expect(report.rmsePercent).toBeLessThan(0.5);
  });

  it("reports the errors of the soft and of the strict skeleton, which keep the rest pose", async () => {
    const { sequence } = character;
    for (const joints of ["soft", "strict"] as const) {
      const { rig, report } = await extract(sequence, { method, bones: 4, joints });
      const error = percentOf((await residualsOf(sequence, rig, UNWATCHED)).error, sequence);
      expect(joints === "soft" ? report.rmsePercent : report.rmsePercentStrict).toBeCloseTo(error, 9);
      expect(report.rmsePercent).not.toBeCloseTo(report.rmsePercentStrict, 4);
      expect(rig.rest).toEqual(sequence.rest);
    }
  });

  it("gives separate parts their own roots, with a note", async () => {
    const { sequence } = movingShells({ shells: 3 });
    const { rig, report } = await extract(sequence, { method, bones: 3 });
    expectValid(rig, 4);
    expect(report.roots).toBe(3);
    expect(report.notes.join()).toContain("3 separate trees");
    expect(report.notes.join()).toContain("not linked by this method");
  });

  it("gives a rigid part one bone, however many may be used", async () => {
    const { sequence } = movingShells({ shells: 3, detail: 3 });
    const { rig, report } = await extract(sequence, { method, bones: 9 });
    expectValid(rig, 4);
    expect(report).toMatchObject({ bones: 3, roots: 3 });
    expect(report.rmsePercentStrict).toBeLessThan(1e-3);
  });

  it("keeps the lengths of bones to a millionth of the diagonal, whatever it left open", async () => {
    const { sequence } = character;
    const { rig } = await extract(sequence, { method, bones: 6 });
    const { bones, motion } = rig;
    const placed = (at: number, [x, y, z]: readonly number[]) =>
      [0, 4, 8].map(
        (r) => motion[at + r] * x + motion[at + r + 1] * y + motion[at + r + 2] * z + motion[at + r + 3],
      );
    const diagonal = restDiagonal(sequence);
    for (let frame = 0; frame < motion.length; frame += 12 * bones.length) {
      bones.forEach(({ parent, head }, j) => {
        if (parent < 0) return;
        const [own, above] = [placed(frame + 12 * j, head), placed(frame + 12 * parent, head)];
        expect(distance(own, above) / diagonal).toBeLessThan(1e-6);
        // The bone from the parent's joint to this one.
        const length = distance(own, placed(frame + 12 * parent, bones[parent].head));
        expect(Math.abs(length - distance(head, bones[parent].head)) / diagonal).toBeLessThan(1e-6);
      });
    }
  });

  it("builds the tree from the requested root", async () => {
    const { rig } = await extract(character.sequence, { method, bones: 6, root: "bone_04" });
    expect(rig.bones[0]).toMatchObject({ name: "bone_04", parent: -1 });
    await expect(extract(character.sequence, { method, bones: 6, root: "hip" })).rejects.toThrow("hip");
  });

  it("accepts a mesh that does not move, and more bones than vertices", async () => {
    const { rig, report } = await extract(staticCube(), { method, bones: 12 });
    expectValid(rig, 4);
    expect(report.rmsePercent).toBeLessThan(1e-3);
  });

  it("gives the same bits on any number of threads", async () => {
    const rigs = [];
    for (const threads of [1, 3]) {
      const make = Object.assign((bytes: number) => nodeParallel(bytes, threads), { threads });
      const settings = {
        ...EXTRACT_DEFAULTS,
        method,
        bones: 6,
        parameters: { "multi-pass": { rounds: 20 } },
      };
      const input = { sequence: character.sequence, from: null, settings };
      rigs.push((await extractSkeleton(input, make, { ...UNWATCHED, partial() {} })).rig);
    }
    expect(rigs[1]).toEqual(rigs[0]);
  });

  it("stops when it is cancelled", async () => {
    let calls = 0;
    const checkpoint = async () => {
      if (++calls > 20) throw new CancelledError();
    };
    await expect(extract(character.sequence, { method, bones: 6 }, { checkpoint })).rejects.toThrow(
      CancelledError,
    );
  });
});

describe("multi-pass", () => {
  const character = limbs([-1, 0, 1, 2, 1, 4], 2, { frames: 16 });

  it("ends early with all requested bones when the artist keeps the rig", async () => {
    const { rig, report } = await extract(
      character.sequence,
      { method: "multi-pass", bones: 6 },
      { finishNow: true },
    );
    expectValid(rig, 4);
    expect(report.bones).toBe(6);
    expect(report.rmsePercent).toBeLessThan(5);
  });

  it("closes joints further if they are stiffer", async () => {
    const gaps = [];
    for (const stiffness of [0, 10]) {
      const parameters = { "multi-pass": { stiffness, rounds: 30 } };
      const noisy = {
        ...character.sequence,
        frames: character.sequence.frames.map((x, n) => x + 0.05 * Math.sin(n * n)),
      };
      const { report } = await extract(noisy, { method: "multi-pass", bones: 6, parameters });
      gaps.push(report.joints.reduce((sum, { gapPercent }) => sum + gapPercent, 0));
    }
    expect(gaps[1]).toBeLessThan(0.3 * gaps[0]);
  });
});

describe("parameters", () => {
  const { sequence } = bendingBar({ bones: 5 });
  const rigOf = async (method: SkeletonMethod, parameters: Record<string, ParameterValue>) =>
    (await extract(sequence, { method, bones: 5, parameters: { [method]: parameters } })).rig;
  const distant = (rig: Rig) =>
    rig.weights.bones.filter((j, e) => {
      const i = rig.weights.offsets.findIndex((end) => end > e) - 1;
      return rig.weights.values[e] > 0 && Math.abs(rig.rest[3 * i] - rig.bones[j].head[0]) > 2.2;
    }).length;

  it("pull the joints of a single pass, but not those of Schaefer & Yuksel, which are a pseudo-inverse", async () => {
    const heads = async (method: SkeletonMethod, pull: number) => {
      const { rig } = await extract(sequence, { method, bones: 5, pull, joints: "soft" });
      return rig.bones.map(({ head }) => head);
    };
    expect(await heads("schaefer", 10)).toEqual(await heads("schaefer", 0.01));
    expect(await heads("aguiar", 10)).not.toEqual(await heads("aguiar", 0.01));
  });

  it("keeps weights local in single passes by edge collapse", async () => {
    const [local, open] = [await rigOf("schaefer", {}), await rigOf("schaefer", { local: false })];
    expect(distant(local)).toBeLessThanOrEqual(distant(open));
    expect(local.weights).not.toEqual(open.weights);
  });

  it.each([
    ["aguiar", { seeds: 60 }],
    ["hasler", { alternations: 1 }],
    ["multi-pass", { surplus: 3 }],
    ["multi-pass", { smoothness: 5 }],
    ["multi-pass", { rounds: 5 }],
    ["multi-pass", { sweeps: 1 }],
    ["multi-pass", { stiffness: 10 }],
  ] as const)("of %s change the result: %o", async (method, parameters) => {
    const [own, other] = [await rigOf(method, {}), await rigOf(method, parameters)];
    expectValid(other, 4);
    expect(other.motion).not.toEqual(own.motion);
  });
});

describe.skipIf(!existsSync(sharedData("cat-poses.obj")))(
  "table 2 of Le & Deng 2014 (skipped without ../shared/data)",
  () => {
    // The paper's strict errors in percent of the diagonal: multi-pass, and the best single-pass method.
    it.each([
      ["cat-poses", 28, 0.25, 0.63],
      ["horse-poses", 27, 0.21, 0.54],
    ])("%s", async (name, bones, multiPass, singlePass) => {
      const files = [`${name}.obj`, `${name}.pc2`].map((file) => fileURLToPath(sharedData(file)));
      const [source] = await inspect(await nodeFiles(files), UNWATCHED);
      const options = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
      const sequence = await assembleSequence(await source.read(options, UNWATCHED), options, UNWATCHED);
      const { report } = await extract(sequence, { method: "multi-pass", bones });
      expect(report.bones).toBe(bones);
      expect(report.roots).toBe(1);
      expect(report.rmsePercentStrict).toBeLessThanOrEqual(multiPass);
      const single = await extract(sequence, { method: "schaefer", bones });
      expect(single.report.rmsePercentStrict).toBeLessThan(singlePass);
    });
  },
);
