import { describe, expect, it } from "vitest";
import type { Bone } from "../../../../workers/model/rig/rig";
import { dropWords } from "./bone-drag";

const bones = ["hip", "knee", "foot", "tail"].map(
  (name, j): Bone => ({ name, parent: [-1, 0, 1, 0][j], head: [0, 0, 0] }),
);

describe("the label of a drop", () => {
  it("names the new parent", () => {
    expect(dropWords(bones, { bone: 3, onto: 2, alone: false })).toEqual({
      text: "onto foot",
      allowed: true,
    });
    expect(dropWords(bones, { bone: 1, onto: -1, alone: false })).toEqual({
      text: "as a root",
      allowed: true,
    });
  });

  it("says that the branch stays, if there is one", () => {
    expect(dropWords(bones, { bone: 1, onto: 3, alone: true })?.text).toBe("onto tail, without its branch");
    expect(dropWords(bones, { bone: 3, onto: 2, alone: true })?.text).toBe("onto foot");
    expect(dropWords(bones, { bone: 1, onto: 2, alone: true })?.allowed).toBe(true);
  });

  it("says why a bone cannot go there", () => {
    expect(dropWords(bones, { bone: 1, onto: 2, alone: false })).toEqual({
      text: "cannot go below itself: foot is below knee",
      allowed: false,
    });
    expect(dropWords(bones, { bone: 1, onto: 0, alone: false })?.allowed).toBe(false);
    expect(dropWords(bones, { bone: 0, onto: -1, alone: false })?.allowed).toBe(false);
    expect(dropWords(bones, { bone: 1, onto: 1, alone: false })).toBeNull();
    expect(dropWords(bones, { bone: 1, onto: null, alone: false })).toBeNull();
  });
});
