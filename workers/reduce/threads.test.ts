import { expect, it } from "vitest";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { REDUCE_DEFAULTS, type ReduceMethod } from "../model/reduce/reduce-settings";
import { UNWATCHED } from "../model/task";
import { reducedWeights } from "./reduce";
import { denseCase } from "./testing/dense-case";

it.each<ReduceMethod>(["smooth", "geometric", "poisson", "auto", "arap"])(
  "%s gives the same bits on any number of threads",
  async (method) => {
    const { sequence, rig } = denseCase(61, { size: 14, bones: 9, frames: 5 });
    const settings = { ...REDUCE_DEFAULTS, method, influences: 3, sweeps: 6 };
    const weightsOn = async (threads: number) => {
      const make = Object.assign((bytes: number) => nodeParallel(bytes, threads), { threads });
      const choice = { from: "frames" as const, frames: null };
      return (await reducedWeights({ sequence, rig, settings, examples: null }, choice, make, UNWATCHED))
        .weights;
    };
    const alone = await weightsOn(1);
    expect(await weightsOn(3)).toEqual(alone);
  },
);
