/** Bars with rounded edges: one on a chain of bones that bends and twists, and one on two unconnected bones. */
import { type GalleryBone, type GalleryModel, MARK, makeModel, SKIN } from "./model";
import { checker, tube } from "./tube";

const HALF = 0.5;
const SECTORS = 48;
const RINGS = 108;
const X = [1, 0, 0] as const;
const Z = [0, 0, 1] as const;

/** Distance to a square with rounded corners; `HALF` is half its side. */
function squarish(angle: number): number {
  const power = 5;
  return HALF * (Math.abs(Math.cos(angle)) ** power + Math.abs(Math.sin(angle)) ** power) ** (-1 / power);
}

function bar() {
  const mesh = tube({
    from: -3,
    to: 3,
    cap: 0.3,
    rings: RINGS,
    sectors: SECTORS,
    radius: (_, a) => squarish(a),
  });
  const [light, dark] = checker(mesh, SECTORS, 4, 4);
  return {
    points: mesh.points,
    parts: [
      { name: "light squares", material: 0, polygons: light },
      { name: "dark squares", material: 1, polygons: dark },
    ],
    materials: [SKIN, MARK],
  };
}

const bone = (name: string, parent: string | null, from: number, to: number): GalleryBone => ({
  name,
  parent,
  head: [from, 0, 0],
  tail: [to, 0, 0],
  radii: [HALF, HALF],
});

/** Joints at a third and two thirds; bends at the first and twists at the second. */
export function chainBar(): Promise<GalleryModel> {
  return makeModel({
    name: "bar on a chain",
    ...bar(),
    bones: [bone("first", null, -3, -1), bone("second", "first", -1, 1), bone("third", "second", 1, 3)],
    smoothness: 100,
    poses: {
      bend: { second: { turns: [[Z, 90]] } },
      twist: { third: { turns: [[X, 120]] } },
      "bend and twist": { second: { turns: [[Z, 90]] }, third: { turns: [[X, 120]] } },
    },
  });
}

/** Two bones without a common joint, as in Le & Lewis 2019, Fig. 5: one can be lifted off the line. */
export function looseBar(): Promise<GalleryModel> {
  return makeModel({
    name: "bar on two bones",
    ...bar(),
    bones: [bone("left", null, -3, -1), bone("right", null, 1, 3)],
    smoothness: 100,
    poses: {
      "S, lifted": { right: { shift: [0, 1.8, 0] } },
      "S, lifted far": { right: { shift: [-2.7, 2.6, 0] } },
      C: {
        left: { turns: [[Z, 80]], shift: [1.5, -1.2, 0] },
        right: { turns: [[Z, -80]], shift: [-0.5, 0.7, 0] },
      },
    },
  });
}
