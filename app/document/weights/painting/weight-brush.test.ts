import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceRows, rowsOf } from "../../../../workers/model/weights/layers/sparse-rows";
import { GpuWeights } from "../../../viewport/deform/data/gpu-weights";
import type { BrushOperation } from "../../brush-operations";
import { BONES, SIDE, sheet, sheetMirror, symmetricWeights, weightAt, worstSum } from "../testing/weights";
import { WeightBrush } from "./weight-brush";

const mesh = sheet();
const weights = symmetricWeights(mesh);
const mirror = sheetMirror(mesh);
const middle = 4 * SIDE + 4;

const paintedWith = (locked: readonly number[] = []) => ({
  weights,
  bones: BONES,
  rest: mesh.positions,
  rings: mesh.rings,
  locked: Uint8Array.from(BONES, (_, j) => (locked.includes(j) ? 1 : 0)),
});

/** A stroke that touches single vertices, and their images if `mirrored`. Returns the weights after it. */
function stroke(
  operation: BrushOperation,
  touches: { vertex: number; share: number }[],
  { bone = 1, locked = [] as readonly number[], mirrored = false } = {},
) {
  const live = new GpuWeights(weights);
  const partner = bone === 0 ? 0 : 3 - bone;
  const sides = mirrored && partner !== bone ? [[bone], [partner]] : [[bone]];
  const brush = new WeightBrush(paintedWith(locked), live, operation, sides);
  for (const { vertex, share } of touches) {
    const touch = { bone, count: 1, vertices: [vertex], shares: [share] };
    const image = { bone: partner, count: 1, vertices: [mirror.nearest[vertex]], shares: [share] };
    brush.touch(mirrored ? [touch, image] : [touch]);
    brush.show(Infinity);
  }
  const rows = brush.outcome();
  return { after: replaceRows(weights, rows), rows, live, brush };
}

// Thousandths, because random doubles would nearly all be close to 0.
const thousandths = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 1000);
const operation = fc.record<BrushOperation>({
  kind: fc.constantFrom("replace", "add", "scale", "smooth", "sharpen", "average"),
  value: thousandths(-1000, 2000),
  strength: thousandths(0, 1000),
});
const touches = fc.array(
  fc.record({
    vertex: fc.nat(SIDE * SIDE - 1),
    share: thousandths(10, 1000),
  }),
  { minLength: 1, maxLength: 12 },
);

describe("WeightBrush", () => {
  it("keeps sums, locks and signs, and an undo restores every bit", () => {
    fc.assert(
      fc.property(operation, touches, fc.constantFrom([], [0], [2]), (how, where, locked) => {
        const { after, rows } = stroke(how, where, { locked });
        expect(worstSum(after)).toBeLessThan(1e-6);
        expect(after.values.every((w) => w >= 0)).toBe(true);
        for (const j of locked) {
          for (let i = 0; i < mesh.vertexCount; i++)
            expect(weightAt(after, i, j)).toBe(weightAt(weights, i, j));
        }
        const undone = replaceRows(after, rowsOf(weights, rows.vertices));
        expect(undone).toEqual(weights);
        expect(replaceRows(undone, rowsOf(after, rows.vertices))).toEqual(after);
      }),
      { seed: 12 },
    );
  });

  it("leaves untouched vertices alone, and its preview equals its outcome", () => {
    fc.assert(
      fc.property(operation, touches, (how, where) => {
        const { after, rows, live } = stroke(how, where);
        const touched = new Set(where.map(({ vertex }) => vertex));
        expect([...rows.vertices].every((i) => touched.has(i))).toBe(true);
        // The document gets the weights that were on screen.
        for (const i of touched) {
          const [first, end] = [live.ranges[2 * i], live.ranges[2 * i + 1]];
          expect(end - first).toBe(after.offsets[i + 1] - after.offsets[i]);
          for (let n = 0; n < end - first; n++) {
            expect(live.bones[first + n]).toBe(after.bones[after.offsets[i] + n]);
            expect(live.values[first + n]).toBe(after.values[after.offsets[i] + n]);
          }
        }
      }),
      { seed: 13 },
    );
  });

  it("stays symmetric if strokes are mirrored", () => {
    fc.assert(
      fc.property(operation, touches, fc.constantFrom(0, 1), (how, where, bone) => {
        const { after } = stroke(how, where, { bone, mirrored: true });
        for (let i = 0; i < mesh.vertexCount; i++) {
          for (const j of [0, 1, 2]) {
            const other = j === 0 ? 0 : 3 - j;
            expect(Math.abs(weightAt(after, i, j) - weightAt(after, mirror.nearest[i], other))).toBeLessThan(
              1e-6,
            );
          }
        }
      }),
      { seed: 14 },
    );
  });

  it("performs each operation", () => {
    const at = 4 * SIDE + 6;
    const before = weightAt(weights, at, 1);
    const once = (how: BrushOperation) => weightAt(stroke(how, [{ vertex: at, share: 0.5 }]).after, at, 1);
    expect(once({ kind: "replace", value: 1, strength: 0.8 })).toBeCloseTo(before + (1 - before) * 0.4, 6);
    expect(once({ kind: "add", value: -0.5, strength: 1 })).toBeCloseTo(before - 0.25, 6);
    expect(once({ kind: "scale", value: 0.5, strength: 1 })).toBeCloseTo(0.75 * before, 6);
    const around = [at - 1, at + 1, at - SIDE, at + SIDE];
    const { offsets, neighbours } = mesh.rings;
    const ring = [...neighbours.subarray(offsets[at], offsets[at + 1])];
    expect(around.every((i) => ring.includes(i))).toBe(true);
    const mean = ring.reduce((sum, i) => sum + weightAt(weights, i, 1), 0) / ring.length;
    expect(once({ kind: "smooth", value: 0, strength: 1 })).toBeCloseTo((before + mean) / 2, 6);
    expect(once({ kind: "sharpen", value: 0, strength: 1 })).toBeCloseTo(before - (mean - before) / 2, 6);
  });

  it("depends only on the strongest touch, except for smoothing", () => {
    const one = stroke({ kind: "add", value: 1, strength: 0.3 }, [{ vertex: middle, share: 1 }]).after;
    const many = stroke({ kind: "add", value: 1, strength: 0.3 }, [
      { vertex: middle, share: 0.4 },
      { vertex: middle, share: 1 },
      { vertex: middle, share: 1 },
    ]).after;
    expect(many).toEqual(one);
  });

  it("gives weight from a vertex with one bone to the bones of its neighbours", () => {
    const end = 4 * SIDE + SIDE - 1;
    expect(weightAt(weights, end, 1)).toBe(1);
    const { after } = stroke({ kind: "replace", value: 0.25, strength: 1 }, [{ vertex: end, share: 1 }]);
    expect(weightAt(after, end, 1)).toBeCloseTo(0.25, 6);
    expect(weightAt(after, end, 0)).toBeCloseTo(0.75, 6);
  });

  it("counts the vertices that cannot change because all other bones are locked", () => {
    const end = 4 * SIDE + SIDE - 1;
    const { rows, brush } = stroke({ kind: "replace", value: 0, strength: 1 }, [{ vertex: end, share: 1 }], {
      locked: [0, 2],
    });
    expect(rows.vertices.length).toBe(0);
    expect(brush.stuck).toBe(1);
  });
});
