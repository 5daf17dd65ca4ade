import type { Node } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../../model/task";
import { assemble } from "../../../assemble/assemble-sequence";
import type { ReadOptions } from "../../../source/source";
import { bytesFile } from "../../../source/source-file";
import { randomSketch, Sketch } from "../../testing/fixtures";
import { expectRoundTrip, expectSound, largestMiss, open } from "../../testing/kept-rigs";
import { bindHere, swell } from "../../testing/skins";
import { openGltf } from "../read";

/** A sketch without animated morph weights, which a skeleton cannot follow. */
function withoutMorphs(sketch: Sketch): Sketch {
  for (const animation of sketch.document.getRoot().listAnimations()) {
    for (const channel of animation.listChannels()) {
      if (channel.getTargetPath() === "weights") channel.dispose();
    }
  }
  return sketch;
}

describe("the skeleton of a file", () => {
  it("reproduces the frames of random scenes: two skins, carried meshes, scales, sheared binds, still morphs", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom<Partial<ReadOptions>>({}, { clips: [1] }, { restFrame: 3 }, { fps: 7, upAxis: "z" }),
        async (seed, options) => {
          const { sequence, rig } = await open(await withoutMorphs(randomSketch(seed, 2)).glb(), options);
          expectSound(rig, sequence);
          expect(rig.boneKind).toBe("affine");
          expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
        },
      ),
      { numRuns: 25, seed: 11 },
    );
  });

  it("leaves out motion of morph targets, with a note", async () => {
    const bytes = await randomSketch(4).glb();
    const { info, sequence, rig } = await open(bytes);
    expect(info.notes.join(" ")).toMatch(
      /Morph targets move .*body 1.* does not have that part of the motion/,
    );
    const still = await open(await withoutMorphs(randomSketch(4)).glb());
    expect(rig.bones).toEqual(still.rig.bones);
    expect(rig.motion).toEqual(still.rig.motion);
    expect(rig.rest.length).toBe(sequence.rest.length);
    expect(largestMiss(sequence, rig)).toBeGreaterThan(0.01);
    expect(largestMiss(still.sequence, rig)).toBeLessThan(1e-5);
  });

  it("binds at the origin if a skin has no inverse bind matrices", async () => {
    const sketch = new Sketch(6);
    const joints = [sketch.node("a", null), sketch.node("b", null), sketch.node("c", null)];
    const skin = sketch.document.createSkin("free");
    for (const joint of joints) skin.addJoint(joint);
    const mesh = sketch.grid("sheet", 3);
    sketch.bind(mesh, 3);
    sketch.node("sheet", null).setMesh(mesh).setSkin(skin);
    sketch.clip("turn", 1, [
      [joints[0], "rotation"],
      [joints[2], "translation"],
    ]);
    const { sequence, rig } = await open(await sketch.glb());
    expectSound(rig, sequence);
    expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
    // Explicit identity matrices do the same.
    const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    skin.setInverseBindMatrices(
      sketch.floats(
        "MAT4",
        joints.flatMap(() => unit),
      ),
    );
    const same = await open(await sketch.glb());
    expect(same.sequence.frames).toEqual(sequence.frames);
    expect(same.rig.motion).toEqual(rig.motion);
  });

  it("reads all influences, names and parents, skipping nodes that are not joints", async () => {
    const sketch = new Sketch(5);
    const hips = sketch.node("hips", sketch.node("armature", null));
    const knee = sketch.node("knee", sketch.node("helper", hips));
    const twin = sketch.node("knee", hips);
    const skin = sketch.document.createSkin("legs");
    for (const joint of [knee, hips, twin]) skin.addJoint(joint);
    bindHere(sketch, skin);
    const mesh = sketch.grid("sheet", 3);
    sketch.bind(mesh, 3, 3);
    sketch.node("sheet", null).setMesh(mesh).setSkin(skin);
    sketch.clip("kick", 1, [
      [hips, "rotation"],
      [knee, "rotation"],
      [twin, "translation"],
    ]);
    const { info, sequence, rig } = await open(await sketch.glb());
    expect(info.skins).toEqual([{ name: "legs", joints: 3, meshes: ["sheet"] }]);
    expect(rig.bones.map(({ name, parent }) => [name, parent])).toEqual([
      ["hips", -1],
      ["knee", 0],
      ["knee_2", 0],
    ]);
    // The skin lists its joints in another order than the bones.
    for (let i = 0; i < sequence.vertexCount; i++) {
      const row = [...rig.weights.bones.subarray(rig.weights.offsets[i], rig.weights.offsets[i + 1])];
      expect(row).toEqual([...new Set(row)].sort((a, b) => a - b));
    }
    // It is bound in place, so the rest pose is the sequence's own, and heads are at the joints.
    expect(rig.rest).toBe(sequence.rest);
    [hips, twin, knee].forEach((joint, j) => {
      const world = joint.getWorldTranslation();
      rig.bones[j].head.forEach((x, c) => {
        expect(x).toBeCloseTo(world[c] - sequence.origin[c], 4);
      });
    });
    expectSound(rig, sequence);
    expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
  });

  it("shares bones between skins that only differ in how their meshes are stored", async () => {
    for (const agree of [true, false]) {
      const sketch = new Sketch(9);
      const root = sketch.node("root", null);
      const joints = [root, sketch.node("tip", root), sketch.node("fin", root)];
      [1, 0.01].forEach((unit, s) => {
        const skin = sketch.document.createSkin(`skin ${s}`);
        for (const joint of joints) skin.addJoint(joint);
        bindHere(sketch, skin, unit);
        if (!agree && s === 1) {
          const matrices = skin.getInverseBindMatrices()!;
          const odd = matrices.getElement(1, []);
          matrices.setElement(
            1,
            odd.map((x: number, c: number) => (c === 12 ? x + 0.3 : x)),
          );
        }
        const mesh = sketch.grid(`mesh ${s}`, 2);
        sketch.bind(mesh, 3);
        const position = mesh.listPrimitives()[0].getAttribute("POSITION")!;
        position.setArray(Float32Array.from(position.getArray()!, (x: number) => x / unit));
        sketch.node(`mesh ${s}`, null).setMesh(mesh).setSkin(skin);
      });
      sketch.clip(
        "wave",
        0.5,
        joints.map((joint): [Node, "rotation"] => [joint, "rotation"]),
      );
      const { sequence, rig } = await open(await sketch.glb());
      expect(rig.bones.map(({ name, parent }) => [name, parent])).toEqual([
        ["root", -1],
        ["tip", 0],
        ...(agree ? [] : [["tip_2", 0]]),
        ["fin", 0],
      ]);
      expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
    }
  });

  it("binds meshes without a skin to the bones that carry them", async () => {
    const sketch = new Sketch(6);
    const skin = sketch.chain("arm", 2, sketch.node("base", null));
    bindHere(sketch, skin);
    const body = sketch.grid("body", 2);
    sketch.bind(body, 2);
    sketch.node("body", null).setMesh(body).setSkin(skin);
    const [, hand] = skin.listJoints();
    sketch.node("ring", sketch.node("finger", hand)).setMesh(sketch.grid("ring", 1));
    const wheel = sketch.node("wheel", null);
    sketch.node("spoke", wheel).setMesh(sketch.grid("spoke", 1));
    sketch.node("floor", null).setMesh(sketch.grid("floor", 1));
    sketch.clip("turn", 0.5, [
      [hand, "rotation"],
      [wheel, "rotation"],
    ]);
    const { sequence, rig } = await open(await sketch.glb());
    expect(rig.bones.map(({ name, parent }) => [name, parent])).toEqual([
      ["still", -1],
      ["wheel", -1],
      ["arm 0", -1],
      ["arm 1", 2],
    ]);
    expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
  });

  it("does not weld points that other poses would separate", async () => {
    const seam = async (split: number) => {
      const sketch = new Sketch(3);
      const skin = sketch.chain("bone", 2, sketch.node("root", null));
      bindHere(sketch, skin);
      const mesh = sketch.document.createMesh("halves");
      // Two triangles that meet in an edge, each with its own points; `split` is the difference of their weights there.
      for (const [points, weight] of [
        [[0, 0, 0, 1, 0, 0, 0, 1, 0], 0.5],
        [[1, 0, 0, 1, 1, 0, 0, 1, 0], 0.5 + split],
      ] as const) {
        mesh.addPrimitive(
          sketch.document
            .createPrimitive()
            .setAttribute("POSITION", sketch.floats("VEC3", points))
            .setAttribute("NORMAL", sketch.floats("VEC3", [0, 0, 1, 0, 0, 1, 0, 0, 1]))
            .setAttribute(
              "JOINTS_0",
              sketch.accessor("VEC4", Uint8Array.from([0, 1, 2].flatMap(() => [0, 1, 0, 0]))),
            )
            .setAttribute(
              "WEIGHTS_0",
              sketch.floats(
                "VEC4",
                [0, 1, 2].flatMap(() => [weight, 1 - weight, 0, 0]),
              ),
            ),
        );
      }
      sketch.node("halves", null).setMesh(mesh).setSkin(skin);
      const bytes = await sketch.glb();
      return { kept: await open(bytes), split };
    };
    const { kept: same } = await seam(0);
    expect(same.sequence.frameCount).toBe(1);
    expect(same.sequence.vertexCount).toBe(4);
    const { kept: near } = await seam(0.01);
    expect(near.sequence.vertexCount).toBe(4);
    const shared = near.sequence.solverIndex[1];
    expect(near.rig.weights.values[near.rig.weights.offsets[shared]]).toBeCloseTo(0.505, 5);
    const { kept: other } = await seam(0.3);
    expect(other.sequence.vertexCount).toBe(6);
    for (const { sequence, rig } of [same, near, other]) {
      expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
    }
  });

  it("survives an export if turned, moved and scaled along the joints' own axes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), async (seed, scales) => {
        const sketch = new Sketch(seed);
        const skin = sketch.chain("bone", 4, sketch.node("root", null).setScale([2, 2, 2]));
        for (const joint of skin.listJoints()) joint.setScale([1, 1, 1]);
        bindHere(sketch, skin);
        const mesh = sketch.grid("sheet", 4);
        sketch.bind(mesh, 4, 2);
        sketch.node("sheet", null).setMesh(mesh).setSkin(skin);
        const joints = skin.listJoints();
        sketch.clip("turn", 0.5, [
          ...joints.map((joint): [Node, "rotation"] => [joint, "rotation"]),
          [joints[2], "translation"],
        ]);
        if (scales) swell(sketch, [joints[1], joints[3]]);
        const { sequence, rig } = await open(await sketch.glb());
        expect(rig.boneKind).toBe(scales ? "affine" : "rigid");
        expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
        await expectRoundTrip(sequence, rig);
      }),
      { numRuns: 10, seed: 2 },
    );
  });

  it("is relative to the sequence's origin if the file is far away", async () => {
    const sketch = new Sketch(8);
    const place = [50, -30, 20];
    const skin = sketch.chain("bone", 3, sketch.node("far", null).setScale([1, 1, 1]));
    for (const joint of skin.listJoints()) joint.setScale([1, 1, 1]);
    bindHere(sketch, skin, 1, place);
    const mesh = sketch.grid("sheet", 3);
    sketch.bind(mesh, 3);
    sketch.node("sheet", null).setMesh(mesh).setSkin(skin);
    sketch.clip("turn", 0.5, [[skin.listJoints()[1], "rotation"]]);
    const { sequence, rig } = await open(await sketch.glb());
    expect(Math.hypot(...sequence.origin)).toBeGreaterThan(50);
    const middle = Array.from(rig.rest).reduce((sum, x) => sum + x, 0) / rig.rest.length;
    expect(Math.abs(middle)).toBeLessThan(1);
    skin.listJoints().forEach((joint, j) => {
      const world = joint.getWorldTranslation();
      rig.bones[j].head.forEach((x, c) => {
        expect(x).toBeCloseTo(world[c] - sequence.origin[c], 3);
      });
    });
    expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
  });
});

it("refuses motion that is too large for an export, naming bone and frame", async () => {
  const file = bytesFile("far.glb", await randomSketch(1).glb());
  const options = { clips: [1], fps: 10, upAxis: null, metresPerUnit: null, restFrame: null, keepRig: true };
  const raw = await (await openGltf([file], file, UNWATCHED)).read(options, UNWATCHED);
  const rig = raw.rig!;
  const motion = (k: number) => rig.motion(k).map((x, c) => (k === 2 && c === 12 ? 1e37 : x));
  await expect(assemble({ ...raw, rig: { ...rig, motion } }, options, UNWATCHED)).rejects.toThrow(
    /^far has a skeleton that moves out of all bounds\. In frame 3 a number of the motion of .+ is 9\.99.*e\+36/,
  );
});
