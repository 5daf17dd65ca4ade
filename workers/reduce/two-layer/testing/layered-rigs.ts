import { fillFrames, makeSequence } from "../../../../tools/samples/make-sequence";
import { createRandom } from "../../../math/random";
import type { Rig } from "../../../model/rig/rig";
import { expandLayers } from "../../../model/rig/two-layer";
import { packWeights, skinInto, turnAbout } from "../../../testing/rigs";
import type { GroundTruth } from "../../../testing/sequences";

/**
 * A strip of quads whose weights are a product of two layers. `knots` virtual bones of `each` bones follow each other
 * along it. Every vertex blends two neighbouring virtual bones or has one alone.
 */
export function plantedStrip(seed: number, knots = 6, each = 3, bones = 7, frames = 8): GroundTruth {
  const random = createRandom(seed);
  const between = 4;
  const columns = (knots - 1) * between + 1;
  const virtual = Array.from({ length: knots }, () => {
    const order = [...Array(bones).keys()].sort(() => random.next() - 0.5);
    return order.slice(0, each).map((j): [number, number] => [j, 0.2 + random.next()]);
  });
  const positions: number[][] = [];
  const rows: [number, number][][] = [];
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < 2; y++) {
      positions.push([x, y, 0.3 * random.normal()]);
      const [knot, share] = [Math.floor(x / between), (x % between) / between];
      rows.push(
        share > 0
          ? [
              [knot, 1 - share],
              [knot + 1, share],
            ]
          : [[knot, 1]],
      );
    }
  }
  const quads = Array.from({ length: columns - 1 }, (_, x) => [2 * x, 2 * x + 2, 2 * x + 3, 2 * x + 1]);
  const twoLayer = { virtual: packWeights(virtual), vertices: packWeights(rows) };
  const rest = Float32Array.from(positions.flat());
  const motion = Float32Array.from(
    Array.from({ length: frames * bones }, () => {
      const axis = [random.normal(), random.normal(), random.normal()];
      const length = Math.hypot(...axis);
      const shift = [random.normal(), random.normal(), random.normal()];
      return turnAbout(
        axis.map((a) => a / length),
        random.normal(),
        [0, 0, 0],
        shift,
      );
    }).flat(),
  );
  const rig: Rig = {
    version: 1,
    bones: Array.from({ length: bones }, (_, j) => ({ name: `bone_${j}`, parent: -1, head: [j, 0, 0] })),
    boneKind: "rigid",
    weights: expandLayers(twoLayer),
    motion,
    rest,
    twoLayer,
  };
  const sequence = makeSequence({
    name: "strip",
    fps: 24,
    rest,
    frames: fillFrames(positions.length, frames, (frame, k) => skinInto(frame, rig, k)),
    parts: [{ name: "strip", material: 0, polygons: quads }],
    materials: [{ name: "clay", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: true }],
  });
  return { sequence, rig };
}
