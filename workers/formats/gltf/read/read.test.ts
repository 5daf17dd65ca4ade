import { type Document, type GLTF, Logger, NodeIO, Primitive } from "@gltf-transform/core";
import { EXTMeshGPUInstancing, EXTMeshoptCompression, KHRMeshQuantization } from "@gltf-transform/extensions";
import { draco, meshopt, quantize } from "@gltf-transform/functions";
import fc from "fast-check";
import { MeshoptEncoder } from "meshoptimizer/encoder";
import { describe, expect, it } from "vitest";
import { vertexNormals } from "../../../geometry/vertex-normals";
import { UNWATCHED } from "../../../model/task";
import { AS_IT_IS } from "../../testing/formats";
import { glbOf, glbParts } from "../../testing/fuzz/glb-parts";
import { encodingIo } from "../testing/encoding-io";
import { largestDifference, randomSketch, Sketch, threePositions } from "../testing/fixtures";
import { allFrames, centroids, facing, openBytes, readBytes } from "./testing/read-bytes";

describe("openGltf", () => {
  it("moves random skins, morph targets and hierarchies like three", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const bytes = await randomSketch(seed).glb();
        for (const clip of [0, 1]) {
          const raw = await readBytes(bytes, { clips: [clip], fps: 11 });
          const seconds = [1.3, 0.4][clip];
          expect(raw.frameCount).toBe(Math.round(seconds * 11) + 1);
          const times = Array.from({ length: raw.frameCount }, (_, k) =>
            Math.min(k / 11, Math.fround(seconds)),
          );
          const truth = await threePositions(bytes, clip, times);
          const frames = await allFrames(raw);
          for (let k = 0; k < raw.frameCount; k++) {
            expect(largestDifference(frames[k], truth[k]), `clip ${clip}, frame ${k}`).toBeLessThan(2e-4);
          }
        }
        const raw = await readBytes(bytes);
        expect(largestDifference(raw.rest, (await threePositions(bytes, null, [0]))[0])).toBeLessThan(1e-5);
      }),
      { numRuns: 15, seed: 7 },
    );
  });

  it("joins several clips as named ranges", async () => {
    const source = await openBytes(await randomSketch(3).glb(), "shots/creature.glb");
    expect(source.info).toMatchObject({
      name: "creature",
      files: ["shots/creature.glb"],
      format: "glTF",
      rateIsFree: true,
      fps: 30,
      meshes: ["plain", "body 1", "face", "body 0"],
    });
    expect(source.info.clips.map(({ name, frames }) => [name, frames])).toEqual([
      ["walk", 40],
      ["wave", 13],
    ]);
    const raw = await source.read({ ...AS_IT_IS, clips: [1, 0], fps: 10 }, UNWATCHED);
    expect(raw.clips).toEqual([
      { name: "wave", first: 0, last: 4 },
      { name: "walk", first: 5, last: 18 },
    ]);
    const alone = await source.read({ ...AS_IT_IS, clips: [0], fps: 10 }, UNWATCHED);
    expect([...(await raw.frame(7))]).toEqual([...(await alone.frame(2))]);
  });

  it("reads all influences of a vertex, not only the first four", async () => {
    const sketch = new Sketch(5);
    const skin = sketch.chain("bone", 6, sketch.node("root", null));
    const mesh = sketch.grid("sheet", 2);
    sketch.bind(mesh, 6, 3);
    // The transform of the node with the skin must not matter.
    sketch.node("sheet", null).setMesh(mesh).setSkin(skin);
    const raw = await readBytes(await sketch.glb());
    const primitive = mesh.listPrimitives()[0];
    const expected: number[] = [];
    for (let i = 0; i < 9; i++) {
      const v = [...primitive.getAttribute("POSITION")!.getElement(i, []), 1];
      const sum = [0, 0, 0];
      for (let set = 0; set < 3; set++) {
        const joints = primitive.getAttribute(`JOINTS_${set}`)!.getElement(i, []);
        const weights = primitive.getAttribute(`WEIGHTS_${set}`)!.getElement(i, []);
        for (let e = 0; e < 4; e++) {
          const bind = skin.getInverseBindMatrices()!.getElement(joints[e], []);
          const world = skin.listJoints()[joints[e]].getWorldMatrix();
          const apply = (m: number[], p: number[]) =>
            [0, 1, 2, 3].map((r) => p.reduce((total, x, c) => total + m[4 * c + r] * x, 0));
          apply(world, apply(bind, v)).forEach((x, c) => {
            if (c < 3) sum[c] += weights[e] * x;
          });
        }
      }
      expected.push(...sum);
    }
    expect(largestDifference(raw.rest, expected)).toBeLessThan(1e-5);
  });

  it("reads Draco, meshopt and quantised geometry within their quantisation", async () => {
    const io = await encodingIo();
    const fine = { quantizePosition: 16, quantizeWeight: 16 };
    const variants: [string, number, (document: Document) => Promise<unknown>][] = [
      ["KHR_mesh_quantization", 3, (document) => document.transform(quantize(fine))],
      [
        "EXT_meshopt_compression",
        3,
        (d) => d.transform(meshopt({ encoder: MeshoptEncoder, level: "medium", ...fine })),
      ],
      // Draco's encoder reorders vertices, but not the uncompressed morph targets.
      ["KHR_draco_mesh_compression", 0, (d) => d.transform(draco({ ...fine, quantizeGeneric: 16 }))],
    ];
    for (const [extension, targets, compress] of variants) {
      const plain = await readBytes(await randomSketch(11, targets).glb(), { fps: 8 });
      const { document } = randomSketch(11, targets);
      await compress(document.setLogger(new Logger(Logger.Verbosity.SILENT)));
      const bytes = await io.writeBinary(document);
      expect(Buffer.from(bytes).toString("latin1")).toContain(extension);
      const packed = await readBytes(bytes, { fps: 8 });
      expect(packed.polygonCorners.length).toBe(plain.polygonCorners.length);
      for (let k = 0; k < plain.frameCount; k++) {
        const [a, b] = [centroids(plain, await plain.frame(k)), centroids(packed, await packed.frame(k))];
        const farthest = Math.max(
          ...a.map((p) => Math.min(...b.map((q) => Math.hypot(...p.map((x, c) => x - q[c]))))),
        );
        expect(farthest, `${extension}, frame ${k}`).toBeLessThan(0.003);
      }
    }
  });

  it("has its own message for Draco data that do not fit their primitive", async () => {
    const { document } = randomSketch(11, 0);
    await document.setLogger(new Logger(Logger.Verbosity.SILENT)).transform(draco());
    const { json, rest } = glbParts(await (await encodingIo()).writeBinary(document));
    delete (json as GLTF.IGLTF).meshes![0].primitives[0].attributes.NORMAL;
    await expect(openBytes(glbOf(json, rest))).rejects.toThrow(
      "test.glb is damaged. Its Draco data cannot be unpacked. Export it again from where it was made.",
    );
  });

  it("reads meshopt's filters (octahedral, quaternion, exponential)", async () => {
    await MeshoptEncoder.ready;
    const { document } = randomSketch(12);
    document.setLogger(new Logger(Logger.Verbosity.SILENT));
    await document.transform(meshopt({ encoder: MeshoptEncoder, level: "high" }));
    const io = new NodeIO()
      .registerExtensions([EXTMeshoptCompression, KHRMeshQuantization])
      .registerDependencies({ "meshopt.encoder": MeshoptEncoder });
    const packed = await readBytes(await io.writeBinary(document));
    const plain = await readBytes(await randomSketch(12).glb());
    expect(packed.polygonCorners.length).toBe(plain.polygonCorners.length);
    expect(facing(packed)).toBeCloseTo(facing(plain), 0);
  });

  it("reverses mirrored meshes, and reads strips, fans and plain lists in the same way", async () => {
    const surface = async (mode: number, order: number[] | null, mirrored: boolean) => {
      const sketch = new Sketch(1);
      const square = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
      const primitive = sketch.document
        .createPrimitive()
        .setMode(mode as ReturnType<Primitive["getMode"]>)
        .setAttribute("POSITION", sketch.floats("VEC3", square))
        .setAttribute("NORMAL", sketch.floats("VEC3", [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]));
      if (order) primitive.setIndices(sketch.accessor("SCALAR", Uint16Array.from(order)));
      const node = sketch.document
        .createNode("square")
        .setMesh(sketch.document.createMesh().addPrimitive(primitive));
      sketch.scene.addChild(node.setScale(mirrored ? [-1, 1, 1] : [1, 1, 1]));
      return readBytes(await sketch.glb());
    };
    for (const mirrored of [false, true]) {
      const list = await surface(Primitive.Mode.TRIANGLES, [0, 1, 2, 1, 3, 2], mirrored);
      const strip = await surface(Primitive.Mode.TRIANGLE_STRIP, null, mirrored);
      const fan = await surface(Primitive.Mode.TRIANGLE_FAN, [0, 1, 3, 2], mirrored);
      for (const raw of [list, strip, fan]) {
        expect(raw.polygonCorners.length).toBe(6);
        expect(facing(raw)).toBeCloseTo(2, 6);
        expect(largestDifference(raw.normals!.slice(0, 3), [0, 0, 1])).toBe(0);
      }
    }
  });

  it("places one mesh at every place of nodes and EXT_mesh_gpu_instancing", async () => {
    const sketch = new Sketch(2);
    const mesh = sketch.grid("leaf", 1);
    sketch.node("a", sketch.node("branch", null)).setMesh(mesh);
    const crowd = sketch.node("crowd", null).setMesh(mesh);
    const extension = sketch.document.createExtension(EXTMeshGPUInstancing);
    const places = sketch.normals(9);
    crowd.setExtension(
      "EXT_mesh_gpu_instancing",
      extension.createInstancedMesh().setAttribute("TRANSLATION", sketch.floats("VEC3", places)),
    );
    const bytes = await new NodeIO().registerExtensions([EXTMeshGPUInstancing]).writeBinary(sketch.document);
    const raw = await readBytes(bytes);
    expect(raw.pointCount).toBe(4 * 4);
    expect(raw.parts.map((part) => part.name)).toEqual(["a", "crowd", "crowd", "crowd"]);
    const [m, first] = [crowd.getWorldMatrix(), raw.rest.slice(12, 15)];
    for (let c = 0; c < 3; c++) {
      const expected = m[c] * places[0] + m[4 + c] * places[1] + m[8 + c] * places[2] + m[12 + c];
      expect(first[c]).toBeCloseTo(expected, 5);
    }
  });

  it("keeps names, colours, UVs and normals, and reports omissions", async () => {
    const sketch = new Sketch(4);
    const material = sketch.document
      .createMaterial("skin")
      .setBaseColorFactor([0.5, 0.25, 0.125, 1])
      .setDoubleSided(true)
      .setBaseColorTexture(
        sketch.document.createTexture().setImage(new Uint8Array(4)).setMimeType("image/png"),
      );
    const mesh = sketch.grid("sheet", 2);
    mesh.listPrimitives()[0].setMaterial(material);
    const moving = sketch.node("moving", null).setMesh(mesh);
    sketch.node("still", null).setMesh(sketch.grid("other", 1));
    // Lines are no mesh of the animation, so the note does not count them.
    const { document } = sketch;
    const lines = document.createPrimitive().setMode(1);
    lines.setAttribute("POSITION", sketch.floats("VEC3", new Float32Array([0, 0, 0, 1, 0, 0])));
    sketch.node("lines", null).setMesh(document.createMesh("lines").addPrimitive(lines));
    sketch.clip("move", 1, [[moving, "translation"]]);
    const source = await openBytes(await sketch.glb());
    expect(source.info.notes[0]).toBe("1 of 2 meshes has no animation and is kept still.");
    expect(source.info.notes[1]).toMatch(/^It has 1 wire edge/);
    const raw = await source.read(AS_IT_IS, UNWATCHED);
    expect(raw.materials).toEqual([
      {
        name: "skin",
        baseColour: [0.5, 0.25, 0.125, 1],
        doubleSided: true,
        metallic: 1,
        textures: { baseColour: { image: 0, uvSet: 0 } },
      },
      { name: "material 2", baseColour: [1, 1, 1, 1], doubleSided: false },
    ]);
    expect([...raw.uvs!.slice(0, 6)]).toEqual([0, 0, 0.5, 0, 1, 0]);
    expect(Math.hypot(...raw.normals!.slice(0, 3))).toBeCloseTo(1, 6);
  });

  it("computes normals for meshes without normals next to meshes with normals", async () => {
    const sketch = new Sketch(5);
    for (const name of ["first", "second", "third"]) {
      const mesh = sketch.grid(name, 2);
      if (name !== "first") mesh.listPrimitives()[0].setAttribute("NORMAL", null);
      sketch.node(name, null).setMesh(mesh);
    }
    const raw = await readBytes(await sketch.glb());
    const { rest, normals, polygonCorners } = raw;
    const own = vertexNormals(
      rest,
      [...polygonCorners].map((d) => raw.displayPoint[d]),
    );
    expect(raw.pointCount).toBe(27);
    for (let n = 27; n < 81; n++) expect(normals![n]).toBeCloseTo(own[n], 5);
  });

  it("has one frame for a file without motion", async () => {
    const sketch = new Sketch(6);
    sketch.node("stone", null).setMesh(sketch.grid("stone", 2));
    const raw = await readBytes(await sketch.glb());
    expect([raw.frameCount, raw.clips.length]).toEqual([1, 1]);
    expect([...(await raw.frame(0))]).toEqual([...raw.rest]);
  });
});
