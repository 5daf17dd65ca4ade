/**
 * Normals of balls that nodes scale by different factors. The truth needs no inverse transpose: the normal of a surface
 * is the cross product of two tangents, and tangents are simply transformed.
 */
import { Matrix3, Matrix4, Mesh, type SkinnedMesh, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { describe, expect, it } from "vitest";
import { displayNormals } from "../geometry/display-normals";
import { createRandom } from "../math/random";
import type { ExportOptions } from "../model/files/export/export-options";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { UNWATCHED } from "../model/task";
import { assembleSequence } from "./assemble/assemble-sequence";
import { exportFile } from "./export-file";
import { openFbx } from "./fbx/read";
import { fbxBinary } from "./fbx/testing/fixtures";
import { layer, sceneRecords } from "./fbx/testing/scenes";
import { openBytes } from "./gltf/read/testing/read-bytes";
import { Sketch } from "./gltf/testing/fixtures";
import type { SequenceSource } from "./source/source";
import { bytesFile } from "./source/source-file";
import { AS_IT_IS } from "./testing/formats";

const [RINGS, SIDES] = [5, 8];

/** A ball of radius 1 as rings of quads, without its poles. */
function ball() {
  const points = Array.from({ length: RINGS * SIDES }, (_, i) => {
    const [up, around] = [0.4 + Math.floor(i / SIDES) * 0.55, ((i % SIDES) * 2 * Math.PI) / SIDES];
    return [Math.sin(up) * Math.sin(around), Math.cos(up), Math.sin(up) * Math.cos(around)];
  });
  const quads = Array.from({ length: (RINGS - 1) * SIDES }, (_, q) => {
    const [ring, side] = [Math.floor(q / SIDES), q % SIDES];
    const at = (r: number, s: number) => (ring + r) * SIDES + ((side + s) % SIDES);
    return [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
  });
  return { points, quads };
}

/** The outer normal of the transformed ball at the point whose own normal is u. */
function normalOf(map: Matrix4, u: Vector3): Vector3 {
  const across = Math.abs(u.x) < 0.7 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const [a, b] = [across.clone().cross(u).normalize(), new Vector3()];
  b.crossVectors(u, a);
  const linear = new Matrix3().setFromMatrix4(map);
  const normal = a.applyMatrix3(linear).cross(b.applyMatrix3(linear)).normalize();
  return normal.dot(u.clone().applyMatrix3(linear)) < 0 ? normal.negate() : normal;
}

/** The largest angle between a normal and the truth, in radians. */
function largestMiss(map: Matrix4, points: Vector3[], normals: Vector3[]): number {
  const back = map.clone().invert();
  return Math.max(
    ...points.map((point, n) => {
      const truth = normalOf(map, point.clone().applyMatrix4(back).normalize());
      return truth.distanceTo(normals[n]);
    }),
  );
}

const rows = (values: ArrayLike<number>) =>
  Array.from({ length: values.length / 3 }, (_, i) => new Vector3().fromArray(Array.from(values), 3 * i));

async function sequenceOf(source: SequenceSource): Promise<MeshSequence> {
  return assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
}

/** Display vertices with their normals, in the coordinates of the file. */
function shownBy({ solverIndex, rest, origin, normals }: MeshSequence) {
  const points = Array.from(solverIndex, (i) =>
    new Vector3().fromArray(rest, 3 * i).add(new Vector3(...origin)),
  );
  return { points, normals: rows(normals!) };
}

const CASES: [name: string, outer: number[], inner: number[]][] = [
  ["stretched", [2, 1, 0.5], [1, 3, 0.7]],
  ["stretched and mirrored", [2, 1, 0.5], [1, -3, 0.7]],
];

/** A GLB with the ball below two nodes that turn and scale it, and its map. */
async function glbBall(outer: number[], inner: number[]) {
  const sketch = new Sketch(3);
  const { points, quads } = ball();
  const above = sketch.node("above", null).setScale(outer as [number, number, number]);
  const node = sketch.node("ball", above).setScale(inner as [number, number, number]);
  const corners = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  const primitive = sketch.document
    .createPrimitive()
    .setAttribute("POSITION", sketch.floats("VEC3", points.flat()))
    .setAttribute("NORMAL", sketch.floats("VEC3", points.flat()))
    .setIndices(sketch.accessor("SCALAR", Uint16Array.from(corners)));
  node.setMesh(sketch.document.createMesh("ball").addPrimitive(primitive));
  return { bytes: await sketch.glb(), map: new Matrix4().fromArray(node.getWorldMatrix()) };
}

/** The same as an FBX, in which children inherit the scale of parents completely. */
function fbxBall(outer: number[], inner: number[]) {
  const turns = [
    [20, -40, 70],
    [-35, 15, 50],
  ];
  const properties = (n: number, scale: number[]) => ({
    ...{ "Lcl Translation": [n, 2, -1], "Lcl Rotation": turns[n], "Lcl Scaling": scale },
    InheritType: [1],
  });
  const { points, quads } = ball();
  const normals = layer("Normal", "ByVertice", { Normals: points.flat() }, false);
  const bytes = fbxBinary(
    sceneRecords({
      nodes: [
        { name: "above", parent: -1, properties: properties(0, outer) },
        { name: "ball", parent: 0, kind: "Mesh", properties: properties(1, inner) },
      ],
      meshes: [
        {
          node: 1,
          points: points.flat(),
          polygons: quads.flatMap(([a, b, c, d]) => [a, b, c, ~d]),
          layers: [normals],
        },
      ],
    }),
  );
  const local = (n: number, scale: number[]) => {
    const [x, y, z] = turns[n].map((angle) => (angle * Math.PI) / 180);
    return new Matrix4()
      .makeTranslation(n, 2, -1)
      .multiply(new Matrix4().makeRotationZ(z))
      .multiply(new Matrix4().makeRotationY(y))
      .multiply(new Matrix4().makeRotationX(x))
      .scale(new Vector3(...scale));
  };
  return { bytes, map: local(0, outer).multiply(local(1, inner)) };
}

/** A rig with one bone that does not move. */
const still = ({ rest, vertexCount, frameCount }: MeshSequence): Rig => ({
  version: 1,
  ...{ bones: [{ name: "bone", parent: -1, head: [0, 0, 0] }], boneKind: "rigid", rest },
  weights: {
    version: 1,
    offsets: Uint32Array.from({ length: vertexCount + 1 }, (_, i) => i),
    bones: new Uint16Array(vertexCount),
    values: new Float32Array(vertexCount).fill(1),
  },
  motion: Float32Array.from({ length: 12 * frameCount }, (_, n) =>
    n % 12 === 0 || n % 12 === 5 || n % 12 === 10 ? 1 : 0,
  ),
});

/** Vertices and normals of a GLB as three shows them, skinned. */
async function shownByThree(bytes: Uint8Array) {
  const { scene } = await new GLTFLoader().parseAsync(bytes.slice().buffer as ArrayBuffer, "");
  scene.updateMatrixWorld(true);
  const found: { points: Vector3[]; normals: Vector3[] } = { points: [], normals: [] };
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const mesh = object as SkinnedMesh;
    const [bone] = mesh.skeleton.bones;
    const map = new Matrix4().multiplyMatrices(bone.matrixWorld, mesh.skeleton.boneInverses[0]);
    const { position, normal } = mesh.geometry.attributes;
    for (let i = 0; i < position.count; i++) {
      found.points.push(new Vector3().fromBufferAttribute(position, i).applyMatrix4(map));
      found.normals.push(new Vector3().fromBufferAttribute(normal, i).transformDirection(map));
    }
  });
  return found;
}

describe.each(CASES)("the normals of a ball that is %s", (_, outer, inner) => {
  it("are the ellipsoid's: glTF", async () => {
    const { bytes, map } = await glbBall(outer, inner);
    const { points, normals } = shownBy(await sequenceOf(await openBytes(bytes)));
    expect(points.length).toBe(RINGS * SIDES);
    expect(largestMiss(map, points, normals)).toBeLessThan(1e-5);
  });

  it("are the ellipsoid's: FBX", async () => {
    const { bytes, map } = fbxBall(outer, inner);
    const file = bytesFile("ball.fbx", bytes);
    const { points, normals } = shownBy(await sequenceOf(await openFbx([file], file, UNWATCHED)));
    expect(points.length).toBe(RINGS * SIDES);
    expect(largestMiss(map, points, normals)).toBeLessThan(1e-5);
  });

  it("are the ellipsoid's in a GLB that three plays, in all axes and units", async () => {
    const { bytes, map } = await glbBall(outer, inner);
    const sequence = await sequenceOf(await openBytes(bytes));
    for (const [upAxis, more] of [
      ["y", {}],
      ["z", {}],
      ["z", { bakeSpace: true }],
      ["y", { compression: "quantised" }],
    ] as [MeshSequence["upAxis"], Partial<ExportOptions>][]) {
      const turned = { ...sequence, upAxis, metresPerUnit: 0.01 };
      const options: ExportOptions = { influences: 4, clips: [], upAxis: "y", ...more };
      const file = await exportFile(turned, still(turned), options, UNWATCHED);
      const space = new Matrix4().makeScale(0.01, 0.01, 0.01);
      if (upAxis === "z") space.premultiply(new Matrix4().makeRotationX(-Math.PI / 2));
      const { points, normals } = await shownByThree(file.bytes);
      // Quantised normals have 8 bits, and positions 16.
      const within = more.compression ? 0.02 : 1e-5;
      expect(largestMiss(space.multiply(map), points, normals)).toBeLessThan(within);
    }
  });
});

it("in a file are the same as on screen if the rig has corrected the rest pose", async () => {
  const { bytes } = await glbBall([1, 1, 1], [1, 1, 1]);
  const read = await sequenceOf(await openBytes(bytes));
  const sequence: MeshSequence = { ...read, normals: null, upAxis: "y", metresPerUnit: 1 };
  const random = createRandom(7);
  const rest = sequence.rest.map((x) => x + 0.05 * random.next());
  const options: ExportOptions = { influences: 4, clips: [], upAxis: "y" };
  const file = await exportFile(sequence, { ...still(sequence), rest }, options, UNWATCHED);
  const { normals } = await shownByThree(file.bytes);
  const onScreen = rows(displayNormals(sequence));
  normals.forEach((normal, d) => {
    expect(normal.distanceTo(onScreen[d])).toBeLessThan(1e-5);
  });
});
