import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brushUseOf, conflictsOf } from "../../actions/keys/conflicts";
import { chordOf, matches, parseChord } from "../../common/key-chords";
import { BRUSH_ROLES, CAMERA_MOVES, KEYMAP_NAMES, NO_EDITS } from "../../document/keymap/keymap";
import { keymapFile, readKeymap } from "../../document/keymap/keymap-file";
import {
  choosePreset,
  editKeymap,
  isEdited,
  keymapOf,
  keysIn,
  resetKeymap,
} from "../../document/keymap/keymap-state";
import { KEYMAPS } from "../../document/keymap/presets/presets";
import { cameraMoveOf, isRoleHeld, parseBrushDrag, parsePress, pressOf } from "../../document/keymap/presses";
import { createStores } from "../../document/stores";
import { WORKSPACES } from "../../workspaces";
import { actionsOf } from "../palette/action-list";

const ACTIONS = actionsOf(WORKSPACES).all;

const press = (button: number, held = "") => ({
  button,
  ctrlKey: held.includes("c"),
  metaKey: false,
  shiftKey: held.includes("s"),
  altKey: held.includes("a"),
});

/** Signs of a US keyboard with the names of their keys, and those that need Shift. */
const SIGN_KEYS: Record<string, string> = {
  ...{ "-": "Minus", "=": "Equal", "[": "BracketLeft", "]": "BracketRight", "\\": "Backslash", "/": "Slash" },
  ...{
    ",": "Comma",
    ".": "Period",
    "<": "Comma",
    ">": "Period",
    "?": "Slash",
    "`": "Backquote",
    ";": "Semicolon",
  },
};
const NEED_SHIFT = "<>?";
const DIGIT_SIGNS = ")!@#$%^&*(";
const NAMED_KEYS: Record<string, string> = {
  ...{ Left: "ArrowLeft", Right: "ArrowRight", Up: "ArrowUp", Down: "ArrowDown", Esc: "Escape", Space: " " },
  ...{ PgUp: "PageUp", PgDn: "PageDown" },
};
const PAD_KEYS: Record<string, string> = { ".": "Decimal", "/": "Divide", "*": "Multiply", "-": "Subtract" };

/**
 * What a browser reports when somebody types a chord on a US keyboard.
 * @param mac whether Alt is Option, which types other characters.
 */
function typed(chord: string, mac = false) {
  const parts = chord.split(/(?<=.)\+/);
  const name = parts.pop()!;
  const shiftKey = parts.includes("Shift") || NEED_SHIFT.includes(name);
  const altKey = parts.includes("Alt");
  const held = { ctrlKey: parts.includes("Ctrl"), metaKey: false, shiftKey, altKey };
  const pad = /^Num(?!Lock)(.+)$/.exec(name)?.[1];
  if (pad) {
    const code = `Numpad${PAD_KEYS[pad] ?? pad.replace("Plus", "Add")}`;
    return { key: pad === "Plus" ? "+" : pad, code, ...held };
  }
  const other = mac && altKey ? "\u2260" : null;
  if (/^[A-Z]$/.test(name))
    return { key: other ?? (shiftKey ? name : name.toLowerCase()), code: `Key${name}`, ...held };
  if (/^\d$/.test(name))
    return { key: other ?? (shiftKey ? DIGIT_SIGNS[Number(name)] : name), code: `Digit${name}`, ...held };
  if (SIGN_KEYS[name]) return { key: other ?? name, code: SIGN_KEYS[name], ...held };
  return { key: NAMED_KEYS[name] ?? name, code: name, ...held };
}

describe.each(KEYMAP_NAMES)("the keymap %s", (preset) => {
  const state = { preset, edits: NO_EDITS };
  const keymap = KEYMAPS[preset];

  it("names only actions that exist, each with a key", () => {
    const ids = new Set(ACTIONS.map(({ id }) => id));
    for (const [id, keys] of Object.entries(keymap.keys)) {
      expect(ids, id).toContain(id);
      expect(keys.length, id).toBeGreaterThan(0);
    }
  });

  it("has a key for every action that has one in Sinew's keymap", () => {
    const lost = ACTIONS.filter((action) => action.keys && keysIn(state, action).length === 0);
    expect(lost.map(({ id }) => id)).toEqual([]);
  });

  it.each([false, true])("has only keys that a keyboard can type; on a Mac: %s", (mac) => {
    const chords = [...new Set(ACTIONS.flatMap((action) => keysIn(state, action)))];
    const dead = chords.filter(
      (chord) => !matches(parseChord(chord), typed(chord, mac), chord.includes("Space+")),
    );
    expect(dead).toEqual([]);
  });

  it("gives no key to two actions that could both run", () => {
    const conflicts = ACTIONS.flatMap((action) =>
      keysIn(state, action).flatMap((key) => [
        ...conflictsOf(state, ACTIONS, action, key).map((other) => `${key}: ${action.id}, ${other.id}`),
        ...[brushUseOf(state, action, key)].filter(Boolean).map((use) => `${key}: ${action.id}, ${use}`),
      ]),
    );
    expect(conflicts).toEqual([]);
  });

  it("gives every mouse press one meaning", () => {
    const presses = CAMERA_MOVES.flatMap((move) => [...keymap.camera[move]]);
    expect(new Set(presses).size).toBe(presses.length);
    for (const text of presses) {
      const parsed = parsePress(text);
      expect(parsed, text).not.toBeNull();
      const event = {
        ...press(parsed!.button),
        ctrlKey: parsed!.ctrl,
        shiftKey: parsed!.shift,
        altKey: parsed!.alt,
      };
      expect(pressOf(event, parsed!.space)).toBe(text);
      const found = cameraMoveOf(keymap.camera, event, parsed!.space);
      expect(keymap.camera[found!.move]).toContain(text);
      // A press that the camera takes before the tools must not be one of the brush.
      if (found!.first && parsed!.button === 0 && !parsed!.space)
        for (const role of ["invert", "smooth", "pick"] as const)
          expect(`${keymap.brush[role]}+LMB`, role).not.toBe(text);
    }
  });

  it("orbits, pans and zooms, and has every role of the brush but picking", () => {
    for (const move of CAMERA_MOVES) expect(keymap.camera[move].length).toBeGreaterThan(0);
    for (const role of BRUSH_ROLES) if (role !== "pick") expect(keymap.brush[role]).not.toBe("");
    expect(parseBrushDrag(keymap.brush.radius)).not.toEqual(parseBrushDrag(keymap.brush.strength));
  });
});

describe("presses", () => {
  it("move the camera as in each program", () => {
    const moveOf = (preset: keyof typeof KEYMAPS, event: ReturnType<typeof press>, space = false) =>
      cameraMoveOf(KEYMAPS[preset].camera, event, space);
    expect(moveOf("sinew", press(0))).toEqual({ move: "orbit", first: false });
    expect(moveOf("sinew", press(2))).toEqual({ move: "pan", first: true });
    expect(moveOf("blender", press(1, "s"))?.move).toBe("pan");
    expect(moveOf("blender", press(1, "c"))?.move).toBe("zoom");
    expect(moveOf("blender", press(0))).toBeNull();
    expect(moveOf("maya", press(0, "a"))).toEqual({ move: "orbit", first: true });
    expect(moveOf("maya", press(0))).toBeNull();
    expect(moveOf("houdini", press(1), true)).toEqual({ move: "pan", first: true });
    expect(moveOf("houdini", press(0))).toBeNull();
  });

  it("choose the role of a brush by the modifiers that are held", () => {
    expect(isRoleHeld("Ctrl", press(0, "cs"))).toBe(true);
    expect(isRoleHeld("Ctrl+Shift", press(0, "s"))).toBe(false);
    expect(isRoleHeld("", press(0))).toBe(false);
    expect(parseBrushDrag("Shift+F …")).toMatchObject({ by: "move", key: "f", shift: true });
    expect(parseBrushDrag("B")).toMatchObject({ by: "hold", key: "b", shift: false });
    expect(parseBrushDrag("Shift+LMB").by).toBe("press");
  });
});

describe("chords", () => {
  it("are read back from the keys that typed them", () => {
    const key = fc.constantFrom("a", "z", "F3", "Delete", "ArrowLeft", "Escape", "?", "[", "7");
    fc.assert(
      fc.property(
        key,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (typed, ctrl, shift, alt, space) => {
          const code = /^[a-z]$/.test(typed)
            ? `Key${typed.toUpperCase()}`
            : typed === "7"
              ? "Digit7"
              : undefined;
          const event = {
            key: typed,
            ctrlKey: ctrl,
            metaKey: false,
            shiftKey: shift,
            altKey: alt,
            ...(code && { code }),
          };
          const text = chordOf(event, space);
          expect(text).not.toBeNull();
          expect(matches(parseChord(text!), event, space)).toBe(true);
        },
      ),
      { seed: 18 },
    );
  });

  it("tell the number pad from the row of digits, and recognise digits that Shift turns into signs", () => {
    const pad = { key: "1", code: "Numpad1", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
    expect(chordOf(pad)).toBe("Num1");
    expect(matches(parseChord("1"), pad)).toBe(false);
    expect(matches(parseChord("Num1"), { ...pad, key: "End" })).toBe(true);
    expect(matches(parseChord("End"), { ...pad, key: "End" })).toBe(false);
    const shifted = { ...pad, key: "!", code: "Digit1", shiftKey: true, altKey: true };
    expect(matches(parseChord("Alt+Shift+1"), shifted)).toBe(true);
    expect(chordOf({ ...pad, key: "Shift", code: "ShiftLeft" })).toBeNull();
  });
});

describe("a changed keymap", () => {
  it("keeps the artist's keys over the preset's, and forgets them with another preset", () => {
    const stores = createStores();
    const place = { kind: "action", id: "play.toggle" } as const;
    const play = ACTIONS.find(({ id }) => id === "play.toggle")!;
    choosePreset(stores, "maya");
    editKeymap(stores, place, ["P"]);
    expect(keysIn(keymapOf(stores), play)).toEqual(["P"]);
    expect(isEdited(keymapOf(stores), place)).toBe(true);
    editKeymap(stores, place, null);
    expect(keysIn(keymapOf(stores), play)).toEqual(["Alt+V"]);
    editKeymap(stores, { kind: "brush", role: "radius" }, ["R"]);
    resetKeymap(stores);
    expect(keymapOf(stores)).toEqual({ preset: "maya", edits: NO_EDITS });
    editKeymap(stores, place, ["P"]);
    choosePreset(stores, "blender");
    expect(keymapOf(stores)).toEqual({ preset: "blender", edits: NO_EDITS });
  });

  it("names the action that has a key already", () => {
    const stores = createStores();
    const frame = ACTIONS.find(({ id }) => id === "view.frame-all")!;
    const names = conflictsOf(keymapOf(stores), ACTIONS, frame, "Ctrl+Z").map(({ label }) => label);
    expect(names).toEqual(["Undo"]);
  });

  it("is the same after export and import, and other files are refused with a reason", () => {
    const edits = { keys: { "play.toggle": ["P"] }, camera: { orbit: ["Alt+MMB"] }, brush: { pick: "Ctrl" } };
    const state = { preset: "houdini" as const, edits };
    expect(readKeymap(keymapFile(state))).toEqual({ ok: true, state });
    const reason = (text: string) => {
      const read = readKeymap(text);
      return read.ok ? null : read.reason;
    };
    expect(reason("{")).toMatch(/not a JSON file/);
    expect(reason("[1, 2]")).toMatch(/holds no keymap|no known preset/);
    expect(reason("null")).toMatch(/holds no keymap/);
    expect(reason('{"preset":"softimage","edits":{}}')).toMatch(/no known preset.*blender/);
    const bad = (edits: object) =>
      reason(JSON.stringify({ preset: "maya", edits: { ...NO_EDITS, ...edits } }));
    expect(bad({ camera: { orbit: ["LMB+Alt"] } })).toMatch(/edits › camera › orbit.*not a mouse press/);
    expect(bad({ camera: { fly: ["LMB"] } })).toMatch(/unknown entry: fly/);
    expect(bad({ keys: { "play.toggle": "P" } })).toMatch(/edits › keys › play.toggle/);
    expect(reason('{"version":99,"preset":"maya"}')).toMatch(/newer Sinew/);
  });
});
