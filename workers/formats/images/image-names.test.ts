import { expect, it } from "vitest";
import type { Material } from "../../model/mesh/appearance";
import { shownImages } from "./image-names";

it("images that no texture shows are not written beside a file", () => {
  const material = (...images: number[]): Material => ({
    ...{ name: "skin", baseColour: [1, 1, 1, 1], doubleSided: false },
    ...(images.length > 0 && {
      textures: { baseColour: { image: images[0], uvSet: 0 }, normal: { image: images[1], uvSet: 0 } },
    }),
  });
  expect([...shownImages([material(3, 1), material(), material(1, 4)])]).toEqual([3, 1, 4]);
  expect(shownImages([]).size).toBe(0);
});
