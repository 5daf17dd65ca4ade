import { expect, it } from "vitest";
import { sizeFront } from "./size-front";

it("joins the points that no other one beats in both size and error", () => {
  const points = [
    { bytes: 30, eRms: 1 },
    { bytes: 10, eRms: 4 },
    { bytes: 20, eRms: 4 },
    { bytes: 20, eRms: 2 },
    { bytes: 40, eRms: 1 },
  ];
  expect(sizeFront(points)).toEqual([
    { bytes: 10, eRms: 4 },
    { bytes: 20, eRms: 2 },
    { bytes: 30, eRms: 1 },
  ]);
});
