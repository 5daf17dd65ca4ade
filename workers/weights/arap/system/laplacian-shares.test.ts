import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import type { Bindable } from "../../../model/weights/bindable";
import { surface, tetBox } from "../../testing/bindables";
import { laplacianShares } from "./laplacian-shares";
import { ringWeights } from "./ring-weights";

const SIDE = 7;

/** A flat grid whose inner vertices are moved at random, with all diagonals in one direction. */
function unevenSheet(seed: number): Bindable {
  const random = createRandom(seed);
  const inner = (n: number) => n > 0 && n < SIDE - 1;
  const positions = Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const off = () => (inner(x) && inner(y) ? 0.6 * (random.next() - 0.5) : 0);
    return [x + off(), y + off(), 0];
  });
  const triangles = Array.from({ length: (SIDE - 1) ** 2 }, (_, q) => {
    const at = Math.floor(q / (SIDE - 1)) * SIDE + (q % (SIDE - 1));
    return [at, at + 1, at + SIDE + 1, at, at + SIDE + 1, at + SIDE];
  });
  return surface(positions.flat(), triangles.flat());
}

/** The largest Laplacian of a coordinate at the given vertices. */
function ofCoordinates(mesh: Bindable, shares: ArrayLike<number>, vertices: readonly number[]): number {
  const { offsets, neighbours } = ringWeights(mesh);
  let most = 0;
  for (const i of vertices) {
    for (let c = 0; c < 3; c++) {
      let off = -mesh.positions[3 * i + c];
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        off += shares[e] * mesh.positions[3 * neighbours[e] + c];
      }
      most = Math.max(most, Math.abs(off));
    }
  }
  return most;
}

describe("shares of a Laplacian", () => {
  it.each([1, 2, 3])("make linear functions harmonic on an uneven flat sheet, seed %d", (seed) => {
    const mesh = unevenSheet(seed);
    const inner = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter((i) =>
      [i % SIDE, Math.floor(i / SIDE)].every((n) => n > 0 && n < SIDE - 1),
    );
    const ring = ringWeights(mesh);
    expect(ofCoordinates(mesh, laplacianShares(mesh, ring), inner)).toBeLessThan(1e-6);
    expect(ofCoordinates(mesh, ring.shares, inner)).toBeGreaterThan(0.01);
  });

  it("make linear functions harmonic inside a solid", () => {
    const box = tetBox(4, 4, 4, 1);
    const random = createRandom(4);
    const inner: number[] = [];
    const positions = Array.from(box.positions);
    for (let i = 0; 3 * i < positions.length; i++) {
      if (![0, 1, 2].every((c) => positions[3 * i + c] > 0 && positions[3 * i + c] < 4)) continue;
      inner.push(i);
      for (let c = 0; c < 3; c++) positions[3 * i + c] += 0.2 * (random.next() - 0.5);
    }
    const mesh = { ...box, positions: Float32Array.from(positions) };
    expect(inner.length).toBeGreaterThan(10);
    expect(ofCoordinates(mesh, laplacianShares(mesh, ringWeights(mesh)), inner)).toBeLessThan(1e-5);
  });

  it("sum to 1, and links keep their shares", () => {
    const mesh = { ...unevenSheet(5), wires: Uint32Array.of(0, 24) };
    const ring = ringWeights(mesh);
    const shares = laplacianShares(mesh, ring);
    for (let i = 0; i + 1 < ring.offsets.length; i++) {
      const own = shares.subarray(ring.offsets[i], ring.offsets[i + 1]);
      expect(own.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 9);
    }
    for (const [i, k] of [
      [0, 24],
      [24, 0],
    ]) {
      const e = ring.neighbours.indexOf(k, ring.offsets[i]);
      expect(shares[e]).toBe(ring.shares[e]);
    }
  });
});
