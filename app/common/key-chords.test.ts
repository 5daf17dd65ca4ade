import { describe, expect, it } from "vitest";
import { chordText, matches, parseChord } from "./key-chords";

const press = (key: string, modifiers = "") => ({
  key,
  ctrlKey: modifiers.includes("c"),
  metaKey: modifiers.includes("m"),
  shiftKey: modifiers.includes("s"),
  altKey: modifiers.includes("a"),
});

describe("keys", () => {
  it.each([
    ["Ctrl+K", press("k", "c"), true],
    ["Ctrl+K", press("k", "m"), true],
    ["Ctrl+K", press("k"), false],
    ["Ctrl+Z", press("Z", "cs"), false],
    ["Ctrl+Shift+Z", press("Z", "cs"), true],
    ["Space", press(" "), true],
    ["Left", press("ArrowLeft"), true],
    ["Left", press("ArrowLeft", "s"), false],
    ["?", press("?", "s"), true],
    ["F", press("F", "s"), false],
    ["F3", press("F3"), true],
    ["Esc", press("Escape"), true],
  ])("%s", (chord, event, expected) => {
    expect(matches(parseChord(chord), event)).toBe(expected);
  });

  it("shows keycaps", () => {
    expect(chordText("Ctrl+K")).toBe("Ctrl K");
    expect(chordText("Ctrl+K", true)).toBe("⌘ K");
    expect(chordText("Right")).toBe("→");
  });
});
