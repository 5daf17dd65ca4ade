import { describe, expect, it } from "vitest";
import { poseMatrices, restPose } from "../../../../../workers/model/rig/pose";
import { DEFAULT_LIMITS, type Point, type Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import { NO_WEIGHT_EDITS } from "../../../../../workers/model/weights/weight-edits";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { exemplarOrigin, segmentPose, withExemplar, withoutExemplar } from "./exemplars";

describe("exemplars", () => {
  it("keep their identity when others are removed", () => {
    const settings = { exemplars: 4 };
    let edits = withoutExemplar(NO_WEIGHT_EDITS, exemplarOrigin(settings, NO_WEIGHT_EDITS, 1));
    expect(edits.droppedExemplars).toEqual([1]);
    expect(exemplarOrigin(settings, edits, 1)).toEqual({ random: 2 });
    const { rig } = bendingBar({ bones: 2, frames: 1 });
    edits = withExemplar(edits, { name: "Mine", pose: restPose(rig.bones) });
    expect(exemplarOrigin(settings, edits, 3)).toEqual({ added: 0 });
    expect(withoutExemplar(edits, { added: 0 }).addedExemplars).toEqual([]);
    const none = { ...NO_WEIGHT_EDITS, droppedExemplars: [0, 1, 2, 3] };
    expect(exemplarOrigin(settings, none, 0)).toEqual({ random: 0 });
  });

  it("copy a pose of the rig; virtual segments move with their parents", () => {
    const { rig } = bendingBar({ bones: 2, frames: 1 });
    const [a, b] = rig.bones.map(({ head }): Point => [...head]);
    const segment = (name: string, parent: number, kind: "rigid" | "virtual", head: Point) => ({
      ...{ name, parent, kind, head, tail: [head[0] + 1, head[1], head[2]] as Point },
      limits: { ...DEFAULT_LIMITS },
    });
    const skeleton: Skeleton = {
      version: 1,
      segments: [
        segment("a", -1, "rigid", a),
        segment("between", 0, "virtual", b),
        segment("b", 1, "rigid", b),
      ],
    };
    const bones = rig.bones.map((bone, j) => ({ ...bone, parent: j - 1 }));
    const pose = restPose(bones, "Bent");
    pose.rotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], 0);
    pose.rotations.set([Math.sin(0.2), 0, 0, Math.cos(0.2)], 4);
    const taken = segmentPose(skeleton, { ...rig, bones }, [0, 2], pose);
    const [own, theirs] = [poseMatrices(bones, pose), poseMatrices(skeleton.segments, taken)];
    const same = (j: number, n: number) => {
      for (let at = 0; at < 12; at++) expect(theirs[12 * n + at]).toBeCloseTo(own[12 * j + at], 5);
    };
    same(0, 0);
    same(0, 1);
    same(1, 2);
  });
});
