import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withinLimits } from "../../geometry/posing/joint-limits";
import { about, after, angleOf, back, type Turn, turned } from "../../geometry/posing/turns";
import type { Point } from "../../model/skeleton/skeleton";
import type { RotationLimits } from "../gltf/read/scene/scene";
import { limitsOfRotation } from "./euler-limits";

const WORLD = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const ALONG: Point = [1, 0, 0];
const FREE: [null, null, null] = [null, null, null];

/** A 3x4 with the axes after a turn. */
function axesOf(turn: Turn): number[] {
  const columns = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Point[]
  ).map((axis) => turned(turn, axis));
  return [0, 1, 2].flatMap((r) => [columns[0][r], columns[1][r], columns[2][r], 7]);
}

describe("limits of a file's rotations", () => {
  it("make a joint with one open axis a hinge, in the axes at rest", () => {
    const limits: RotationLimits = { least: [0, 0, -10], most: [0, 0, 120] };
    const { hinge } = limitsOfRotation(limits, axesOf(about([1, 0, 0], Math.PI / 2)), ALONG);
    expect(hinge!.axis.map((x) => Math.round(1e6 * x) / 1e6 + 0)).toEqual([0, -1, 0]);
    expect(hinge!.range.map((x) => Math.round((x * 180) / Math.PI))).toEqual([-10, 120]);
  });

  it("limit the twist about the axis along the bone, in both directions", () => {
    const limits: RotationLimits = { least: [-20, -30, -15], most: [45, 60, 80] };
    const { twist, swing, hinge } = limitsOfRotation(limits, WORLD, ALONG);
    const degrees = (x: number) => Math.round((x * 180) / Math.PI);
    expect([twist!.map(degrees), degrees(swing!), hinge]).toEqual([[-20, 45], 80, undefined]);
    const back = limitsOfRotation(limits, WORLD, [-1, 0, 0]);
    expect(back.twist!.map(degrees)).toEqual([-45, 20]);
  });

  it("do not exist for axes without limits in the file, or with contradicting ones", () => {
    expect(limitsOfRotation({ least: FREE, most: FREE }, WORLD, ALONG)).toEqual({
      swing: Math.PI,
      twist: [-Math.PI, Math.PI],
    });
    const crossed: RotationLimits = { least: [50, 0, 0], most: [-50, 0, 0] };
    expect(limitsOfRotation(crossed, WORLD, ALONG).hinge!.range).toEqual([-Math.PI, Math.PI]);
  });

  it("contain every turn about one axis that the file allows", () => {
    const angle = fc.double({ min: 1, max: 90, noNaN: true });
    fc.assert(
      fc.property(
        fc.tuple(angle, angle, angle, angle, angle, angle),
        fc.integer({ min: 0, max: 2 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (ends, axis, part) => {
          const limits: RotationLimits = {
            least: [-ends[0], -ends[1], -ends[2]],
            most: [ends[3], ends[4], ends[5]],
          };
          const found = limitsOfRotation(limits, WORLD, ALONG);
          const [low, high] = [limits.least[axis]!, limits.most[axis]!];
          const unitAxis = [0, 1, 2].map((c) => (c === axis ? 1 : 0)) as Point;
          const turn = about(unitAxis, ((low + part * (high - low)) * Math.PI) / 180);
          const kept = withinLimits(turn, ALONG, { swing: found.swing!, twist: found.twist! });
          expect(angleOf(after(back(kept), turn))).toBeLessThan(1e-6);
        },
      ),
    );
  });
});
