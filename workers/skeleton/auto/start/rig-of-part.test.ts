import { expect, it } from "vitest";
import { character } from "../../testing/characters";
import { rigForAll } from "./rig-for-all";
import { rigOfPart } from "./rig-of-part";

it("takes the rest positions and weights of some vertices, and gives them back", () => {
  const { truth } = character("hand", 3, { frames: 2 });
  const count = truth.rest.length / 3;
  const vertices = Int32Array.from({ length: Math.floor(count / 3) }, (_, n) => 3 * n + 1);
  const part = rigOfPart(truth, vertices);
  vertices.forEach((i, n) => {
    expect(part.rest.subarray(3 * n, 3 * n + 3)).toEqual(truth.rest.subarray(3 * i, 3 * i + 3));
    const [from, to] = [truth.weights.offsets[i], truth.weights.offsets[i + 1]];
    const [start, end] = [part.weights.offsets[n], part.weights.offsets[n + 1]];
    expect(part.weights.bones.subarray(start, end)).toEqual(truth.weights.bones.subarray(from, to));
    expect(part.weights.values.subarray(start, end)).toEqual(truth.weights.values.subarray(from, to));
  });
  const owner = Int32Array.from({ length: count }, (_, i) =>
    Math.min(Math.floor(i / 3), vertices.length - 1),
  );
  const whole = rigForAll(part, truth.rest, { vertices, owner });
  expect(rigOfPart(whole, vertices)).toEqual(part);
});
