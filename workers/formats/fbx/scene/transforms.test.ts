/** Compares the places of nodes with the formulas of the FBX SDK, written with three's matrices. */
import fc from "fast-check";
import { Matrix4, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { property } from "../testing/fixtures";
import { readScene } from "../testing/read-scene";
import { type NodeSketch, sceneRecords } from "../testing/scenes";

const ORDERS = ["XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"];

const moveBy = ([x, y, z]: number[]) => new Matrix4().makeTranslation(x, y, z);
const scaleBy = ([x, y, z]: number[]) => new Matrix4().makeScale(x, y, z);
const product = (...all: Matrix4[]) => all.reduce((a, b) => a.clone().multiply(b), new Matrix4());

/** A rotation in which the turn about the first axis of the order is applied first. */
function turnBy(degrees: number[], order: string): Matrix4 {
  const turns = [...order].map((axis) => {
    const at = "XYZ".indexOf(axis);
    const direction = new Vector3().setComponent(at, 1);
    return new Matrix4().makeRotationAxis(direction, (degrees[at] * Math.PI) / 180);
  });
  return product(...turns.reverse());
}

type Sketch = Required<Pick<NodeSketch, "properties">>["properties"];

const rotationOf = (p: Sketch) =>
  product(
    turnBy(p.PreRotation, "XYZ"),
    turnBy(p["Lcl Rotation"], ORDERS[p.RotationOrder[0]]),
    turnBy(p.PostRotation, "XYZ").invert(),
  );

/** T Roff Rp Rpre R Rpost⁻¹ Rp⁻¹ Soff Sp S Sp⁻¹. */
const localOf = (p: Sketch) =>
  product(
    moveBy(p["Lcl Translation"]),
    moveBy(p.RotationOffset),
    moveBy(p.RotationPivot),
    rotationOf(p),
    moveBy(p.RotationPivot).invert(),
    moveBy(p.ScalingOffset),
    moveBy(p.ScalingPivot),
    scaleBy(p["Lcl Scaling"]),
    moveBy(p.ScalingPivot).invert(),
  );

interface Placed {
  world: Matrix4;
  rotation: Matrix4;
}

function placed(p: Sketch, parent: Placed | null, above: Sketch | null): Placed {
  const local = localOf(p);
  const [r, s] = [rotationOf(p), scaleBy(p["Lcl Scaling"])];
  if (!parent || !above) return { world: local, rotation: r };
  const linear = parent.world.clone().setPosition(0, 0, 0);
  const S = product(parent.rotation.clone().invert(), linear);
  const R = parent.rotation;
  const rule = p.InheritType[0];
  const noLocal = product(S, scaleBy(above["Lcl Scaling"]).invert());
  const turned = [product(R, r, S, s), product(R, S, r, s), product(R, r, noLocal, s)][rule];
  const place = new Vector3().setFromMatrixPosition(local).applyMatrix4(parent.world);
  return { world: turned.setPosition(place), rotation: product(R, r) };
}

const vector = (most: number) =>
  fc.array(fc.double({ min: -most, max: most, noNaN: true }), { minLength: 3, maxLength: 3 });
const scale = fc.array(fc.double({ min: 0.3, max: 3, noNaN: true }), { minLength: 3, maxLength: 3 });
const node = fc.record({
  "Lcl Translation": vector(10),
  "Lcl Rotation": vector(400),
  "Lcl Scaling": scale,
  RotationOffset: vector(3),
  RotationPivot: vector(3),
  ScalingOffset: vector(3),
  ScalingPivot: vector(3),
  PreRotation: vector(180),
  PostRotation: vector(180),
  RotationOrder: fc.integer({ min: 0, max: 5 }).map((order) => [order]),
  InheritType: fc.integer({ min: 0, max: 2 }).map((rule) => [rule]),
  RotationActive: fc.constant<number[]>([1]),
});

/** Compares a row-major 3x4 with three's column-major 4x4. */
function expectSame(world: Float64Array, at: number, wanted: Matrix4): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) expect(world[at + 4 * r + c]).toBeCloseTo(wanted.elements[4 * c + r], 8);
  }
}

describe("nodes of an FBX", () => {
  it("have the places of the SDK's formulas, for every rule of inheritance and every order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 4 }), async (all) => {
        const nodes = all.map((properties, n) => ({ name: `n${n}`, parent: n - 1, properties }));
        const { evaluator } = await readScene(sceneRecords({ nodes }));
        let above: Placed | null = null;
        all.forEach((properties, n) => {
          above = placed(properties, above, all[n - 1] ?? null);
          expectSame(evaluator.world, 12 * n, above.world);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("turn in the order XYZ without pre- and post-rotation if their rotation is not active", async () => {
    const properties = { ...fc.sample(node, { numRuns: 1, seed: 3 })[0], RotationActive: [0] };
    const { evaluator } = await readScene(sceneRecords({ nodes: [{ name: "a", parent: -1, properties }] }));
    const plain = { ...properties, RotationOrder: [0], PreRotation: [0, 0, 0], PostRotation: [0, 0, 0] };
    expectSame(evaluator.world, 0, localOf(plain));
  });

  it("have the limits of their rotation if these are active", async () => {
    const limits = {
      RotationMin: [-10, 0, 5],
      RotationMax: [20, 30, 40],
      RotationMinX: [1],
      RotationMaxZ: [1],
      "Lcl Rotation": [5, 0, -10],
    };
    const nodes: NodeSketch[] = [
      { name: "a", parent: -1, kind: "LimbNode", properties: { ...limits, RotationActive: [1] } },
      { name: "b", parent: 0, kind: "LimbNode", properties: limits },
    ];
    const { scene } = await readScene(sceneRecords({ nodes }));
    expect(scene.nodes.map((each) => each.limits)).toEqual([
      { least: [-15, null, null], most: [null, null, 50] },
      null,
    ]);
  });
});

describe("coordinates of an FBX", () => {
  const axes = (up: number[], front: number[], right: number[]) =>
    [
      [["Up", up] as const, ["Front", front] as const, ["Coord", right] as const].flatMap(
        ([name, [axis, sign]]) => [
          property(`${name}Axis`, "int", axis),
          property(`${name}AxisSign`, "int", sign),
        ],
      ),
    ].flat();
  const place = async (settings: ReturnType<typeof axes>) => {
    const nodes: NodeSketch[] = [
      { name: "a", parent: -1, properties: { "Lcl Translation": [1, 2, 3], "Lcl Rotation": [0, 0, 90] } },
      { name: "b", parent: 0, properties: { "Lcl Translation": [1, 0, 0], InheritType: [0] } },
    ];
    const { format, evaluator } = await readScene(sceneRecords({ nodes, settings }));
    const at = (n: number) => [3, 7, 11].map((e) => Math.round(1e6 * evaluator.world[12 * n + e]) / 1e6);
    return { up: format.upAxis, a: at(0), b: at(1) };
  };

  it("do not change if they are right-handed, with x, y or z up", async () => {
    const same = { a: [1, 2, 3], b: [1, 3, 3] };
    expect(await place(axes([1, 1], [2, 1], [0, 1]))).toEqual({ up: "y", ...same });
    expect(await place(axes([2, 1], [1, -1], [0, 1]))).toEqual({ up: "z", ...same });
    expect(await place(axes([0, 1], [2, 1], [1, -1]))).toEqual({ up: "x", ...same });
    expect(await place([property("UpAxis", "int", 2)])).toEqual({ up: "z", ...same });
  });

  it("are mirrored if they are left-handed, and turned if up is down", async () => {
    expect(await place(axes([1, 1], [2, -1], [0, 1]))).toEqual({ up: "y", a: [1, 2, -3], b: [1, 3, -3] });
    expect(await place(axes([1, -1], [2, -1], [0, 1]))).toEqual({ up: "y", a: [1, -2, -3], b: [1, -3, -3] });
  });

  it("have the file's unit, or centimetres if that makes no sense", async () => {
    const unit = async (scale: number) =>
      (await readScene(sceneRecords({ nodes: [], settings: [property("UnitScaleFactor", "double", scale)] })))
        .format.metresPerUnit;
    expect(await unit(100)).toBe(1);
    expect(await unit(2.54)).toBeCloseTo(0.0254, 12);
    expect(await unit(-3)).toBe(0.01);
  });
});
