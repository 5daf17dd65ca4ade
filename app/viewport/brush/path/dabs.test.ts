import fc from "fast-check";
import { Matrix4, Vector3 } from "three/webgpu";
import { expect, it } from "vitest";
import { adjacencyOf } from "../../../../workers/geometry/adjacency";
import { mirrorMesh } from "../../../../workers/geometry/mirror/surface-mirror";
import { MIRROR_DEFAULTS } from "../../../../workers/model/weights/mirror-settings";
import { FIRST_BRUSH } from "../../../document/brush-settings";
import type { SurfacePoint } from "../../picking/picker";
import { ViewCamera } from "../../picking/view-camera";
import type { Dab, StrokeStart } from "../brush-stroke";
import { BrushReach } from "../reach/brush-reach";
import { SurfaceReach } from "../reach/surface-reach";
import { SIDE, sheets } from "../testing/sheets";
import { Dabs } from "./dabs";

const SEED = 20261123;
const SHAPES = ["smooth", "linear", "sharp", "round", "constant", "needle"] as const;

/** Dabs on the lower sheet, moved so that x = 0 is in its middle. */
function dabsOver(
  change: Partial<StrokeStart["brush"]>,
  lone: readonly number[] = [],
  mask: StrokeStart["mask"] = null,
) {
  const { mesh, positions } = sheets();
  for (let i = 0; i < mesh.vertexCount; i++) positions[3 * i] -= (SIDE - 1) / 2;
  const { triangles, vertexCount } = mesh;
  const solverIndex = Uint32Array.from({ length: vertexCount }, (_, i) => i);
  const polygonOffsets = Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, p) => 3 * p);
  const mirror = mirrorMesh(
    { rest: positions, solverIndex, triangles, polygonOffsets, polygonCorners: triangles, uvs: null },
    { ...MIRROR_DEFAULTS, offset: 0 },
  );
  for (const i of lone) {
    mirror.matches.corners.fill(-1, 3 * mirror.nearest[i], 3 * mirror.nearest[i] + 3);
    mirror.matches.shares.fill(0, 3 * mirror.nearest[i], 3 * mirror.nearest[i] + 3);
    mirror.nearest[i] = -1;
  }
  const surface = new SurfaceReach(adjacencyOf(mesh.triangles, mesh.vertexCount));
  const picking = { visit: () => {} };
  const viewCamera = new ViewCamera();
  viewCamera.box = { left: 0, top: 0, width: 800, height: 500 };
  viewCamera.camera.position.set(0, 0, 20);
  viewCamera.camera.updateMatrixWorld();
  const brush = { ...FIRST_BRUSH, ...change };
  const start = { positions, brush, mirror, mask, viewCamera } as StrokeStart;
  const dabs = new Dabs(new BrushReach(picking, surface, mesh), start, new Matrix4());
  const at = (x: number, y: number): SurfacePoint => {
    const corner = Math.round(y) * SIDE + Math.round(x + (SIDE - 1) / 2);
    return { point: new Vector3(x, y, 0), normal: new Vector3(0, 0, 1), corners: [corner, corner, corner] };
  };
  /** The dab that a stroke gets at a place, by vertex. */
  const touch = (x: number, y: number) => {
    const shares = ({ count, vertices, shares: all }: Dab) =>
      new Map(Array.from({ length: count }, (_, n) => [vertices[n], all[n]]));
    let got = { dab: new Map<number, number>(), image: new Map<number, number>() };
    dabs.touch({ x: 0, y: 0, hit: at(x, y) }, 1, {
      dab(dab, image) {
        got = { dab: shares(dab), image: image ? shares(image) : new Map() };
        return true;
      },
    });
    return got;
  };
  return { dabs, touch };
}

it("passes an image that equals a dab at the mirrored place", () => {
  const middle = (SIDE - 1) / 2;
  fc.assert(
    fc.property(
      fc.double({ min: -middle + 0.1, max: middle - 0.1, noNaN: true }),
      fc.double({ min: 0.1, max: SIDE - 1.1, noNaN: true }),
      fc.integer({ min: 20, max: 120 }),
      fc.constantFrom(...SHAPES),
      (x, y, radius, falloff) => {
        const { touch } = dabsOver({ radius, falloff, mirrorX: true });
        const { image } = touch(x, y);
        const { dab: there } = touch(-x, y);
        expect([...image.keys()].sort((a, b) => a - b)).toEqual([...there.keys()].sort((a, b) => a - b));
        for (const [i, share] of image) expect(share).toBeCloseTo(there.get(i) ?? Number.NaN, 4);
      },
    ),
    { seed: SEED, numRuns: 60 },
  );
});

it("counts each touched vertex without an image once, and passes none of them", () => {
  const lone = [5 * SIDE + 3, 5 * SIDE + 4];
  const { dabs, touch } = dabsOver({ radius: 60, falloff: "constant" }, lone);
  for (let n = 0; n < 3; n++) {
    const { dab, image } = touch(-2, 5);
    for (const i of lone) expect(dab.has(i)).toBe(true);
    expect(image.size).toBe(dab.size - lone.length);
  }
  expect(dabs.unmatchedCount).toBe(2);
  expect(dabs.unmatched).toEqual(Uint32Array.from(lone));
});

it("multiplies a dab and its image by the mask at each vertex", () => {
  const masks = fc.array(fc.constantFrom(0, 0.25, 0.5, 1), {
    minLength: 2 * SIDE * SIDE,
    maxLength: 2 * SIDE * SIDE,
  });
  fc.assert(
    fc.property(masks, fc.constantFrom(...SHAPES), (shares, falloff) => {
      const mask = Float32Array.from(shares);
      const free = dabsOver({ radius: 90, falloff }).touch(-2, 5);
      const masked = dabsOver({ radius: 90, falloff }, [], mask);
      const { dab, image } = masked.touch(-2, 5);
      for (const [all, left] of [
        [free.dab, dab],
        [free.image, image],
      ]) {
        const expected = [...all].map(([i, share]) => [i, Math.fround(share * mask[i])]);
        expect([...left]).toEqual(expected.filter(([, share]) => share > 0));
      }
      expect(masked.dabs.isInside).toBe(dab.size + image.size > 0);
    }),
    { seed: SEED, numRuns: 40 },
  );
});
