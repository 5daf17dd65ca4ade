import { Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { displayNormals } from "../../../workers/geometry/display-normals";
import { vertexFans } from "../../../workers/geometry/vertex-fans";
import { displayGeometry, splitByMaterial } from "./display-mesh";
import { polygonEdges } from "./edges";
import { outlineToFrame, type ScenePlacement, scenePlacementOf, upright } from "./placement";
import { cube } from "./testing/mesh";

describe("polygonEdges", () => {
  it("has each of a cube's twelve edges once, without the diagonals of its triangles", () => {
    const edges = polygonEdges(cube());
    expect(edges.length).toBe(24);
    for (let e = 0; e < edges.length; e += 2) {
      const differing = edges[e] ^ edges[e + 1];
      expect([1, 2, 4]).toContain(differing);
    }
  });
});

describe("vertexFans", () => {
  it("lists every triangle at each of its corners, with its winding", () => {
    const mesh = cube();
    const corners = mesh.triangles.map((d) => mesh.solverIndex[d]);
    const { offsets, pairs } = vertexFans({ vertexCount: 8, triangles: corners });
    expect(offsets[8]).toBe(mesh.triangles.length);
    const seen = new Map<string, number>();
    for (let i = 0; i < 8; i++) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const [a, b, c] = [i, pairs[2 * e], pairs[2 * e + 1]];
        const least = Math.min(a, b, c);
        const turned = least === a ? [a, b, c] : least === b ? [b, c, a] : [c, a, b];
        seen.set(turned.join(), (seen.get(turned.join()) ?? 0) + 1);
      }
    }
    expect(seen.size).toBe(12);
    for (const count of seen.values()) expect(count).toBe(3);
  });
});

describe("displayNormals", () => {
  it("points away from a cube's centre", () => {
    const mesh = cube();
    const normals = displayNormals(mesh);
    for (let d = 0; d < mesh.solverIndex.length; d++) {
      const out = new Vector3()
        .fromArray(mesh.rest, 3 * mesh.solverIndex[d])
        .subScalar(0.5)
        .normalize();
      const n = new Vector3().fromArray(normals, 3 * d);
      expect(n.length()).toBeCloseTo(1, 6);
      expect(n.dot(out)).toBeGreaterThan(0.8);
    }
  });
});

describe("splitByMaterial", () => {
  it("copies only vertices that two materials share", () => {
    const mesh = cube();
    // The cube with welded display vertices: the last face shares all its corners.
    const welded = {
      ...mesh,
      solverIndex: Uint32Array.from({ length: 8 }, (_, i) => i),
      triangles: mesh.triangles.map((d) => mesh.solverIndex[d]),
    };
    const { origin, triangles, material } = splitByMaterial(welded);
    expect(origin.length).toBe(12);
    expect([...triangles].map((d) => origin[d])).toEqual([...welded.triangles]);
    for (let c = 0; c < triangles.length; c++) expect(material[triangles[c]]).toBe(c < 30 ? 0 : 1);
    expect(splitByMaterial(mesh).origin.length).toBe(24);
  });

  it("draws each corner at its solver vertex", () => {
    const mesh = cube();
    const geometry = displayGeometry(mesh);
    const solver = geometry.getAttribute("solverIndex");
    const index = geometry.getIndex()!;
    for (let c = 0; c < index.count; c++) {
      expect(solver.getX(index.getX(c))).toBe(mesh.solverIndex[mesh.triangles[c]]);
    }
  });
});

describe("placement", () => {
  it("turns the up axis upwards and keeps handedness", () => {
    for (const [axis, up] of [
      ["x", new Vector3(1, 0, 0)],
      ["y", new Vector3(0, 1, 0)],
      ["z", new Vector3(0, 0, 1)],
    ] as const) {
      const world = upright(axis);
      expect(up.clone().applyMatrix4(world).y).toBeCloseTo(1, 12);
      expect(world.determinant()).toBeCloseTo(1, 12);
    }
  });

  it("grounds a floating mesh at its lowest point, and one that touches the world's floor there", () => {
    expect(scenePlacementOf(cube()).ground).toBe(0);
    expect(scenePlacementOf({ ...cube(), origin: [0, 10, 0] }).ground).toBe(0);
    const lifted = cube();
    for (let i = 1; i < 24; i += 3) lifted.rest[i] += 5;
    expect(scenePlacementOf({ ...lifted, frames: lifted.rest }).ground).toBe(5);
  });

  it("frames a compact motion as a whole and a wide one pose by pose", () => {
    const mesh = cube();
    const near = scenePlacementOf({ ...mesh, frameCount: 2, frames: two(mesh.rest, 0.2) });
    const far = scenePlacementOf({ ...mesh, frameCount: 2, frames: two(mesh.rest, 20) });
    const right = (placement: ScenePlacement) =>
      Math.max(...outlineToFrame(placement, mesh.rest).map((point) => point.x));
    expect(right(near)).toBeCloseTo(1.2, 5);
    expect(right(far)).toBeCloseTo(1, 5);
  });
});

/** The positions, and the positions moved along x. */
function two(rest: Float32Array, by: number): Float32Array {
  return Float32Array.from([...rest, ...rest.map((x, c) => (c % 3 === 0 ? x + by : x))]);
}
