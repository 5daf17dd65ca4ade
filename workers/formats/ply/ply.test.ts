import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { UNWATCHED } from "../../model/task";
import { bytesFile } from "../source/source-file";
import { textFile } from "../testing/formats";
import { readPly } from "./ply";

const read = (text: string) => readPly(textFile("mesh.ply", text), UNWATCHED);
const complaint = (text: string) =>
  read(text).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error}`),
  );

const HEADER = `ply
format ascii 1.0
comment made by hand
obj_info nothing
element vertex 4
property double z
property uchar red
property float x
property list uchar int friends
property float32 y
property float u
property float v
element edge 1
property int a
property list ushort float more
element face 2
property uchar flags
property list uchar uint vertex_index
property list uchar float texcoord
end_header
`;
const BODY =
  "3 255 1 0 2 0 1\n3 1 4 2 8 9 5 0.5 0.25\n0 0 0 1 5 0 0 0 0 0 7 0 1 1 1\n9 2 0.5 0.5\n1 3 0 1 2 0\n2 2 0 1 1 6.5\n";

describe("readPly", () => {
  it("finds its numbers among others, in any order and on any lines", async () => {
    for (const body of [BODY, BODY.replaceAll("\n", "\r\n"), BODY.replaceAll(" ", "\n")]) {
      const mesh = await read(HEADER + body);
      expect([...mesh.positions]).toEqual([1, 2, 3, 4, 5, 3, 0, 0, 0, 7, 1, 0]);
      expect([...mesh.uvs!]).toEqual([0, 0, 0.5, 0.75, 0, 1, 1, 0]);
      expect(mesh.normals).toBeNull();
      expect([...mesh.polygonCorners]).toEqual([0, 1, 2]);
      expect(mesh.notes).toContain("1 face of mesh.ply has fewer than 3 corners and is left out.");
    }
  });

  it("skips binary elements of every type", async () => {
    const header = `ply\nformat binary_big_endian 1.0\nelement odd 2\nproperty list short double d\nproperty ushort s\nelement vertex 3\nproperty short x\nproperty int y\nproperty double z\nelement face 1\nproperty list int char vertex_indices\nend_header\n`;
    const body = new DataView(new ArrayBuffer(2 + 8 + 2 + 2 + 2 + 3 * 14 + 7));
    body.setInt16(0, 1);
    body.setFloat64(2, Math.PI);
    body.setInt16(12, 0);
    for (let i = 0; i < 3; i++) {
      body.setInt16(16 + 14 * i, -i);
      body.setInt32(18 + 14 * i, 100_000 * i);
      body.setFloat64(22 + 14 * i, i / 3);
    }
    body.setInt32(58, 3);
    for (let c = 0; c < 3; c++) body.setInt8(62 + c, 2 - c);
    const bytes = new Uint8Array([...new TextEncoder().encode(header), ...new Uint8Array(body.buffer)]);
    const mesh = await readPly(bytesFile("b.ply", bytes), UNWATCHED);
    expect([...mesh.positions]).toEqual([0, 0, 0, -1, 100_000, 1 / 3, -2, 200_000, 2 / 3]);
    expect([...mesh.polygonCorners]).toEqual([2, 1, 0]);
  });

  it("names numbers that do not fit, before it allocates memory for them", async () => {
    const huge = HEADER.replace("vertex 4", "vertex 4000000000");
    expect(await complaint(huge + BODY)).toMatch(
      /mesh.ply is cut short or damaged. Its header says 4000000000 of "vertex", which take at least 56000000000 bytes; \d+ are left/,
    );
    expect(await complaint(HEADER + BODY.slice(0, 60))).toContain("cut short");
    expect(await complaint(HEADER + BODY.replace("1 3 0 1 2", "1 3 0 1 4"))).toContain(
      "A face names vertex 4 (from 0), but there are 4",
    );
    expect(await complaint(HEADER.replace("ascii", "morse") + BODY)).toContain('It says "format morse 1.0"');
    expect(await complaint(HEADER.replace("property double z", "property vec3 z") + BODY)).toContain(
      'It says "property vec3 z"',
    );
    expect(await complaint(HEADER.slice(0, 100))).toContain("Its header has no end");
  });
});
