/**
 * Holds what the engine computes: a change that is meant to leave results alone must leave every bit of them alone.
 *
 * `identity.json` has a hash for each result. The hashes are exact, on any number of threads and on any machine whose
 * JavaScript engine rounds `Math.sin` and its like as the engine did that recorded them; on another one the test is
 * skipped, and the table has to be recorded there from a commit that is known to be right.
 *
 * After a change that is meant to alter results: `SINEW_RECORD_IDENTITY=1 npx vitest run workers/identity`, and say in
 * the commit which results changed and why.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { decompose } from "../decompose/decompose";
import { prepareDeformer } from "../deform/deform-frames";
import { DirectCache } from "../deform/direct/direct-cache";
import { nearestBones } from "../deform/nearest-bones";
import { rigidWeights } from "../deform/rigid-bind";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { DEFORM_DEFAULTS, DEFORMER_KINDS, type DeformSource, deformSourceOf } from "../model/deform";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { METHODS, type SolveMethod } from "../model/solve/methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "../model/solve/solve-settings";
import { UNWATCHED } from "../model/task";
import { NO_WEIGHT_EDITS } from "../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../model/weights/weight-settings";
import { bendingBar, clothPatch, movingShells } from "../samples/test-sequences";
import { EditMailbox } from "../weights/binding/edit-mailbox";
import { findWeights } from "../weights/binding/find-weights";
import { chain, tube } from "../weights/testing/test-bindables";
import { creature } from "../weights/testing/test-creature";
import { engineFingerprint, fingerprint } from "./fingerprint";

const TABLE = fileURLToPath(new URL("./identity.json", import.meta.url));
const RECORD = process.env.SINEW_RECORD_IDENTITY === "1";
const HOW = "SINEW_RECORD_IDENTITY=1 npx vitest run workers/identity";

const table: Record<string, string> = RECORD ? {} : JSON.parse(readFileSync(TABLE, "utf8"));
const engine = engineFingerprint();
const comparable = RECORD || table.engine === engine;
if (!comparable) {
  console.warn(
    `Results are not compared: library functions of V8 ${process.versions.v8} are not the recorded ones.`,
  );
}
if (RECORD) table.engine = engine;

function expectSame(name: string, hash: string): void {
  if (RECORD) table[name] = hash;
  else expect(hash, `"${name}" gives other bits. If that is meant, record them: ${HOW}`).toBe(table[name]);
}

const makeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});

const bar = bendingBar({ bones: 5, frames: 12, length: 20, width: 3 });
const SEQUENCES: Record<string, MeshSequence> = {
  bar: bar.sequence,
  cloth: clothPatch({ size: 13, frames: 12 }),
  shells: movingShells({ shells: 6, frames: 12, detail: 4 }).sequence,
  "long bar": bendingBar({ bones: 7, frames: 24, length: 36, width: 4, seed: 7 }).sequence,
};

/** Ways to ask for a rig that run code of their own. */
const WAYS: Record<string, Partial<SolveSettings>> = {
  "at the knee": { knee: true },
  "to an error": { errorTarget: 0.005 },
  "in 40 iterations": { iterations: 40 },
  "affine and smooth": { boneKind: "affine", smoothness: 0.5 },
  "frames held out": { holdOut: 3, correction: 2 },
};

async function solvedRig(sequence: MeshSequence, asked: Partial<SolveSettings>): Promise<string> {
  const settings = { ...SOLVE_DEFAULTS, bones: 5, ...asked };
  const task = { ...UNWATCHED, finishNow: false, partial() {} };
  const { rig } = await decompose({ sequence, settings, from: null, locks: null }, makeParallel, task);
  const { offsets, bones, values } = rig.weights;
  return fingerprint(offsets, bones, values, rig.motion, rig.rest);
}

const MODELS = {
  tube: {
    mesh: tube([0, 0, 0], [4, 0, 0], 0.5, 17, 10),
    skeleton: chain([0, 0, 0], [1.2, 0, 0], [2.6, 0, 0], [4, 0, 0]),
  },
  creature: creature(1),
};

/** Five poses: frames of the bar's motion. */
const POSES = [1, 2, 4, 5, 7];

const motionOf = ({ bones, motion }: Rig, k: number) =>
  motion.subarray(12 * bones.length * k, 12 * bones.length * (k + 1));

describe.skipIf(!comparable)("results, bit for bit", () => {
  afterAll(() => {
    if (RECORD) writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  });

  for (const [name, sequence] of Object.entries(SEQUENCES)) {
    it(`starts from the same sequence: ${name}`, () => {
      expectSame(`sequence, ${name}`, fingerprint(sequence.rest, sequence.frames, sequence.triangles));
    });

    it.each(Object.keys(METHODS) as SolveMethod[])(`solves ${name} to the same rig: %s`, async (method) => {
      expectSame(`rig, ${name}, ${method}`, await solvedRig(sequence, { method }));
    });
  }

  it.each(Object.keys(WAYS))("solves the bar to the same rig: %s", async (way) => {
    expectSame(`rig, bar, ${way}`, await solvedRig(bar.sequence, WAYS[way]));
  });

  it.each(Object.keys(MODELS) as (keyof typeof MODELS)[])("binds to the same weights: %s", async (name) => {
    const input = {
      ...MODELS[name],
      settings: { ...WEIGHT_DEFAULTS, exemplars: 10, iterations: 10, clusters: 100, clusterings: 2 },
      edits: NO_WEIGHT_EDITS,
      from: null,
      stay: false,
    };
    const mailbox = new EditMailbox(() => {});
    const { weights } = await findWeights(input, makeParallel, mailbox, UNWATCHED, () => {});
    const { offsets, bones, values } = weights;
    expectSame(`weights, ${name}`, fingerprint(offsets, bones, values));
  });

  it.each(DEFORMER_KINDS)("poses the same: %s", async (kind) => {
    const source: DeformSource = deformSourceOf(bar.sequence, bar.rig);
    const bound: DeformSource = { ...source, weights: rigidWeights(nearestBones(source.rest, source.bones)) };
    const settings = { ...DEFORM_DEFAULTS, bind: "rig" as const };
    for (const [how, of] of Object.entries({ smooth: source, rigid: bound })) {
      const { deformer } = await prepareDeformer(
        kind,
        of,
        settings,
        makeParallel,
        UNWATCHED,
        new DirectCache(),
      );
      const poses = POSES.map((k) => deformer.pose(motionOf(bar.rig, k)));
      const arrays = poses.flatMap(({ positions, rotations }) => [positions, rotations]);
      expectSame(`deformer, ${kind}, ${how} weights`, fingerprint(...arrays));
    }
  });
});
