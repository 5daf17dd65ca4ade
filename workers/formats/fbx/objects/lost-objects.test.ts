import { expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { bytesFile } from "../../source/source-file";
import { AS_IT_IS } from "../../testing/formats";
import { openFbx } from "../read";
import { connect, type FbxRecord, fbxBinary, object, record } from "../testing/fixtures";
import { type NodeSketch, nodeId, sceneRecords } from "../testing/scenes";

async function lostWith(nodes: NodeSketch[], objects: FbxRecord[] = [], connections: FbxRecord[] = []) {
  const scene = sceneRecords({
    nodes,
    meshes: [{ node: 0, points: [0, 0, 0, 1, 0, 0, 0, 1, 0], polygons: [0, 1, ~2] }],
    more: { objects, connections },
  });
  const file = bytesFile("a.fbx", fbxBinary(scene));
  return (await (await openFbx([file], file, UNWATCHED)).read(AS_IT_IS, UNWATCHED)).lost;
}

const tile: NodeSketch = { name: "tile", parent: -1, kind: "Mesh" };
const note = (id: number, flags: string, name: string) =>
  object("Pose", id, `pose ${id}`, "", [
    record("Properties70", [], [record("P", [name, "KString", "", flags, "x"])]),
  ]);

it("counts cameras, lights and nodes that show nothing, but no groups and no bones", async () => {
  const nodes: NodeSketch[] = [
    { ...tile, parent: 1 },
    { name: "group", parent: -1 },
    { name: "hip", parent: 1, kind: "LimbNode" },
    { name: "shot", parent: -1, kind: "Camera" },
    { name: "sun", parent: -1, kind: "Light" },
    { name: "locator", parent: 2 },
    { name: "tip", parent: 5 },
  ];
  const attributes = [object("NodeAttribute", 80, "", "Camera"), object("NodeAttribute", 81, "", "Light")];
  const links = [connect(80, nodeId(3)), connect(81, nodeId(4))];
  expect(await lostWith(nodes, attributes, links)).toEqual([
    "1 camera, 1 light and 2 other nodes of the source file.",
  ]);
  expect(await lostWith(nodes.slice(0, 3))).toEqual([]);
});

it("names custom properties, but none that are hidden or of a program", async () => {
  const custom = [note(70, "A+U", "hit points"), note(71, "U", "currentUVSet"), note(72, "UH", "MaxHandle")];
  expect(await lostWith([tile], [...custom, note(73, "A+", "Visibility")])).toEqual([
    "Custom properties of pose 70: hit points.",
  ]);
});
