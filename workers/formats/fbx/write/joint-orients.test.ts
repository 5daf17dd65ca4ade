import { expect, it } from "vitest";
import { withOwnAxes } from "../../../testing/rigs";
import { strictCloth } from "../../../testing/strict-rigs";
import { clothOf } from "../../gltf/testing/exported-rigs";
import { readDocument } from "../document/document";
import { childOf, numberOf } from "../document/node";
import { fbxOf } from "./testing/marked";

/** Whether the joints of a file have a pre-rotation, and the numbers of their orders. */
function jointsIn(bytes: Uint8Array) {
  const objects = readDocument(bytes).find(({ name }) => name === "Objects");
  const limbs = objects!.children.filter(({ name, values }) => name === "Model" && values[2] === "LimbNode");
  return limbs.map((limb) => {
    const properties = childOf(limb, "Properties70")!.children;
    const propertyOf = (key: string) => properties.find(({ values }) => values[0] === key)?.values[4];
    return {
      hasOrient: propertyOf("PreRotation") !== undefined,
      order: numberOf(propertyOf("RotationOrder"), 0),
    };
  });
}

it("gives a pre-rotation only to joints in the usual order, because Blender turns it in the joint's", async () => {
  const strict = strictCloth({ bones: 12, frames: 24, size: 6 });
  const affine = clothOf(6, 4, true, 5);
  const joints = [
    ...jointsIn(await fbxOf(strict.sequence, withOwnAxes(strict.rig, 3))),
    ...jointsIn(await fbxOf(affine.sequence, withOwnAxes(affine.rig, 5))),
  ];
  const withOrient = joints.filter(({ hasOrient }) => hasOrient);
  expect(withOrient.length).toBeGreaterThan(3);
  expect(withOrient.every(({ order }) => order === 0)).toBe(true);
  expect(joints.some(({ order }) => order !== 0)).toBe(true);
});
