import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Axes, mirroredAxes } from "../rig/axes";
import { branchOf } from "../tree-of-parents";
import { NO_WEIGHT_EDITS } from "../weights/weight-edits";
import { followSegments } from "./follow-segments";
import { freeName, nextName } from "./segment-names";
import type { Skeleton } from "./skeleton";
import {
  addRoot,
  connectSegment,
  dissolveSegment,
  EMPTY_SKELETON,
  extrude,
  renameSegment,
  setKind,
  setLimits,
  splitSegment,
} from "./skeleton-edit";
import { jointOf, lengthOf, moveJoint, moveSegment } from "./skeleton-joints";
import { mirrorSegments } from "./skeleton-mirror";
import { deleteBranch, deleteSegments, reparent, rootOfEach } from "./skeleton-order";

/** A trunk of two segments, with an arm of two at its end and a leg at its start, all at x ≥ 0. */
function creature(): Skeleton {
  let made = addRoot(EMPTY_SKELETON, [0, 0, 0], [0, 1, 0]).skeleton;
  made = extrude(made, { segment: 0, end: "tail" }, [0, 2, 0]).skeleton;
  made = extrude(made, { segment: 1, end: "tail" }, [1, 2, 0]).skeleton;
  made = renameSegment(made, 2, "arm.L").skeleton;
  made = extrude(made, { segment: 2, end: "tail" }, [2, 2, 0.5]).skeleton;
  made = extrude(made, { segment: 0, end: "head" }, [0.5, -1, 0]).skeleton;
  return made;
}

const names = ({ segments }: Skeleton) => segments.map(({ name }) => name);
const parents = ({ segments }: Skeleton) => segments.map(({ parent }) => parent);
const parentNames = ({ segments }: Skeleton) =>
  Object.fromEntries(segments.map(({ name, parent }) => [name, parent < 0 ? null : segments[parent].name]));

describe("drawing", () => {
  it("grows children from tails, siblings from heads, and limbs from a root's head", () => {
    const made = creature();
    expect(names(made)).toEqual(["bone_01", "bone_02", "arm.L", "bone_03.L", "bone_04"]);
    expect(parents(made)).toEqual([-1, 0, 1, 2, 0]);
    expect(made.segments[3].head).toEqual([1, 2, 0]);
    const sibling = extrude(made, { segment: 3, end: "head" }, [1, 3, 0]).skeleton.segments[5];
    expect([sibling.parent, sibling.head, sibling.name]).toEqual([2, [1, 2, 0], "bone_05.L"]);
  });

  it("begins more trees", () => {
    const made = addRoot(creature(), [5, 0, 0], [5, 1, 0]).skeleton;
    expect([...rootOfEach(made)]).toEqual([0, 0, 0, 0, 0, 5]);
    expect(made.segments[5].name).toBe("bone_05");
  });
});

describe("splitting and dissolving", () => {
  it("cuts into equal pieces, and gives children to the nearest", () => {
    let made = creature();
    made = extrude(made, { segment: 0, end: "tail" }, [0, 1, 1]).skeleton;
    made.segments[5].head = [0, 0.45, 0];
    const { skeleton, origin } = splitSegment(made, 0, 3);
    expect([...origin]).toEqual([0, -1, -1, 1, 2, 3, 4, 5]);
    expect(parents(skeleton)).toEqual([-1, 0, 1, 2, 3, 4, 0, 1]);
    expect(skeleton.segments.slice(0, 3).map(lengthOf)).toEqual([
      expect.closeTo(1 / 3),
      expect.closeTo(1 / 3),
      expect.closeTo(1 / 3),
    ]);
    expect(skeleton.segments[0].tail).toEqual(skeleton.segments[1].head);
    expect(skeleton.segments[2].tail).toEqual([0, 1, 0]);
    expect(names(skeleton).slice(0, 3)).toEqual(["bone_01", "bone_06", "bone_07"]);
  });

  it("dissolving the pieces restores the segment (seed 7)", () => {
    const made = creature();
    fc.assert(
      fc.property(fc.nat(4), fc.integer({ min: 2, max: 6 }), (at, count) => {
        let { skeleton } = splitSegment(made, at, count);
        for (let n = count - 1; n > 0; n--) skeleton = dissolveSegment(skeleton, at + n).skeleton;
        expect(skeleton.segments.map(({ name, tail }) => [name, tail])).toEqual(
          made.segments.map(({ name, tail }) => [name, tail]),
        );
        const [a, b] = [parentNames(skeleton), parentNames(made)];
        // A child at the middle was moved to a piece. It comes back when the piece is dissolved.
        expect(a).toEqual(b);
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  it("keeps a root, which has no parent to dissolve into", () => {
    const made = creature();
    expect(dissolveSegment(made, 0).skeleton).toEqual(made);
  });
});

describe("joints", () => {
  it("are the ends that meet in one component", () => {
    const made = creature();
    expect(jointOf(made, { segment: 0, end: "tail" })).toEqual([
      { segment: 0, end: "tail" },
      { segment: 1, end: "head" },
    ]);
    expect(jointOf(made, { segment: 4, end: "head" })).toHaveLength(2);
    const apart = reparent(made, 1, -1).skeleton;
    expect(jointOf(apart, { segment: 0, end: "tail" })).toEqual([{ segment: 0, end: "tail" }]);
  });

  it("of several roots at one place are one joint, and the trees of these roots are one tree", () => {
    // Legs that are roots and begin where the trunk begins, as in a file that only has edges.
    let hips = addRoot(creature(), [0, 0, 0], [1, -1, 0]).skeleton;
    hips = addRoot(hips, [1e-9, 0, 0], [-1, -1, 0]).skeleton;
    hips = addRoot(hips, [9, 0, 0], [9, 1, 0]).skeleton;
    expect([...rootOfEach(hips)]).toEqual([0, 0, 0, 0, 0, 0, 0, 7]);
    const moved = moveJoint(hips, { segment: 5, end: "head" }, [0, 0.3, 0]).skeleton;
    for (const j of [0, 4, 5, 6]) expect(moved.segments[j].head).toEqual([0, 0.3, 0]);
    // A root that ends where another begins is not its parent.
    const apart = addRoot(creature(), [0, -2, 0], [0, 0, 0]).skeleton;
    expect(jointOf(apart, { segment: 5, end: "tail" })).toHaveLength(1);
  });

  it("move with all ends that meet there, and segments move with both joints", () => {
    const moved = moveJoint(creature(), { segment: 1, end: "head" }, [9, 9, 9]).skeleton;
    expect([moved.segments[0].tail, moved.segments[1].head]).toEqual([
      [9, 9, 9],
      [9, 9, 9],
    ]);
    expect(moved.segments[0].head).toEqual([0, 0, 0]);
    const whole = moveSegment(creature(), 1, [1, 0, 0]).skeleton;
    expect(whole.segments[1].head).toEqual([1, 1, 0]);
    expect(whole.segments[0].tail).toEqual([1, 1, 0]);
    expect(whole.segments[2].head).toEqual([1, 2, 0]);
    expect(whole.segments[2].tail).toEqual([1, 2, 0]);
  });

  it("connect: a head moves to its parent's tail", () => {
    const made = creature();
    expect(connectSegment(made, 4).skeleton.segments[4].head).toEqual([0, 1, 0]);
    expect(connectSegment(made, 0).skeleton).toEqual(made);
  });
});

describe("order", () => {
  it("deletes segments and gives their children to their grandparents", () => {
    const { skeleton, origin } = deleteSegments(creature(), [1]);
    expect(parentNames(skeleton)).toEqual({
      bone_01: null,
      "arm.L": "bone_01",
      "bone_03.L": "arm.L",
      bone_04: "bone_01",
    });
    expect([...origin]).toEqual([0, 2, 3, 4]);
    expect(parents(deleteSegments(creature(), [0]).skeleton)).toEqual([-1, 0, 1, -1]);
  });

  it("deletes branches", () => {
    expect(branchOf(creature().segments, 1)).toEqual([1, 2, 3]);
    expect(names(deleteBranch(creature(), 1).skeleton)).toEqual(["bone_01", "bone_04"]);
  });

  it("puts parents first after a new parent is chosen, and refuses a descendant", () => {
    const { skeleton, origin } = reparent(creature(), 1, 4);
    expect([...origin]).toEqual([0, 4, 1, 2, 3]);
    expect(parentNames(skeleton)["bone_02"]).toBe("bone_04");
    expect(() => reparent(creature(), 1, 3)).toThrow(/below it/);
    expect(() => reparent(creature(), 1, 1)).toThrow(/below it/);
  });
});

describe("mirroring", () => {
  it("makes the other side with mirrored names, parents and twists", () => {
    const made = setLimits(creature(), 2, { twist: [-0.2, 0.5] }).skeleton;
    const { skeleton, origin } = mirrorSegments(made, branchOf(made.segments, 0), 0);
    expect(parentNames(skeleton)).toEqual({
      bone_01: null,
      bone_02: "bone_01",
      "arm.L": "bone_02",
      "arm.R": "bone_02",
      "bone_03.L": "arm.L",
      "bone_03.R": "arm.R",
      "bone_04.L": "bone_01",
      "bone_04.R": "bone_01",
    });
    const arm = skeleton.segments.find(({ name }) => name === "arm.R")!;
    expect([arm.head, arm.tail, arm.limits.twist]).toEqual([
      [0, 2, 0],
      [-1, 2, 0],
      [-0.5, 0.2],
    ]);
    expect(origin.filter((j) => j < 0)).toHaveLength(3);
  });

  it("mirrors hinges: the other side turns the other way about the mirrored axis", () => {
    const hinge = { axis: [0.6, 0, 0.8] as [number, number, number], range: [-0.2, 1.5] as [number, number] };
    const made = setLimits(creature(), 2, { hinge }).skeleton;
    const { skeleton } = mirrorSegments(made, branchOf(made.segments, 0), 0);
    const arm = skeleton.segments.find(({ name }) => name === "arm.R")!;
    expect(arm.limits.hinge).toEqual({ axis: [-0.6, 0, 0.8], range: [-1.5, 0.2] });
    expect(setLimits(skeleton, 0, { hinge: undefined }).skeleton.segments[0].limits.hinge).toBeUndefined();
  });

  it("mirrors the axes of joints, and cuts keep them", () => {
    const made = creature();
    const axes: Axes = [0.5, -0.5, 0.5, 0.5];
    const segments = made.segments.map((each, j) => (j === 2 ? { ...each, axes } : each));
    const { skeleton } = mirrorSegments({ ...made, segments }, [2], 0);
    const [left, right] = ["arm.L", "arm.R"].map((name) => skeleton.segments.find((s) => s.name === name)!);
    expect(left.axes).toEqual(axes);
    const image = mirroredAxes(axes, 0);
    expect(right.axes).toEqual(image);
    expect(mirroredAxes(image, 0)).toEqual(axes.map((x) => expect.closeTo(x, 12)));
    const { segments: pieces } = splitSegment({ ...made, segments }, 2, 3).skeleton;
    expect(pieces.slice(2, 5).map((piece) => piece.axes)).toEqual([axes, axes, axes]);
  });

  it("replaces an existing side, and is its own inverse", () => {
    const both = mirrorSegments(creature(), [2, 3], 0.25).skeleton;
    const at = (name: string) => both.segments.findIndex((each) => each.name === name);
    expect(both.segments[at("arm.R")].tail).toEqual([-0.5, 2, 0]);
    const bent = moveJoint(both, { segment: at("arm.R"), end: "tail" }, [-0.7, 2.2, 0]).skeleton;
    const back = mirrorSegments(bent, [at("arm.R")], 0.25);
    expect(back.skeleton.segments[at("arm.L")].tail).toEqual([1.2, 2.2, 0]);
    expect([...back.origin]).toEqual([...both.segments.keys()]);
    expect(mirrorSegments(back.skeleton, [at("arm.L")], 0.25).skeleton).toEqual(back.skeleton);
  });
});

describe("names, kinds and limits", () => {
  it("keeps names unique", () => {
    expect(nextName("arm.L", ["arm.L", "arm_02.L", "arm_03.R"])).toBe("arm_04.L");
    expect(freeName("arm", ["arms"])).toBe("arm");
    expect(renameSegment(creature(), 4, "arm.L").skeleton.segments[4].name).toBe("arm_02.L");
    expect(renameSegment(creature(), 4, "  ").skeleton.segments[4].name).not.toBe("");
    expect(renameSegment(creature(), 2, "arm.L").skeleton.segments[2].name).toBe("arm.L");
  });

  it("gives stretch limits to a bone that begins to stretch, and removes them when it no longer does", () => {
    const spine = setKind(creature(), 1, "spine").skeleton;
    expect(spine.segments[1].limits.stretch).toEqual([0.8, 1.25]);
    expect(setKind(spine, 1, "rigid").skeleton.segments[1].limits.stretch).toEqual([1, 1]);
    expect(setKind(spine, 1, "stretch-twist").skeleton.segments[1].limits.stretch).toEqual([0.8, 1.25]);
  });

  it("keeps limits in order and in their ranges", () => {
    const { limits } = setLimits(creature(), 1, { swing: 9, twist: [1, -1], stretch: [0, 99] }).skeleton
      .segments[1];
    expect(limits).toEqual({ swing: Math.PI, twist: [-1, 1], stretch: [0.1, 10] });
  });
});

describe("painted edits", () => {
  it("follow their segments", () => {
    const values = {
      vertices: Uint32Array.of(10, 11, 12),
      bones: Uint16Array.of(0, 1, 3),
      values: Float32Array.of(0.1, 0.2, 0.3),
    };
    const pose = {
      name: "p",
      rotations: Float32Array.from({ length: 20 }, (_, n) => n),
      translations: Float32Array.from({ length: 15 }, (_, n) => n),
    };
    const edits = {
      ...NO_WEIGHT_EDITS,
      holds: values,
      droppedExemplars: [3],
      addedExemplars: [{ name: "p", pose }],
    };
    const { skeleton, origin } = deleteSegments(creature(), [1]);
    const moved = followSegments(edits, origin, 5);
    expect([...moved.holds.vertices]).toEqual([10, 12]);
    expect([...moved.holds.bones]).toEqual([0, 2]);
    expect(moved.holds.values[1]).toBeCloseTo(0.3);
    expect(moved.addedExemplars[0].pose.rotations.length).toBe(4 * skeleton.segments.length);
    expect([...moved.addedExemplars[0].pose.rotations.subarray(8, 12)]).toEqual([12, 13, 14, 15]);
    expect(moved.droppedExemplars).toEqual([]);
    expect(followSegments(edits, Int32Array.of(0, 1, 2, 3, 4), 5)).toBe(edits);
  });
});
