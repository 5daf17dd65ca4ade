import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HeldWeight } from "../../../workers/model/reports/weight-report";
import { NO_WEIGHT_EDITS, type VertexBoneValues } from "../../../workers/model/weights/weight-edits";
import { withEntries } from "./vertex-bone-values";
import {
  attached,
  held,
  influenced,
  released,
  settledEdits,
  smoothedEdits,
  unwired,
  weighed,
  wired,
} from "./weight-edit-strokes";

const SEED = 20261122;
const list = ({ vertices, bones, values }: VertexBoneValues) =>
  Array.from(vertices, (i, n) => `${i}/${bones[n]}=${Number(values[n].toFixed(3))}`).sort();

describe("entries of vertices and bones", () => {
  it("equal a map of pairs after any strokes", () => {
    const stroke = fc.record({
      bone: fc.nat(3),
      vertices: fc.array(fc.nat(12), { maxLength: 8 }),
      value: fc.option(fc.integer({ min: 0, max: 8 })),
    });
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 12 }), (strokes) => {
        let entries = NO_WEIGHT_EDITS.holds;
        const truth = new Map<string, number>();
        for (const { bone, vertices, value } of strokes) {
          const before = list(entries);
          const next = withEntries(entries, { bone, vertices, values: value === null ? null : value / 8 });
          expect(list(entries)).toEqual(before);
          entries = next;
          for (const i of vertices) {
            if (value === null) truth.delete(`${i}/${bone}`);
            else truth.set(`${i}/${bone}`, value / 8);
          }
        }
        expect(list(entries)).toEqual([...truth].map(([key, x]) => `${key}=${x}`).sort());
      }),
      { seed: SEED, numRuns: 100 },
    );
  });
});

describe("strokes over the edits for weights", () => {
  it("hold weights, and release others that leave no room", () => {
    const a = held(NO_WEIGHT_EDITS, 0, [1, 2], 0.75);
    const b = held(a, 1, [2, 3], 0.25);
    expect(list(b.holds)).toEqual(["1/0=0.75", "2/0=0.75", "2/1=0.25", "3/1=0.25"]);
    const c = held(b, 1, [2], 0.5);
    expect(list(c.holds)).toEqual(["1/0=0.75", "2/1=0.5", "3/1=0.25"]);
    expect(list(held(c, 1, [2, 3], null).holds)).toEqual(["1/0=0.75"]);
  });

  it("remove holds where a bone may not act", () => {
    const before = held(NO_WEIGHT_EDITS, 2, [5, 6], 1);
    const after = influenced(before, 2, [6, 7], false);
    expect([list(after.holds), list(after.influences)]).toEqual([["5/2=1"], ["6/2=0", "7/2=0"]]);
    expect(list(influenced(after, 2, [7], null).influences)).toEqual(["6/2=0"]);
    expect(list(influenced(after, 2, [7], true).influences)).toEqual(["6/2=0", "7/2=1"]);
  });

  it("remove the artist's constraints, and release automatic ones", () => {
    const edits = attached(attached(NO_WEIGHT_EDITS, "attach", 1, [4]), "neumann", 0, [9]);
    const one = (kind: HeldWeight["kind"], vertex: number, bone: number, added: boolean): HeldWeight => ({
      kind,
      vertex,
      bone,
      added,
      energy: 0,
      around: 1,
      strain: 0,
      suspicious: false,
    });
    const after = released(edits, [
      one("attach", 4, 1, true),
      one("attach", 7, 2, false),
      one("neumann", 9, 0, true),
    ]);
    expect([list(after.attach), list(after.neumann)]).toEqual([["7/2=0"], []]);
  });

  it("link each pair once, and unlink all links that end at a vertex", () => {
    const edits = wired(NO_WEIGHT_EDITS, [
      [1, 2],
      [2, 1],
      [3, 3],
      [3, 4],
    ]);
    expect([...edits.wires]).toEqual([1, 2, 3, 4]);
    expect([...wired(edits, [[4, 3]]).wires]).toEqual([1, 2, 3, 4]);
    expect([...unwired(edits, [4, 8]).wires]).toEqual([1, 2]);
  });

  it("leave empty edits where nothing is left", () => {
    const smooth = smoothedEdits(NO_WEIGHT_EDITS, 0, [1, 2], [0.5, 1]);
    expect(list(smooth.smooth)).toEqual(["1/0=0.5", "2/0=1"]);
    expect(settledEdits(smooth)).toBe(smooth);
    expect(settledEdits(smoothedEdits(smooth, 0, [1, 2], null))).toBe(NO_WEIGHT_EDITS);
    expect(weighed(NO_WEIGHT_EDITS, new Float32Array(4).fill(1)).importance).toBe(null);
    expect(weighed(NO_WEIGHT_EDITS, Float32Array.of(1, 0)).importance).toHaveLength(2);
  });
});
