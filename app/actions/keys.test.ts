import { describe, expect, it } from "vitest";
import { ACTIONS } from "./action-table";
import { chordText, matches, parseChord } from "./keys";

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

describe("the action table", () => {
  it("has no id twice", () => {
    const ids = ACTIONS.map((action) => action.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has no key twice but Escape, which leaves the innermost thing, and those that play or step poses", () => {
    const owners = new Map<string, string[]>();
    for (const { id, keys } of ACTIONS) {
      for (const key of keys ?? []) owners.set(key, [...(owners.get(key) ?? []), id]);
    }
    owners.delete("Esc");
    // The first one that is not refused is performed: poses while one is shown, else the clip.
    const shared = [...owners].filter(([, ids]) => ids.length > 1);
    expect(Object.fromEntries(shared)).toEqual({
      Space: ["deform.play", "play.toggle"],
      Left: ["deform.previous-pose", "play.previous"],
      Right: ["deform.next-pose", "play.next"],
      // Of different workspaces or tools: all but one are refused.
      "1": ["paint.skeleton", "view.source"],
      "2": ["paint.weight", "view.rig"],
      "3": ["paint.constraint", "view.overlay"],
      "4": ["paint.influence", "view.side-by-side"],
      "[": ["paint.brush-smaller", "deform.brush-smaller"],
      "]": ["paint.brush-larger", "deform.brush-larger"],
      E: ["skeleton.extrude", "paint.erase"],
      S: ["skeleton.split", "paint.solo"],
      X: ["skeleton.both-sides", "paint.mirror-x"],
      Delete: ["skeleton.delete", "bone.delete"],
    });
  });
});
