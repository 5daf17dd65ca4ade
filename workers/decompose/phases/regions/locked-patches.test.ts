import { expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import type { Rig } from "../../../model/rig/rig";
import { clothPatch } from "../../../testing/sequences";
import { solve } from "../../testing/solved";

const BONES = 10;
// Enough vertices for a search in parts at the end.
const sequence = clothPatch({ size: 50, frames: 6 });

/** A rig in which some vertices are painted on two bones from anywhere, and locked. */
function painted(rig: Rig): { rig: Rig; vertices: Uint8Array } {
  const random = createRandom(3);
  const { vertexCount: V } = sequence;
  const vertices = Uint8Array.from({ length: V }, () => Number(random.next() < 0.05));
  const offsets = new Uint32Array(V + 1);
  const bones: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < V; i++) {
    const [first, end] = rig.weights.offsets.subarray(i, i + 2);
    if (vertices[i]) {
      const one = random.integer(BONES);
      const other = (one + 1 + random.integer(BONES - 1)) % BONES;
      bones.push(Math.min(one, other), Math.max(one, other));
      values.push(0.25, 0.75);
    } else {
      bones.push(...rig.weights.bones.subarray(first, end));
      values.push(...rig.weights.values.subarray(first, end));
    }
    offsets[i + 1] = bones.length;
  }
  const weights = {
    ...rig.weights,
    offsets,
    bones: Uint16Array.from(bones),
    values: Float32Array.from(values),
  };
  return { rig: { ...rig, weights }, vertices };
}

/** Names and weights of the bones of a vertex. */
function rowOf({ bones, weights }: Rig, i: number) {
  const [first, end] = weights.offsets.subarray(i, i + 2);
  return Array.from({ length: end - first }, (_, n) => [
    bones[weights.bones[first + n]].name,
    weights.values[first + n],
  ]);
}

it("locked vertices keep weights on bones from anywhere, though influence must be connected", async () => {
  const { rig } = await solve(sequence, { bones: BONES, iterations: 10, restarts: 1 });
  const given = painted(rig);
  const locks = { bones: new Uint8Array(BONES), vertices: given.vertices };
  const settings = { bones: BONES, iterations: 24, restarts: 1, patchCost: null };
  const after = await solve(sequence, settings, given.rig, locks);
  const locked = [...given.vertices.keys()].filter((i) => given.vertices[i]);
  expect(locked.length).toBeGreaterThan(50);
  for (const i of locked) expect(rowOf(after.rig, i)).toEqual(rowOf(given.rig, i));
});
