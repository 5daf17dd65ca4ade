import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { UNWATCHED } from "../../model/task";
import { randomSketch, Sketch } from "../gltf/testing/fixtures";
import { inspect } from "../open";
import { textFile } from "../testing/formats";
import { withEndJoints } from "./end-joints";
import { type Joint, skeletonOfJoints } from "./joint-tree";
import { randomBvh } from "./testing/random-bvh";
import { brief, complaint, read } from "./testing/read";

describe("a .tgf", () => {
  it("has its bones with parents first, close to the file's order", async () => {
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
    expect(notes).toEqual(["1 joint belongs to no bone and is left out."]);
  });

  it("reverses bones that point at each other, and leaves out rings, cages and bones without length", async () => {
    const points = "1 0 0 0\n2 1 0 0\n3 2 0 0\n4 2 0 0\n";
    const [{ skeleton, notes }] = await read(
      "a.tgf",
      `${points}#\n1 2 1 0 0\n3 2 1 0 0\n3 4\n4 1\n1 3 0 0 1\n#\n`,
    );
    expect(brief(skeleton.segments)).toEqual(["bone_2 -1 rigid", "bone_1 0 rigid", "bone_3 -1 virtual"]);
    expect(skeleton.segments[1].tail).toEqual([0, 0, 0]);
    expect(notes).toContain("1 edge that is no bone (a pseudo-edge or a cage's) is left out.");
    expect(notes).toContain("1 bone has no length and moves nothing.");
    expect(notes).toContain("The bone from joint 4 to joint 1 closes a ring and is left out.");
  });

  it("names the bones of a file that close rings", async () => {
    const points = "10 0 0 0\n20 1 0 0\n30 2 0 0\n40 3 0 0\n";
    const [{ skeleton, notes }] = await read("a.tgf", `${points}#\n10 20\n20 30\n30 10\n30 40\n40 20\n`);
    expect(skeleton.segments.length).toBe(3);
    expect(notes).toEqual([
      "2 bones close rings and are left out: from joint 20 to joint 30, from joint 30 to joint 40.",
    ]);
    expect(await complaint("a.tgf", `${points}#\n20 20\n`)).toContain(
      "The bone from joint 20 to joint 20 closes a ring and is left out. No other bone is there.",
    );
  });

  it("is refused with error messages", async () => {
    expect(await complaint("a.tgf", "1 0 0\n#\n")).toContain(
      "a.tgf is damaged in line 1. The z of joint 1 is missing.",
    );
    expect(await complaint("a.tgf", "1 0 0 0\n1 0 0 0\n#\n")).toContain("It has two joints of the number 1");
    expect(await complaint("a.tgf", "1 0 0 0\n#\n1 7\n")).toContain(
      "A bone names joint 7, which it does not have",
    );
    expect(await complaint("a.tgf", "1 0 0 0\n#\n#\n")).toContain("It has one joint and no bone.");
    expect(await complaint("a.tgf", "")).toContain("a.tgf has no skeleton");
    await expect(inspect([textFile("a.tgf", "1 0 0 0\n")], UNWATCHED)).rejects.toThrow(
      "a.tgf is a skeleton without a mesh",
    );
  });
});

describe("the skeletons of a glTF", () => {
  it("have its joints at rest, and move like its clips", async () => {
    const sources = await read("character.glb", await randomSketch(1).glb());
    expect(sources.length).toBeGreaterThan(0);
    for (const { skeleton, clips } of sources) {
      for (const clip of clips)
        expect(clip.motions.length).toBe(12 * skeleton.segments.length * clip.frameCount);
    }
  });

  it("keeps the order in which a skin numbers its joints, but puts parents first", async () => {
    const sketch = randomSketch(3);
    const joint = (name: string) => sketch.document.createNode(name).setTranslation([0, 1, 0]);
    const [hips, left, right, foot] = ["hips", "left", "right", "foot"].map(joint);
    sketch.scene.addChild(hips.addChild(left.addChild(foot)).addChild(right));
    const skin = sketch.document.createSkin();
    for (const each of [foot, hips, right, left]) skin.addJoint(each);
    sketch.scene.addChild(sketch.document.createNode("body").setMesh(sketch.grid("body", 2)).setSkin(skin));
    const own = (await read("order.glb", await sketch.glb())).find(({ skeleton: { segments } }) =>
      segments.some(({ name }) => name === "foot"),
    )!;
    expect(own.skeleton.segments.map(({ name, parent }) => `${name} ${parent}`)).toEqual([
      "hips -1",
      "left 0",
      "foot 1",
      "right 0",
    ]);
  });

  it("are separated, and read even without a skin", async () => {
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
      ["Armature cat", 3],
      ["Armature dog", 3],
    ]);
    expect(sources[0].skeleton.segments.map(({ head, tail }) => [head[1], tail[1]])).toEqual([
      [1, 2],
      [2, 2.25],
      [2.25, 2.25],
    ]);
    expect(sources[0].skeleton.segments[2]).toMatchObject({ kind: "virtual", end: true, parent: 1 });
    expect(sources[0].notes).toEqual([
      "cat spine_end only marks the end of a bone. It stays, and moves nothing.",
    ]);
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
    const { skeleton, guessed, notes } = skeletonOfJoints("a.bvh", [
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
    expect(notes).toEqual(["root only places the whole, and moves nothing."]);
    expect(guessed.map((j) => skeleton.segments[j].name)).toEqual(["arm", "neck", "foot"]);
    const source = { name: "a", file: "a.bvh", format: "BVH", skeleton, guessed, clips: [], notes };
    const ended = withEndJoints({ ...source, upAxis: null, metresPerUnit: null }, [guessed[2]]);
    expect(ended.guessed).toEqual(guessed.slice(0, 2));
    expect(ended.notes.join(" ")).toContain(
      "does not say where the last bones of 2 chains end: their lengths are guessed. foot only marks",
    );
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

describe("damaged files", () => {
  const glb = randomSketch(5).glb();
  const files: Record<string, () => Promise<Uint8Array>> = {
    "a.tgf": async () =>
      new TextEncoder().encode("1 0 0 0\n2 1 0 0\n3 2 0 1\n4 1 1 1\n#\n1 2\n2 3\n2 4\n#\n"),
    "a.bvh": async () => new TextEncoder().encode(randomBvh(9, 4)),
    "a.glb": () => glb,
  };

  it.each(Object.keys(files))("%s: are read, or refused with an error message", async (name) => {
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
