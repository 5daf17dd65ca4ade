import { describe, expect, it } from "vitest";
import { bendingBar } from "../../testing/sequences";
import { type MeshSequence, validateSequence } from "./mesh-sequence";

const { sequence } = bendingBar({ bones: 2, frames: 3 });

const check = (more: Partial<MeshSequence>) => expect(() => validateSequence({ ...sequence, ...more }));

/** A copy with one changed number. */
function changed<T extends Float32Array | Uint32Array>(array: T, at: number, x: number): T {
  const own = array.slice() as T;
  own[at] = x;
  return own;
}

describe("a sequence", () => {
  it("is valid, or the message says what is wrong", () => {
    check({}).not.toThrow();
    check({ vertexCount: 0 }).toThrow("It has no vertices");
    check({ polygonOffsets: Uint32Array.of(0) }).toThrow("It has no faces");
    check({ frameCount: 0 }).toThrow("It has no frames");
    for (const fps of [0, -1, Number.NaN, Infinity])
      check({ fps }).toThrow(`Its rate is ${fps} frames a second`);
    check({ rest: sequence.rest.slice(3) }).toThrow("Its rest pose does not fit its vertex count");
    check({ frames: sequence.frames.slice(3) }).toThrow("Its frames do not fit its vertex count");
    check({ polygonCorners: sequence.polygonCorners.slice(1) }).toThrow(
      "Its polygons do not fit its corners",
    );
  });

  it("names no vertex that does not exist", () => {
    const { solverIndex, polygonCorners, triangles, vertexCount } = sequence;
    const [V, D] = [vertexCount, solverIndex.length];
    check({ solverIndex: changed(solverIndex, 2, V) }).toThrow("A display vertex names a vertex");
    check({ polygonCorners: changed(polygonCorners, 5, D) }).toThrow(`A face names vertex ${D + 1}`);
    check({ triangles: changed(triangles, 4, D) }).toThrow("A triangle names a vertex");
  });

  it("has numbers", () => {
    const { vertexCount: V, frames, rest, materials } = sequence;
    const bad = changed(frames, 3 * V + 7, Number.NaN);
    check({ frames: bad }).toThrow("In frame 2 the position of vertex 3 is not a number");
    check({ rest: changed(rest, 0, Infinity) }).toThrow("A position of its rest pose is not a number");
    const [skin] = materials;
    check({ materials: [skin, { ...skin, name: "wet", baseColour: [1, Number.NaN, 0, 1] }] }).toThrow(
      "The colour of its material “wet” is not a number",
    );
  });
});
