import { fillFrames, makeSequence } from "../../tools/samples/make-sequence";
import { createRandom } from "../../workers/math/random";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { blendPositions } from "../../workers/model/rig/blend-positions";
import type { Rig } from "../../workers/model/rig/rig";
import { packWeights, turnAbout } from "../../workers/testing/rigs";

export const [BONES, FRAMES] = [50, 48];

/** A sheet whose bones turn and travel, each fading into all the others. */
function rigOf(side: number): Rig {
  const random = createRandom(7);
  const centres = Array.from({ length: BONES }, () => [side * random.next(), side * random.next()]);
  const rest = new Float32Array(3 * side * side);
  const rows: [number, number][][] = [];
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    rest.set([x, y, 4 * Math.sin(x / 20) * Math.cos(y / 17)], 3 * i);
    rows.push(
      centres.map(([cx, cy], j): [number, number] => {
        const square = ((x - cx) ** 2 + (y - cy) ** 2) / (0.1 * side) ** 2;
        return [j, 1e-4 + Math.exp(-square)];
      }),
    );
  }
  const turns = centres.map(() => [random.normal(), random.normal(), random.normal(), 6 * random.next()]);
  const motion = Float32Array.from(
    Array.from({ length: FRAMES * BONES }, (_, n) => {
      const [k, j] = [Math.floor(n / BONES), n % BONES];
      const [a, b, c, phase] = turns[j];
      const length = Math.hypot(a, b, c) || 1;
      const wave = Math.sin((6.283 * k) / FRAMES + phase);
      const axis = [a / length, b / length, c / length];
      return turnAbout(axis, 0.5 * wave, [...centres[j], 0], [0, 0, 8 * wave]);
    }).flat(),
  );
  const bones = centres.map(([x, y], j) => ({
    name: `bone_${j}`,
    parent: -1,
    head: [x, y, 0] as [number, number, number],
  }));
  return { version: 1, bones, boneKind: "rigid", weights: packWeights(rows), motion, rest };
}

/** The sheet as a rig, and its frames as a sequence: side² vertices. */
export function sheet(side: number): { rig: Rig; sequence: MeshSequence } {
  const rig = rigOf(side);
  const quads = Array.from({ length: (side - 1) * (side - 1) }, (_, n) => {
    const at = Math.floor(n / (side - 1)) * side + (n % (side - 1));
    return [at, at + 1, at + side + 1, at + side];
  });
  const sequence = makeSequence({
    name: "sheet",
    fps: 24,
    rest: rig.rest,
    frames: fillFrames(side * side, FRAMES, (out, k) => blendPositions(rig, k, out)),
    parts: [{ name: "sheet", material: 0, polygons: quads }],
    materials: [{ name: "clay", baseColour: [0.5, 0.5, 0.5, 1], doubleSided: true }],
  });
  return { rig, sequence };
}
