import { expect, it } from "vitest";
import { vainSearch } from "./vain-search";

it("says where the time went only if a long search found nothing", () => {
  expect(vainSearch(75.24, false)).toEqual([
    "Further searches took 75.2 s and found no better skeleton. “Keep this” or a time limit ends them earlier.",
  ]);
  expect(vainSearch(75, true)).toEqual([]);
  expect(vainSearch(3, false)).toEqual([]);
});
