import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composedRows, composedWeights } from "./compose";
import { dependents } from "./composer";
import { rowsAt, withoutRows } from "./sparse-rows";
import { denseComposite } from "./testing/dense-layers";
import {
  B,
  composition,
  dense,
  everywhere,
  expectClose,
  places,
  rings,
  run,
  stackOf,
  V,
  weights,
} from "./testing/random-stacks";
import { valueOfVertex } from "./vertex-values";
import type { WeightLayer } from "./weight-layers";

describe("a composite of layers", () => {
  it("follows the definitions, with any kinds, masks, mutes and solos", () => {
    run(
      stackOf(),
      (stack) => {
        expectClose(dense(composedWeights(composition(stack))), denseComposite(composition(stack)));
      },
      200,
    );
  });

  it("keeps locked bones bit for bit, and follows the definitions for the others", () => {
    const locks = fc.array(fc.boolean(), { minLength: B, maxLength: B });
    run(fc.tuple(stackOf(), weights, locks), ([stack, before, lock]) => {
      const held = { locked: Uint8Array.from(lock, Number), weights: before };
      const made = composedWeights(composition(stack, held));
      expectClose(dense(made), denseComposite(composition(stack, held)));
      const now = dense(made);
      for (const [i, row] of dense(before).entries()) {
        for (const [j, w] of row.entries()) if (lock[j]) expect(now[i][j]).toBe(w);
      }
    });
  });

  it("has valid rows", () => {
    run(stackOf(), (stack) => {
      const { offsets, bones, values } = composedWeights(composition(stack));
      for (let i = 0; i < V; i++) {
        const own = values.subarray(offsets[i], offsets[i + 1]);
        expect(own.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
        expect(own.every((w) => w >= 0)).toBe(true);
        const names = [...bones.subarray(offsets[i], offsets[i + 1])];
        expect(names).toEqual([...new Set(names)].sort((a, b) => a - b));
      }
    });
  });

  it("is the same for some vertices alone as for all, bit for bit", () => {
    run(fc.tuple(stackOf(), places), ([stack, at]) => {
      const vertices = Uint32Array.from([...new Set(at)].sort((a, b) => a - b));
      const all = composedRows(composition(stack), everywhere);
      expect(composedRows(composition(stack), vertices)).toEqual(rowsAt(all, vertices));
    });
  });

  it("is the base itself if nothing shows", () => {
    run(stackOf(), (stack) => {
      const hidden = { ...stack, layers: stack.layers.map((layer) => ({ ...layer, opacity: 0 })) };
      expect(composedWeights(composition(hidden))).toBe(stack.base);
      const muted = { ...stack, layers: stack.layers.map((layer) => ({ ...layer, muted: true })) };
      expect(composedWeights(composition(muted))).toBe(stack.base);
    });
  });

  it("leaves out a muted layer, and has only a solo layer", () => {
    run(stackOf(), (stack) => {
      if (stack.layers.length === 0) return;
      const plain = stack.layers.map((layer) => ({ ...layer, muted: false, solo: false }));
      const muted = plain.map((layer, n) => ({ ...layer, muted: n === 0 }));
      const of = (layers: WeightLayer[]) => composedWeights(composition({ ...stack, layers }));
      expect(of(muted)).toEqual(of(plain.slice(1)));
      const solo = plain.map((layer, n) => ({ ...layer, solo: n === 0 }));
      expect(of(solo)).toEqual(of(plain.slice(0, 1)));
    });
  });

  it("changes only at the dependents of a change", () => {
    run(fc.tuple(stackOf(), places, fc.nat()), ([stack, at, which]) => {
      if (stack.layers.length === 0) return;
      const level = which % stack.layers.length;
      const gone = Uint32Array.from([...new Set(at)].sort((a, b) => a - b));
      const layers = stack.layers.map((layer, n) =>
        n === level
          ? {
              ...layer,
              rows: withoutRows(layer.rows, gone),
              below: layer.below && withoutRows(layer.below, gone),
            }
          : layer,
      );
      const affected = new Set(dependents(stack, rings, level, gone));
      const before = composedRows(composition(stack), everywhere);
      const after = composedRows(composition({ ...stack, layers }), everywhere);
      for (const i of everywhere) {
        if (affected.has(i)) continue;
        const one = Uint32Array.of(i);
        expect(rowsAt(after, one)).toEqual(rowsAt(before, one));
      }
    });
  });
});

it("values of a mask are 0 where it has none", () => {
  const values = { vertices: Uint32Array.of(2, 5), values: Float32Array.of(0.5, 1) };
  expect([0, 2, 3, 5, 9].map((i) => valueOfVertex(values, i))).toEqual([0, 0.5, 0, 1, 0]);
});
