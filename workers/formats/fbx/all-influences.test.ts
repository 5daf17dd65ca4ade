import { BufferAttribute, BufferGeometry } from "three";
import { describe, expect, it } from "vitest";
import { cornerInfluences } from "./all-influences";

type Row = [bone: number, weight: number][];

/** The four largest weights, of equal ones the first, scaled to the sum 1 in 32 bits; a row of up to four keeps its order. */
function shown(row: Row): Row {
  const four = row.length > 4 ? [...row].sort((a, b) => b[1] - a[1]).slice(0, 4) : [...row];
  while (four.length < 4) four.push([0, 0]);
  const sum = four.reduce((all, [, w]) => all + Math.fround(w), 0);
  if (sum === 0) return four.map(([bone], e) => [bone, e === 0 ? 1 : 0]);
  return four.map(([bone, w]) => [bone, Math.fround(Math.fround(w) * (1 / sum))]);
}

/** A geometry whose corners show these points, as three's reader would leave it. */
function geometryOf(points: Row[], corners: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  const rows = corners.map((p) => shown(points[p]));
  geometry.setAttribute(
    "skinIndex",
    new BufferAttribute(Uint16Array.from(rows.flat().map(([bone]) => bone)), 4),
  );
  geometry.setAttribute(
    "skinWeight",
    new BufferAttribute(Float32Array.from(rows.flat().map(([, w]) => w)), 4),
  );
  const bones = 1 + Math.max(...points.flat().map(([bone]) => bone));
  const rawBones = Array.from({ length: bones }, (_, bone) => {
    const here = [...points.entries()].flatMap(([p, row]) =>
      row.filter(([b]) => b === bone).map(([, w]) => [p, w]),
    );
    return { indices: here.map(([p]) => p), weights: here.map(([, w]) => w) };
  });
  return Object.assign(geometry, { FBX_Deformer: { rawBones } });
}

/** The rows of all corners. */
const rowsOf = (points: Row[], corners: number[]) => {
  const { rows, rowOf, cut } = cornerInfluences(geometryOf(points, corners));
  return { of: corners.map((_, c) => rows[rowOf[c]]), count: rows.length, cut };
};

const even = (bones: number[]): Row => bones.map((bone) => [bone, 1 / bones.length]);

describe("weights of the corners of an FBX", () => {
  const LONG: Row = [
    [0, 0.1],
    [1, 0.25],
    [2, 0.05],
    [3, 0.3],
    [4, 0.2],
    [5, 0.1],
  ];

  it("are all that the point has, where its four largest tell it", () => {
    const short: Row = [
      [1, 0.5],
      [2, 0.5],
    ];
    const { of, count, cut } = rowsOf([LONG, short], [1, 0, 0, 1]);
    expect(of).toEqual([short, LONG, LONG, short]);
    expect([count, cut]).toEqual([2, 0]);
  });

  it("are shared by points with the same rows", () => {
    const { of, count, cut } = rowsOf([LONG, LONG, even([7])], [0, 1, 2]);
    expect(of).toEqual([LONG, LONG, even([7])]);
    expect([count, cut]).toEqual([2, 0]);
  });

  it("are the four largest, where points with different ones look alike; these are counted", () => {
    // Their four largest are the same; the fifth is not.
    const other: Row = [...LONG.slice(0, 2), ...LONG.slice(3), [9, 0.05]];
    const { of, cut } = rowsOf([LONG, other], [0, 1]);
    expect(cut).toBe(2);
    for (const row of of) expect(row).toEqual(shown(LONG));
    // A third with yet another fifth stays unknown too.
    const third: Row = [...LONG.slice(0, 2), ...LONG.slice(3), [8, 0.05]];
    expect(rowsOf([LONG, other, third, LONG], [0, 1, 2, 3]).cut).toBe(4);
  });

  it("are long from five weights above zero", () => {
    const five = even([0, 1, 2, 3, 4]);
    const four: Row = [...even([0, 1, 2, 3]), [4, 0]];
    // No corner shows these points.
    expect(rowsOf([even([7]), five], [0]).cut).toBe(1);
    expect(rowsOf([even([7]), four], [0]).cut).toBe(0);
    expect(rowsOf([even([7]), five], [0, 1]).cut).toBe(0);
  });

  it("are those of the first bone where all are zero", () => {
    const none: Row = [
      [3, 0],
      [4, 0],
    ];
    const { of } = rowsOf([none, even([1, 2])], [0, 1]);
    expect(of).toEqual([none, even([1, 2])]);
  });

  it("keep the order of equal weights", () => {
    for (let shift = 0; shift < 6; shift++) {
      const row = even([0, 1, 2, 3, 4, 5].map((bone) => bone + shift));
      expect(rowsOf([row, even([0])], [0]).of[0]).toEqual(row);
    }
  });

  it("are none without a skin", () => {
    const unbound = { rows: [], rowOf: new Uint32Array(0), cut: 0 };
    expect(cornerInfluences(new BufferGeometry())).toEqual(unbound);
    const half = geometryOf([even([0])], [0]);
    half.deleteAttribute("skinWeight");
    expect(cornerInfluences(half)).toEqual(unbound);
  });
});
