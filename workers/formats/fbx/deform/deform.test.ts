import { describe, expect, it } from "vitest";
import { connect, type FbxRecord, object, property, record } from "../testing/fixtures";
import { readScene } from "../testing/read-scene";
import {
  curveRecord,
  geometryId,
  type MeshSketch,
  type NodeSketch,
  nodeId,
  sceneRecords,
} from "../testing/scenes";

const MESH: MeshSketch = { node: 0, points: [0, 0, 0, 1, 0, 0, 0, 1, 0], polygons: [0, 1, ~2] };
const numbers = (name: string, values: number[]) => record(name, [{ doubles: values }]);
const indices = (values: number[]) => record("Indexes", [{ ints: values }]);
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

async function positions(
  nodes: NodeSketch[],
  more: { objects: FbxRecord[]; connections: FbxRecord[] },
  at = [0],
) {
  const { scene, evaluator } = await readScene(sceneRecords({ nodes, meshes: [MESH], more }));
  const pose = (t: number) => {
    const out = new Float64Array(3 * scene.pointCount);
    evaluator.pose(scene.clips[0] ?? null, t);
    evaluator.positions(out);
    return Array.from(out, (x) => Math.round(1e6 * x) / 1e6 + 0);
  };
  return { scene, poses: at.map(pose) };
}

describe("blend shapes of an FBX", () => {
  /** A channel that goes through a shape at 40 % to another at 100 %, with a curve for its weight. */
  const channel = (percents: number[]) => ({
    objects: [
      object("Deformer", 300, "", "BlendShape"),
      object("Deformer", 301, "smile", "BlendShapeChannel", [
        record("Properties70", [], [property("DeformPercent", "Number", 20)]),
        numbers("FullWeights", [40, 100]),
      ]),
      object("Geometry", 302, "half", "Shape", [indices([1]), numbers("Vertices", [0, 0, 4])]),
      object("Geometry", 303, "whole", "Shape", [
        indices([1, 2, 9]),
        numbers("Vertices", [0, 0, 1, 2, 0, 0, 5, 5, 5]),
      ]),
      object("AnimationStack", 60, "talk", ""),
      object("AnimationLayer", 61, "", ""),
      object("AnimationCurveNode", 62, "DeformPercent", ""),
      curveRecord(63, { times: percents.map((_, k) => k), values: percents }),
    ],
    connections: [
      ...[
        connect(300, geometryId(0)),
        connect(301, 300),
        connect(302, 301),
        connect(303, 301),
        connect(61, 60),
      ],
      ...[connect(62, 61), connect(62, 301, "DeformPercent"), connect(63, 62, "d|DeformPercent")],
    ],
  });
  const node: NodeSketch = { name: "face", parent: -1, kind: "Mesh" };

  it("go from one shape to the next, and continue beyond the last", async () => {
    const percents = [0, 20, 40, 70, 100, 130, -40];
    const { poses } = await positions([node], channel(percents), [...percents.keys()]);
    // The z of point 1, and the x of point 2.
    expect(poses.map((pose) => [pose[5], pose[6]])).toEqual([
      [0, 0],
      [2, 0],
      [4, 0],
      [2.5, 1],
      [1, 2],
      [-0.5, 3],
      [-4, 0],
    ]);
  });

  it("have their still weight without a clip, and move with the geometry", async () => {
    const turned = { ...node, properties: { GeometricRotation: [0, 90, 0] } };
    const { scene, evaluator } = await readScene(
      sceneRecords({ nodes: [turned], meshes: [MESH], more: channel([0, 100]) }),
    );
    const out = new Float64Array(9);
    evaluator.pose(null, 0);
    evaluator.positions(out);
    // Point 1 is (1, 0, 2) at 20 %, turned about y: x to −z, z to x.
    expect(Array.from(out.subarray(3, 6), (x) => Math.round(x * 1e9) / 1e9 + 0)).toEqual([2, 0, -1]);
    expect(scene.clips.map(({ name, start, end }) => [name, start, end])).toEqual([["talk", 0, 1]]);
  });
});

describe("skins of an FBX", () => {
  const nodes: NodeSketch[] = [
    { name: "body", parent: -1, kind: "Mesh", properties: { "Lcl Translation": [0, 0, 7] } },
    { name: "a", parent: -1, kind: "LimbNode", properties: { "Lcl Translation": [10, 0, 0] } },
    { name: "b", parent: -1, kind: "LimbNode", properties: { "Lcl Translation": [0, 20, 0] } },
  ];
  const skin = (mode: string, rows: [points: number[], weights: number[]][], transforms = true) => ({
    objects: [
      object("Deformer", 300, "", "Skin"),
      ...rows.map(([points, weights], n) =>
        object("Deformer", 301 + n, "", "Cluster", [
          record("Mode", [mode]),
          ...[indices(points), numbers("Weights", weights)],
          ...(transforms ? [numbers("Transform", identity)] : []),
          numbers("TransformLink", identity),
        ]),
      ),
    ],
    connections: [
      connect(300, geometryId(0)),
      ...rows.flatMap((_, n) => [connect(301 + n, 300), connect(nodeId(1 + n), 301 + n)]),
    ],
  });
  const pointsOf = async (...given: Parameters<typeof skin>) => {
    const { poses } = await positions(nodes, skin(...given));
    return [0, 3, 6].map((at) => poses[0].slice(at, at + 3));
  };

  it("divide weights by their sum; points without weights stay with the mesh", async () => {
    const rows: [number[], number[]][] = [
      [
        [0, 1, 5],
        [1, 1, 1],
      ],
      [[1], [3]],
    ];
    expect(await pointsOf("Normalize", rows)).toEqual([
      [10, 0, 0],
      [3.5, 15, 0],
      [0, 1, 7],
    ]);
  });

  it("give what is missing from 1 to the mesh if weights are absolute", async () => {
    const rows: [number[], number[]][] = [
      [
        [0, 1, 2],
        [0.5, 1, 0.25],
      ],
      [[2], [0.75]],
    ];
    // Half of point 0 stays at (0, 0, 7).
    expect(await pointsOf("Total1", rows)).toEqual([
      [5, 0, 3.5],
      [11, 0, 0],
      [2.5, 16, 0],
    ]);
  });

  it("are bound at the mesh's place in the bind pose if the file has no transform to the bone", async () => {
    const rows: [number[], number[]][] = [
      [
        [0, 1, 2],
        [1, 1, 1],
      ],
      [[], []],
    ];
    expect((await pointsOf("", rows, false))[0]).toEqual([10, 0, 7]);
    const more = skin("", rows, false);
    more.objects.push(
      object("Pose", 400, "bind", "BindPose", [
        record("Type", ["BindPose"]),
        record(
          "PoseNode",
          [],
          [record("Node", [{ long: nodeId(0) }]), numbers("Matrix", [...identity.slice(0, 12), 0, 0, -2, 1])],
        ),
      ]),
    );
    expect((await positions(nodes, more)).poses[0].slice(0, 3)).toEqual([10, 0, -2]);
  });

  it("have notes about what they cannot follow", async () => {
    const rows: [number[], number[]][] = [
      [
        [0, 1, 2],
        [1, 1, 1],
      ],
    ];
    const more = skin("Additive", rows);
    more.objects[0].children.push(record("SkinningType", ["DualQuaternion"]));
    more.objects.push(object("Deformer", 310, "", "VertexCacheDeformer"));
    const { scene } = await positions(nodes, more);
    expect(scene.notes).toEqual([
      expect.stringContaining("blends dual quaternions"),
      expect.stringContaining("add their motions up"),
      expect.stringContaining("geometry caches, which are left out"),
    ]);
  });
});
