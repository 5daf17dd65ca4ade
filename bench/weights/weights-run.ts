// One run of as-rigid-as-possible weights with the times that an artist notices, through a client in a page or in Node.
import { median } from "../reference";
import { type Given, installTools } from "./page/bench-tools";
import {
  brushAtOnce,
  brushOutside,
  brushPlaces,
  endWeights,
  type Optimised,
  optimise,
  strokeSlowly,
  takeBack,
} from "./page/steps";

/** Milliseconds. */
export interface RunFigures extends Optimised {
  /**
   * Time from a brush stroke over all vertices at once to weights on the page, and to weights within 0.01 of the held
   * ones.
   */
  brush: number;
  exact: number;
  /** Largest difference between held and first weights after the brush stroke. */
  off: number;
  /** A stroke of 20 samples at 20 per second: median and longest time from sample to weights. */
  stroke: number;
  longest: number;
  /** A brush stroke where the bone did not act before. */
  outside: number;
}

/** Runs a function where the client is: in this process, or in a page, which gets a copy of the function. */
export type RunThere = <A, R>(step: (given: A) => Promise<R>, given: A) => Promise<R>;

/** @param there runs the steps beside the client, which is `globalThis.sinew` there */
export async function run(there: RunThere, given: Given): Promise<RunFigures> {
  await there(installTools, given);
  const optimised = await there(optimise, given);
  const { inside, outside } = await there(brushPlaces, undefined);
  const painted = await there(brushAtOnce, inside);
  await there(takeBack, undefined);
  const delays = await there(strokeSlowly, inside);
  await there(takeBack, undefined);
  const figures = {
    outside: await there(brushOutside, outside),
    stroke: median(delays),
    longest: Math.max(...delays),
  };
  await there(endWeights, undefined);
  return { ...optimised, ...painted, ...figures };
}

/** Lines with the times that an artist notices. */
export function say(figures: RunFigures): string[] {
  const ms = (x: number) => `${x.toFixed(0).padStart(6)} ms`;
  return [
    `  ready to iterate          ${ms(figures.ready)}`,
    `  converged                 ${ms(figures.converged)}, ${figures.iterations} iterations`,
    `  an iteration              ${ms(figures.iteration)}`,
    `  a brush shows             ${ms(figures.brush)}, off by ${figures.off.toFixed(3)}; within 0.01 after ${figures.exact.toFixed(0)} ms`,
    `  a stroke's sample shows   ${ms(figures.stroke)}, at most ${figures.longest.toFixed(0)} ms`,
    `  a brush where it did not  ${ms(figures.outside)}`,
  ];
}
