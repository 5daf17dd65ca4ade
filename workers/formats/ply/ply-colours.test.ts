import { expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import { textFile } from "../testing/formats";
import { readPly } from "./ply";

const read = (properties: string[], rows: string) =>
  readPly(
    textFile(
      "a.ply",
      `ply\nformat ascii 1.0\nelement vertex 3\n${["float x", "float y", "float z", ...properties]
        .map((property) => `property ${property}\n`)
        .join("")}element face 1\nproperty list uchar int vertex_index\nend_header\n${rows}3 0 1 2\n`,
    ),
    UNWATCHED,
  );

it("converts colours of bytes and floats from sRGB to linear", async () => {
  const bytes = await read(
    ["uchar red", "uchar green", "uchar blue", "uchar alpha"],
    "0 0 0 255 0 188 51\n1 0 0 0 0 0 255\n0 1 0 128 10 255 0\n",
  );
  const [first, , last] = [0, 1, 2].map((d) => [...bytes.colours![0].slice(4 * d, 4 * d + 4)]);
  // 188 of 255 is half of the light, and 10 is on the straight part of the curve.
  for (const [c, x] of [1, 0, 0.5029, 0.2].entries()) expect(first[c]).toBeCloseTo(x, 3);
  for (const [c, x] of [0.2159, 10 / 255 / 12.92, 1, 0].entries()) expect(last[c]).toBeCloseTo(x, 4);
  const floats = await read(
    ["float diffuse_red", "float diffuse_green", "float diffuse_blue"],
    "0 0 0 1 0 2\n1 0 0 0 0 0\n0 1 0 0 0 0\n",
  );
  expect([...floats.colours![0].slice(0, 4)]).toEqual([1, 0, 1, 1]);
});

it("has no colours if one of the three is missing", async () => {
  expect(
    (await read(["uchar red", "uchar green"], "0 0 0 1 1\n1 0 0 1 1\n0 1 0 1 1\n")).colours,
  ).toBeUndefined();
});
