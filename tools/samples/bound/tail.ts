/** A body with a fat tail, on one spine or on a chain of rigid bones. x along the tail, y up. */
import { cone, ellipsoid, type Field, melt } from "../implicit";
import { relax, surfaceNets } from "../surface-nets";
import type { Vec3 } from "../vector";
import { type BoundModel, boundModel, type NamedSegment } from "./bound-model";

const CELL = 0.06;
const ROOT: Vec3 = [0, 0, 0];
const TIP: Vec3 = [2.7, 0, 0];
const BODY: NamedSegment = { name: "body", parent: null, head: [-1, 0.05, 0], tail: ROOT };

function field(): Field {
  return melt(
    [
      ellipsoid([-0.7, 0.02, 0], [0.85, 0.62, 0.62]),
      cone([-0.2, 0, 0], [1.5, 0, 0], 0.5, 0.36),
      cone([1.4, 0, 0], [2.75, 0, 0], 0.37, 0.16),
    ],
    0.16,
  );
}

/**
 * @param bones rigid bones of the tail; 0 is one spine.
 * @param swing how far the whole tail swings to either side, in radians.
 */
export function tail(bones: number, swing: number): BoundModel {
  const surface = field();
  const net = surfaceNets(surface, [-1.8, -0.9, -0.9], [3.2, 0.9, 0.9], CELL);
  return boundModel("tail", relax(net, surface, 6), [BODY, ...tailBones(bones, swing)]);
}

function tailBones(bones: number, swing: number): NamedSegment[] {
  const count = Math.max(1, bones);
  const at = (n: number): Vec3 => [ROOT[0] + ((TIP[0] - ROOT[0]) * n) / count, 0, 0];
  return Array.from({ length: count }, (_, n) => ({
    name: bones === 0 ? "tail" : `tail ${n + 1}`,
    parent: n === 0 ? "body" : `tail ${n}`,
    kind: bones === 0 ? "spine" : "rigid",
    head: at(n),
    tail: at(n + 1),
    limits: { swing: swing / count, twist: [0, 0], stretch: [1, 1] },
  }));
}
