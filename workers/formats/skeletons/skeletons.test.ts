import fc from "fast-check";
import { AnimationMixer, Matrix4, type Object3D } from "three";
import { BVHLoader } from "three/examples/jsm/loaders/BVHLoader.js";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { SinewError } from "../../model/errors";
import type { Segment } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import { randomSketch, Sketch } from "../gltf/testing/fixtures";
import { inspect } from "../open";
import { bytesFile } from "../source/source-file";
import { textFile } from "../testing/formats";
import { readDmat } from "./dmat";
import { type Joint, skeletonOfJoints } from "./joint-tree";
import { readSkeletons } from "./read";

const read = async (name: string, content: string | Uint8Array) =>
  readSkeletons(
    [typeof content === "string" ? textFile(name, content) : bytesFile(name, content)],
    UNWATCHED,
  );
const complaint = (name: string, content: string | Uint8Array) =>
  read(name, content).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error.stack}`),
  );
const brief = (segments: Segment[]) => segments.map(({ name, parent, kind }) => `${name} ${parent} ${kind}`);

describe("a .tgf", () => {
  it("gives its bones parents first, close to the order of the file", async () => {
    const joints = [1, 2, 3, 4, 5].map((n) => `  ${n}\t${n} 0 ${n * n} 1e-320 nan junk`).join("\r\n");
    const [{ skeleton, fileOrder, notes, ...source }] = await read(
      "hand.tgf",
      `${joints}\n#\n3 4\n2\t3\n1 2 \n#\n`,
    );
    expect(source).toMatchObject({ name: "hand", file: "hand.tgf", format: "TGF", upAxis: null, clips: [] });
    expect(brief(skeleton.segments)).toEqual(["bone_3 -1 rigid", "bone_2 0 rigid", "bone_1 1 rigid"]);
    expect([...fileOrder!]).toEqual([2, 1, 0]);
    expect(skeleton.segments[2].head).toEqual([3, 0, 9]);
    expect(skeleton.segments[2].tail).toEqual([4, 0, 16]);
    expect(notes).toEqual(["1 joints belong to no bone and are left out."]);
  });

  it("reverses bones that point at each other, and leaves out rings, cages and bones without length", async () => {
    const points = "1 0 0 0\n2 1 0 0\n3 2 0 0\n4 2 0 0\n";
    const [{ skeleton, notes }] = await read(
      "a.tgf",
      `${points}#\n1 2 1 0 0\n3 2 1 0 0\n3 4\n4 1\n1 3 0 0 1\n#\n`,
    );
    expect(brief(skeleton.segments)).toEqual(["bone_2 -1 rigid", "bone_1 0 rigid", "bone_3 -1 virtual"]);
    expect(skeleton.segments[1].tail).toEqual([0, 0, 0]);
    expect(notes).toContain("1 edges that are no bones (pseudo-edges, cages) are left out.");
    expect(notes).toContain("1 bones have no length and move nothing.");
    expect(notes).toContain("1 bones that close a ring are left out.");
  });

  it("is refused with sentences", async () => {
    expect(await complaint("a.tgf", "1 0 0\n#\n")).toContain(
      "a.tgf is damaged in line 1. The z of joint 1 is missing.",
    );
    expect(await complaint("a.tgf", "1 0 0 0\n1 0 0 0\n#\n")).toContain("It has two joints of the number 1");
    expect(await complaint("a.tgf", "1 0 0 0\n#\n1 7\n")).toContain(
      "A bone names joint 7, which it does not have",
    );
    expect(await complaint("a.tgf", "1 0 0 0\n#\n#\n")).toContain(
      "It has 1 joints and no bones between them",
    );
    expect(await complaint("a.tgf", "")).toContain("a.tgf has no skeleton");
    await expect(inspect([textFile("a.tgf", "1 0 0 0\n")], UNWATCHED)).rejects.toThrow(
      "a.tgf is a skeleton without a mesh",
    );
  });
});

/** A random tree of joints as a BVH, with channels in random orders. */
function randomBvh(seed: number, frames: number): string {
  const random = createRandom(seed);
  const number = () => (4 * random.normal()).toFixed(4);
  let channelCount = 0;
  const block = (name: string, depth: number): string => {
    const turns = ["Xrotation", "Yrotation", "Zrotation"].sort(() => random.next() - 0.5);
    const moves = depth === 0 ? ["Xposition", "Yposition", "Zposition"] : [];
    channelCount += turns.length + moves.length;
    const head = `${depth === 0 ? "ROOT" : "JOINT"} ${name}\n{\nOFFSET ${depth === 0 ? "0 0 0" : [number(), number(), number()].join(" ")}\nCHANNELS ${turns.length + moves.length} ${[...moves, ...turns].join(" ")}\n`;
    const children = depth < 3 ? 1 + random.integer(2) : 0;
    const inside = Array.from({ length: children }, (_, c) => block(`${name}_${c}`, depth + 1)).join("");
    return `${head}${inside || `End Site\n{\nOFFSET ${number()} ${number()} ${number()}\n}\n`}}\n`;
  };
  const hierarchy = block("hips", 0);
  const rows = Array.from({ length: frames }, () =>
    Array.from({ length: channelCount }, () => (30 * random.normal()).toFixed(3)).join(" "),
  );
  return `HIERARCHY\n${hierarchy}MOTION\nFrames: ${frames}\nFrame Time: 0.0333333\n${rows.join("\n")}\n`;
}

describe("a BVH", () => {
  it("reports and can be stopped every 64 frames, as it reads them and as it poses them", async () => {
    const counted = async (frames: number) => {
      const done: unknown[] = [];
      let checks = 0;
      const task = {
        ...UNWATCHED,
        progress: (at: { done: number | null }) => void done.push(at.done),
        checkpoint: async () => void checks++,
      };
      await readSkeletons([textFile("walk.bvh", randomBvh(1, frames))], task);
      return { done, checks };
    };
    const [one, two, three] = [await counted(64), await counted(65), await counted(129)];
    expect([two.checks - one.checks, three.checks - two.checks]).toEqual([2, 2]);
    expect(three.done.slice(-3)).toEqual([0, 64 / 129, 128 / 129]);
  });

  it("moves its joints like three's reader", async () => {
    for (const seed of [1, 2, 3]) {
      const text = randomBvh(seed, 3);
      const [{ skeleton, clips, format }] = await read("walk.bvh", text);
      expect(format).toBe("BVH");
      expect(clips[0]).toMatchObject({ name: "walk", fps: 30, frameCount: 3 });
      const { skeleton: truth, clip } = new BVHLoader().parse(text);
      const root: Object3D = truth.bones[0];
      const mixer = new AnimationMixer(root);
      mixer.clipAction(clip).play();
      const bones = truth.bones.filter(({ name }) => name !== "ENDSITE");
      expect(skeleton.segments.map(({ name }) => name)).toEqual(bones.map(({ name }) => name));
      for (let k = 0; k < 3; k++) {
        mixer.setTime(k * 0.0333333);
        root.updateMatrixWorld(true);
        bones.forEach((bone, s) => {
          const { head } = skeleton.segments[s];
          const at = 12 * (k * bones.length + s);
          const m = clips[0].motions.subarray(at, at + 12);
          // At rest every joint has the file's axes, so its place is M · [I, head].
          const world = new Matrix4().copy(bone.matrixWorld).elements;
          for (let r = 0; r < 3; r++) {
            for (let c = 0; c < 3; c++) expect(m[4 * r + c]).toBeCloseTo(world[4 * c + r], 4);
            const moved = m[4 * r] * head[0] + m[4 * r + 1] * head[1] + m[4 * r + 2] * head[2] + m[4 * r + 3];
            expect(moved).toBeCloseTo(world[12 + r], 3);
          }
        });
      }
    }
  });

  it("has tails at its end sites, and may lack motion", async () => {
    const text =
      "HIERARCHY\nROOT a b {\n OFFSET 0 1 0\n CHANNELS 0\n End Site\n {\n OFFSET 0 2 0\n }\n}\nMOTION\nFrames: 0\nFrame Time: 0.04";
    const [{ skeleton, clips, notes }] = await read("x.bvh", text);
    expect(skeleton.segments.map(({ name, head, tail }) => [name, head, tail])).toEqual([
      ["a b", [0, 1, 0], [0, 3, 0]],
    ]);
    expect([clips, notes]).toEqual([[], []]);
  });

  it("is refused with sentences", async () => {
    const whole = randomBvh(4, 2);
    expect(await complaint("a.bvh", whole.slice(0, whole.length / 2))).toMatch(
      /^a\.bvh is damaged in line \d+/,
    );
    expect(await complaint("a.bvh", whole.replace("Frames: 2", "Frames: 200000000"))).toContain(
      "It says that it has 200000000 frames",
    );
    expect(await complaint("a.bvh", whole.replace("Xrotation", "Wrotation"))).toContain(
      "where a channel belongs",
    );
  });
});

describe("the skeletons of a glTF", () => {
  it("are its joints at rest, and move like its clips", async () => {
    const sources = await read("character.glb", await randomSketch(1).glb());
    expect(sources.length).toBeGreaterThan(0);
    for (const { skeleton, clips } of sources) {
      for (const clip of clips)
        expect(clip.motions.length).toBe(12 * skeleton.segments.length * clip.frameCount);
    }
  });

  it("are separated, and read without any skin", async () => {
    const sketch = new Sketch(3);
    const add = (name: string, y: number) => sketch.document.createNode(name).setTranslation([0, y, 0]);
    for (const who of ["cat", "dog"]) {
      const holder = add(`Armature ${who}`, 0);
      sketch.scene.addChild(holder);
      const [hips, spine, end] = [
        add(`${who} hips`, 1),
        add(`${who} spine`, 1),
        add(`${who} spine_end`, 0.25),
      ];
      holder.addChild(hips.addChild(spine.addChild(end)));
    }
    const sources = await read("two.glb", await sketch.glb());
    expect(sources.map(({ name, skeleton }) => [name, skeleton.segments.length])).toEqual([
      ["Armature cat", 2],
      ["Armature dog", 2],
    ]);
    expect(sources[0].skeleton.segments.map(({ head, tail }) => [head[1], tail[1]])).toEqual([
      [1, 2],
      [2, 2.25],
    ]);
    expect(sources[0].notes).toEqual([]);
  });
});

const place = (x: number, y: number, z: number) => Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z);
const joint = (name: string, parent: number, at: [number, number, number]): Joint => ({
  name,
  parent,
  rest: place(...at),
  isEnd: false,
});

describe("segments of joints", () => {
  it("end at the child that continues them, or that leads to most of the body", () => {
    const { skeleton, notes } = skeletonOfJoints("a.bvh", [
      joint("root", -1, [0, 0, 0]),
      joint("hips", 0, [0, 10, 0]),
      joint("spine", 1, [0, 12, 0]),
      joint("chest", 2, [0, 14, 0]),
      joint("arm", 3, [2, 14, 0]),
      joint("neck", 3, [0, 16, 0.1]),
      joint("leg", 1, [1, 9, 0]),
      joint("foot", 6, [1, 1, 0]),
    ]);
    const tails = Object.fromEntries(skeleton.segments.map(({ name, tail }) => [name, tail]));
    expect(tails.hips).toEqual([0, 12, 0]);
    expect(tails.chest).toEqual([0, 16, 0.1]);
    expect(skeleton.segments[0]).toMatchObject({ kind: "virtual", tail: [0, 10, 0] });
    // The last bones continue the ones before, or follow the usual bone axis of the file.
    expect(tails.foot[1]).not.toBe(1);
    expect(notes).toEqual([
      "root only places the whole, and moves nothing.",
      "The file does not say where the last bones of 3 chains end: their lengths are guessed.",
    ]);
  });

  it("without a length are virtual", () => {
    const { skeleton, notes } = skeletonOfJoints("a.bvh", [
      joint("a", -1, [0, 0, 0]),
      joint("b", 0, [0, 0, 0]),
      joint("c", 1, [0, 3, 0]),
    ]);
    expect(skeleton.segments.map(({ kind }) => kind)).toEqual(["virtual", "rigid", "rigid"]);
    expect(notes[0]).toBe("1 bone has no length and moves nothing.");
  });
});

describe("a .dmat", () => {
  it("has one row per vertex, as text and as binary", async () => {
    const values = [0.1, 0.2, 0.3, -1, 5e-300, 2];
    const text = textFile("w.dmat", `2 3\n${values.join("\n")}\n`);
    const binary = new Uint8Array(8 + 48);
    binary.set(new TextEncoder().encode("0 0\n2 3\n"));
    values.forEach((value, n) => {
      new DataView(binary.buffer).setFloat64(8 + 8 * n, value, true);
    });
    for (const file of [text, bytesFile("w.dmat", binary)]) {
      const { rows, columns, values: read } = await readDmat(file);
      expect([rows, columns]).toEqual([3, 2]);
      expect([...read]).toEqual([0.1, -1, 0.2, 5e-300, 0.3, 2]);
    }
    await expect(readDmat(textFile("w.dmat", "2 3\n1 2"))).rejects.toThrow("w.dmat is cut short");
    await expect(readDmat(textFile("w.dmat", "9999999 9999999\n1 2"))).rejects.toThrow(SinewError);
    await expect(readDmat(textFile("w.dmat", "weights"))).rejects.toThrow("where a whole number belongs");
  });
});

describe("damaged files", () => {
  const glb = randomSketch(5).glb();
  const files: Record<string, () => Promise<Uint8Array>> = {
    "a.tgf": async () =>
      new TextEncoder().encode("1 0 0 0\n2 1 0 0\n3 2 0 1\n4 1 1 1\n#\n1 2\n2 3\n2 4\n#\n"),
    "a.bvh": async () => new TextEncoder().encode(randomBvh(9, 4)),
    "a.glb": () => glb,
  };

  it.each(Object.keys(files))("%s: read, or refused with a sentence", async (name) => {
    const whole = await files[name]();
    const place = fc.oneof(fc.nat(Math.min(whole.length, 300) - 1), fc.nat(whole.length - 1));
    const cut = place.map((at) => whole.slice(0, at));
    const flip = fc.array(fc.tuple(place, fc.nat(7)), { minLength: 1, maxLength: 6 }).map((flips) => {
      const bytes = whole.slice();
      for (const [at, bit] of flips) bytes[at] ^= 1 << bit;
      return bytes;
    });
    const digit = fc.tuple(place, fc.constantFrom(48, 57, 45, 46, 101, 10, 35)).map(([at, byte]) => {
      const bytes = whole.slice();
      bytes[at] = byte;
      return bytes;
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(cut, flip, digit), async (bytes) => {
        try {
          for (const { skeleton, clips } of await read(name, bytes)) {
            skeleton.segments.forEach(({ parent, head, tail }, s) => {
              expect(parent).toBeLessThan(s);
              expect([...head, ...tail].every(Number.isFinite)).toBe(true);
            });
            for (const clip of clips) {
              expect(clip.motions.length).toBe(12 * skeleton.segments.length * clip.frameCount);
            }
          }
        } catch (error) {
          if (!(error instanceof SinewError)) throw error;
          expect(error.complaint.body).toMatch(/\.$/);
        }
      }),
      { seed: 77, numRuns: 120 },
    );
  });
});
