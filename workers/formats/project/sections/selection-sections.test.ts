import { expect, it } from "vitest";
import { bendingBar } from "../../../testing/sequences";
import { readProject } from "../read";
import { writeProject } from "../write";

it("keeps selected vertices, the mask and named sets, without vertices that do not exist", () => {
  const { sequence, rig } = bendingBar({ length: 8, width: 2, frames: 3 });
  const V = sequence.vertexCount;
  const vertexSelection = {
    vertices: Uint32Array.of(0, 3, V - 1),
    softEdge: 0.25,
    mask: Float32Array.from({ length: V }, (_, i) => (i % 5) / 4),
    sets: [
      { name: "Täste", vertices: Uint32Array.of(2) },
      { name: "empty", vertices: new Uint32Array(0) },
    ],
  };
  const again = (selection: typeof vertexSelection) =>
    readProject(writeProject({ sequence, rig, report: null, vertexSelection: selection })).vertexSelection;
  expect(again(vertexSelection)).toEqual(vertexSelection);
  const other = { ...vertexSelection, vertices: Uint32Array.of(1, V), mask: new Float32Array(3) };
  expect(again(other)).toEqual({ ...vertexSelection, vertices: Uint32Array.of(1), mask: null });
  // A file without a selection has nothing about it.
  expect(readProject(writeProject({ sequence, rig, report: null })).vertexSelection).toBeUndefined();
});
