import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { SinewError } from "../model/errors";
import { frameOf, type MeshSequence, validateSequence } from "../model/mesh/mesh-sequence";
import { UNWATCHED } from "../model/task";
import { assembleSequence } from "./assemble/assemble-sequence";
import { writeObj } from "./obj/write-obj";
import { inspect } from "./open";
import { writePly } from "./ply/testing/write-ply";
import { writeMdd } from "./point-cache/mdd";
import { writePc2 } from "./point-cache/pc2";
import type { SourceFile } from "./source/source";
import { bytesFile, readAll } from "./source/source-file";
import { AS_IT_IS, textFile, tubeSequence } from "./testing/formats";

const tube: MeshSequence = await assembleSequence(tubeSequence({ frames: 3 }), AS_IT_IS, UNWATCHED);
const other: MeshSequence = await assembleSequence(
  tubeSequence({ rings: 4, frames: 3 }),
  AS_IT_IS,
  UNWATCHED,
);
const obj = (name: string, sequence = tube, k = 0) =>
  bytesFile(name, writeObj(sequence, frameOf(sequence, k)));
const pc2 = (name: string, sequence = tube) => bytesFile(name, writePc2(sequence));
const numbers = (...list: number[]) => list.map((n) => obj(`hound.${n}.obj`, tube, n % 3));

const names = async (files: SourceFile[]) =>
  (await inspect(files, UNWATCHED)).map(({ info }) => [info.format, ...info.files]);
const notes = async (files: SourceFile[]) => (await inspect(files, UNWATCHED))[0].info.notes.join("\n");
const read = async (files: SourceFile[]) => {
  const [source] = await inspect(files, UNWATCHED);
  return assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
};
const complaint = (files: SourceFile[]) =>
  read(files).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error.stack}`),
  );

describe("inspect", () => {
  it("matches caches with meshes by name, then by elimination", async () => {
    expect(await names([obj("a.obj"), pc2("B.PC2", other), obj("b.obj", other), pc2("a.pc2")])).toEqual([
      ["OBJ + PC2", "b.obj", "B.PC2"],
      ["OBJ + PC2", "a.obj", "a.pc2"],
    ]);
    expect(
      await names([obj("1/a.obj"), pc2("2/a.pc2", other), obj("2/a.obj", other), pc2("1/a.pc2")]),
    ).toEqual([
      ["OBJ + PC2", "2/a.obj", "2/a.pc2"],
      ["OBJ + PC2", "1/a.obj", "1/a.pc2"],
    ]);
    expect(await names([obj("mesh.obj"), pc2("sim_final.pc2")])).toEqual([
      ["OBJ + PC2", "mesh.obj", "sim_final.pc2"],
    ]);
  });

  it("moves a PLY with a cache too", async () => {
    const bare = await assembleSequence(tubeSequence({ frames: 3, uvs: false }), AS_IT_IS, UNWATCHED);
    const files = [bytesFile("mesh.ply", writePly(bare)), bytesFile("sim.mdd", writeMdd(bare))];
    expect(await names(files)).toEqual([["PLY + MDD", "mesh.ply", "sim.mdd"]]);
    expect((await read(files)).frames).toEqual(bare.frames);
  });

  it("recognises files by their content, with any name", async () => {
    const renamed = [bytesFile("mesh.pc2", await readAll(obj("x"))), bytesFile("mesh.txt", writePc2(tube))];
    expect(await names(renamed)).toEqual([["OBJ + PC2", "mesh.pc2", "mesh.txt"]]);
    expect(await names([obj("a.obj"), bytesFile("a.bin", writeMdd(tube))])).toEqual([
      ["OBJ + MDD", "a.obj", "a.bin"],
    ]);
  });

  it("orders numbered files by their numbers and reports missing ones", async () => {
    const files = numbers(10, 9, 2, 11, 1);
    expect(await names(files)).toEqual([
      ["numbered OBJ", "hound.1.obj", "hound.2.obj", "hound.9.obj", "hound.10.obj", "hound.11.obj"],
    ]);
    expect(await notes(files)).toContain("Frames 3 to 8 are missing.");
    expect(await complaint([...numbers(1, 2), obj("hound.02.obj")])).toContain(
      "hound.02.obj and hound.2.obj have the same number",
    );
  });

  it("opens several sequences from one folder and from zips, with notes about the rest", async () => {
    const zip = bytesFile(
      "more.zip",
      zipSync({ "cape_1.ply": writePly(tube), "cape_2.ply": writePly(tube), "readme.md": new Uint8Array(9) }),
    );
    const files = [
      ...numbers(1, 2),
      zip,
      bytesFile("empty.obj", new Uint8Array(0)),
      bytesFile(".DS_Store", new Uint8Array(9)),
    ];
    expect((await names(files)).map(([format]) => format)).toEqual(["numbered OBJ", "numbered PLY"]);
    const said = await notes(files);
    expect(said).toContain("empty.obj is empty");
    expect(said).toContain("readme.md is not a mesh");
    expect(said).not.toContain(".DS_Store");
  });

  it("uses a mesh without a number as the rest pose of numbered ones", async () => {
    const rest = obj("rest.obj", tube, 2);
    const sequence = await read([...numbers(0, 1), rest]);
    expect(sequence.rest).toEqual(tube.frames.slice(6 * tube.vertexCount));
    expect(await notes([...numbers(0, 1), obj("rest.obj", other)])).toContain(
      "rest.obj is not the rest pose of hound. It has 20 points, the sequence 30. It was left out.",
    );
    const turned = (k: number) =>
      textFile(`hound.${k}.obj`, "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0.6 0.8\nf 1//1 2//1 3//1\n");
    const upright = await read([
      turned(1),
      turned(2),
      textFile("rest.obj", "v 0 0 0\nv 0 1 0\nv -1 0 0\nf 1 2 3\n"),
    ]);
    const [x, y, z] = upright.normals!;
    expect([x, y, z].map((n) => Math.round(n * 1e6) / 1e6 + 0)).toEqual([-0.6, 0, 0.8]);
    const rewired = new TextDecoder().decode(await readAll(rest)).replace(/f 1\/\S+/, "f 9/1");
    expect(await complaint([...numbers(0, 1), textFile("rest.obj", rewired)])).toContain(
      "rest.obj is another mesh than hound",
    );
  });

  it("opens a still mesh as one frame", async () => {
    const files = [obj("a.obj"), bytesFile("b.ply", writePly(other)), ...numbers(7)];
    const sources = await inspect(files, UNWATCHED);
    expect(sources.map(({ info }) => [info.name, info.format, info.points, info.clips[0].frames])).toEqual([
      ["a", "OBJ", 30, 1],
      ["hound.7", "OBJ", 30, 1],
      ["b", "PLY", 24, 1],
    ]);
    const still = await read([obj("a.obj")]);
    expect([still.frameCount, still.rest, still.frames]).toEqual([1, tube.rest, tube.rest]);
    expect(validateSequence(still).clips).toEqual([{ name: "a", first: 0, last: 0 }]);
    const oneFrame = writePc2({ ...tube, frameCount: 1 });
    expect((await read([obj("a.obj"), bytesFile("a.pc2", oneFrame)])).frameCount).toBe(1);
  });

  it.each([
    ["nan", "vertex 2 has a NaN position"],
    ["-inf", "vertex 2 has an infinite position"],
    ["1e300", "vertex 2 has too large a position"],
  ])("names the vertex of a still mesh with a position of %s, without a frame", async (number, what) => {
    const text = `v 0 0 0\nv ${number} 0 0\nv 0 1 0\nf 1 2 3\n`;
    const said = await complaint([textFile("nan.obj", text)]);
    expect(said).toMatch(new RegExp(`^nan\\.obj: ${what}\\.`));
    expect(said).not.toContain("frame");
  });

  it("leaves a still mesh out if several moving files could use it as their rest pose", async () => {
    const files = [
      ...[obj("a.obj"), pc2("a.pc2"), obj("b.obj", other), pc2("b.pc2", other)],
      bytesFile("c.ply", writePly(tube)),
    ];
    expect(await notes(files)).toContain("c.ply was left out. It does not move");
  });

  it("names the file with an error, with the numbers", async () => {
    expect(await complaint([])).toContain("There is nothing to open");
    expect(await complaint([obj("a.obj", other), pc2("a.pc2")])).toBe(
      "a.pc2 does not fit its mesh. The cache holds 30 points a frame; a.obj has 20 vertices. Export the cache again from this mesh, or open the mesh it came from.",
    );
    expect(await complaint([pc2("a.pc2")])).toContain(
      "a.pc2 has no mesh. A cache holds only positions. Drop it together with the OBJ that it was made from.",
    );
    expect(await notes([pc2("a.pc2"), obj("b.obj"), obj("c.obj")])).toContain(
      "a.pc2 has no mesh. None of the 2 meshes has its name.",
    );
    expect(
      await complaint([textFile("points_1.obj", "v 0 0 0\n"), textFile("points_2.obj", "v 0 0 0\n")]),
    ).toContain("points_1.obj has no faces");
    const short = writePc2(tube).slice(0, -1);
    expect(await complaint([obj("a.obj"), bytesFile("a.pc2", short)])).toContain(
      "a.pc2 is cut short. Its header says 30 points in 3 frames, which takes 1112 bytes; it has 1111, enough for 2 frames",
    );
    expect(await complaint([obj("a.obj"), bytesFile("a.mdd", writeMdd(tube).slice(0, -9))])).toContain(
      "a.mdd is cut short. Its header says 30 points in 3 frames, which takes 1100 bytes; it has 1091",
    );
    expect(await complaint([textFile("a.pc2", "hello")])).toContain("a.pc2 is not a PC2 cache");
    expect(await complaint([textFile("a.fbx", "Kaydara FBX Binary  \0")])).toContain("a.fbx is damaged");
    expect(await complaint([textFile("a.dmat", "2 3\n")])).toContain("a.dmat holds weights without a mesh");
    expect(await complaint([textFile("a.sinew", "SINEWPRJ")])).toContain("a.sinew is a Sinew project");
  });

  it("refuses files that are too large before reading them", async () => {
    const large = (name: string, start: string): SourceFile => ({
      name,
      size: 2e9,
      read: async (begin, end) => {
        if (end > 1e6) throw new Error("read on");
        return new TextEncoder().encode(start.padEnd(end, "\n")).subarray(begin, end);
      },
    });
    expect(await complaint([large("a.obj", "v 0 0 0\n"), pc2("a.pc2")])).toContain(
      "a.obj is too large. It has 2000 MB",
    );
    const ply = "ply\nformat ascii 1.0\nend_header\n";
    expect(await complaint([large("a.1.ply", ply), large("a.2.ply", ply)])).toContain(
      "a.1.ply is too large. It has 2000 MB",
    );
  });

  it("is not misled by extensions", async () => {
    const bytes = (...list: number[]) => Uint8Array.from({ length: 400 }, (_, i) => list[i % list.length]);
    expect(await complaint([bytesFile("main.obj", bytes(0x64, 0x86, 0, 3))])).toContain(
      "main.obj is not a mesh",
    );
    expect(await complaint([bytesFile("a.ply", bytes(7, 0, 9))])).toContain("a.ply is not a PLY file");
    expect(
      await complaint([bytesFile("a1.ply", bytes(7, 0, 9)), bytesFile("a2.ply", bytes(7, 0, 9))]),
    ).toContain("a1.ply is not a PLY file");
    const zipped = zipSync({ "inner.zip": zipSync({ "a.obj": new Uint8Array(3) }) });
    expect(await complaint([bytesFile("outer.zip", zipped)])).toContain("inner.zip is a zip in outer.zip");
    expect(await complaint([bytesFile("none.zip", zipSync({}))])).toContain("none.zip is empty");
  });

  it("names frame and file if numbered files differ", async () => {
    expect(await complaint([...numbers(1, 2), obj("hound.3.obj", other)])).toBe(
      "hound.3.obj is another mesh than hound.1.obj. In frame 3: hound.3.obj has 20 vertices, hound.1.obj has 30. Sinew needs the same mesh in every frame: export without remeshing.",
    );
    const text = new TextDecoder().decode(await readAll(obj("x")));
    const swapped = text.replace(/f (\S+) (\S+)/, "f $2 $1");
    expect(await complaint([...numbers(1, 2), textFile("hound.3.obj", swapped)])).toMatch(
      /In frame 3: Face 1 joins vertex \d+ in hound.3.obj, \d+ in hound.1.obj/,
    );
    const broken = text.replace(/v \S+/, "v nan");
    expect(await complaint([...numbers(1, 2), textFile("hound.3.obj", broken)])).toContain(
      "hound.3.obj has a position that is not a number. In frame 3 the x of vertex 1 is NaN",
    );
  });

  it("does not read a large cache to inspect it", async () => {
    let bytes = 0;
    const header = new DataView(new ArrayBuffer(32));
    new Uint8Array(header.buffer).set(new TextEncoder().encode("POINTCACHE2"));
    header.setInt32(16, 30, true);
    header.setInt32(28, 5_000_000, true);
    const large: SourceFile = {
      name: "a.pc2",
      size: 32 + 12 * 30 * 5_000_000,
      read: async (begin, end) => {
        bytes += end - begin;
        const out = new Uint8Array(end - begin);
        if (begin === 0) out.set(new Uint8Array(header.buffer).subarray(0, end));
        return out;
      },
    };
    expect(await complaint([obj("a.obj"), large])).toContain(
      "a is too large for memory. 30 vertices in 5000000 frames",
    );
    expect(bytes).toBeLessThan(10_000);
  });

  it("refuses images and materials alone, and uses them together with a mesh", async () => {
    const material = textFile("skin.mtl", "newmtl skin\n");
    const image = bytesFile("skin.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
    expect(await complaint([image])).toContain("skin.png is not a mesh");
    expect(await complaint([material, image])).toContain("It goes with another file");
    const misnamed = await complaint([bytesFile("photo.obj", Uint8Array.of(0x89, 0x50, 0x4e, 0x47))]);
    expect(misnamed).toContain("photo.obj is not a mesh. Its content is a picture");
    expect(misnamed).not.toContain("goes with another file");
    expect(await notes([obj("a.obj"), material, image])).not.toContain("is not a mesh");
  });
});
