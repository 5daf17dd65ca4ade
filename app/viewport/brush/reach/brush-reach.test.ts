import fc from "fast-check";
import { Box3, Matrix4, type PerspectiveCamera, Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../../workers/geometry/adjacency";
import { createStores } from "../../../document/stores";
import { ViewCamera } from "../../picking/view-camera";
import { BrushReach } from "./brush-reach";
import { SurfaceReach } from "./surface-reach";

const SEED = 20261122;
const [WIDTH, HEIGHT] = [800, 500];
const COUNT = 300;
/** The number of vertices in a group, like a box of the picking tree. */
const GROUP = 10;

const mesh = { vertexCount: COUNT, triangles: new Uint32Array(0) };
const surface = new SurfaceReach(adjacencyOf(mesh.triangles, mesh.vertexCount));
const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const point = fc.tuple(coordinate, coordinate, coordinate);
const cloud = fc
  .array(point, { minLength: COUNT, maxLength: COUNT })
  .map((points) => Float32Array.from(points.flat()));
const at = (positions: Float32Array, i: number) => new Vector3().fromArray(positions, 3 * i);

/** A picking that visits vertices in boxes, and counts the vertices that it visits. */
function sightOf(positions: Float32Array) {
  const looked = { boxes: 0 };
  return {
    looked,
    visit(mayHold: (box: Box3) => boolean, take: (vertex: number) => void) {
      for (let first = 0; first < COUNT; first += GROUP) {
        const group = Array.from({ length: GROUP }, (_, n) => first + n);
        const box = new Box3().setFromPoints(group.map((i) => at(positions, i)));
        if (!mayHold(box)) continue;
        looked.boxes++;
        // A vertex belongs to several triangles.
        for (const i of [...group, ...group]) take(i);
      }
    },
  };
}

/** A camera inside or outside the cloud that looks at its centre. */
function lensFrom([x, y, z]: readonly [number, number, number]): ViewCamera {
  const viewCamera = new ViewCamera();
  viewCamera.box = { left: 30, top: 20, width: WIDTH, height: HEIGHT };
  const camera = viewCamera.camera as PerspectiveCamera;
  camera.fov = 40;
  camera.aspect = WIDTH / HEIGHT;
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return viewCamera;
}

const { paint } = createStores().view.getState();
const from = fc.tuple(
  fc.double({ min: 0.5, max: 8, noNaN: true }),
  fc.double({ min: -4, max: 4, noNaN: true }),
  fc.double({ min: -4, max: 4, noNaN: true }),
);

describe("BrushReach", () => {
  it("in through mode reaches everything drawn within the circle, even around the camera", () => {
    const circle = fc.record({
      x: fc.double({ min: 0, max: WIDTH, noNaN: true }),
      y: fc.double({ min: 0, max: HEIGHT, noNaN: true }),
    });
    fc.assert(
      fc.property(
        cloud,
        from,
        circle,
        fc.integer({ min: 4, max: 400 }),
        (positions, camera, { x, y }, radius) => {
          const [viewCamera, picking] = [lensFrom(camera), sightOf(positions)];
          const reach = new BrushReach(picking, surface, mesh);
          const world = new Matrix4().makeRotationX(0.4);
          const through = { ...paint, reach: "through", falloff: "linear", radius } as const;
          const { count, vertices, shares } = reach.touch(
            reach.eye(viewCamera, world),
            { x, y, hit: null },
            positions,
            through,
          );
          const found = new Map(Array.from(vertices.subarray(0, count), (i, n) => [i, shares[n]]));
          expect(found.size).toBe(count);
          for (let i = 0; i < COUNT; i++) {
            const placed = at(positions, i).applyMatrix4(world);
            const ahead = placed.clone().applyMatrix4(viewCamera.camera.matrixWorldInverse).z < 0;
            const drawn = placed.project(viewCamera.camera);
            const away = Math.hypot(
              ((drawn.x + 1) / 2) * WIDTH + 30 - x,
              ((1 - drawn.y) / 2) * HEIGHT + 20 - y,
            );
            // Rounding decides for points on the circle itself.
            if (Math.abs(away - radius) < 1e-3) continue;
            if (ahead && away < radius) expect(found.get(i)).toBeCloseTo(1 - away / radius, 4);
            else expect(found.has(i)).toBe(false);
          }
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("visits only boxes near a small circle", () => {
    const clusters = Float32Array.from({ length: 3 * COUNT }, (_, n) => {
      const group = Math.floor(n / 3 / GROUP);
      return [0, (group % 6) - 2.5, Math.floor(group / 6) - 2][n % 3] + 0.01 * Math.sin(7 * n);
    });
    const [viewCamera, picking] = [lensFrom([8, 0, 0]), sightOf(clusters)];
    const reach = new BrushReach(picking, surface, mesh);
    const middle = at(clusters, 155).project(viewCamera.camera);
    const circle = { x: ((middle.x + 1) / 2) * WIDTH + 30, y: ((1 - middle.y) / 2) * HEIGHT + 20, hit: null };
    const small = { ...paint, reach: "through", radius: 20 } as const;
    expect(reach.touch(reach.eye(viewCamera, new Matrix4()), circle, clusters, small).count).toBeGreaterThan(
      0,
    );
    expect(picking.looked.boxes).toBeLessThanOrEqual(2);
  });

  it("reaches everything within the ball, connected or not", () => {
    fc.assert(
      fc.property(cloud, point, fc.integer({ min: 20, max: 400 }), (positions, centre, radius) => {
        const viewCamera = lensFrom([9, 1, 2]);
        const reach = new BrushReach(sightOf(positions), surface, mesh);
        const hit = {
          point: new Vector3(...centre),
          normal: new Vector3(1, 0, 0),
          corners: [0, 1, 2] as [number, number, number],
        };
        const volume = { ...paint, reach: "volume", falloff: "constant", radius } as const;
        const { count, vertices } = reach.touch(
          reach.eye(viewCamera, new Matrix4()),
          { x: 0, y: 0, hit },
          positions,
          volume,
        );
        const length = radius * viewCamera.pixelAt(hit.point);
        const expected = Array.from({ length: COUNT }, (_, i) => i).filter(
          (i) => at(positions, i).distanceTo(hit.point) < length,
        );
        expect([...vertices.subarray(0, count)].sort((a, b) => a - b)).toEqual(expected);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });
});
