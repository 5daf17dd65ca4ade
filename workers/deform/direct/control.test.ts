import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { connectedComponents } from "../../mesh/components";
import { uniformLaplacian } from "../../mesh/laplacian";
import { UNWATCHED } from "../../model/task";
import { turnAbout } from "../../testing/rigs";
import { plainFactors } from "../delta-mush/factors";
import { linkParts } from "../delta-mush/join-parts";
import { owners, rigidWeights } from "../rigid-bind";
import { rigidBar } from "../testing/meshes";
import { directEntries } from "./omega";
import { DIRECT_DEFAULTS, directMoments } from "./psi";
import { ddmV0 } from "./variants/ddm-v0";

describe("joinParts", () => {
  /** A bar, and the same bar 0.01 above it as a separate part. */
  function twoBars() {
    const bar = rigidBar(16, 2, 2);
    const count = bar.rest.length / 3;
    const rest = Float64Array.from([...bar.rest, ...bar.rest.map((x, n) => (n % 3 === 1 ? x + 0.01 : x))]);
    const triangles = [...bar.triangles, ...bar.triangles.map((i) => i + count)];
    const single = Array.from(owners(bar.weights));
    const laplacian = uniformLaplacian(2 * count, triangles);
    return { rest, triangles, count, laplacian, single, parts: connectedComponents(2 * count, triangles) };
  }

  it("joins near vertices of one bone and no others, and stays symmetric with zero row sums", async () => {
    const { rest, count, laplacian, single, parts } = twoBars();
    const reach = { reach: 0.02 };
    const joined = await linkParts(laplacian, rest, [...single, ...single], parts, reach, UNWATCHED);
    const others = [...single, ...single.map((j) => j + 2)];
    const apart = await linkParts(laplacian, rest, others, parts, reach, UNWATCHED);
    expect(apart).toBe(laplacian);
    let bridges = 0;
    for (let c = 0; c < joined.columns; c++) {
      let sum = 0;
      for (let e = joined.offsets[c]; e < joined.offsets[c + 1]; e++) {
        sum += joined.values[e];
        const r = joined.indices[e];
        if (Math.abs(r - c) === count) {
          expect(joined.values[e]).toBe(-1);
          bridges++;
        }
      }
      expect(sum).toBe(0);
    }
    expect(bridges).toBe(2 * count);
  });

  it("joins each vertex only to the nearest vertex of every other part within reach", async () => {
    const random = createRandom(4);
    const count = 400;
    const rest = Float64Array.from({ length: 3 * count }, () => random.normal() - 5);
    const owner = Array.from({ length: count }, () => random.integer(3));
    const label = Uint32Array.from({ length: count }, () => random.integer(4));
    const nothing = uniformLaplacian(count, []);
    for (const reach of [0.05, 0.3, 2, 50]) {
      const expected = new Set<string>();
      for (let i = 0; i < count; i++) {
        for (let part = 0; part < 4; part++) {
          let [nearest, least] = [-1, reach];
          for (let k = 0; k < count; k++) {
            if (label[i] === part || label[k] !== part || owner[k] !== owner[i]) continue;
            const distance = Math.hypot(...[0, 1, 2].map((c) => rest[3 * i + c] - rest[3 * k + c]));
            if (distance < least) [nearest, least] = [k, distance];
          }
          if (nearest >= 0) expected.add(`${Math.min(i, nearest)} ${Math.max(i, nearest)}`);
        }
      }
      const parts = { label, count: 4 };
      const { offsets, indices } = await linkParts(nothing, rest, owner, parts, { reach }, UNWATCHED);
      const found: string[] = [];
      for (let c = 0; c < count; c++) {
        for (let e = offsets[c]; e < offsets[c + 1]; e++)
          if (indices[e] < c) found.push(`${indices[e]} ${c}`);
      }
      expect(found.sort()).toEqual([...expected].sort());
    }
  });

  it("keeps parts together that would smooth differently on their own", async () => {
    const { rest, count, laplacian, single, parts } = twoBars();
    // The bones of the upper bar meet a little farther along than the bones of the lower bar.
    const owner = [...single, ...single.map((j, i) => (rest[3 * i] < 0.3 ? 0 : j))];
    const bend = [
      ...turnAbout([0, 0, 1], 0, [0, 0, 0], [0, 0, 0]),
      ...turnAbout([0, 0, 1], 1.2, [0, 0, 0], [0, 0, 0]),
    ];
    const gaps = [];
    const joined = await linkParts(laplacian, rest, owner, parts, { reach: 0.02 }, UNWATCHED);
    for (const matrix of [laplacian, joined]) {
      const mesh = { rest, laplacian: matrix };
      const moments = await directMoments(
        mesh,
        rigidWeights(owner),
        2,
        DIRECT_DEFAULTS,
        plainFactors,
        UNWATCHED,
      );
      const { positions } = ddmV0(directEntries(moments, 0)).pose(bend);
      let widest = 0;
      for (let i = 0; i < count; i++) {
        const k = 3 * (i + count);
        const [x, y, z] = [0, 1, 2].map((c) => positions[3 * i + c] - positions[k + c]);
        widest = Math.max(widest, Math.hypot(x, y, z));
      }
      gaps.push(widest);
    }
    expect(gaps[1]).toBeLessThan(0.6 * gaps[0]);
  });
});
