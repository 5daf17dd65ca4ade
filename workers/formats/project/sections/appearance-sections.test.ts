import { describe, expect, it } from "vitest";
import { texturedBar } from "../../gltf/testing/textured";
import { joinProject, meshPart, statePart } from "../parts";
import { readProject } from "../read";
import { writeProject } from "../write";

const { sequence: bar, rig } = texturedBar();
const sequence = {
  ...bar,
  carried: {
    text: '{"names":["Ä"]}',
    bytes: Uint8Array.of(1, 2, 3),
    contents: ["1 camera"],
    lost: ["A thing is left out."],
    motion: ["walk"],
    joints: ["hand"],
  },
};
const project = { sequence, rig, report: null };

describe("the appearance of a mesh in a project", () => {
  it("is kept bit for bit, in exact files and in samples", () => {
    expect(readProject(writeProject(project)).sequence).toEqual(sequence);
    const { moreUvs, colours, tangents, images, carried, materials } = readProject(
      writeProject(project, { quantise: 12 }),
    ).sequence;
    expect({ ...sequence, moreUvs, colours, tangents, images, carried, materials }).toEqual(sequence);
  });

  it("is kept in the parts of a project in the browser", async () => {
    const parts = {
      mesh: new Blob([...meshPart(sequence)] as BlobPart[]),
      frames: null,
      state: new Blob([...statePart(project, sequence)] as BlobPart[]),
    };
    const file = await joinProject(parts, "bar");
    expect(readProject(new Uint8Array(await file.arrayBuffer())).sequence).toEqual(sequence);
  });

  it("is refused if a texture has no image", () => {
    const { images: _, ...without } = sequence;
    expect(() => readProject(writeProject({ ...project, sequence: without }))).toThrow(
      "A texture names an image that does not exist.",
    );
  });
});
