import { middleOfBox } from "../../geometry/placing";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Examples } from "./examples";

/**
 * The same rig and examples, moved so that the middle of the rest pose is the origin. Errors are measured in f32, which
 * is coarse far away: without this, the place of a scene would change what a search finds.
 */
export function nearOrigin(rig: Rig, examples: Examples): { rig: Rig; examples: Examples } {
  const middle = middleOfBox(boundsOf(rig.rest));
  const moved = (positions: Float32Array) => positions.map((x, n) => x - middle[n % 3]);
  const { motion, targets, rests } = examples;
  return {
    rig: { ...rig, rest: moved(rig.rest) },
    examples: {
      ...examples,
      motion: movedMotion(motion, middle),
      targets: moved(targets),
      rests: rests && moved(rests),
    },
  };
}

/** R stays, and T becomes T + R·middle − middle. */
function movedMotion(motion: Float32Array, middle: readonly number[]): Float32Array {
  return motion.map((x, n) => {
    if (n % 4 < 3) return x;
    const turned = middle.reduce((sum, m, c) => sum + motion[n - 3 + c] * m, 0);
    return x + turned - middle[Math.floor((n % 12) / 4)];
  });
}
