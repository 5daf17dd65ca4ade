/** Small inputs at the limits of what readers accept. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundsOf } from "../model/mesh/mesh-sequence";
import { BlockReader } from "./alembic/archive/block-reader";
import { Group } from "./alembic/archive/ogawa";
import { POD } from "./alembic/archive/pods";
import { Property } from "./alembic/archive/property";
import { timeSampling } from "./alembic/archive/time-sampling";
import { TripleIndex } from "./assemble/triple-index";
import { tetSurface } from "./medit/tet-surface";
import { ObjReader } from "./obj/obj-reader";
import { type Joint, skeletonOfJoints } from "./skeletons/joint-tree";
import { bytesFile } from "./source/source-file";
import { lastLineEnd } from "./source/text-cursor";

describe("the end of the last whole line", () => {
  it("is the last line end without a backslash that joins it to the next line", () => {
    const part = fc.constantFrom("a", " ", "\n", "\r\n", "\\", "\\\n", "\\\r\n", "\r");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(20), (parts, some) => {
        const text = parts.join("");
        const end = Math.min(some, text.length);
        // The longest prefix that ends with such a line end.
        let expected = 0;
        for (let at = 1; at <= end; at++) {
          if (/\n$/.test(text.slice(0, at)) && !/\\\r?\n$/.test(text.slice(0, at))) expected = at;
        }
        expect(lastLineEnd(new TextEncoder().encode(text), end)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe("corners of an OBJ", () => {
  const read = (text: string) => {
    const reader = new ObjReader("a.obj");
    reader.push(new TextEncoder().encode(`v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 0.25\nvn 0 0 1\n${text}`));
    return reader.finish();
  };

  it("may have slashes with nothing after them, anywhere in the line", () => {
    const plain = read("f 1 2 3\n");
    for (const line of ["f 1/ 2/ 3/", "f 1// 2// 3//", "f 1// 2// 3//\t", "f 1/\t2//\t3/ "]) {
      for (const end of ["\n", "\r\n", ""]) expect(read(line + end), line).toEqual(plain);
    }
    expect([...read("f 1/1/ 2/1/ 3/1/\n").uvs!]).toEqual([0.5, 0.75, 0.5, 0.75, 0.5, 0.75]);
    expect([...read("f 1//1 2//1 3//1").normals!]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  it("are refused if they continue with something else, or use an impossible number", () => {
    for (const [line, word] of [
      ["f 1 2 3x", "3x"],
      ["f 1/1/1/1 2 3", "1/1/1/1"],
      ["f 1 2/1/1e 3", "2/1/1e"],
    ]) {
      expect(() => read(line)).toThrow(`It has "${word}" where a corner belongs`);
    }
    expect(() => read("f 1 2 0")).toThrow("A face names 0 of 3 vertices");
    expect(() => read("f 1 2 -4")).toThrow("A face names -4 of 3 vertices");
    expect(() => read("f 1 2 4\n")).toThrow("Face 1 names number 4 of its vertices, but it has 3");
    expect(() => read("f 1 2 3\nf 1/1 2/2 3/1\n")).toThrow("Face 2 names number 2 of its texture vertices");
    expect(() => read("f 1 2 3\nf 1 2 3\nf 1//1 2//1 3//2\n")).toThrow(
      "Face 3 names number 2 of its normals",
    );
    expect(() => read("f 1 2 3\nl 1 4\n")).toThrow("A line names number 4 of its vertices");
    expect(() => read("l 1 0\n")).toThrow("A line names 0 of 3 vertices");
  });

  it("stay in their order within a part if polygons of several parts alternate", () => {
    const lines = Array.from({ length: 60 }, (_, n) => `usemtl ${"ab"[n % 2]}\nf ${n + 4} 1 2`);
    const points = Array.from({ length: 60 }, (_, n) => `v ${n} 0 5`);
    const mesh = read(`${[...points, ...lines].join("\n")}\n`);
    const firsts = Array.from({ length: 60 }, (_, p) => mesh.displayPoint[mesh.polygonCorners[3 * p]] - 3);
    const even = Array.from({ length: 30 }, (_, n) => 2 * n);
    expect(firsts).toEqual([...even, ...even.map((n) => n + 1)]);
    expect(mesh.parts.map(({ firstPolygon, polygonCount }) => [firstPolygon, polygonCount])).toEqual([
      [0, 30],
      [30, 30],
    ]);
  });
});

it("triples have the number of their first occurrence, for any number of triples", () => {
  const small = fc.integer({ min: -2, max: 2 });
  fc.assert(
    fc.property(
      fc.nat(30),
      fc.array(fc.tuple(small, small, small), { maxLength: 150 }),
      (expected, triples) => {
        const index = new TripleIndex(expected);
        const known = new Map<string, number>();
        for (const triple of triples) {
          const key = triple.join();
          if (!known.has(key)) known.set(key, known.size);
          expect(index.add(...triple)).toBe(known.get(key));
          expect(index.count).toBe(known.size);
        }
      },
    ),
  );
});

it("the surface of a solid faces outwards, even if the solid is small", () => {
  const tet = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (const size of [1e-6, 1, 1e6]) {
    const positions = tet.map((x) => size * x);
    for (const corners of [
      [0, 1, 2, 3],
      [0, 2, 1, 3],
    ]) {
      const triangles = tetSurface(Uint32Array.from(corners), positions);
      expect(triangles).toHaveLength(12);
      const middle = boundsOf(positions)
        .slice(0, 3)
        .map((x) => x + 0.1 * size);
      for (let t = 0; t < 12; t += 3) {
        const [a, b, c] = [0, 1, 2].map((n) => [0, 1, 2].map((x) => positions[3 * triangles[t + n] + x]));
        const [u, v] = [b.map((x, n) => x - a[n]), c.map((x, n) => x - a[n])];
        const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const out = a.map((x, n) => x - middle[n]);
        expect(normal.reduce((sum, x, n) => sum + x * out[n], 0)).toBeGreaterThan(0);
      }
    }
  }
});

describe("samples of an Alembic property", () => {
  function property(sampleCount: number, firstChanged: number, lastChanged: number) {
    const reader = new BlockReader(bytesFile("a.abc", new Uint8Array(100)));
    const header = {
      ...{ name: "P", kind: "array" as const, metadata: new Map(), pod: POD.float32, extent: 3 },
      ...{ sampleCount, firstChanged, lastChanged, samplingIndex: 0 },
    };
    const sampling = timeSampling(1, Float64Array.of(0), false)!;
    return new Property(reader, header, "/P", sampling, new Group(reader, 16, 0, null));
  }

  it("are stored once as long as they stay the same", () => {
    const stored = (count: number, first: number, last: number) =>
      Array.from({ length: count }, (_, k) => property(count, first, last).storedIndex(k));
    expect(stored(6, 2, 4)).toEqual([0, 0, 1, 2, 3, 3]);
    expect(stored(4, 1, 3)).toEqual([0, 1, 2, 3]);
    expect(stored(4, 0, 0)).toEqual([0, 0, 0, 0]);
    expect(stored(1, 1, 0)).toEqual([0]);
    expect(
      [property(4, 1, 3), property(4, 0, 0), property(1, 1, 0), property(2, 1, 1)].map((p) => p.constant),
    ).toEqual([false, true, true, false]);
  });

  it("are refused before the first and after the last", () => {
    expect(() => property(6, 2, 4).storedIndex(-1)).toThrow("/P has 6 samples; 0 is missing");
    expect(() => property(6, 2, 4).storedIndex(6)).toThrow("/P has 6 samples; 7 is missing");
    expect(() => property(4_000_001, 2, 4)).toThrow("/P says that it has 4000001 samples");
    expect(property(4_000_000, 2, 4).sampleCount).toBe(4_000_000);
  });
});

it("a skeleton's size does not depend on its distance from the origin: short bones stay bones", () => {
  const far = 3e7;
  const joints = [0, 1, 2].map(
    (n): Joint => ({
      ...{ name: "abc"[n], parent: n - 1, isEnd: false },
      rest: Float64Array.of(1, 0, 0, far, 0, 1, 0, far + 10 * n, 0, 0, 1, -far),
    }),
  );
  const { skeleton } = skeletonOfJoints("a.bvh", joints);
  expect(skeleton.segments.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect(skeleton.segments[1].tail).toEqual([far, far + 20, -far]);
});
