import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SolverClient } from "../../../../../workers/client";
import { fakeUploads } from "../../../../../workers/jobs/testing/fake-uploads";
import { createStores, type Stores } from "../../../../document/stores";
import { strainBeside } from "../../../../document/weights/paint-maps";
import { bound, sequence } from "../testing/fake-weights";
import { followStrain } from "./shown-strain";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
  followStrain(stores, client);
});

interface Asked {
  weights: unknown;
  poses: number;
  cancelled: boolean;
  answer(values: Float32Array): void;
}

const asked: Asked[] = [];
const client = {
  ...fakeUploads(),
  strainOfPoses({ weights, bones, motions }: { weights: unknown; bones: number; motions: Float32Array }) {
    let answer!: Asked["answer"];
    const result = new Promise<Float32Array>((resolve) => {
      answer = resolve;
    });
    const mine: Asked = { weights, poses: motions.length / (12 * bones), cancelled: false, answer };
    asked.push(mine);
    return {
      result,
      cancel: () => {
        mine.cancelled = true;
      },
    };
  },
} as unknown as SolverClient;

const rig = bound(0.4);
const heat = bound(0.6);
const exemplars = new Float32Array(5 * 24);
const paint = (change: object) =>
  stores.view.setState(({ paint: before }) => ({ workspace: "paint", paint: { ...before, ...change } }));
const values = () => new Float32Array(sequence.vertexCount).fill(0.01);
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the strain on screen", () => {
  afterEach(() => {
    asked.length = 0;
  });

  it("is measured once over all poses for heat weights in the second view, in strain colours", async () => {
    stores.document.setState({ sequence, rig });
    stores.binding.setState({ exemplars, segmentOfBone: Uint16Array.of(0, 1), heat });
    paint({ beside: "heat" });
    expect(asked).toHaveLength(0);
    paint({ colours: "energy" });
    expect(asked.map(({ weights, poses }) => [weights, poses])).toEqual([[heat.weights, 5]]);
    asked[0].answer(values());
    await settled();
    paint({ radius: 7 });
    expect(asked).toHaveLength(1);
    const map = strainBeside(stores.binding.getState(), stores.view.getState().paint);
    expect(map?.values[0]).toBeCloseTo(0.1, 6);
  });

  it("is measured for both weights in an exemplar, and a late answer for another exemplar is ignored", async () => {
    stores.document.setState({ sequence, rig });
    stores.binding.setState({ exemplars, segmentOfBone: Uint16Array.of(0, 1), heat });
    paint({ beside: "heat", colours: "energy", exemplar: 1 });
    expect(asked.map(({ weights, poses }) => [weights, poses])).toEqual([
      [rig.weights, 1],
      [heat.weights, 1],
    ]);
    paint({ exemplar: 2 });
    expect(asked.map(({ cancelled }) => cancelled)).toEqual([true, true, false, false]);
    asked[0].answer(values());
    asked[1].answer(values());
    await settled();
    expect(stores.binding.getState()).toMatchObject({ exemplarStrain: null, heatStrain: null });
    asked[2].answer(values());
    asked[3].answer(values());
    await settled();
    expect(stores.binding.getState().exemplarStrain?.exemplar).toBe(2);
    expect(stores.binding.getState().heatStrain?.exemplar).toBe(2);
    // All exemplars are shown again, so the values for one exemplar do not apply.
    paint({ exemplar: null });
    expect(strainBeside(stores.binding.getState(), stores.view.getState().paint)).toBeNull();
  });

  it("never shows an exemplar that does not exist", () => {
    stores.document.setState({ sequence, rig });
    stores.binding.setState({ exemplars, segmentOfBone: Uint16Array.of(0, 1), heat });
    paint({ exemplar: 5 });
    expect(stores.view.getState().paint.exemplar).toBeNull();
  });
});
