import { describe, expect, it } from "vitest";
import { turnedAbout } from "../../../geometry/placing";
import { placementSentence } from "./placement-sentence";

const about = (axis: [number, number, number], degrees: number) =>
  turnedAbout([0, 0, 0], axis, (degrees * Math.PI) / 180).turn;

describe("the sentence about a placement", () => {
  it("names the axis that points up, and the scale", () => {
    expect(placementSentence({ scale: 0.01, turn: about([1, 0, 0], -90) }, "y")).toBe(
      "To lie in the mesh, the skeleton is scaled by 0.01 and turned by 90°: its z axis is the mesh's y.",
    );
    expect(placementSentence({ scale: 1, turn: about([1, 0, 0], 90) }, "y")).toBe(
      "To lie in the mesh, the skeleton is turned by 90°: its −z axis is the mesh's y.",
    );
    expect(placementSentence({ scale: 1, turn: about([1, 0, 0], 90) }, "z")).toMatch(
      /its y axis is the mesh's z/,
    );
  });

  it("has no axis if the skeleton turns about the vertical, or by an odd angle", () => {
    expect(placementSentence({ scale: 1, turn: about([0, 1, 0], 180) }, "y")).toMatch(/turned by 180°\.$/);
    expect(placementSentence({ scale: 1, turn: about([1, 0, 0], 30) }, "y")).toMatch(/turned by 30°\.$/);
  });

  it("is missing if nothing changes but the place", () => {
    expect(placementSentence({ scale: 1, turn: about([1, 0, 0], 0.1) }, "y")).toBeNull();
    expect(placementSentence({ scale: 100, turn: about([1, 0, 0], 0) }, "y")).toBe(
      "To lie in the mesh, the skeleton is scaled by 100.",
    );
  });
});
