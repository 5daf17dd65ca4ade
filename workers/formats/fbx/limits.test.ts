/** Small files that connect far more than they hold. */
import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { UNWATCHED } from "../../model/task";
import { bytesFile } from "../source/source-file";
import { loadFbx } from "./load";
import { openFbx } from "./read";
import { connect, type FbxRecord, fbxBinary, object } from "./testing/fixtures";
import { curveRecord, geometryId, type NodeSketch, nodeId, sceneRecords } from "./testing/scenes";

const complaint = (records: FbxRecord[]) =>
  loadFbx(fbxBinary(records), "a.fbx", UNWATCHED).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error.stack}`),
  );

const nodesOf = (count: number) =>
  Array.from({ length: count }, (_, n): NodeSketch => ({ name: `n${n}`, parent: -1, kind: "Mesh" }));

describe("an FBX", () => {
  /** A scene in which many models share one mesh with a number of polygon corners. */
  const crowd = (models: number, corners: number) => {
    const polygons = Array.from({ length: corners }, (_, c) => (c % 4 === 3 ? ~(c % 3) : c % 3));
    return sceneRecords({
      ...{ nodes: nodesOf(models), meshes: [{ node: 0, points: [0, 0, 0, 1, 0, 0, 0, 1, 0], polygons }] },
      more: {
        objects: [],
        connections: Array.from({ length: models - 1 }, (_, n) => connect(geometryId(0), nodeId(n + 1))),
      },
    });
  };

  it("may show one mesh with many models, up to the limit of memory", async () => {
    expect(await complaint(crowd(300, 4000))).toBe("no complaint");
    expect(await complaint(crowd(600, 400_000))).toMatch(
      /^a.fbx is damaged. Its models show more meshes than fit/,
    );
  });

  it("may move many models with one curve in many layers, up to a million properties", async () => {
    const shared = (layers: number, models: number) => {
      const objects = [
        object("AnimationStack", 10, "wave", ""),
        object("AnimationCurveNode", 11, "T", ""),
        curveRecord(12, { times: [0, 1], values: [0, 1] }),
        ...Array.from({ length: layers }, (_, n) => object("AnimationLayer", 10_000 + n, "", "")),
      ];
      const connections = [
        connect(12, 11, "d|X"),
        ...Array.from({ length: layers }, (_, n) => [
          connect(10_000 + n, 10),
          connect(11, 10_000 + n),
        ]).flat(),
        ...Array.from({ length: models }, (_, n) => connect(11, nodeId(n), "Lcl Translation")),
      ];
      return sceneRecords({ nodes: nodesOf(models), more: { objects, connections } });
    };
    expect(await complaint(shared(30, 30))).toBe("no complaint");
    expect(await complaint(shared(1100, 1000))).toBe(
      "a.fbx is damaged. Its curves move more than 1000000 properties. Copy or export it again, or export it as GLB.",
    );
  });
});

it("an FBX that is too large is refused before it is read", async () => {
  const read = () => Promise.reject(new Error("It was read."));
  const file = { ...bytesFile("city.fbx", new Uint8Array(0)), size: 6e9, read };
  await expect(openFbx([file], file, UNWATCHED)).rejects.toThrow(
    "city.fbx is too large. It has 6000 MB; Sinew reads FBX files of up to 500 MB.",
  );
});
