import { describe, expect, it } from "vitest";
import { findMirror } from "../../geometry/vertex-mirror";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import {
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveIntent,
  type SolveSettings,
} from "../../model/solve/solve-settings";
import { UNWATCHED } from "../../model/task";
import { bendingBar, clothPatch } from "../../testing/sequences";
import { decompose } from "../decompose";
import { mirroredRegions } from "./doubled";
import { pairBones } from "./pair-bones";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));
/** Symmetric at rest in the plane x = 0; each half bends in its own way. */
const bar = bendingBar({ bones: 4, frames: 8, length: 12, width: 2, seed: 3 });
const trianglesOf = ({ triangles, solverIndex }: MeshSequence) => triangles.map((v) => solverIndex[v]);

const solve = (sequence: MeshSequence, changes: Partial<SolveSettings>, intent?: Partial<SolveIntent>) => {
  const settings = { ...SOLVE_DEFAULTS, mirrored: true, bones: 4, iterations: 40, restarts: 2, ...changes };
  const asked = intent && { intent: { ...NO_INTENT, ...intent } };
  const task = { ...UNWATCHED, partial() {} };
  return decompose({ sequence, settings, from: null, locks: null, ...asked }, serial, task);
};

/** Weights of a vertex by bone name, with sides swapped if `flip`. */
function rowOf({ weights, bones }: Rig, i: number, flip: boolean): [string, number][] {
  const other = (name: string) => name.replace(/\.(L|R)$/, (_, side) => (side === "L" ? ".R" : ".L"));
  const row: [string, number][] = [];
  for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
    const { name } = bones[weights.bones[e]];
    row.push([flip ? other(name) : name, weights.values[e]]);
  }
  return row.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

describe("findMirror", () => {
  it("pairs all vertices of a symmetric mesh, also off the origin or slightly displaced", () => {
    const random = createRandom(2);
    const { rest } = bar.sequence;
    const moved = rest.map((x, at) => x + (at % 3 === 0 ? 7 : 0));
    const exact = findMirror(moved, trianglesOf(bar.sequence));
    expect(exact.unmatched).toBe(0);
    exact.map.forEach((l, i) => {
      expect(exact.map[l]).toBe(i);
      for (let c = 0; c < 3; c++) {
        const image = c === exact.axis ? 2 * exact.plane - moved[3 * i + c] : moved[3 * i + c];
        expect(moved[3 * l + c]).toBeCloseTo(image, 4);
      }
    });
    // Every tenth vertex is farther off than the tolerance, so its neighbours decide.
    const rough = moved.map(
      (x, at) => x + (Math.floor(at / 3) % 10 === 0 ? 0.02 * (random.next() - 0.5) : 0),
    );
    expect(findMirror(rough, trianglesOf(bar.sequence)).unmatched).toBeLessThan(0.02);
  });
});

describe("pairBones", () => {
  it("finds the partners of bones in any order", () => {
    const { map } = findMirror(bar.sequence.rest, trianglesOf(bar.sequence));
    const partner = pairBones(bar.rig.weights, map, 4);
    const { axis } = findMirror(bar.sequence.rest, trianglesOf(bar.sequence));
    expect([...partner]).toEqual(axis === 0 ? [3, 2, 1, 0] : [0, 1, 2, 3]);
  });
});

describe("mirroredRegions", () => {
  it("numbers the images of regions, and joins regions across the middle", () => {
    const map = Int32Array.of(5, 4, 3, 2, 1, 0);
    expect([...mirroredRegions(Uint16Array.of(1, 1, 0, 0, 0, 0), map)]).toEqual([1, 1, 0, 0, 2, 2]);
    expect([...mirroredRegions(Uint16Array.of(0, 3, 3, 3, 0, 0), map)]).toEqual([0, 3, 3, 3, 3, 0]);
  });
});

describe("a mirrored solve", () => {
  it.each(["rigid", "affine"] as const)(
    "gives symmetric weights and left and right names: %s",
    async (boneKind) => {
      const { rig, report } = await solve(bar.sequence, { boneKind });
      const { map } = findMirror(bar.sequence.rest, trianglesOf(bar.sequence));
      map.forEach((l, i) => {
        const [row, image] = [rowOf(rig, i, false), rowOf(rig, l, true)];
        expect(image.map(([name]) => name)).toEqual(row.map(([name]) => name));
        row.forEach(([, w], n) => {
          expect(image[n][1]).toBeCloseTo(w, 5);
        });
        for (let c = 0; c < 3; c++) expect(Number.isFinite(rig.rest[3 * i + c])).toBe(true);
      });
      expect(new Set(rig.bones.map(({ name }) => name)).size).toBe(rig.bones.length);
      expect(rig.motion).toHaveLength(8 * 12 * rig.bones.length);
      expect(report.bonesReason === null || report.bones < 4).toBe(true);
      const plain = await solve(bar.sequence, { boneKind, mirrored: false });
      expect(report.eRms).toBeLessThan(3 * plain.report.eRms + 3);
    },
  );

  it("applies what is painted on one side to both", async () => {
    const { map } = findMirror(bar.sequence.rest, trianglesOf(bar.sequence));
    const rigid = Uint16Array.from(map, (_, i) => (bar.sequence.rest[3 * i] > 1.2 ? 1 : 0));
    const { rig } = await solve(bar.sequence, {}, { rigid });
    rigid.forEach((region, i) => {
      if (region === 0) return;
      for (const v of [i, map[i]]) expect(rowOf(rig, v, false)).toHaveLength(1);
    });
  });

  it("says that a mesh is not symmetric, and solves it without symmetry", async () => {
    const cloth = clothPatch({ size: 9, frames: 5 });
    const random = createRandom(1);
    const rest = cloth.rest.map((x) => x + 0.2 * random.next());
    const { report, rig } = await solve({ ...cloth, rest }, {});
    expect(report.bonesReason).toContain("not symmetric");
    expect(report.figures?.mirrorUnmatchedPercent).toBeGreaterThan(20);
    expect(rig.motion).toHaveLength(5 * 12 * rig.bones.length);
  });
});
