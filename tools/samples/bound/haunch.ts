/** The hind leg of a heavy animal: bulk at the hip, thin at the ankle. x forwards, y up. */
import { cone, ellipsoid, type Field, melt } from "../implicit";
import { relax, surfaceNets } from "../surface-nets";
import type { Vec3 } from "../vector";
import { type BoundModel, boundModel, chainOf } from "./bound-model";

const CELL = 0.034;
const NAMES = ["rump", "thigh", "shin", "foot", "toes"];
const JOINTS: Vec3[] = [
  [-0.28, 0.62, 0],
  [0, 0.3, 0],
  [0.26, -0.36, 0],
  [-0.16, -0.86, 0],
  [0.1, -1.06, 0],
  [0.34, -1.1, 0],
];

function field(): Field {
  const [, hip, knee, ankle, ball, toe] = JOINTS;
  return melt(
    [
      ellipsoid([-0.12, 0.5, 0], [0.5, 0.42, 0.36], [0.8, -0.5, 0]),
      cone(hip, knee, 0.36, 0.2, 0.85),
      ellipsoid([0.02, -0.06, 0], [0.36, 0.3, 0.26], [0.3, -1, 0]),
      cone(knee, ankle, 0.19, 0.115),
      ellipsoid([-0.02, -0.58, 0], [0.26, 0.13, 0.13], [0.42, 0.5, 0]),
      ellipsoid([0.33, -0.36, 0], [0.1, 0.1, 0.11]),
      cone(ankle, ball, 0.13, 0.13),
      cone(ball, toe, 0.13, 0.1),
    ],
    0.1,
  );
}

/** A closed shell of about 5 500 vertices with five bones. */
export function haunch(): BoundModel {
  const surface = field();
  const net = surfaceNets(surface, [-0.75, -1.3, -0.5], [0.62, 1.05, 0.5], CELL);
  return boundModel("haunch", relax(net, surface, 6), chainOf(NAMES, JOINTS));
}
