import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { HierarchyEdit } from "../../model/skeleton/hierarchy-edit";
import { UNWATCHED } from "../../model/task";
import { numbersBetween } from "../../testing/numbers-between";
import { residualsOf } from "../report/residuals";
import { limbs } from "../testing/limbs";
import { orderOf, rigInTreeOrder } from "../tree/skeleton-tree";
import { fitShares, sharedWeights, smoothShare } from "./new-weights";
import { resolveSkeleton } from "./resolve";

const parents = [-1, 0, 1, 2];
const truth = limbs(parents, 2);
const tree = {
  parents: Int32Array.from(parents),
  order: orderOf(parents),
  joints: Float64Array.from(truth.joints),
};
const { rig } = rigInTreeOrder(truth.rig, tree);
const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
const resolved = (edit: HierarchyEdit, influences = 4) =>
  resolveSkeleton(
    {
      sequence: truth.sequence,
      rig,
      edit,
      settings: { influences, pull: 1e-2, joints: "strict" },
      locks: null,
    },
    makeSerial,
    UNWATCHED,
  );

const rowOf = ({ weights: { offsets, bones, values } }: Pick<Rig, "weights">, i: number) =>
  new Map(
    Array.from(bones.subarray(offsets[i], offsets[i + 1]), (bone, n) => [bone, values[offsets[i] + n]]),
  );

/** The squared error of one vertex if two of its bones divide their weight by a share. */
function errorAt(sequence: MeshSequence, shown: Rig, i: number, [from, to]: number[], share: number): number {
  const row = rowOf(shown, i);
  const whole = row.get(from)! + row.get(to)!;
  row.set(from, (1 - share) * whole).set(to, share * whole);
  let error = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    for (let c = 0; c < 3; c++) {
      let x = sequence.frames[3 * (k * sequence.vertexCount + i) + c];
      for (const [bone, w] of row) {
        const m = 12 * (k * shown.bones.length + bone) + 4 * c;
        x -= w * shown.motion[m + 3];
        for (let d = 0; d < 3; d++) x -= w * shown.motion[m + d] * shown.rest[3 * i + d];
      }
      error += x * x;
    }
  }
  return error;
}

describe("the weights of a new bone", () => {
  it("step smoothly from one bone to the other", () => {
    expect([-2, -1, 0, 1, 2].map(smoothShare)).toEqual([0, 0, 0.5, 1, 1]);
    fc.assert(
      fc.property(numbersBetween(-1.5, 1.5), numbersBetween(0, 0.5), (way, more) => {
        expect(smoothShare(way + more)).toBeGreaterThanOrEqual(smoothShare(way));
        expect(smoothShare(way) + smoothShare(-way)).toBeCloseTo(1, 12);
        expect(smoothShare(way + more) - smoothShare(way)).toBeLessThanOrEqual(0.75 * more + 1e-12);
      }),
      { seed: 3 },
    );
  });

  it("come only from the one bone, and rows keep their sum and their length", () => {
    const V = rig.weights.offsets.length - 1;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.nat(3), fc.nat(1000), (most, from, seed) => {
        const to = rig.bones.length;
        const shares = Float64Array.from({ length: V }, (_, i) => ((i * 37 + seed) % 101) / 100);
        const weights = sharedWeights(rig.weights, { from, to }, shares, most);
        for (let i = 0; i < V; i++) {
          const [before, after] = [rowOf(rig, i), rowOf({ weights }, i)];
          const sum = [...after.values()].reduce((all, w) => all + w, 0);
          expect(sum).toBeCloseTo(1, 5);
          expect(after.size).toBeLessThanOrEqual(Math.max(most, before.size));
          expect([...after.keys()]).toEqual([...after.keys()].sort((a, b) => a - b));
          if (!before.has(from)) expect(after).toEqual(before);
        }
      }),
      { seed: 4, numRuns: 20 },
    );
  });

  it("are as good as the best of all shares, and do not raise the error", async () => {
    const bone = rig.bones.findIndex(({ name }) => name === "bone 3");
    // Two bones that both move a tube, and move apart.
    const from = bone - 1;
    const shares = new Float64Array(rig.weights.offsets.length - 1).fill(0.4);
    const mixed = sharedWeights(
      { ...rig.weights, bones: rig.weights.bones.map((b) => (b === bone ? from : b)) },
      { from, to: bone },
      shares,
      4,
    );
    const shown: Rig = { ...rig, weights: mixed };
    const fitted = fitShares(truth.sequence, shown, { from, to: bone }, null, 0);
    let tried = 0;
    for (let i = 0; i < shares.length; i++) {
      const row = rowOf(shown, i);
      if (!row.has(from) || !row.has(bone) || row.size < 2) continue;
      const now = rowOf({ weights: fitted }, i);
      const found = now.get(bone)! / (now.get(from)! + now.get(bone)!);
      const error = (share: number) => errorAt(truth.sequence, shown, i, [from, bone], share);
      const best = Math.min(...Array.from({ length: 99 }, (_, n) => error((n + 1) / 100)));
      expect(error(found)).toBeLessThanOrEqual(1.0001 * best + 1e-9);
      tried++;
    }
    expect(tried).toBeGreaterThan(50);
    const before = (await residualsOf(truth.sequence, shown, UNWATCHED)).error;
    for (const stiffness of [0, 0.25, 4]) {
      const weights = fitShares(truth.sequence, shown, { from, to: bone }, null, stiffness);
      const after = (await residualsOf(truth.sequence, { ...shown, weights }, UNWATCHED)).error;
      expect(after).toBeLessThan(before);
    }
  });

  it("blend over the joint of an inserted and of an extruded bone", async () => {
    const last = rig.bones.findIndex(({ name }) => name === "bone 3");
    const { head } = rig.bones[last];
    const far = rig.rest.slice(-3);
    const part = (t: number) => head.map((x, c) => x + t * (far[c] - x)) as [number, number, number];
    const edits: HierarchyEdit[] = [
      { kind: "insert", bone: last, at: part(0.5) },
      { kind: "extrude", bone: last, at: part(0.5), to: part(1) },
    ];
    for (const edit of edits) {
      const { rig: after, origin, rmsePercent } = await resolved(edit);
      const [from, to] = [origin.indexOf(last), origin.indexOf(-1)];
      const shares = Array.from(after.weights.offsets.slice(0, -1), (_, i) => {
        const row = rowOf(after, i);
        const [a, b] = [row.get(from) ?? 0, row.get(to) ?? 0];
        return a + b > 0 ? b / (a + b) : -1;
      });
      expect(shares.filter((s) => s > 0.05 && s < 0.95).length).toBeGreaterThan(8);
      expect(shares.filter((s) => s >= 0.99).length).toBeGreaterThan(8);
      expect(rmsePercent).toBeLessThan(0.02);
    }
  });
});
