import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { frameOf, validateSequence } from "../../model/mesh/mesh-sequence";
import { blendPositions } from "../../model/rig/blend-positions";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { assemble } from "../assemble/assemble-sequence";
import { inspect } from "../open";
import { readSkeletons } from "../skeletons/read";
import { nodeFiles } from "../source/node-file";
import { bytesFile } from "../source/source-file";
import { AS_IT_IS } from "../testing/formats";
import { withConsole } from "../testing/fuzz/verdict";
import { type ArmOptions, armRecords, fbxBinary, fbxText, record } from "./testing/fixtures";

const DATA = fileURLToPath(sharedData(""));
const WRITERS = { binary: fbxBinary, text: fbxText };
const KEEP = { ...AS_IT_IS, keepRig: true };

async function open(bytes: Uint8Array, options = KEEP) {
  const [source] = await inspect([bytesFile("arm.fbx", bytes)], UNWATCHED);
  const { sequence, rig } = await assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
  return { info: source.info, sequence: validateSequence(sequence), rig };
}

const complaint = (bytes: Uint8Array) =>
  open(bytes).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error.stack}`),
  );

/** The points of a pose, sorted because files may order vertices differently. */
const sorted = (positions: ArrayLike<number>) =>
  Array.from({ length: positions.length / 3 }, (_, i) =>
    [0, 1, 2].map((c) => Math.round(1e4 * positions[3 * i + c]) / 1e4 + 0),
  ).sort((a, b) => a[1] - b[1] || a[0] - b[0] || a[2] - b[2]);

describe.each(Object.keys(WRITERS) as (keyof typeof WRITERS)[])("an FBX, %s", (kind) => {
  const make = (options: ArmOptions = {}) => WRITERS[kind](armRecords(options));

  it("reads mesh, skeleton and weights of a still character", async () => {
    const { info, sequence, rig } = await open(make());
    expect(info.metresPerUnit).toBeCloseTo(1, 9);
    expect(info).toMatchObject({
      format: "FBX",
      upAxis: "y",
      rateIsFree: false,
      notes: [],
    });
    expect(info.skins).toEqual([{ name: "skin 1", joints: 3, meshes: ["ribbon"] }]);
    expect([sequence.vertexCount, sequence.frameCount, sequence.triangles.length / 3]).toEqual([8, 1, 6]);
    expect(sorted(sequence.rest)).toEqual(
      [0, 1, 2, 3].flatMap((y) => [
        [-0.5, y, 0],
        [0.5, y, 0],
      ]),
    );
    expect(rig?.bones.map(({ name, parent, head }) => [name, parent, head[1] + 0])).toEqual([
      ["bone 0", -1, 0],
      ["bone 1", 0, 1],
      ["bone 2", 1, 2],
    ]);
  });

  it("moves like its clip, with its bones", async () => {
    const { info, sequence, rig } = await open(make({ turn: 90 }));
    expect(info.clips).toEqual([{ name: "wave", seconds: 1, frames: 31 }]);
    const [sine, cosine] = [Math.sin(Math.PI / 4), Math.cos(Math.PI / 4)];
    // Half-way, bone 1 has turned by 45° about z at (0, 1, 0). The row of bone 0 stays, the others follow.
    const half = [0, 1, 2, 3].flatMap((y) =>
      [-0.5, 0.5].map((x) =>
        y === 0 ? [x, 0, 0] : [cosine * x - sine * (y - 1), 1 + sine * x + cosine * (y - 1), 0],
      ),
    );
    expect(sorted(frameOf(sequence, 15))).toEqual(sorted(half.flat()));
    const posed = blendPositions(rig!, 15, new Float64Array(24));
    expect(sorted(posed)).toEqual(sorted(half.flat()));
  });

  it("moves and stretches like its clip", async () => {
    const { sequence, rig } = await open(make({ move: [2, -1, 4], scale: [3, 1, 1] }));
    // Half-way, bone 1 is at (1, ½, 2) and twice as wide.
    const half = [0, 1, 2, 3].flatMap((y) =>
      [-0.5, 0.5].map((x) => (y === 0 ? [x, 0, 0] : [1 + 2 * x, y - 0.5, 2])),
    );
    expect(sorted(frameOf(sequence, 15))).toEqual(sorted(half.flat()));
    expect(sorted(blendPositions(rig!, 15, new Float64Array(24)))).toEqual(sorted(half.flat()));
    // All together: scaled, then turned, then moved.
    const all = await open(make({ move: [2, -1, 4], scale: [3, 1, 1], turn: 90 }));
    const last = [0, 1, 2, 3].flatMap((y) =>
      [-0.5, 0.5].map((x) => (y === 0 ? [x, 0, 0] : [2 - (y - 1), 3 * x, 4])),
    );
    expect(sorted(frameOf(all.sequence, 30))).toEqual(sorted(last.flat()));
  });

  it("reads a skeleton in its bind pose if the file was saved in another pose", async () => {
    const [{ skeleton, clips }] = await readSkeletons(
      [bytesFile("arm.fbx", make({ turn: 90, saved: 60 }))],
      UNWATCHED,
    );
    for (const [j, { head }] of skeleton.segments.entries()) {
      for (let c = 0; c < 3; c++) expect(head[c]).toBeCloseTo(c === 1 ? j : 0, 9);
    }
    // At the beginning of the clip the arm is straight, as it was bound.
    const [first] = clips;
    for (let at = 0; at < 36; at++)
      expect(first.motions[at]).toBeCloseTo([0, 5, 10].includes(at % 12) ? 1 : 0, 6);
  });

  it("reads a skeleton without a mesh, with its clip", async () => {
    const [{ skeleton, clips, ...source }] = await readSkeletons(
      [bytesFile("arm.fbx", make({ turn: 90, mesh: false, upAxis: 2, unitScale: 2.5 }))],
      UNWATCHED,
    );
    expect(source).toMatchObject({ name: "arm", format: "FBX", upAxis: "z" });
    expect(source.metresPerUnit).toBeCloseTo(0.025, 9);
    expect(skeleton.segments.map(({ name, parent, head, tail }) => [name, parent, head[1], tail[1]])).toEqual(
      [
        ["bone 0", -1, 0, 1],
        ["bone 1", 0, 1, 2],
        ["bone 2", 1, 2, 2.5],
      ],
    );
    expect(clips.map(({ name, fps, frameCount }) => [name, fps, frameCount])).toEqual([["wave", 30, 31]]);
    const last = clips[0].motions.slice(-12);
    // The rotation of bone 1 by 90° about z at (0, 1, 0) carries bone 2.
    [0, -1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0].forEach((x, n) => {
      expect(last[n]).toBeCloseTo(x, 5);
    });
    expect(await complaint(make({ mesh: false }))).toContain("arm.fbx is a skeleton without a mesh");
  });

  it("reads loose edges as wires", async () => {
    const { info, sequence } = await open(make({ wire: true }));
    expect(info.notes).toEqual([expect.stringContaining("1 wire edge")]);
    expect(sequence.triangles.length / 3).toBe(6);
    const ends = Array.from(sequence.wires ?? [], (i) =>
      Array.from(sequence.rest.subarray(3 * i, 3 * i + 2)),
    );
    expect(ends).toEqual([
      [-0.5, 0],
      [0.5, 3],
    ]);
  });

  it("keeps all influences of a vertex", async () => {
    const { info, sequence, rig } = await open(make({ bones: 6, spread: true }));
    expect(info.notes).toEqual([]);
    const { offsets, bones, values } = rig!.weights;
    const many = Array.from({ length: sequence.vertexCount }, (_, i) => i).filter(
      (i) => offsets[i + 1] - offsets[i] > 1,
    );
    expect(many.map((i) => sequence.rest[3 * i + 1])).toEqual([6, 6]);
    for (const i of many) {
      expect([...bones.subarray(offsets[i], offsets[i + 1])]).toEqual([0, 1, 2, 3, 4, 5]);
      values.subarray(offsets[i], offsets[i + 1]).forEach((w, b) => {
        expect(w).toBeCloseTo((b + 1) / 21, 6);
      });
    }
  });

  it("keeps all influences of points whose four largest weights are the same", async () => {
    const { info, sequence, rig } = await open(make({ bones: 6, spread: "alike" }));
    expect(info.notes).toEqual([]);
    const { offsets, bones } = rig!.weights;
    const rows = Array.from({ length: sequence.vertexCount }, (_, i) => [
      ...bones.subarray(offsets[i], offsets[i + 1]),
    ]);
    const long = rows.filter((row) => row.length > 1);
    expect(long.sort((a, b) => a[4] - b[4])).toEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 5],
    ]);
  });
});

describe("a broken FBX", () => {
  it("is refused with an error message", async () => {
    const old = new TextEncoder().encode(
      "; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 6100\n}\n",
    );
    expect(await complaint(old)).toContain("arm.fbx is an FBX of an old version");
    expect(await complaint(new TextEncoder().encode("Kaydara FBX Binary  \0"))).toContain(
      "arm.fbx is damaged",
    );
  });

  it.each(Object.keys(WRITERS) as (keyof typeof WRITERS)[])(
    "%s: reads any number of turns and keys, and refuses rings of bones",
    async (kind) => {
      const make = WRITERS[kind];
      expect(await complaint(make(armRecords({ turn: 1e10 })))).toBe("no complaint");
      const ring = armRecords({ turn: 40 });
      const parents = ring[3].children;
      parents.push(record("C", ["OO", { long: 1000 }, { long: 1002 }]));
      expect(await complaint(make(ring))).toMatch(/arm.fbx is damaged\. "bone \d" is its own ancestor/);
      const keys = armRecords({ turn: 40 });
      const times = Array.from({ length: 20_000 }, (_, k) => k * 1000);
      for (const { name, children } of keys[2].children) {
        if (name !== "AnimationCurve") continue;
        children[0].values = [{ longs: times }];
        children[1].values = [{ doubles: times.map(() => 1) }];
      }
      expect(await complaint(make(keys))).toBe("no complaint");
    },
  );

  it("refuses a polygon with too many corners before triangulation", async () => {
    const records = armRecords();
    const geometry = records[2].children.find(({ name }) => name === "Geometry")!;
    geometry.children[1].values = [{ ints: [...new Array(20_000).fill(0), -1] }];
    for (const write of [fbxBinary, fbxText]) {
      expect(await complaint(write(records))).toContain(
        "arm.fbx has a polygon that is too large. It has 20001",
      );
    }
  });

  it("refuses lists with a wrong length", async () => {
    const forged = (bytes: Uint8Array, length: number) => {
      const at = Buffer.from(bytes).indexOf("Vertices") + "Vertices".length + 1;
      const out = bytes.slice();
      new DataView(out.buffer).setUint32(at, length, true);
      return out;
    };
    const whole = fbxBinary(armRecords());
    expect(await complaint(forged(whole, 4))).toContain(
      'A list "Vertices" unpacks to another length than it says.',
    );
    expect(await complaint(forged(whole, 1e8))).toMatch(
      /A list "Vertices" of 100000000 numbers cannot come from \d+ bytes/,
    );
    expect(await complaint(forged(whole, 0xffffffff))).toContain("Its lists unpack to more than 1000 MB.");
  });

  it("reports missing bones of a skin, and prints nothing on the console", async () => {
    const records = armRecords();
    records[3].children = records[3].children.filter(
      ({ values }) =>
        !(JSON.stringify(values[1]) === '{"long":1001}' && JSON.stringify(values[2]) === '{"long":1000001}'),
    );
    const { result, written } = await withConsole(() => open(fbxBinary(records)));
    expect(result.info.notes.join()).toContain("Bones that ribbon should follow are not in the file");
    expect(written).toEqual([]);
  });

  it.each(Object.keys(WRITERS) as (keyof typeof WRITERS)[])(
    "%s: if truncated or with flipped bits, is read or refused",
    async (kind) => {
      const whole = WRITERS[kind](armRecords({ turn: 40 }));
      const harm = fc.oneof(
        fc.nat(whole.length - 1).map((at) => whole.slice(0, at)),
        fc
          .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(7)), { minLength: 1, maxLength: 4 })
          .map((flips) => {
            const bytes = whole.slice();
            for (const [at, bit] of flips) bytes[at] ^= 1 << bit;
            return bytes;
          }),
      );
      await fc.assert(
        fc.asyncProperty(harm, async (bytes) => {
          expect(await complaint(bytes)).not.toContain("not a SinewError");
          const file = bytesFile("arm.fbx", bytes);
          await readSkeletons([file], UNWATCHED).catch((error) => {
            if (!(error instanceof SinewError)) throw error;
          });
        }),
        { seed: 12, numRuns: 60 },
      );
    },
  );
});

// Runs if the measurements' data lie beside the project.
describe.skipIf(!existsSync(DATA))("an FBX of Maya", () => {
  it("has the same mesh as its Alembic at rest", async () => {
    const read = async (name: string) => {
      const [source] = await inspect(await nodeFiles([`${DATA}alembic/${name}`]), UNWATCHED);
      const { sequence } = await assemble(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
      return { info: source.info, sequence };
    };
    const { info, sequence } = await read("Bone_Geom.fbx");
    expect(info).toMatchObject({ format: "FBX", upAxis: "y", metresPerUnit: 0.01, meshes: ["Bone"] });
    const alembic = (await read("Bone_Anim.abc")).sequence;
    expect([sequence.vertexCount, sequence.triangles.length / 3]).toEqual([754, 1504]);
    for (let i = 0; i < sequence.vertexCount; i += 7) {
      const at = sequence.rest.subarray(3 * i, 3 * i + 3);
      let nearest = Infinity;
      for (let j = 0; j < alembic.rest.length; j += 3) {
        nearest = Math.min(nearest, Math.hypot(...[0, 1, 2].map((c) => at[c] - alembic.rest[j + c])));
      }
      // The two files are rounded differently.
      expect(nearest).toBeLessThan(2e-4);
    }
  });
});
