import { describe, expect, it } from "vitest";
import { longSearchWords, mostBonesFor } from "./search-time";

describe("the time of a search for a skeleton", () => {
  it("is mentioned only if it is long", () => {
    expect(longSearchWords(48, 27)).toBeNull();
    expect(longSearchWords(500, 40)).toBeNull();
    expect(longSearchWords(20, 150)).toBe(
      "A search for 150 bones in 20 frames takes about 5 minutes. The time grows with the cube of the bones.",
    );
    expect(longSearchWords(20, 330)).toContain("about 65 minutes");
    expect(longSearchWords(4, 560)).toContain("about 65 minutes");
    expect(longSearchWords(1, 900)).toContain("about 65 minutes");
  });

  it("limits the number of bones", () => {
    expect(mostBonesFor(1)).toBe(904);
    expect(mostBonesFor(20)).toBe(333);
    expect(mostBonesFor(1_000_000)).toBe(64);
    // A few bones are always allowed, but can be slow with many frames.
    expect(longSearchWords(100_000, 64)).toContain("hours");
  });
});
