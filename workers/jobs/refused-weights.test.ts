import { describe, expect, it } from "vitest";
import { SinewError } from "../model/errors";
import { DEFAULT_LIMITS } from "../model/skeleton/skeleton";
import { WEIGHT_METHODS } from "../model/weights/weight-settings";
import type { WeightsInput } from "../model/weights/weights-input";
import { assertRoom } from "../weights/binding/live/system-room";
import { chain, segment, skeletonOf } from "../weights/testing/bindables";
import { inputOf, jobsHere, SKELETON, started } from "./testing/weights-run";

describe("input that cannot be bound", () => {
  const refusal = async (input: WeightsInput) => {
    const jobs = jobsHere();
    const error = await started(input, jobs).result.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(SinewError);
    expect(jobs.out.size).toBe(0);
    return (error as SinewError).message;
  };

  it("is refused with messages", async () => {
    const { mesh } = inputOf();
    const away = chain([0, 50, 0], [2, 50, 0]);
    expect(await refusal(inputOf({}, { skeleton: away }))).toMatch(/outside the mesh.*unit and up axis/);
    const large = chain([0, 0, 0], [600, 0, 0]);
    expect(await refusal(inputOf({}, { skeleton: large }))).toMatch(/times as large/);
    const still = skeletonOf(segment(-1, [0, 0, 0], [2, 0, 0], "virtual"));
    for (const method of WEIGHT_METHODS) {
      expect(await refusal(inputOf({ method }, { skeleton: still }))).toMatch(/no bone that moves anything/);
    }
    expect(await refusal(inputOf({}, { skeleton: { version: 1, segments: [] } }))).toMatch(/no bones/);
    const positions = mesh.positions.slice();
    positions[7] = Number.NaN;
    expect(await refusal(inputOf({}, { mesh: { ...mesh, positions } }))).toMatch(/vertex 3 is not a number/);
    const limits = { ...DEFAULT_LIMITS, swing: Number.NaN };
    const broken = { version: 1 as const, segments: [{ ...SKELETON.segments[0], limits }] };
    expect(await refusal(inputOf({}, { skeleton: broken }))).toMatch(/bone 0 is not a number/);
    const none = { ...mesh, triangles: new Uint32Array(0) };
    expect(await refusal(inputOf({}, { mesh: none }))).toMatch(/no faces/);
    expect(await refusal(inputOf({ method: "biharmonic" }))).toMatch(/need a solid/);
    expect(await refusal(inputOf({ exemplars: 0 }))).toMatch(/exemplars cannot be 0/);
    const other = await started(inputOf({ method: "nearest" })).result;
    const from = { ...other.weights, offsets: other.weights.offsets.slice(1) };
    expect(await refusal(inputOf({}, { from }))).toMatch(/another mesh or skeleton/);
  });

  it("is refused with a message that names the necessary memory", async () => {
    const vertices = 1_500_000;
    const positions = new Float32Array(3 * vertices);
    for (let n = 0; n < positions.length; n += 3) positions[n] = (6 * n) / positions.length;
    const skeleton = chain(
      ...Array.from({ length: 200 }, (_, n): [number, number, number] => [n / 40, 0, 0]),
    );
    const huge = { positions, triangles: Uint32Array.of(0, 1, 2), tets: null, wires: null };
    expect(() => assertRoom(5e9, 400_000)).toThrow("400000 vertices take 5000 MB");
    expect(() => assertRoom(3e9, 400_000)).not.toThrow();
    expect(await refusal(inputOf({}, { mesh: huge, skeleton }))).toMatch(
      /1500000 vertices and 199 bones take 2388 MB/,
    );
  });
});
