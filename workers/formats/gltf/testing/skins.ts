import type { Node, Skin } from "@gltf-transform/core";
import type { Sketch } from "./fixtures";

/** Adds keys of uneven scales to the first clip. */
export function swell(sketch: Sketch, joints: Node[]): void {
  const animation = sketch.document.getRoot().listAnimations()[0];
  for (const joint of joints) {
    const values = Array.from({ length: 9 }, () => 0.6 + sketch.random.next());
    const sampler = sketch.document
      .createAnimationSampler()
      .setInput(sketch.floats("SCALAR", [0, 0.2, 0.5]))
      .setOutput(sketch.floats("VEC3", values));
    const channel = sketch.document
      .createAnimationChannel()
      .setTargetNode(joint)
      .setTargetPath("scale")
      .setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }
}

/**
 * Sets inverse bind matrices for the joints' current places, for a mesh stored in multiples of `unit` about `place`.
 */
export function bindHere(sketch: Sketch, skin: Skin, unit = 1, place = [0, 0, 0]): void {
  const matrices = skin.listJoints().flatMap((joint) => {
    const m = inverse4(joint.getWorldMatrix());
    const moved = [0, 1, 2].map(
      (r) => m[r] * place[0] + m[4 + r] * place[1] + m[8 + r] * place[2] + m[12 + r],
    );
    return [...m.slice(0, 12).map((x) => x * unit), ...moved, 1];
  });
  skin.setInverseBindMatrices(sketch.floats("MAT4", matrices));
}

/** Inverse of a column-major 4x4 whose last row is 0 0 0 1. */
export function inverse4(m: ArrayLike<number>): number[] {
  const [a, b, c] = [0, 4, 8].map((at) => [m[at], m[at + 1], m[at + 2]]);
  const cross = (u: number[], v: number[]) => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const volume = dot(a, cross(b, c));
  const rows = [cross(b, c), cross(c, a), cross(a, b)].map((row) => row.map((x) => x / volume));
  const t = rows.map((row) => -dot(row, [m[12], m[13], m[14]]));
  return [0, 1, 2].flatMap((n) => [rows[0][n], rows[1][n], rows[2][n], 0]).concat(t, 1);
}
