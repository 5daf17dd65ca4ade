import { METHODS, type SolveMethod } from "../../model/solve/methods";
import { epLbs } from "./ep-lbs/ep-lbs";
import { fsd } from "./fsd/fsd";
import { his } from "./his/his";
import { lssp } from "./lssp/lssp";
import type { Method } from "./method";
import { sma } from "./sma/sma";

/** The methods besides `ssdr` and `auto`. */
export const METHOD_TABLE: Partial<Record<SolveMethod, Method>> = {
  his,
  fsd,
  sma,
  "ep-lbs": epLbs,
  lssp,
};

/** Arena bytes for a method, besides the problem and the starts. */
export function methodBytes(method: SolveMethod, ...size: Parameters<Method["bytes"]>): number {
  return METHOD_TABLE[method]?.bytes(...size) ?? 0;
}

/** Whether a method always makes bones that may scale and shear, whatever the settings say. */
export const isAlwaysAffine = (method: SolveMethod): boolean => !METHODS[method].boneKinds.includes("rigid");
