import { describe, expect, it } from "vitest";
import { multiplyAffine } from "../../../../math/affine";
import type { SceneEvaluator } from "../scene/evaluate";
import type { Geometry, GltfScene, MeshInstance, SceneNode, Skin } from "../scene/scene";
import { sceneBones } from "./scene-bones";

type Triple = [number, number, number];

const shift = ([x, y, z]: Triple) => Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z);

/** a·b of the maps that begin at `atA` and `atB`. */
function product(a: Float64Array, atA: number, b: Float64Array, atB: number): Float64Array {
  const out = new Float64Array(12);
  multiplyAffine(out, 0, a, atA, b, atB);
  return out;
}

/** The same numbers without negative zeros. */
const plain = (numbers: ArrayLike<number>) => Array.from(numbers, (x) => x + 0);

const evaluator = {
  basePositions: ({ geometry }: MeshInstance) => geometry.positions,
} as unknown as SceneEvaluator;

/** Nodes at these places. Each is below the one before unless it has a parent. */
function sceneOf(nodes: { at: Triple; parent?: number; moved?: boolean; name?: string }[]): GltfScene {
  const tracks = nodes.flatMap(({ moved }, node) =>
    moved ? [{ node, path: "rotation" as const, keys: null as never }] : [],
  );
  return {
    nodes: nodes.map(
      ({ at, parent, name }, n): SceneNode => ({
        name: name ?? `n${n}`,
        parent: parent ?? n - 1,
        translation: Float64Array.from(at),
        rotation: Float64Array.of(0, 0, 0, 1),
        scale: Float64Array.of(1, 1, 1),
        matrix: null,
        weights: null,
      }),
    ),
    order: Uint32Array.from(nodes.keys()),
    instances: [],
    skins: [],
    pointCount: 0,
    clips: [{ name: "", start: 0, end: 1, tracks }],
    materials: [],
    notes: [],
  };
}

/** The corners of a box from −1 to 2 on each axis. */
const BOX = [-1, 2].flatMap((x) => [-1, 2].flatMap((y) => [-1, 2].flatMap((z) => [x, y, z])));
const DIAGONAL = Math.hypot(3, 3, 3);

const instance = (node: number, skin: Skin | null): MeshInstance => ({
  name: "",
  node,
  geometry: { positions: Float64Array.from(BOX), vertexCount: 8 } as Geometry,
  skin,
  material: 0,
  firstPoint: 0,
});

/** The number of joints of a chain along y, one unit apart. */
const JOINTS = 5;
const chain = () =>
  sceneOf(Array.from({ length: JOINTS }, (_, n) => ({ at: [0, n > 0 ? 1 : 0, 0] as Triple })));
const inverseOfRest = (j: number) => shift([0, -j, 0]);

const skinOf = (binds: Float64Array[]): Skin => ({
  name: "",
  joints: binds.map((_, j) => j),
  inverseBind: Float64Array.from(binds.flatMap((m) => [...m])),
});

/**
 * The chain's skin in its rest pose, and a second skin whose mesh lies elsewhere. Each joint has its own opinion about
 * the place.
 */
function twoSkins(places: Float64Array[]) {
  const scene = chain();
  const first = skinOf(Array.from({ length: JOINTS }, (_, j) => inverseOfRest(j)));
  const other = skinOf(places.map((m, j) => product(inverseOfRest(j), 0, m, 0)));
  scene.instances.push(instance(0, first), instance(0, other));
  const found = sceneBones(scene, "a.glb", evaluator, DIAGONAL);
  // For any B, U · B is the file's inverse bind matrix, up to the tolerance for merging bones.
  for (const { skin } of scene.instances as { skin: Skin }[]) {
    const { bind, bones } = found.placeOf(scene.instances.find((each) => each.skin === skin)!);
    for (const [j, node] of skin.joints.entries()) {
      const back = product(found.unbind, 12 * bones[j], bind, 0);
      for (let e = 0; e < 12; e++)
        expect(Math.abs(back[e] - skin.inverseBind[12 * j + e])).toBeLessThan(2e-6 * DIAGONAL);
      expect(found.nodes[bones[j]]).toBe(node);
    }
  }
  const { bind, bones } = found.placeOf(scene.instances[1]);
  const shared = [...places.keys()].filter((j) => bones[j] === found.placeOf(scene.instances[0]).bones[j]);
  expect(found.bones.length).toBe(JOINTS + places.length - shared.length);
  return { bind: plain(bind), shared };
}

describe("the place of a second skin's mesh", () => {
  const [a, b, c, d] = (
    [
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 4],
      [8, 8, 8],
    ] as Triple[]
  ).map(shift);

  it("is the one on which most joints agree; these joints share their bones", () => {
    expect(twoSkins([b, a, a, c, a])).toEqual({ bind: [...a], shared: [1, 2, 4] });
    expect(twoSkins([a, a, a, a, a])).toEqual({ bind: [...a], shared: [0, 1, 2, 3, 4] });
    // Two of four is no majority, but three of four is.
    expect(twoSkins([d, d, a, d])).toEqual({ bind: [...d], shared: [0, 1, 3] });
  });

  it("is where the joints stay nearest to their places if there is no majority", () => {
    // The mean of the shifts (8 8 8), (8 8 8), (1 0 0), (0 2 0), (0 0 4) is (3.4 3.6 4): (0 0 4) is nearest.
    expect(twoSkins([d, d, a, b, c])).toEqual({ bind: [...c], shared: [4] });
    // Its position in the list does not matter.
    expect(twoSkins([d, c, d, a, b]).bind).toEqual([...c]);
    // The first of equal ones: both are equally near to the mean of (1 0 0) and (−1 0 0).
    const other = shift([-1, 0, 0]);
    expect(twoSkins([other, a])).toEqual({ bind: [...other], shared: [0] });
  });

  it("may differ by two millionths of the diagonal", () => {
    const near = (by: number) => shift([1, by * DIAGONAL, 0]);
    expect(twoSkins([a, a, a, near(1.9e-6), a]).shared).toEqual([0, 1, 2, 3, 4]);
    expect(twoSkins([a, a, a, near(2.1e-6), a]).shared).toEqual([0, 1, 2, 4]);
    expect(twoSkins([a, a, a, near(-2.1e-6), a]).shared).toEqual([0, 1, 2, 4]);
  });

  it("is compared at every corner of the mesh's box", () => {
    // A scale along an axis about one side of the box moves only the corners of the other side.
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [-1, 2]) {
        const scaled = shift([0, 0, 0]);
        scaled[5 * axis] = 1 + 1e-4;
        scaled[4 * axis + 3] = -side * 1e-4;
        const unit = shift([0, 0, 0]);
        expect(twoSkins([unit, unit, scaled, unit, unit]).shared).toEqual([0, 1, 3, 4]);
      }
    }
  });
});

describe("the place of a single skin", () => {
  it("is where its joints are nearest to the scene", () => {
    const scene = chain();
    const places = [
      [3, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ] as Triple[];
    const skin = skinOf(places.map((place, j) => product(inverseOfRest(j), 0, shift(place), 0)));
    scene.instances.push(instance(0, skin));
    // The mean of the shifts is (1, 1/3, 0). The second is nearest to it.
    const { bind, bones } = sceneBones(scene, "a.glb", evaluator, DIAGONAL).placeOf(scene.instances[0]);
    expect(plain(bind)).toEqual([...shift([0, 0, 0])]);
    expect(Array.from(bones)).toEqual([0, 1, 2]);
  });

  it("is never flat", () => {
    const scene = chain();
    const flat = shift([0, 0, 0]);
    flat[10] = 0;
    const skin = skinOf([flat, product(inverseOfRest(1), 0, shift([9, 0, 0]), 0)]);
    scene.instances.push(instance(0, skin));
    const found = sceneBones(scene, "a.glb", evaluator, DIAGONAL);
    expect(plain(found.placeOf(scene.instances[0]).bind)).toEqual([...shift([9, 0, 0])]);
    // The flat joint has no place in the rest pose, so its head is at its node.
    expect(plain(found.bones[0].head)).toEqual([0, 0, 0]);
    const only = chain();
    only.instances.push(instance(0, skinOf([flat])));
    const alone = sceneBones(only, "a.glb", evaluator, DIAGONAL);
    expect(plain(alone.placeOf(only.instances[0]).bind)).toEqual([...shift([0, 0, 0])]);
  });

  it("depends on at most 64 joints, evenly spread", () => {
    const count = 130;
    const scene = sceneOf(Array.from({ length: count }, () => ({ at: [0, 0, 0] as Triple })));
    const first = skinOf(Array.from({ length: count }, () => shift([0, 0, 0])));
    // Two thirds of all joints agree, at any positions in the list.
    const place = shift([1, 2, 3]);
    for (const strange of [(j: number) => j < 40, (j: number) => j >= 90, (j: number) => j % 3 === 0]) {
      const other = skinOf(
        Array.from({ length: count }, (_, j) => (strange(j) ? shift([j, -j, 50]) : place)),
      );
      scene.instances = [instance(0, first), instance(0, other)];
      const { bind } = sceneBones(scene, "a.glb", evaluator, DIAGONAL).placeOf(scene.instances[1]);
      expect(plain(bind)).toEqual([...place]);
    }
  });
});

/** The axes of a joint without a rotation. */
const UPRIGHT = [0, 0, 0, 1];

describe("meshes without a skin", () => {
  it("follow their own node if it moves, or the nearest moving node above, or none", () => {
    const scene = sceneOf([
      { at: [1, 0, 0], parent: -1 },
      { at: [0, 2, 0], parent: 0, moved: true, name: "arm" },
      { at: [0, 0, 3], parent: 1 },
      { at: [5, 0, 0], parent: 2 },
      { at: [7, 0, 0], parent: 0, moved: true },
    ]);
    scene.instances.push(...[3, 4, 0, 1].map((node) => instance(node, null)));
    const { bones, nodes, placeOf, unbind } = sceneBones(scene, "a.glb", evaluator, DIAGONAL);
    expect(bones).toEqual([
      { name: "still", parent: -1, head: [1, 0, 0] },
      { name: "arm", parent: -1, head: [1, 2, 0], axes: UPRIGHT },
      { name: "n4", parent: -1, head: [8, 0, 0], axes: UPRIGHT },
    ]);
    expect([...nodes]).toEqual([-1, 1, 4]);
    const places = scene.instances.map(placeOf);
    expect(places.map((place) => Array.from(place.bones))).toEqual([[1], [2], [0], [1]]);
    expect(places.map(({ bind }) => [...bind])).toEqual(
      (
        [
          [6, 2, 3],
          [8, 0, 0],
          [1, 0, 0],
          [1, 2, 0],
        ] as Triple[]
      ).map((at) => [...shift(at)]),
    );
    expect(plain(unbind)).toEqual(
      [
        [0, 0, 0],
        [-1, -2, 0],
        [-8, 0, 0],
      ].flatMap((at) => [...shift(at as Triple)]),
    );
  });

  it("do not follow weights of morph targets", () => {
    const scene = sceneOf([{ at: [1, 0, 0] }]);
    scene.clips[0].tracks.push({ node: 0, path: "weights", keys: null as never });
    scene.instances.push(instance(0, null));
    expect(sceneBones(scene, "a.glb", evaluator, DIAGONAL).bones.map(({ name }) => name)).toEqual(["still"]);
  });

  it("follow joints of a skin, and bones the nearest bone above", () => {
    const scene = sceneOf([
      { at: [0, 0, 0] },
      { at: [0, 1, 0] },
      { at: [0, 1, 0] },
      { at: [0, 1, 0], moved: true, name: "" },
    ]);
    const skin = skinOf([inverseOfRest(0)]);
    scene.instances.push(instance(0, skin), instance(2, null), instance(3, null));
    const found = sceneBones(scene, "a.glb", evaluator, DIAGONAL);
    expect(found.bones.map((bone) => ({ ...bone, head: plain(bone.head) }))).toEqual([
      { name: "n0", parent: -1, head: [0, 0, 0], axes: UPRIGHT },
      { name: "joint_3", parent: 0, head: [0, 3, 0], axes: UPRIGHT },
    ]);
    expect(Array.from(found.placeOf(scene.instances[1]).bones)).toEqual([0]);
    expect(plain(found.placeOf(scene.instances[1]).bind)).toEqual([...shift([0, 2, 0])]);
  });
});
