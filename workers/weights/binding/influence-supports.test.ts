import { describe, expect, it } from "vitest";
import { NO_WEIGHT_EDITS, type VertexBoneValues, type WeightEdits } from "../../model/weights/weight-edits";
import { bindableAdjacency } from "../bindable-mesh";
import { segmentTree } from "../segment-tree";
import type { Supports } from "../simple/dense-weights";
import { chain, surface } from "../testing/bindables";
import { allowNamed, influenceSupports } from "./influence-supports";

/** A strip of 13 columns of two vertices; column x is 2x and 2x + 1. Bone 0 has the left half, bone 2 the right one. */
const COLUMNS = 13;
const strip = surface(
  Array.from({ length: 2 * COLUMNS }, (_, i) => [i >> 1, i & 1, 0]).flat(),
  Array.from({ length: COLUMNS - 1 }, (_, x) => [
    2 * x,
    2 * x + 1,
    2 * x + 2,
    2 * x + 1,
    2 * x + 3,
    2 * x + 2,
  ]).flat(),
);
const adjacency = bindableAdjacency(strip);
const tree = segmentTree(chain([0, 0, 0], [4, 0, 0], [8, 0, 0], [12, 0, 0]));
const closed: Supports = {
  offsets: Uint32Array.from({ length: 2 * COLUMNS + 1 }, (_, i) => i),
  bones: Uint16Array.from({ length: 2 * COLUMNS }, (_, i) => (i >> 1 < 7 ? 0 : 2)),
};
const dense = {
  bones: 3,
  values: Float64Array.from({ length: 6 * COLUMNS }, (_, n) =>
    n % 3 === closed.bones[Math.floor(n / 3)] ? 0.9 : n % 3 === 1 ? 0.08 : 0.02,
  ),
};

const pairs = (...rows: [vertex: number, bone: number, value: number][]): VertexBoneValues => ({
  vertices: Uint32Array.from(rows, ([i]) => i),
  bones: Uint16Array.from(rows, ([, j]) => j),
  values: Float32Array.from(rows, ([, , value]) => value),
});
const supports = (edits: Partial<WeightEdits>) =>
  influenceSupports(closed, dense, adjacency, tree, { ...NO_WEIGHT_EDITS, ...edits });
const at = ({ offsets, bones }: Supports, i: number) => [...bones.subarray(offsets[i], offsets[i + 1])];

describe("influenceSupports", () => {
  it("equal those of the settings if nothing is painted", () => {
    expect(supports({})).toEqual(closed);
  });

  it("add and remove bones; a vertex without any keeps its largest", () => {
    const made = supports({ influences: pairs([0, 1, 1], [4, 0, 0], [6, 0, 0], [6, 2, 1]) });
    expect(at(made, 0)).toEqual([0, 1]);
    expect(at(made, 4)).toEqual([0]);
    expect(at(made, 6)).toEqual([2]);
    expect(at(made, 8)).toEqual([0]);
  });

  it("allow a held bone, and the rings around it, even if it was removed", () => {
    const made = supports({ holds: pairs([0, 2, 1]), influences: pairs([0, 2, 0], [2, 2, 0]) });
    expect(at(made, 0)).toContain(2);
    expect(at(made, 2)).not.toContain(2);
    expect(at(made, 8)).toContain(2);
    expect(at(made, 12)).not.toContain(2);
    expect(at(supports({ attach: pairs([0, 2, 1]) }), 0)).toEqual([0, 2]);
    expect(at(supports({ attach: pairs([0, 2, 0]) }), 0)).toEqual([0]);
  });

  it("allow the bone with the next largest weight if less than 1 is held of the only bone", () => {
    expect(at(supports({ holds: pairs([0, 0, 0.8]) }), 0)).toEqual([0, 1]);
    expect(at(supports({ holds: pairs([0, 0, 0]) }), 0)).toEqual([0, 1]);
    expect(at(supports({ holds: pairs([0, 0, 1]) }), 0)).toEqual([0]);
    expect(at(supports({ holds: pairs([0, 2, 0.8]) }), 0)).toEqual([0, 2]);
  });
});

describe("allowNamed", () => {
  const allowed = (edits: Partial<WeightEdits>, there = closed) =>
    allowNamed(there, tree, { ...NO_WEIGHT_EDITS, ...edits });

  it("tells whether supports contain the held, attached or allowed bones", () => {
    for (const name of ["holds", "attach", "influences"] as const) {
      const edits = { [name]: pairs([0, 0, 1], [25, 1, 1]) };
      expect(allowed(edits)).toBe(false);
      expect(allowed(edits, supports(edits))).toBe(true);
      expect(allowed({ [name]: pairs([0, 0, 1], [25, 2, 1]) })).toBe(true);
    }
  });

  it("asks for another bone if less than 1 is held of the only bone", () => {
    const edits = { holds: pairs([0, 0, 0.8]) };
    expect(allowed(edits)).toBe(false);
    expect(allowed(edits, supports(edits))).toBe(true);
    expect(allowed({ holds: pairs([0, 2, 0]) })).toBe(true);
  });

  it("waits neither for removed bones nor for the rings around a stroke in progress", () => {
    expect(allowed({ influences: pairs([0, 0, 0]) })).toBe(true);
    const begun = supports({ holds: pairs([0, 2, 1]) });
    expect(allowed({ holds: pairs([0, 2, 1], [6, 2, 1]) }, begun)).toBe(true);
    expect(allowed({ holds: pairs([0, 2, 1], [12, 2, 1]) }, begun)).toBe(false);
  });
});
