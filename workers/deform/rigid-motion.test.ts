import { describe, expect, it } from "vitest";
import { rotationMatrix } from "../math/quaternion";
import { cotangentLaplacian, uniformLaplacian } from "../mesh/laplacian";
import { boundsOf, diagonalOfBox } from "../model/mesh/mesh-sequence";
import { rigidWeights } from "./rigid-bind";
import { everyDeformer } from "./testing/deformers";
import { farthest, moveAll, randomMotion, type TestMesh, untidyMesh } from "./testing/meshes";

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

const diagonal = (rest: ArrayLike<number>) => {
  const box = boundsOf(rest);
  return diagonalOfBox(box);
};

function laplacians(mesh: TestMesh) {
  return {
    uniform: uniformLaplacian(mesh.rest.length / 3, mesh.triangles),
    cotangent: cotangentLaplacian(mesh.rest, mesh.triangles, { nonNegative: true }),
  };
}

describe("on an untidy mesh", () => {
  it("no deformer moves a vertex if its only bone is at rest", async () => {
    const mesh = untidyMesh(1, 3);
    const count = mesh.rest.length / 3;
    for (const [name, laplacian] of Object.entries(laplacians(mesh))) {
      const all = await everyDeformer(
        { ...mesh, weights: rigidWeights(new Array(count).fill(0)) },
        laplacian,
      );
      for (const [model, deformer] of Object.entries(all)) {
        const posed = deformer.pose(IDENTITY);
        const moved = farthest(posed.positions, mesh.rest) / diagonal(mesh.rest);
        expect(moved, `${model}, ${name}`).toBeLessThan(1e-9);
        expect([...posed.rotations].every(Number.isFinite), model).toBe(true);
      }
    }
  });

  it("every deformer follows a rigid motion of all bones, and so do its normals", async () => {
    const mesh = untidyMesh(6, 4);
    for (const [name, laplacian] of Object.entries(laplacians(mesh))) {
      const all = await everyDeformer(mesh, laplacian);
      for (let seed = 1; seed <= 4; seed++) {
        const motion = randomMotion(seed);
        const bones = Array.from({ length: mesh.bones }, () => motion).flat();
        const truth = moveAll(mesh.rest, motion);
        const turn = new Float64Array(9);
        for (const [model, deformer] of Object.entries(all)) {
          const posed = deformer.pose(bones);
          const apart = farthest(posed.positions, truth) / diagonal(mesh.rest);
          expect(apart, `${model}, ${name}, motion ${seed}`).toBeLessThan(1e-9);
          for (let i = 0; i < deformer.vertexCount; i++) {
            rotationMatrix(posed.rotations, 4 * i, turn, 0);
            turn.forEach((x, n) => {
              const expected = motion[4 * Math.floor(n / 3) + (n % 3)];
              expect(Math.abs(x - expected), `${model}, vertex ${i}`).toBeLessThan(1e-5);
            });
          }
        }
      }
    }
  });

  it("every deformer returns numbers for any bones", async () => {
    const mesh = untidyMesh(6, 5);
    const all = await everyDeformer(mesh, laplacians(mesh).cotangent);
    for (let seed = 1; seed <= 5; seed++) {
      const bones = Array.from({ length: mesh.bones }, (_, j) => randomMotion(10 * seed + j)).flat();
      for (const [model, deformer] of Object.entries(all)) {
        const posed = deformer.pose(bones);
        expect(farthest(posed.positions, mesh.rest), model).toBeLessThan(1e3);
        for (let i = 0; i < deformer.vertexCount; i++) {
          expect(Math.hypot(...posed.rotations.subarray(4 * i, 4 * i + 4)), model).toBeCloseTo(1, 9);
        }
      }
    }
  });
});
