import { describe, expect, it } from "vitest";
import type { SolverClient } from "../../../../workers/client";
import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import { compressJob, virtualBonesToTry } from "./compress-job";

const sequence = (frameCount: number, vertexCount: number) =>
  ({ frameCount, vertexCount }) as unknown as MeshSequence;

const weights = {
  version: 1,
  offsets: Uint32Array.of(0, 2, 5),
  bones: Uint16Array.of(0, 1, 0, 1, 2),
  values: Float32Array.of(0.5, 0.5, 0.2, 0.3, 0.5),
} as const;
const rig = { bones: [{}, {}, {}], weights } as unknown as Rig;

describe("a compression in the table of methods", () => {
  it("tries numbers of virtual bones that save memory, for animated meshes", () => {
    expect(virtualBonesToTry(sequence(20, 1000), rig)).toEqual([6, 12, 24]);
    expect(virtualBonesToTry(sequence(20, 50), rig)).toEqual([6, 12]);
    expect(virtualBonesToTry(sequence(1, 1000), rig)).toEqual([]);
  });

  it("is measured like the other methods, and cancels its running job", async () => {
    const cancelled: string[] = [];
    const measured: Rig[] = [];
    const compressed = { ...rig, name: "compressed" } as unknown as Rig;
    const job = <T>(name: string, result: T) => ({
      result: Promise.resolve(result),
      cancel: () => void cancelled.push(name),
      onProgress: () => () => {},
    });
    const report = {
      bytes: 7,
      blendsPerVertex: 2.5,
      bonesPerVirtual: 12,
      virtualBones: 6,
      seconds: 1,
      notes: [],
    };
    const client = {
      compressRig: () => job("compress", { rig: compressed, report }),
      measureRig: ({ rig: of }: { rig: Rig }) => {
        measured.push(of);
        return job("measure", { eRms: measured.length, maxErrorPercent: 3, normalErrorDegrees: 4 });
      },
    } as unknown as SolverClient;
    const running = compressJob(client, { sequence: sequence(20, 100), rig }, 6, null);
    running.cancel();
    const outcome = await running.result;
    running.cancel();
    expect(cancelled).toEqual(["compress", "measure"]);
    expect(measured).toEqual([rig, compressed]);
    expect(outcome.report.dense).toMatchObject({ eRms: 1, bytes: 15, influences: 3, meanInfluences: 2.5 });
    expect(outcome.report).toMatchObject({ eRms: 2, bytes: 7, meanInfluences: 2.5, virtualBones: 6 });
  });
});
