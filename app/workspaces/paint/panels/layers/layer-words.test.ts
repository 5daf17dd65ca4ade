import { expect, it } from "vitest";
import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { createStores } from "../../../../document/stores";
import { baseWords } from "./layer-words";

it("names the source of the base as the panels do", () => {
  const { rig } = bendingBar({ length: 4, width: 2, frames: 2 });
  const state = { ...createStores().document.getState(), rig };
  const bones = `${rig.bones.length} bones`;
  const about = (method: string) => baseWords({ ...state, weightReport: { method } as WeightReport }).about;
  expect(about("arap")).toBe(`ARAP, ${bones}`);
  expect(about("nearest")).toBe(`Nearest bone, ${bones}`);
  expect(baseWords(state)).toEqual({ name: "Base weights", about: bones });
});
