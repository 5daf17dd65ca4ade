import { describe, expect, it } from "vitest";
import { SinewError } from "../../../model/errors";
import { type BoneLimits, DEFAULT_LIMITS, type Segment } from "../../../model/skeleton/skeleton";
import {
  NO_WEIGHT_EDITS,
  type VertexBoneValues,
  type WeightEdits,
} from "../../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../../model/weights/weight-settings";
import type { WeightsInput } from "../../../model/weights/weights-input";
import { chain, tetBox, tube } from "../../testing/bindables";
import { checkWeightsInput } from "./check-input";

const MESH = tube([0, 0, 0], [4, 0, 0], 0.5);
const BONES = chain([0, 0, 0], [2, 0, 0], [4, 0, 0]);
const GOOD: WeightsInput = {
  mesh: MESH,
  skeleton: BONES,
  settings: WEIGHT_DEFAULTS,
  edits: NO_WEIGHT_EDITS,
  from: null,
  stay: false,
};

const mesh = (change: Partial<WeightsInput["mesh"]>) => ({ mesh: { ...MESH, ...change } });
const set = (name: keyof WeightSettings, value: unknown) => ({
  settings: { ...WEIGHT_DEFAULTS, [name]: value },
});
const second = (change: object) => {
  const segments = BONES.segments.map((s, j) => (j === 1 ? { ...s, ...change } : s)) as Segment[];
  return { skeleton: { ...BONES, segments } };
};
const limits = (change: Partial<BoneLimits>) => second({ limits: { ...DEFAULT_LIMITS, ...change } });
const edits = (change: Partial<WeightEdits>) => ({ edits: { ...NO_WEIGHT_EDITS, ...change } });
const at = (value: number): VertexBoneValues => ({
  vertices: Uint32Array.of(3, 4),
  bones: Uint16Array.of(0, 1),
  values: Float32Array.of(1, value),
});

const ODD: [name: string, change: Partial<WeightsInput>, words: RegExp][] = [
  [
    "a solver that does not exist",
    set("solver", "magic"),
    /setting solver cannot be magic.*iterative, exact/,
  ],
  [
    "an unknown rule for negative weights",
    set("negative", "maybe"),
    /negative cannot be maybe.*clamp, constrain/,
  ],
  ["a segment of an unknown kind", second({ kind: "rubber" }), /bone 1 is of the kind rubber.*rigid, spine/],
  ["a hold above 1", edits({ holds: at(7) }), /held at 7 at vertex 5.*0 to 1/],
  ["a hold below 0", edits({ holds: at(-0.25) }), /held at -0.25 at vertex 5/],
  ["an influence above 1", edits({ influences: at(2) }), /influence is 2 at vertex 5/],
  ["an attachment below 0", edits({ attach: at(-1) }), /attachment is -1 at vertex 5/],
  ["a border above 1", edits({ neumann: at(3) }), /border is 3 at vertex 5/],
  ["a smooth area above 1", edits({ smooth: at(1.5) }), /smooth area is 1.5 at vertex 5/],
  ["an odd number of ends of links", edits({ wires: Uint32Array.of(0, 1, 2) }), /Links join two.*3 ends/],
  ["links of the file with an odd end", mesh({ wires: Uint32Array.of(1) }), /links have 1 numbers.*2 a link/],
  [
    "a twist whose least is above its most",
    limits({ twist: [0.2, 0.1] }),
    /bone 1: its least twist is above/,
  ],
  [
    "a stretch whose least is above its most",
    limits({ stretch: [2, 1] }),
    /bone 1: its least stretch is above/,
  ],
  ["a swing below 0", limits({ swing: -0.1 }), /bone 1: it swings by -5.73°/],
  ["a swing above π", limits({ swing: 4 }), /bone 1: it swings by 229°/],
  ["a stretch to nothing", limits({ stretch: [0, 1] }), /bone 1: it shrinks to 0 of its length/],
  ["a stretch below 0", limits({ stretch: [-1, 1] }), /bone 1: it shrinks to -1 of its length/],
  [
    "positions of 3V + 1",
    mesh({ positions: Float32Array.of(...MESH.positions, 1) }),
    /367 numbers.*3 a vertex/,
  ],
  ["triangles of 3T + 1", mesh({ triangles: Uint32Array.of(...MESH.triangles, 0) }), /3 a triangle/],
  ["tetrahedra of 4T + 2", mesh({ tets: Uint32Array.of(0, 1, 2, 3, 4, 5) }), /6 numbers.*4 a tetrahedron/],
];

describe("checkWeightsInput", () => {
  it.each(ODD)("refuses %s", (_, change, words) => {
    const check = () => checkWeightsInput({ ...GOOD, ...change });
    expect(check).toThrow(SinewError);
    expect(check).toThrow(words);
  });

  it("refuses more bones than memory has room for", () => {
    const [first] = GOOD.skeleton.segments;
    const many = (count: number) => ({
      ...GOOD,
      skeleton: {
        version: 1 as const,
        segments: Array.from({ length: count }, () => ({ ...first, parent: -1 })),
      },
    });
    expect(() => checkWeightsInput(many(2048))).not.toThrow();
    expect(() => checkWeightsInput(many(2049))).toThrow(/2049 bones; weights are found for up to 2048/);
  });

  it("accepts values at the ends of their ranges", () => {
    const ends: Partial<WeightsInput>[] = [
      {},
      set("solver", "exact"),
      set("negative", "keep"),
      set("negative", "constrain"),
      { mesh: tetBox(2, 1, 1, 1) },
      mesh({ wires: Uint32Array.of(0, 5) }),
      ...(["rigid", "spine", "stretch-twist", "virtual"] as const).map((kind) => second({ kind })),
      limits({ swing: 0, twist: [0.1, 0.1], stretch: [1e-3, 5] }),
      limits({ swing: Math.fround(Math.PI) }),
      ...[0, 1].flatMap((x) =>
        (["holds", "influences", "attach", "neumann", "smooth"] as const).map((name) =>
          edits({ [name]: at(x) }),
        ),
      ),
      edits({ wires: Uint32Array.of(0, 1, 2, 3) }),
    ];
    for (const change of ends) expect(() => checkWeightsInput({ ...GOOD, ...change })).not.toThrow();
  });
});
