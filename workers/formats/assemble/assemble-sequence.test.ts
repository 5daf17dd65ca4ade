import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { frameOf, validateSequence } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import type { RawSequence } from "../source/source";
import { AS_IT_IS, cornerPositions, tubeSequence } from "../testing/formats";
import { assembleSequence } from "./assemble-sequence";

const assemble = async (raw: RawSequence, options = AS_IT_IS) =>
  validateSequence(await assembleSequence(raw, options, UNWATCHED));

const complaint = (raw: RawSequence, options = AS_IT_IS) =>
  assemble(raw, options).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error}`),
  );

/** The same sequence with a separate point for each display vertex, as in glTF. */
function unwelded(raw: RawSequence): RawSequence {
  const { displayPoint } = raw;
  const spread = (positions: ArrayLike<number>) =>
    Float32Array.from(
      { length: 3 * displayPoint.length },
      (_, i) => positions[3 * displayPoint[Math.floor(i / 3)] + (i % 3)],
    );
  return {
    ...raw,
    pointCount: displayPoint.length,
    rest: spread(raw.rest),
    frame: async (k) => spread(await raw.frame(k)),
    displayPoint: displayPoint.map((_, d) => d),
  };
}

/** Two sequences over the same frames, side by side in one. */
function joined(a: RawSequence, b: RawSequence): RawSequence {
  const both = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    Float64Array.from([...Array.from(x), ...Array.from(y)]);
  const [points, displays, corners] = [a.pointCount, a.displayPoint.length, a.polygonCorners.length];
  const polygons = a.polygonOffsets.length - 1;
  return {
    ...a,
    pointCount: points + b.pointCount,
    rest: both(a.rest, b.rest),
    frame: async (k) => both(await a.frame(k), await b.frame(k)),
    displayPoint: Uint32Array.from([...a.displayPoint, ...b.displayPoint.map((p) => p + points)]),
    uvs: a.uvs && b.uvs && Float32Array.from([...a.uvs, ...b.uvs]),
    polygonOffsets: Uint32Array.from([
      ...a.polygonOffsets,
      ...b.polygonOffsets.slice(1).map((o) => o + corners),
    ]),
    polygonCorners: Uint32Array.from([...a.polygonCorners, ...b.polygonCorners.map((d) => d + displays)]),
    parts: [...a.parts, ...b.parts.map((part) => ({ ...part, firstPolygon: part.firstPolygon + polygons }))],
  };
}

/** A square of two triangles that are split along their diagonal, the second one at `lift(k)` above the first. */
function hinge(lift: (k: number) => number): RawSequence {
  const pose = (k: number) => {
    const z = lift(k);
    return Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, z, 1, 1, z, 0, 1, z);
  };
  return {
    ...tubeSequence(),
    name: "hinge",
    pointCount: 6,
    rest: pose(0),
    frame: async (k) => pose(k),
    displayPoint: Uint32Array.of(0, 1, 2, 3, 4, 5),
    uvs: new Float32Array(12),
    polygonOffsets: Uint32Array.of(0, 3, 6),
    polygonCorners: Uint32Array.of(0, 1, 2, 3, 4, 5),
    parts: [],
  };
}

describe("assembleSequence", () => {
  it("welds seams, and shows the same surface", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 7 }),
        fc.integer({ min: 3, max: 8 }),
        fc.nat(),
        async (rings, sides, seed) => {
          const raw = tubeSequence({ rings, sides, seed });
          const [shared, split] = [await assemble(raw), await assemble(unwelded(raw))];
          expect(split.vertexCount).toBe(rings * sides);
          expect(shared.vertexCount).toBe(rings * sides);
          for (let k = 0; k < raw.frameCount; k++) {
            expect(cornerPositions(split, frameOf(split, k))).toEqual(
              cornerPositions(shared, frameOf(shared, k)),
            );
          }
          expect(split.parts).toEqual([
            {
              name: "wall",
              material: 0,
              firstPolygon: 0,
              polygonCount: (rings - 1) * sides,
              firstTriangle: 0,
              triangleCount: 2 * (rings - 1) * sides,
            },
            {
              name: "ends",
              material: 1,
              firstPolygon: (rings - 1) * sides,
              polygonCount: 2,
              firstTriangle: 2 * (rings - 1) * sides,
              triangleCount: 2 * (sides - 2),
            },
          ]);
          // Euler's formula for a closed surface without handles.
          expect(split.vertexCount - split.triangles.length / 2 + split.triangles.length / 3).toBe(2);
        },
      ),
      { seed: 5, numRuns: 30 },
    );
  });

  it("does not weld coincident closed shells, or a single surface whose points were modelled apart", async () => {
    const tube = tubeSequence({ uvs: false });
    expect((await assemble(joined(tube, tube))).vertexCount).toBe(2 * tube.pointCount);
    expect((await assemble({ ...hinge(() => 0), uvs: null })).vertexCount).toBe(4); // A soup shares no points.
    const fan = { ...hinge(() => 0), uvs: null, polygonCorners: Uint32Array.of(0, 1, 2, 3, 4, 0) };
    expect((await assemble(fan)).vertexCount).toBe(5); // Points 0 and 3, 2 and 4 were kept apart on purpose.
  });

  it("does not weld a seam that opens in some frame, and reads the frames again", async () => {
    for (const opening of [0, 1, 2, 3]) {
      const sequence = await assemble(hinge((k) => (k === opening ? 0.001 : 0)));
      expect(sequence.vertexCount).toBe(6);
      expect(frameOf(sequence, opening)[17]).toBeCloseTo(0.001, 9);
    }
    expect((await assemble(hinge(() => 1e-7))).vertexCount).toBe(4);
  });

  it("leaves out points and display vertices that no face uses", async () => {
    const raw = tubeSequence({ uvs: false });
    // Only the second ring of quads.
    const open = {
      ...raw,
      polygonOffsets: Uint32Array.from({ length: 6 }, (_, p) => 4 * p),
      polygonCorners: raw.polygonCorners.slice(20, 40),
      parts: [],
    };
    const used = new Set(open.polygonCorners);
    expect(used.size).toBe(10);
    const sequence = await assemble(open);
    expect([sequence.vertexCount, sequence.solverIndex.length]).toEqual([used.size, used.size]);
  });

  it("moves input that is far away to the origin without losing precision", async () => {
    const near = await assemble(tubeSequence());
    const raw = tubeSequence();
    const far = (positions: ArrayLike<number>) =>
      Float64Array.from(positions, (x, i) => x + [1e7, -2e7, 3e6][i % 3]);
    const moved = await assemble({
      ...raw,
      rest: far(raw.rest),
      frame: async (k) => far(await raw.frame(k)),
    });
    expect(near.origin).toEqual([0, 0, 0]);
    expect(Math.hypot(...moved.origin)).toBeGreaterThan(2e7);
    const [a, b] = [cornerPositions(near, frameOf(near, 3)), cornerPositions(moved, frameOf(moved, 3))];
    for (const [i, x] of a.entries()) expect(b[i] - [1e7, -2e7, 3e6][i % 3]).toBeCloseTo(x, 5);
  });

  it("uses a frame as the rest pose, with matching normals", async () => {
    const turned = Float32Array.of(0, 0, 0, 0, 1, 0, -1, 1, 0, 0, 0, 0, -1, 1, 0, -1, 0, 0);
    const raw: RawSequence = {
      ...hinge(() => 0),
      normals: Float32Array.from({ length: 18 }, (_, i) => [1, 0, 0][i % 3]),
    };
    const frame = async (k: number) => (k === 2 ? turned : (raw.rest as Float32Array));
    const sequence = await assemble({ ...raw, frame }, { ...AS_IT_IS, restFrame: 2 });
    expect(sequence.rest).toEqual(frameOf(sequence, 2).slice());
    for (let d = 0; d < 6; d++) expect(sequence.normals![3 * d + 1]).toBeCloseTo(1, 6);
    expect(await complaint(raw, { ...AS_IT_IS, restFrame: 4 })).toContain("has no frame 5");
  });

  it("fills in missing normals and makes the others unit length", async () => {
    const normals = Float32Array.from({ length: 18 }, (_, i) =>
      i < 9 ? [0, 0, -4][i % 3] : i < 12 ? 0 : NaN,
    );
    const sequence = await assemble({ ...hinge(() => 0), normals });
    expect([...sequence.normals!.subarray(0, 12)]).toEqual([0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, 1]);
  });

  it("records the chosen up axis and unit", async () => {
    const sequence = await assemble(tubeSequence(), { ...AS_IT_IS, upAxis: "z", metresPerUnit: 0.01 });
    expect([sequence.upAxis, sequence.metresPerUnit]).toEqual(["z", 0.01]);
  });

  it("names frame, vertex and numbers of an error", async () => {
    const raw = tubeSequence();
    const broken = async (k: number) => {
      const positions = (await raw.frame(k)).slice();
      if (k === 2) positions[3 * 7 + 1] = NaN;
      return positions;
    };
    expect(await complaint({ ...raw, frame: broken })).toContain("In frame 3 the y of vertex 8 is NaN");
    const huge = async (k: number) => (await raw.frame(k)).map((x) => x * (k === 1 ? 1e36 : 1));
    expect(await complaint({ ...raw, frame: huge })).toMatch(/In frame 2 the [xyz] of vertex \d+ is .*e\+3/);
    const vast = async (k: number) => Float64Array.from(await raw.frame(k), (x) => (k === 1 ? 1e300 : x));
    expect(await complaint({ ...raw, frame: vast })).toContain("In frame 2 the x of vertex 1 is 1e+300");
    const shrunk = async (k: number) => (await raw.frame(k)).slice(k === 1 ? 3 : 0);
    expect(await complaint({ ...raw, frame: shrunk })).toContain(
      "In frame 2 it has 29 vertices, in its first 30",
    );
    expect(await complaint({ ...raw, frameCount: 0 })).toContain("tube has no frames");
    expect(
      await complaint({ ...raw, polygonOffsets: Uint32Array.of(0), polygonCorners: new Uint32Array(0) }),
    ).toContain("tube has no faces");
    expect(await complaint({ ...raw, frameCount: 5_000_000 })).toBe(
      "tube is too large for memory. 30 vertices in 5000000 frames take 1801 MB; Sinew holds 1500 MB. Export at most 4166665 frames, or every second frame.",
    );
    const point = { ...raw, rest: new Float32Array(90) };
    expect(await complaint(point)).toContain("tube has no size");
  });

  it("names the vertex of a still mesh that is far from all others, in any unit", async () => {
    const raw = tubeSequence({ frames: 1 });
    for (const unit of [1e-20, 1, 1e20]) {
      const frame = async () => {
        const positions = Float64Array.from(await raw.frame(0), (x) => unit * x);
        positions[3 * 7 + 1] = 1e12 * unit;
        return positions;
      };
      const still = { ...raw, rest: await frame(), frame };
      expect(await complaint(still)).toContain("tube has a vertex far from all others. Vertex 8 is at");
      const whole = async () => Float64Array.from(await raw.frame(0), (x) => unit * x);
      expect(await complaint({ ...still, rest: await whole(), frame: whole })).toBe("no complaint");
    }
  });

  it("stops when it is cancelled", async () => {
    let looks = 0;
    const task = {
      ...UNWATCHED,
      checkpoint: async () => {
        if (++looks === 3) throw new Error("stop");
      },
    };
    await expect(assembleSequence(tubeSequence(), AS_IT_IS, task)).rejects.toThrow("stop");
  });
});

it("tangents have length 1 and a sign of 1 or -1; missing ones stay zero", async () => {
  const raw = tubeSequence();
  const given = [
    [0, 3, 4, 0.2],
    [-2, 0, 0, -7],
    [0, 0, 0, 1],
  ];
  const rows = Float32Array.from({ length: 4 * raw.displayPoint.length }, (_, at) => {
    return given[Math.floor(at / 4) % 3][at % 4];
  });
  const read = await assemble({ ...raw, tangents: rows });
  const expected = [
    [0, 0.6, 0.8, 1],
    [-1, 0, 0, -1],
    [0, 0, 0, 0],
  ];
  expect(read.tangents).toHaveLength(rows.length);
  read.tangents!.forEach((x, at) => {
    expect(x).toBeCloseTo(expected[Math.floor(at / 4) % 3][at % 4], 6);
  });
});
