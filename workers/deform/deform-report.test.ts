import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { DEFORM_DEFAULTS } from "../model/deform";
import type { DeformInput } from "../model/reports/deform-report";
import { UNWATCHED } from "../model/task";
import { deformWithReport } from "./deform-report";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));

/** A tetrahedron of volume 1/6 that one bone scales and moves. */
function inputOf(scales: number[], more: Partial<DeformInput> = {}): DeformInput {
  const rest = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const weights = {
    version: 1 as const,
    offsets: Uint32Array.of(0, 1, 2, 3, 4),
    bones: new Uint16Array(4),
    values: new Float32Array(4).fill(1),
  };
  return {
    source: {
      rest,
      triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
      bones: [{ name: "a", parent: -1, head: [0, 0, 0] }],
      weights,
    },
    motion: Float32Array.from(scales.flatMap((s, k) => [s, 0, 0, k, 0, s, 0, 0, 0, 0, s, 0])),
    kind: "lbs",
    settings: DEFORM_DEFAULTS,
    reference: null,
    correction: null,
    ...more,
  } as unknown as DeformInput;
}

describe("a report on a deformer", () => {
  it("shows each frame, and how the volume changes in it", async () => {
    const frames: number[][] = [];
    const report = await deformWithReport(inputOf([1, 2, 0.5]), serial, UNWATCHED, ({ frame, positions }) => {
      frames.push([frame, ...positions]);
    });
    expect(frames).toEqual([
      [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
      [1, 1, 0, 0, 3, 0, 0, 1, 2, 0, 1, 0, 2],
      [2, 2, 0, 0, 2.5, 0, 0, 2, 0.5, 0, 2, 0, 0.5],
    ]);
    expect(report).toMatchObject({ deformer: "lbs", vertices: 4, frames: 3, bones: 1, reference: null });
    expect([report.maxDifferencePercent, report.rmsDifferencePercent]).toEqual([null, null]);
    const volumes = report.volumeChangePercent!;
    expect(volumes).toHaveLength(3);
    [0, 700, -87.5].forEach((percent, k) => {
      expect(volumes[k]).toBeCloseTo(percent, 4);
    });
  });

  it("has no volume for an open surface", async () => {
    const input = inputOf([1]);
    input.source.triangles = input.source.triangles.slice(3);
    const report = await deformWithReport(input, serial, UNWATCHED, () => {});
    expect(report.volumeChangePercent).toBeNull();
  });

  it("compares with another deformer in every frame, relative to the rest pose's diagonal", async () => {
    const same = await deformWithReport(inputOf([1, 1], { reference: "lbs" }), serial, UNWATCHED, () => {});
    expect([same.maxDifferencePercent, same.rmsDifferencePercent]).toEqual([0, 0]);
    expect(same.reference).toBe("lbs");
    // Two bones share vertex 2 evenly. If one turns by 90° about x, blending takes the vertex from (0, 1, 0) to (0, ½,
    // ½), and dual quaternions take it to (0, √½, √½).
    const input = inputOf([1, 1], { reference: "dqs" });
    const { source } = input;
    source.bones = [...source.bones, { name: "b", parent: 0, head: [0, 0, 0] }];
    source.weights = {
      version: 1,
      offsets: Uint32Array.of(0, 1, 2, 4, 5),
      bones: Uint16Array.of(0, 0, 0, 1, 0),
      values: Float32Array.of(1, 1, 0.5, 0.5, 1),
    };
    const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    const turned = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];
    input.motion = Float32Array.from([still, still, still, turned, still, still].flat());
    const report = await deformWithReport(input, serial, UNWATCHED, () => {});
    const distance = 1 - Math.SQRT1_2;
    expect(report.maxDifferencePercent).toBeCloseTo((100 * distance) / Math.sqrt(3), 4);
    expect(report.rmsDifferencePercent).toBeCloseTo((100 * distance) / Math.sqrt(12) / Math.sqrt(3), 4);
  });
});
