import { beforeEach, describe, expect, it } from "vitest";
import type { Point, Skeleton } from "../../../workers/model/skeleton/skeleton";
import { addRoot, EMPTY_SKELETON, extrude } from "../../../workers/model/skeleton/skeleton-edit";
import { deleteSegments } from "../../../workers/model/skeleton/skeleton-order";
import { NO_WEIGHT_EDITS } from "../../../workers/model/weights/weight-edits";
import { History } from "../../document/history/history";
import {
  editSkeleton,
  pickNow,
  pickSegment,
  replaceSkeleton,
  runEdit,
  skeletonNow,
} from "../../document/skeleton/skeleton-commands";
import { createStores, type Stores } from "../../document/stores";
import { addSegment, dragJoint, dragSegment, drawRoot } from "./skeleton-drawing";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const ALONE = { plane: null, diagonal: 10 };
const BOTH = { plane: 1, diagonal: 10 };

/** A trunk in the plane x = 1, with an arm drawn on both sides. */
function drawn(): Skeleton {
  const trunk = drawRoot(EMPTY_SKELETON, [1, 0, 0], [1.05, 2, 0], BOTH).edit.skeleton;
  const arm = addSegment(trunk, { segment: 0, end: "tail" }, [3, 2, 0], BOTH);
  return addSegment(arm.edit.skeleton, { segment: arm.made, end: "tail" }, [4, 1, 0], BOTH).edit.skeleton;
}

const at = ({ segments }: Skeleton, name: string) => segments.findIndex((each) => each.name === name);
const tailOf = (skeleton: Skeleton, name: string) => skeleton.segments[at(skeleton, name)].tail;

describe("drawing on both sides", () => {
  it("mirrors points away from the plane, and snaps near points onto it", () => {
    const made = drawn();
    expect(made.segments.map(({ name }) => name)).toEqual([
      "bone_01",
      "bone_02.L",
      "bone_02.R",
      "bone_03.L",
      "bone_03.R",
    ]);
    expect(made.segments[0].tail).toEqual([1, 2, 0]);
    expect(tailOf(made, "bone_02.R")).toEqual([-1, 2, 0]);
    expect(tailOf(made, "bone_03.R")).toEqual([-2, 1, 0]);
    expect(made.segments[at(made, "bone_03.R")].parent).toBe(at(made, "bone_02.R"));
  });

  it("moves both sides; a central joint moves once", () => {
    const made = drawn();
    const elbow = { segment: at(made, "bone_02.L"), end: "tail" as const };
    const bent = dragJoint(made, elbow, [3, 2.5, 0.5], BOTH, false)!.skeleton;
    expect(tailOf(bent, "bone_02.R")).toEqual([-1, 2.5, 0.5]);
    expect(bent.segments[at(bent, "bone_03.R")].head).toEqual([-1, 2.5, 0.5]);
    const neck = dragJoint(made, { segment: 0, end: "tail" }, [1.02, 2.2, 0], BOTH, false)!.skeleton;
    expect(neck.segments.slice(0, 3).map((each) => (each.parent < 0 ? each.tail : each.head))).toEqual([
      [1, 2.2, 0],
      [1, 2.2, 0],
      [1, 2.2, 0],
    ]);
    const moved = dragSegment(made, at(made, "bone_03.L"), [0.5, 0, 1], BOTH)!.skeleton;
    expect(tailOf(moved, "bone_03.R")).toEqual([-2.5, 1, 1]);
  });

  it("keeps points on the mirror plane at any distance of a pull; without both sides they move freely", () => {
    const made = drawn();
    const neck = { segment: 0, end: "tail" as const };
    expect(dragJoint(made, neck, [1.9, 2.2, 0.5], BOTH, false)!.skeleton.segments[0].tail).toEqual([
      1, 2.2, 0.5,
    ]);
    expect(dragJoint(made, neck, [1.9, 2.2, 0.5], ALONE, false)!.skeleton.segments[0].tail[0]).toBe(1.9);
    const trunk = dragSegment(made, 0, [0.7, 0, 0.2], BOTH)!.skeleton.segments[0];
    expect([trunk.head, trunk.tail]).toEqual([
      [1, 0, 0.2],
      [1, 2, 0.2],
    ]);
  });

  it("pulls one end off the mirror plane on both sides", () => {
    const made = drawn();
    const shoulder = { segment: at(made, "bone_02.L"), end: "head" as const };
    const apart = dragJoint(made, shoulder, [1.5, 2, 0], BOTH, true)!.skeleton;
    expect(apart.segments[at(apart, "bone_02.L")].head).toEqual([1.5, 2, 0]);
    expect(apart.segments[at(apart, "bone_02.R")].head).toEqual([0.5, 2, 0]);
    expect(apart.segments[0].tail).toEqual([1, 2, 0]);
  });
});

describe("drags", () => {
  it("pull a single end away from its joint on request", () => {
    const made = drawn();
    const apart = dragJoint(made, { segment: 1, end: "head" }, [2, 3, 0], ALONE, true)!.skeleton;
    expect(apart.segments[1].head).toEqual([2, 3, 0]);
    expect(apart.segments[0].tail).toEqual([1, 2, 0]);
  });

  it("leave no segment without length", () => {
    const made = drawn();
    expect(dragJoint(made, { segment: 0, end: "tail" }, [1, 0, 0], ALONE, false)).toBeNull();
  });
});

describe("commands", () => {
  const chain = (): Skeleton => {
    let made = addRoot(EMPTY_SKELETON, [0, 0, 0], [0, 1, 0]).skeleton;
    for (const y of [2, 3])
      made = extrude(made, { segment: y - 2, end: "tail" }, [0, y, 0] as Point).skeleton;
    return made;
  };
  beforeEach(() => {
    stores.document.setState({
      skeleton: chain(),
      liveSkeleton: null,
      weightEdits: {
        ...NO_WEIGHT_EDITS,
        holds: {
          vertices: Uint32Array.of(7, 8),
          bones: Uint16Array.of(1, 2),
          values: Float32Array.of(1, 0.5),
        },
      },
    });
  });

  it("are one step each, including the painted edits, and are undone as one", () => {
    const history = new History();
    const before = stores.document.getState();
    history.run(editSkeleton(stores, "Delete bone_02", "trash", deleteSegments(skeletonNow(stores), [1])));
    expect(stores.document.getState().skeleton?.segments).toHaveLength(2);
    expect([...stores.document.getState().weightEdits.holds.bones]).toEqual([1]);
    expect([...stores.document.getState().weightEdits.holds.vertices]).toEqual([8]);
    history.undo();
    expect(stores.document.getState().skeleton).toBe(before.skeleton);
    expect(stores.document.getState().weightEdits).toBe(before.weightEdits);
    history.redo();
    expect(stores.document.getState().skeleton?.segments).toHaveLength(2);
  });

  it("keep the selection on its segment, and clear it if that segment is deleted", () => {
    const history = new History();
    pickSegment(stores, { segment: 2, end: "tail" });
    runEdit(stores, (c) => history.run(c), "Delete", "trash", deleteSegments(skeletonNow(stores), [1]));
    expect(pickNow(stores)).toEqual({ segment: 1, end: "tail" });
    runEdit(stores, (c) => history.run(c), "Delete", "trash", deleteSegments(skeletonNow(stores), [1]));
    expect(pickNow(stores)).toBeNull();
    pickSegment(stores, { segment: 5, end: null });
    expect(pickNow(stores)).toBeNull();
  });

  it("restore the previous selection on undo", () => {
    const history = new History();
    const tip = { segment: 2, end: "tail" as const };
    pickSegment(stores, tip);
    const drawn = addSegment(skeletonNow(stores), tip, [0, 4, 0], ALONE);
    const next = { segment: drawn.made, end: "tail" as const };
    runEdit(stores, (c) => history.run(c), "Draw", "bone", drawn.edit, next);
    expect(pickNow(stores)).toEqual(next);
    history.undo();
    expect(pickNow(stores)).toEqual(tip);
    history.redo();
    expect(pickNow(stores)).toEqual(next);
  });

  it("clear the painted edits when the skeleton is replaced", () => {
    const history = new History();
    history.run(replaceSkeleton(stores, "Clear", "trash", null));
    expect(stores.document.getState().skeleton).toBeNull();
    expect(stores.document.getState().weightEdits.holds.bones).toHaveLength(0);
    history.undo();
    expect(stores.document.getState().weightEdits.holds.bones).toHaveLength(2);
  });
});
