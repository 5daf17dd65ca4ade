import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { HOUND_BONES } from "./hound-body";
import { houndPose } from "./hound-gait";

/**
 * The original skeleton and motion of the hound, as a rig without useful weights.
 * @param scale of its lengths; `SCALE` makes it as large as the hound.
 */
export function houndRig({ frameCount, origin, vertexCount, rest }: MeshSequence, scale: number): Rig {
  const names = HOUND_BONES.map(({ name }) => name);
  const motion = new Float32Array(12 * names.length * frameCount);
  let at = 0;
  for (let k = 0; k < frameCount; k++) {
    houndPose(k).forEach(({ turn, head }, j) => {
      const from = HOUND_BONES[j].head;
      for (let r = 0; r < 3; r++) {
        const row = [turn[3 * r], turn[3 * r + 1], turn[3 * r + 2]];
        const along = (p: readonly number[]) => row.reduce((sum, x, c) => sum + x * p[c], 0);
        // The sequence lies around its own middle.
        motion.set([...row, scale * (head[r] - along(from)) + along(origin) - origin[r]], at);
        at += 4;
      }
    });
  }
  return {
    version: 1,
    bones: HOUND_BONES.map(({ name, parent, head }) => ({
      name,
      parent: parent === null ? -1 : names.indexOf(parent),
      head: [scale * head[0] - origin[0], scale * head[1] - origin[1], scale * head[2] - origin[2]],
    })),
    boneKind: "rigid",
    weights: {
      version: 1,
      offsets: Uint32Array.from({ length: vertexCount + 1 }, (_, i) => i),
      bones: new Uint16Array(vertexCount),
      values: new Float32Array(vertexCount).fill(1),
    },
    motion,
    rest,
  };
}
