import { describe, expect, it } from "vitest";
import type { Accessors } from "../asset/accessors";
import { parseGltfJson } from "../asset/gltf-json";
import { buildGeometry } from "./build-geometry";

interface Column {
  width: number;
  values: number[];
}

const columns = (width: number, ...values: number[]): Column => ({ width, values });

/** A primitive with columns of numbers by their names. */
function build(attributes: Record<string, Column>, more: object = {}, others: Column[] = []) {
  const names = Object.keys(attributes);
  const all = [...Object.values(attributes), ...others];
  const accessors: Accessors = {
    count: (a) => all[a].values.length / all[a].width,
    components: (a) => all[a].width,
    raw: (a) => Uint32Array.from(all[a].values),
    numbers: (a) => Float64Array.from(all[a].values),
  };
  const described = { attributes: Object.fromEntries(names.map((name, a) => [name, a])), ...more };
  const text = JSON.stringify({ asset: { version: "2.0" }, meshes: [{ primitives: [described] }] });
  return buildGeometry(parseGltfJson(text, "a.glb").meshes[0].primitives[0], accessors, "a.glb");
}

/** Four points. Each has the digits of its number. */
const POSITION = columns(3, 0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32);

describe("the vertices of a primitive", () => {
  it("are the ones that its triangles use, in their order", () => {
    const geometry = build(
      {
        POSITION,
        NORMAL: columns(3, ...Array.from({ length: 12 }, (_, n) => 100 + n)),
        TEXCOORD_0: columns(2, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5),
      },
      { indices: 3 },
      [columns(1, 3, 1, 0)],
    )!;
    expect(geometry.vertexCount).toBe(3);
    expect([...geometry.positions]).toEqual([0, 1, 2, 10, 11, 12, 30, 31, 32]);
    expect([...geometry.normals!]).toEqual([100, 101, 102, 103, 104, 105, 109, 110, 111]);
    expect([...geometry.uvs!]).toEqual([0, 0.5, 1, 1.5, 3, 3.5]);
    expect([...geometry.triangles]).toEqual([2, 1, 0]);
    expect(geometry).not.toHaveProperty("lines");
    expect(geometry).toMatchObject({ targets: [], influences: 0 });
  });

  it("without indices are all, three for each triangle", () => {
    const six = columns(3, ...Array.from({ length: 18 }, (_, n) => n));
    const geometry = build({ POSITION: six })!;
    expect([...geometry.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(geometry.normals).toBeNull();
    expect(geometry.uvs).toBeNull();
  });

  it("are the ones of lines if it draws lines", () => {
    const geometry = build({ POSITION }, { mode: 1, indices: 1 }, [columns(1, 3, 1)])!;
    expect([...geometry.lines!]).toEqual([1, 0]);
    expect([...geometry.triangles]).toEqual([]);
    expect([...geometry.positions]).toEqual([10, 11, 12, 30, 31, 32]);
  });

  it("do not exist without positions, or for points", () => {
    expect(build({ NORMAL: POSITION })).toBeNull();
    expect(build({ POSITION }, { mode: 0 })).toBeNull();
    expect(build({ POSITION }, { indices: 1 }, [columns(1, 0, 1)])).toBeNull();
  });

  it("move with targets that have positions or normals", () => {
    const moved = columns(3, ...POSITION.values.map((x) => -x));
    const { targets } = build({ POSITION }, { indices: 1, targets: [{ POSITION: 2 }, { NORMAL: 2 }] }, [
      columns(1, 1, 2, 3),
      moved,
    ])!;
    expect(targets).toEqual([
      { name: "", positions: Float64Array.from(moved.values.slice(3)), normals: null },
      { name: "", positions: null, normals: Float64Array.from(moved.values.slice(3)) },
    ]);
  });
});

describe("a damaged primitive", () => {
  it("has attributes of another length or width than its positions", () => {
    const triangle = (attributes: Record<string, Column>) => () =>
      build({ POSITION, ...attributes }, { indices: 1 + Object.keys(attributes).length }, [
        columns(1, 0, 1, 2),
      ]);
    const normals = (count: number) => columns(3, ...new Array(3 * count).fill(1));
    expect(triangle({ NORMAL: normals(4) })).not.toThrow();
    expect(triangle({ NORMAL: normals(3) })).toThrow("NORMAL has 3 values for 4 vertices.");
    expect(triangle({ NORMAL: normals(5) })).toThrow("NORMAL has 5 values for 4 vertices.");
    // The number of rows is right, but not their width.
    expect(triangle({ TEXCOORD_0: columns(3, ...new Array(12).fill(1)) })).toThrow("TEXCOORD_0 has");
    const weights = columns(4, ...new Array(16).fill(1));
    expect(triangle({ JOINTS_0: weights, WEIGHTS_0: weights })).not.toThrow();
    expect(triangle({ JOINTS_0: columns(4, ...new Array(12).fill(1)), WEIGHTS_0: weights })).toThrow(
      "JOINTS_0 has 3 values for 4 vertices.",
    );
    expect(triangle({ JOINTS_0: columns(3, ...new Array(12).fill(1)), WEIGHTS_0: weights })).toThrow(
      "JOINTS_0",
    );
    const short = normals(3);
    const targets = (target: object) => () =>
      build({ POSITION }, { indices: 1, targets: [target] }, [columns(1, 0, 1, 2), short]);
    expect(targets({ POSITION: 2 })).toThrow("A morph target has 3 values for 4 vertices.");
    expect(targets({ NORMAL: 2 })).toThrow("A morph target's normals has 3 values");
  });

  it("has faces with vertices that do not exist", () => {
    const named = (v: number) => () => build({ POSITION }, { indices: 1 }, [columns(1, 0, 1, v)]);
    expect(named(3)).not.toThrow();
    expect(named(4)).toThrow("A face uses vertex 4 of a mesh that has 4.");
  });
});

describe("influences", () => {
  it("come from all sets, for the kept vertices, and sum to 1", () => {
    const row = (n: number) => [n, n + 1, n + 2, n + 3];
    const geometry = build(
      {
        POSITION,
        JOINTS_0: columns(4, ...row(0), ...row(10), ...row(20), ...row(30)),
        WEIGHTS_0: columns(4, 1, 1, 1, 1, 1, 2, 3, 4, 0, 0, 0, 0, 2, 0, 0, 0),
        JOINTS_1: columns(4, ...row(40), ...row(50), ...row(60), ...row(70)),
        WEIGHTS_1: columns(4, 1, 1, 1, 1, 10, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0),
      },
      { indices: 5 },
      [columns(1, 1, 2, 3)],
    )!;
    expect(geometry.influences).toBe(8);
    expect([...geometry.joints]).toEqual([10, 20, 30].flatMap((n) => [...row(n), ...row(n + 40)]));
    const weights = [
      ...[0.05, 0.1, 0.15, 0.2, 0.5, 0, 0, 0],
      // Without weights, the first joint has weight 1.
      ...[1, 0, 0, 0, 0, 0, 0, 0],
      ...[0.25, 0, 0, 0, 0.75, 0, 0, 0],
    ];
    expect([...geometry.weights]).toEqual(weights);
  });

  it("need as many weights as joints", () => {
    const four = columns(4, ...new Array(16).fill(1));
    const influences = (names: string[]) =>
      build(
        { POSITION, ...Object.fromEntries(names.map((name) => [name, four])) },
        { indices: names.length + 1 },
        [columns(1, 0, 1, 2)],
      )!.influences;
    expect(influences(["JOINTS_0"])).toBe(0);
    expect(influences(["WEIGHTS_0"])).toBe(0);
    expect(influences(["JOINTS_0", "WEIGHTS_0", "JOINTS_1"])).toBe(4);
    // Sets are numbered from 0 without gaps.
    expect(influences(["JOINTS_1", "WEIGHTS_1"])).toBe(0);
  });
});
