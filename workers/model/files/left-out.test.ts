import { expect, it } from "vitest";
import { texturedBar } from "../../formats/gltf/testing/textured";
import { leftOut } from "./left-out";

it("says what a GLB cannot have of the source, and nothing where it has all", () => {
  const { sequence } = texturedBar();
  expect(leftOut(sequence, "glb")).toEqual([]);
  const images = sequence.images.map((image) => ({ ...image, name: "skin.tga", mimeType: "image/x-tga" }));
  const carried = {
    text: "{}",
    bytes: new Uint8Array(0),
    contents: ["1 camera"],
    lost: ["The morph targets of Head."],
  };
  expect(leftOut({ ...sequence, images, carried }, "glb")).toEqual([
    "A GLB cannot have images like skin.tga: convert them to PNG or JPEG.",
    "Left out: The morph targets of Head.",
  ]);
});
