import { describe, expect, it } from "vitest";
import type { Job, SolverClient } from "../../../../workers/client";
import { targetOptions } from "../../../../workers/model/files/export/export-targets";
import type { Rig } from "../../../../workers/model/rig/rig";
import { bendingBar } from "../../../../workers/testing/sequences";
import { countsIn, firstCounts, levelsJob } from "./levels-job";

const { sequence, rig } = bendingBar({ bones: 8 });
const tree: Rig = { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: j - 1 })) };

describe("levels of detail for the export", () => {
  it("reads lists of bone counts", () => {
    expect(countsIn("20, 12")).toEqual([20, 12]);
    expect(countsIn(" 8;4  2 bones")).toEqual([8, 4, 2]);
    expect(countsIn("none")).toEqual([]);
  });

  it("starts with half and a quarter of the bones, if there are enough", () => {
    expect(firstCounts(tree)).toBe("4, 2");
    expect(firstCounts({ bones: tree.bones.slice(0, 2) })).toBe("1");
    const loose = rig.bones.map((bone) => ({ ...bone, parent: -1 }));
    expect(firstCounts({ bones: loose })).toBe("");
  });

  it("measures the file of each level, and cancels the running job", async () => {
    let cancelled = "";
    const job = <T>(name: string, result: Promise<T>) =>
      ({ result, onProgress: () => () => {}, cancel: () => (cancelled = name) }) as unknown as Job<T>;
    const report = { bones: 4, eRms: 2, rmsePercent: 1, maxErrorPercent: 3, merged: [] };
    const client: Pick<SolverClient, "skeletonLevels" | "exportFigures"> = {
      skeletonLevels: () => job("levels", Promise.resolve([{ rig: tree, report }])),
      exportFigures: () => job("figures", Promise.resolve({ bytes: 1234, eRms: 5 })),
    };
    const options = targetOptions("gltf", sequence, tree);
    const levels = levelsJob(client, sequence, tree, [4], options, () => {});
    levels.cancel();
    expect(cancelled).toBe("levels");
    expect(await levels.result).toEqual([{ rig: tree, report, bytes: 1234, eRms: 5 }]);
    levels.cancel();
    expect(cancelled).toBe("figures");
  });
});
