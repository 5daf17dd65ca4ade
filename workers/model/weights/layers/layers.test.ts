import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SparseWeights } from "../../rig/sparse-weights";
import { WeightBuilder } from "../../rig/weight-builder";
import { composedRows, composedWeights } from "./compose";
import { type Composition, dependents, type Rings } from "./composer";
import { heldVertices } from "./held-vertices";
import { matchBones } from "./match-bones";
import { mergeDown, ofKind } from "./merge-layers";
import { rebased } from "./rebase";
import { RowsWriter, rowsAt, type SparseRows, withoutRows } from "./sparse-rows";
import { denseComposite, denseRows } from "./testing/dense-layers";
import { valueOfVertex } from "./vertex-values";
import { LAYER_KINDS, newLayer, type WeightLayer, type WeightLayers } from "./weight-layers";
import { rowsForTarget, withContent } from "./write-rows";

const SEED = 20261126;
const run = <T>(cases: fc.Arbitrary<T>, check: (value: T) => void, numRuns = 80) =>
  fc.assert(fc.property(cases, check), { seed: SEED, numRuns, verbose: 1 });

const V = 12;
const B = 4;

/** A strip of quadrilaterals: two rows of V / 2 vertices. */
const rings: Rings = (() => {
  const offsets = [0];
  const neighbours: number[] = [];
  const half = V / 2;
  for (let i = 0; i < V; i++) {
    const x = i % half;
    if (x > 0) neighbours.push(i - 1);
    if (x + 1 < half) neighbours.push(i + 1);
    neighbours.push((i + half) % V);
    offsets.push(neighbours.length);
  }
  return { offsets: Uint32Array.from(offsets), neighbours: Uint32Array.from(neighbours) };
})();

const part = fc.integer({ min: 0, max: 8 });
const row = fc.array(part, { minLength: B, maxLength: B }).filter((all) => all.some((n) => n > 0));

function weightsOf(rows: readonly number[][]): SparseWeights {
  const made = new WeightBuilder();
  for (const each of rows) made.addScaledRow(each.map((n, j) => [j, n] as const).filter(([, n]) => n > 0));
  return made.weights();
}

const weights = fc.array(row, { minLength: V, maxLength: V }).map(weightsOf);

/** Rows at some vertices; `width` bones, so more than B names missing ones too. */
function rowsFrom(at: readonly number[], make: (n: number) => readonly number[]): SparseRows {
  const made = new RowsWriter();
  [...new Set(at)]
    .sort((a, b) => a - b)
    .forEach((i, n) => {
      const values = make(n);
      const bones = [...values.keys()].filter((j) => values[j] !== 0);
      if (bones.length > 0)
        made.add(
          i,
          bones,
          bones.map((j) => values[j]),
          0,
          bones.length,
        );
    });
  return made.rows;
}

const places = fc.array(fc.integer({ min: 0, max: V - 1 }), { maxLength: V });
const numbers = fc.array(fc.array(fc.integer({ min: -8, max: 8 }), { minLength: B + 1, maxLength: B + 1 }), {
  minLength: V,
  maxLength: V,
});
const mask = fc.option(
  places.map((at) => {
    const vertices = Uint32Array.from([...new Set(at)].sort((a, b) => a - b));
    return { vertices, values: Float32Array.from(vertices, (i) => ((i % 4) + 1) / 4) };
  }),
);

/** @param missing whether the layers refer to a bone that is gone. */
const layerOf = (missing: boolean): fc.Arbitrary<WeightLayer> =>
  fc
    .record({
      kind: fc.constantFrom(...LAYER_KINDS),
      at: places,
      numbers,
      mask,
      below: weights,
      opacity: fc.constantFrom(0, 0.25, 0.6, 1, 1),
      muted: fc.boolean(),
      solo: fc.constantFrom(false, false, false, true),
    })
    .map(({ kind, at, numbers: all, below, ...rest }) => {
      const value = (n: number, j: number) => (j === B && !missing ? 0 : all[n][j]);
      const rows = rowsFrom(at, (n) => {
        if (kind === "smooth") return [Math.abs(all[n][0]) / 3];
        const own = all[n].map((_, j) => value(n, j));
        if (kind !== "replace") return own.map((x) => x / 16);
        const sum = own.reduce((a, x) => a + Math.abs(x), 0);
        return sum === 0 ? own : own.map((x) => Math.abs(x) / sum);
      });
      const dense = denseRows(below, B);
      return {
        ...newLayer(0, "layer", kind, 0),
        ...rest,
        rows,
        below: kind === "corrective" ? rowsFrom([...rows.vertices], (n) => dense[rows.vertices[n]]) : null,
      };
    });

const stackOf = (missing = true, layers = 4) =>
  fc.record({ base: weights, layers: fc.array(layerOf(missing), { maxLength: layers }) }).map(
    ({ base, layers: all }): WeightLayers => ({
      base,
      bones: ["a", "b", "c", "d", ...(missing ? ["gone"] : [])],
      layers: all.map((layer, id) => ({ ...layer, id })),
    }),
  );

const composition = (stack: WeightLayers, held: Composition["held"] = null): Composition => ({
  ...{ stack, rings, boneCount: B, held },
});

function expectClose(found: number[][], wanted: number[][], digits = 5): void {
  for (const [i, row] of found.entries()) {
    for (const [j, w] of row.entries()) expect(w, `vertex ${i}, bone ${j}`).toBeCloseTo(wanted[i][j], digits);
  }
}

const dense = (all: SparseWeights) => denseRows(all, B);
const everywhere = Uint32Array.from({ length: V }, (_, i) => i);

describe("a composite of layers", () => {
  it("is what the definitions say, with any kinds, masks, mutes and solos", () => {
    run(
      stackOf(),
      (stack) => {
        expectClose(dense(composedWeights(composition(stack))), denseComposite(composition(stack)));
      },
      200,
    );
  });

  it("keeps locked bones bit for bit, and is what the definitions say around them", () => {
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

  it("of any vertices alone is the same as that of all, bit for bit", () => {
    run(fc.tuple(stackOf(), places), ([stack, at]) => {
      const vertices = Uint32Array.from([...new Set(at)].sort((a, b) => a - b));
      const all = composedRows(composition(stack), everywhere);
      expect(composedRows(composition(stack), vertices)).toEqual(rowsAt(all, vertices));
    });
  });

  it("is the base, bit for bit, where nothing shows", () => {
    run(stackOf(), (stack) => {
      const hidden = { ...stack, layers: stack.layers.map((layer) => ({ ...layer, opacity: 0 })) };
      expect(composedWeights(composition(hidden))).toBe(stack.base);
      const muted = { ...stack, layers: stack.layers.map((layer) => ({ ...layer, muted: true })) };
      expect(composedWeights(composition(muted))).toBe(stack.base);
    });
  });

  it("of a muted layer is the composite without it; of a solo one, the composite with it alone", () => {
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

describe("painting on a layer", () => {
  it("brings the rows that were asked for, unless the layer is masked, covered or below a smoothing one", () => {
    run(
      fc.tuple(stackOf(false), weights, places, fc.constantFrom("add", "replace", "corrective")),
      ([stack, wanted, at, kind]) => {
        const target = rowsFrom(at, () => [1]);
        const asked = rowsAt(
          { vertices: everywhere, offsets: wanted.offsets, bones: wanted.bones, values: wanted.values },
          target.vertices,
        );
        const above = stack.layers
          .filter((layer) => layer.kind === "add" || layer.kind === "replace")
          .map((layer) => ({ ...layer, solo: false }));
        const own = newLayer(99, "own", kind as "add", 0);
        const layers = [
          ...stack.layers.slice(0, 1).map((layer) => ({ ...layer, solo: false })),
          own,
          ...above.slice(1),
        ];
        const level = layers.indexOf(own);
        const of = composition({ ...stack, layers });
        const content = rowsForTarget(of, level, asked);
        const painted = composition({ ...stack, layers: layers.with(level, withContent(own, content)) });
        const made = composedRows(painted, content.rows.vertices);
        const goal = rowsAt(asked, content.rows.vertices);
        content.rows.vertices.forEach((i, n) => {
          for (let j = 0; j < B; j++) {
            const value = (rows: SparseRows) => {
              for (let e = rows.offsets[n]; e < rows.offsets[n + 1]; e++)
                if (rows.bones[e] === j) return rows.values[e];
              return 0;
            };
            expect(value(made), `vertex ${i}, bone ${j}`).toBeCloseTo(value(goal), 3);
          }
        });
        expect(content.refused + content.rows.vertices.length).toBe(asked.vertices.length);
      },
    );
  });

  it("at part strength comes as close as valid rows can", () => {
    const base = weightsOf([[4, 0, 0, 0], ...Array.from({ length: V - 1 }, () => [1, 1, 1, 1])]);
    const own = { ...newLayer(1, "half", "replace", 0), opacity: 0.5 };
    const stack = { base, bones: ["a", "b", "c", "d"], layers: [own] };
    const target = rowsFrom([0], () => [0, 1, 0, 0]);
    const content = rowsForTarget(composition(stack), 0, target);
    const made = composedRows(
      composition({ ...stack, layers: [withContent(own, content)] }),
      target.vertices,
    );
    expect([...made.values]).toEqual([0.5, 0.5]);
  });
});

describe("merging", () => {
  /** Layers above that need weights below 0 to stay so may differ; without any above, none is. */
  it("keeps the composite", () => {
    run(stackOf(), (stack) => {
      const shown = stack.layers.map((layer) => ({ ...layer, muted: false, solo: false }));
      for (let level = shown.length - 1; level >= 1; level--) {
        const of = composition({ ...stack, layers: shown });
        const merged = mergeDown(of, level);
        expect(merged.layers.length).toBe(shown.length - 1);
        expectClose(dense(composedWeights(composition(merged))), dense(composedWeights(of)), 4);
      }
      if (shown.length === 0) return;
      const lowest = composition({ ...stack, layers: shown.slice(0, 1) });
      expectClose(dense(mergeDown(lowest, 0).base), dense(composedWeights(lowest)));
    });
  });

  it("or another kind keeps the composite", () => {
    run(fc.tuple(stackOf(false), fc.constantFrom("add", "replace", "corrective")), ([stack, kind]) => {
      stack.layers.forEach((layer, level) => {
        if (layer.kind === "smooth" && layer.mask) return;
        if (layer.kind === "smooth" && layer.opacity < 1) return;
        const of = composition(stack);
        const other = ofKind(of, level, kind as "add");
        const layers = stack.layers.with(level, other);
        expectClose(dense(composedWeights(composition({ ...stack, layers }))), dense(composedWeights(of)), 4);
      });
    });
  });
});

describe("another base", () => {
  it("keeps numbers of missing bones, and they act again when the bones return", () => {
    run(fc.tuple(stackOf(), weights), ([stack, other]) => {
      const fewer = rebased(stack, other, ["c", "a"]);
      const back = rebased(fewer.stack, stack.base, stack.bones.slice(0, B));
      expect(composedWeights(composition(back.stack))).toEqual(composedWeights(composition(stack)));
      expect(fewer.missing.every((name) => !["a", "c"].includes(name))).toBe(true);
    });
  });

  it("leaves rows where a replacing layer covers, and these are the held vertices", () => {
    run(fc.tuple(stackOf(), weights), ([stack, other]) => {
      const held = heldVertices(stack, B);
      const now = { ...stack, base: other };
      const layers = stack.layers.filter(({ kind }) => kind === "replace" || kind === "add");
      if (layers.length < stack.layers.length) return;
      expect(composedRows(composition(now), held)).toEqual(composedRows(composition(stack), held));
    });
  });

  it("finds bones by what they move", () => {
    run(weights, (all) => {
      const swapped = { ...all, bones: all.bones.map((j) => B - 1 - j) };
      const found = matchBones(
        { names: ["a", "b", "c", "d"], weights: all },
        { names: ["p", "q", "r", "s"], weights: swapped },
      );
      const moves = (j: number) => all.bones.includes(j);
      for (const [j, name] of ["a", "b", "c", "d"].entries()) {
        if (moves(j)) expect(found.get(name)).toBe("srqp"[j]);
      }
    });
  });
});

it("values of a mask are 0 where it has none", () => {
  const values = { vertices: Uint32Array.of(2, 5), values: Float32Array.of(0.5, 1) };
  expect([0, 2, 3, 5, 9].map((i) => valueOfVertex(values, i))).toEqual([0, 0.5, 0, 1, 0]);
});
