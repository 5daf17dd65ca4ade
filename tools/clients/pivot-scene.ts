/** FBX files with all kinds of transforms of FBX that Blender's importer reads. */
import { fbxBinary, record } from "../../workers/formats/fbx/testing/fixtures";
import { type Keys, type NodeSketch, sceneRecords } from "../../workers/formats/fbx/testing/scenes";
import { createRandom } from "../../workers/math/random";

const CUBE = {
  points: [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1],
  polygons: [0, 3, 2, ~1, 4, 5, 6, ~7, 0, 1, 5, ~4, 1, 2, 6, ~5, 2, 3, 7, ~6, 3, 0, 4, ~7],
};
export const PIVOT_FRAMES = 12;
export const PIVOT_FPS = 24;
const CINEMA = 11;
/** Makes a number not quite whole: the tests' writer writes whole numbers as integers, but Blender needs doubles. */
const BIT = 1e-12;

/** Axes and signs of up, front and right. */
const AXES = {
  y: { Up: [1, 1], Front: [2, 1], Coord: [0, 1] },
  z: { Up: [2, 1], Front: [1, -1], Coord: [0, 1] },
};

function settings(up: "y" | "z", unit: number) {
  const axes = Object.entries(AXES[up]).flatMap(([name, [axis, sign]]) => [
    record("P", [`${name}Axis`, "int", "Integer", "", axis]),
    record("P", [`${name}AxisSign`, "int", "Integer", "", sign]),
  ]);
  return [
    ...axes,
    record("P", ["UnitScaleFactor", "double", "Number", "", unit]),
    record("P", ["TimeMode", "enum", "", "", CINEMA]),
  ];
}

/**
 * Six cubes, one for each order of rotations, that turn, move and grow about their pivots. Blender turns the
 * pre-rotation and the geometry in the order of the node, so these turn about one axis; it adds post-rotations instead
 * of subtracting them, so there are none; and it applies the geometry's transform of a moving parent to its children.
 */
export function pivotScene(up: "y" | "z", unit: number): Uint8Array {
  const random = createRandom(5);
  const vector = (most: number) => [0, 1, 2].map(() => most * (2 * random.next() - 1));
  const turn = (most: number) => [BIT, vector(most)[0], BIT];
  const times = Array.from({ length: PIVOT_FRAMES }, (_, k) => k / PIVOT_FPS);
  const keys = (from: number, step: number): Keys => ({
    times,
    values: times.map((_, k) => from + step * k),
  });
  const nodes = [0, 1, 2, 3, 4, 5].map((n): NodeSketch => {
    const isLeaf = n >= 3;
    return {
      ...{ name: `cube ${n}`, parent: n < 4 ? n - 1 : 0, kind: "Mesh" },
      properties: {
        ...{
          "Lcl Translation": vector(5),
          "Lcl Rotation": vector(90),
          "Lcl Scaling": [1 + BIT, 1 + BIT, 1 + BIT],
        },
        ...{ PreRotation: turn(120), RotationActive: [1], InheritType: [1], RotationOrder: [n] },
        ...{
          RotationPivot: vector(2),
          RotationOffset: vector(2),
          ScalingPivot: vector(2),
          ScalingOffset: vector(2),
        },
        ...(isLeaf && { GeometricTranslation: vector(1), GeometricRotation: turn(60) }),
      },
      curves: {
        "Lcl Rotation": vector(30).map((x) => keys(x, x / 3)),
        "Lcl Translation": vector(3).map((x) => keys(x, x / 5)),
        "Lcl Scaling": [keys(1, 0.05), keys(1, 0.05), keys(1, 0.05)],
      },
    };
  });
  const meshes = nodes.map((_, node) => ({ node, ...CUBE }));
  return fbxBinary(sceneRecords({ nodes, meshes, settings: settings(up, unit) }));
}
