import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composedRows, composedWeights } from "./compose";
import { heldVertices } from "./held-vertices";
import { matchBones } from "./match-bones";
import { mergeDown, ofKind } from "./merge-layers";
import { rebased } from "./rebase";
import { rowsAt, type SparseRows } from "./sparse-rows";
import {
  B,
  composition,
  dense,
  everywhere,
  expectClose,
  places,
  rowsFrom,
  run,
  stackOf,
  V,
  weights,
  weightsOf,
} from "./testing/random-stacks";
import { newLayer } from "./weight-layers";
import { rowsForTarget, withContent } from "./write-rows";

describe("painting on a layer", () => {
  it("produces the wanted rows, unless the layer is masked or covered", () => {
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

  it("comes as close at part strength as valid rows can", () => {
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
  // Merging into the base is tested without layers above, which may act differently afterwards.
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

  it("keeps the composite, as does changing the kind of a layer", () => {
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
  it("keeps numbers of missing bones, which have their effect again when the bones are back", () => {
    run(fc.tuple(stackOf(), weights), ([stack, other]) => {
      const fewer = rebased(stack, other, ["c", "a"]);
      const back = rebased(fewer.stack, stack.base, stack.bones.slice(0, B));
      expect(composedWeights(composition(back.stack))).toEqual(composedWeights(composition(stack)));
      expect(fewer.missing.every((name) => !["a", "c"].includes(name))).toBe(true);
    });
  });

  it("does not change held vertices, which a replacing layer covers", () => {
    run(fc.tuple(stackOf(), weights), ([stack, other]) => {
      const held = heldVertices(stack, B);
      const now = { ...stack, base: other };
      const layers = stack.layers.filter(({ kind }) => kind === "replace" || kind === "add");
      if (layers.length < stack.layers.length) return;
      expect(composedRows(composition(now), held)).toEqual(composedRows(composition(stack), held));
    });
  });

  it("matches bones by the vertices that they move", () => {
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
