/** Compares Sinew's reader with three's FBXLoader: every vertex in every frame. */
import { AnimationMixer, LoopOnce, type Object3D } from "three";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { SceneEvaluator } from "../gltf/read/scene/evaluate";
import { loadFbx } from "./load";
import { armRecords, type FbxRecord, fbxBinary, fbxText } from "./testing/fixtures";
import { cornersOfThree, farthestOf, readByThree } from "./testing/read-scene";
import { type Keys, type NodeSketch, sceneRecords } from "./testing/scenes";

/** The times of frames at 30 a second. */
const frames = (count: number) => Array.from({ length: count }, (_, k) => k / 30);

function poseByThree(root: Object3D, t: number): void {
  const mixer = new AnimationMixer(root);
  const [clip] = root.animations;
  if (clip) mixer.clipAction(clip).setLoop(LoopOnce, 1).play().clampWhenFinished = true;
  mixer.setTime(t);
}

/** The largest distance from three's corners to our nearest points, and from our points to three's corners. */
async function compared(bytes: Uint8Array, times: readonly number[]): Promise<number> {
  const root = await readByThree(bytes);
  const { scene } = await loadFbx(bytes, "a.fbx", UNWATCHED);
  const evaluator = new SceneEvaluator(scene);
  const points = new Float64Array(3 * scene.pointCount);
  let largest = 0;
  for (const t of times) {
    poseByThree(root, t);
    evaluator.pose(scene.clips[0] ?? null, t);
    evaluator.positions(points);
    const corners = cornersOfThree(root);
    expect(corners.length).toBeGreaterThan(0);
    largest = Math.max(largest, farthestOf(corners, points));
  }
  return largest;
}

const CUBE = {
  points: [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1],
  polygons: [0, 3, 2, ~1, 4, 5, 6, ~7, 0, 1, 5, ~4, 1, 2, 6, ~5, 2, 3, 7, ~6, 3, 0, 4, ~7],
};

/**
 * Chains of cubes with random pivots. Three turns a geometry in the order of its node, so these turn about only one
 * axis.
 */
function randomChain(seed: number, curves: boolean): FbxRecord[] {
  const random = createRandom(seed);
  const vector = (most: number) => [0, 1, 2].map(() => most * (2 * random.next() - 1));
  const nodes = [0, 1, 2].map((n): NodeSketch => {
    const rotation = vector(150);
    const turning: Keys[] = rotation.map((angle) => ({
      ...{ times: frames(6), values: frames(6).map((_, k) => angle + 5 * k * random.next()) },
    }));
    return {
      ...{ name: `n${n}`, parent: n - 1, kind: "Mesh" },
      properties: {
        ...{ "Lcl Translation": vector(5), "Lcl Rotation": rotation, "Lcl Scaling": [1, 1, 1].map(() => 1) },
        ...{
          PreRotation: vector(120),
          RotationActive: [1],
          InheritType: [1],
          RotationOrder: [random.integer(6)],
        },
        // Three ignores the pivots of animated nodes.
        ...(curves ? {} : { PostRotation: vector(120), RotationPivot: vector(2), RotationOffset: vector(2) }),
        ...(curves ? {} : { ScalingPivot: vector(2), ScalingOffset: vector(2), "Lcl Scaling": [2, 2, 2] }),
        ...{
          GeometricTranslation: vector(1),
          GeometricRotation: [0, vector(90)[1], 0],
          GeometricScaling: [1, 2, 3],
        },
      },
      ...(curves && { curves: { "Lcl Rotation": turning } }),
    };
  });
  return sceneRecords({ nodes, meshes: nodes.map((_, node) => ({ node, ...CUBE })) });
}

describe.each([
  ["binary", fbxBinary],
  ["text", fbxText],
])("three's reader agrees on an FBX, %s", (_, write) => {
  it("with a skin that turns, moves and stretches", async () => {
    const arm = armRecords({ bones: 4, turn: 80, move: [2, -1, 4], scale: [3, 1, 1] });
    expect(await compared(write(arm), frames(31))).toBeLessThan(1e-5);
  });

  it("with pivots, pre- and post-rotations and rotations in every order", async () => {
    for (let seed = 1; seed <= 6; seed++) {
      expect(await compared(write(randomChain(seed, false)), [0]), `seed ${seed}`).toBeLessThan(1e-5);
    }
  });

  it("with pre-rotations of nodes that turn", async () => {
    for (let seed = 1; seed <= 4; seed++) {
      expect(await compared(write(randomChain(seed, true)), frames(6)), `seed ${seed}`).toBeLessThan(1e-4);
    }
  });
});
