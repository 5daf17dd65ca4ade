import { describe, expect, it } from "vitest";
import { checkOutline } from "./check-outline";
import type { FbxOutline } from "./outline";

const outline = (parts: Partial<FbxOutline>): FbxOutline => ({
  objects: [],
  connections: [],
  curves: new Map(),
  faces: [],
  ...parts,
});
const check = (parts: Partial<FbxOutline>) => () => checkOutline(outline(parts), "a.fbx");
const fine = (parts: Partial<FbxOutline>) => expect(check(parts)).not.toThrow();
const refused = (parts: Partial<FbxOutline>, why: RegExp) => expect(check(parts)).toThrow(why);

/** A node with three curves of so many keys, used by so many models. */
function animated(name: string, keys: number[], uses: number): Partial<FbxOutline> {
  const objects = [
    { type: "AnimationCurveNode", id: 1, name, kind: "" },
    ...Array.from({ length: uses }, (_, n) => ({
      type: "Model",
      id: 10 + n,
      name: `m${n}`,
      kind: "LimbNode",
    })),
  ];
  const connections = [
    // Its layer, and the property that it drives.
    { child: 1, parent: 2, property: "" },
    ...Array.from({ length: uses }, (_, n) => ({ child: 1, parent: 10 + n, property: "Lcl Translation" })),
    ...keys.map((_, c) => ({ child: 100 + c, parent: 1, property: "d|X" })),
  ];
  const curves = new Map(keys.map((count, c) => [100 + c, { keys: count, turned: 0 }]));
  return { objects, connections, curves };
}

describe("checkOutline", () => {
  it("counts the steps of three's search in keys: half of their square per curve and use", () => {
    // Moved: 3 n² / 2 steps, and 4e9 are allowed.
    fine(animated("T", [51_000, 51_000, 51_000], 1));
    refused(animated("T", [52_000, 52_000, 52_000], 1), /too much animation/);
    fine(animated("T", [36_000, 36_000, 36_000], 2));
    refused(animated("T", [37_000, 37_000, 37_000], 2), /too much animation/);
    // Rotated, with the same keys on each axis: no search.
    fine(animated("R", [60_000, 60_000, 60_000], 1));
    // With different keys: (3 n + 1)² / 2.
    fine(animated("R", [29_000, 29_000, 29_001], 1));
    refused(animated("R", [30_000, 30_000, 30_001], 1), /too much animation/);
  });

  it("counts the steps of three's search for bones and for targets of curves", () => {
    const models = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ type: "Model", id: n, name: `m${n}`, kind: "Mesh" }));
    const others = (count: number, type: string, kind: string) =>
      Array.from({ length: count }, (_, n) => ({ type, id: 1e6 + n, name: "T", kind }));
    const bones = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ child: n, parent: 1e6 + (n % 63_000), property: "" }));
    const clusters = others(63_000, "Deformer", "Cluster");
    fine({ objects: [...models(63_400), ...clusters], connections: bones(63_400) });
    refused({ objects: [...models(63_600), ...clusters], connections: bones(63_600) }, /too much animation/);
    const nodes = others(50_000, "AnimationCurveNode", "");
    fine({ objects: [...models(80_000), ...nodes] });
    refused({ objects: [...models(80_001), ...nodes] }, /too much animation/);
  }, 30_000);

  it("refuses chains that are too deep, and rings", () => {
    const chain = (length: number) => ({
      objects: Array.from({ length }, (_, id) => ({ type: "Model", id, name: `m${id}`, kind: "LimbNode" })),
      connections: Array.from({ length: length - 1 }, (_, n) => ({ child: n + 1, parent: n, property: "" })),
    });
    fine(chain(2000));
    refused(chain(2001), /nest too deep/);
    const ring = chain(3);
    ring.connections.push({ child: 0, parent: 2, property: "" });
    refused(ring, /"m\d" is its own ancestor/);
  });

  it("refuses more than three's lists can hold", () => {
    fine({ faces: [{ corners: 1e7, largest: 20_000 }] });
    refused({ faces: [{ corners: 20_001, largest: 20_001 }] }, /polygon that is too large/);
    refused({ faces: [{ corners: 1e7 + 1, largest: 4 }] }, /mesh that is too large/);
  });

  it("refuses endless rotations, but not long distances", () => {
    const turned = (name: string, degrees: number) => {
      const parts = animated(name, [2], 1);
      parts.curves!.set(100, { keys: 2, turned: degrees });
      return parts;
    };
    fine(turned("R", 180e6));
    refused(turned("R", 180e6 + 360), /500001 whole turns/);
    refused(turned("R", Infinity), /endless turns/);
    fine(turned("T", 1e12));
    // A curve with an unknown target counts.
    refused({ curves: new Map([[5, { keys: 2, turned: 1e9 }]]) }, /whole turns/);
  });

  it("refuses a skin with more bones than 16 bits can count", () => {
    const skin = (bones: number) => ({
      objects: [{ type: "Deformer", id: 1, name: "s", kind: "Skin" }],
      connections: Array.from({ length: bones }, (_, n) => ({ child: 10 + n, parent: 1, property: "" })),
    });
    fine(skin(65_535));
    refused(skin(65_536), /too many bones/);
  });
});
