import { expect, it } from "vitest";
import { texturedBar } from "../../../formats/gltf/testing/textured";
import { bendingBar } from "../../../testing/sequences";
import type { MeshSequence } from "../../mesh/mesh-sequence";
import { framesLeftOut } from "./frames-left-out";

const bar: MeshSequence = texturedBar().sequence;
const { normals: _, ...still } = bendingBar({}).sequence;
const plain = {
  ...still,
  materials: still.materials.map((material) => ({ ...material, doubleSided: true })),
};

it("is nothing for a plain mesh in an Alembic file", () => {
  expect(framesLeftOut({ ...plain, normals: null }, "abc", "lbs")).toEqual([]);
});

it("is the surface, as far as a format cannot hold it", () => {
  expect(framesLeftOut(bar, "abc", "lbs")).toEqual([
    "An Alembic file has no textures: base, bumps.",
    "An Alembic file has no cut-off of alpha: clay.",
    "An Alembic file does not say that these show only their front, so programs may show both sides: clay.",
    "An Alembic file has no tangents: programs compute them.",
  ]);
  expect(framesLeftOut(bar, "mdd", "lbs")).toEqual([
    expect.stringMatching(
      /^An MDD has only positions, without 2 UV sets, 2 sets of vertex colours, 1 material, 2 textures: use it on/,
    ),
  ]);
  expect(framesLeftOut({ ...bar, fps: 23.976 }, "pc2", "lbs")[1]).toBe(
    "A PC2 has no rate: play it at 23.976 frames a second.",
  );
});

it("includes morph targets, wire edges, the rest of the file, and the names of clips", () => {
  const moved = { vertices: Uint32Array.of(0), values: new Float32Array(3) };
  const shapes = [{ name: "smile", rest: 0, weights: new Float32Array(1), moved }];
  const carried = {
    text: "{}",
    bytes: new Uint8Array(0),
    contents: ["1 camera"],
    lost: ["A cloud of points."],
  };
  const clips = [
    { name: "walk", first: 0, last: 3 },
    { name: "run", first: 4, last: 5 },
  ];
  const whole: MeshSequence = {
    ...plain,
    normals: null,
    shapes,
    carried,
    clips,
    wires: Uint32Array.of(0, 1),
  };
  expect(framesLeftOut(whole, "abc", "lbs")).toEqual([
    "Its clips follow each other, with frames from 0: walk from frame 0, run from frame 4.",
    "Morph targets are no longer separate: smile. Frames play them if the bones do not have their motion.",
    "Wire edges are left out: 1 of them link vertices that no face joins.",
    "Left out: A cloud of points.",
    "Only a GLB keeps these of the source file: 1 camera.",
  ]);
  expect(framesLeftOut(whole, "abc", "ddm-v0")).toContain("Morph targets of the source are left out: smile.");
  expect(framesLeftOut(whole, "abc", "lbs", [clips[1]]).join()).not.toContain("follow each other");
});
