import { z } from "zod";
import { CAMERA_MOVES, KEYMAP_NAMES, type KeymapEdits, type KeymapName } from "./keymap";
import { parsePress } from "./presses";

const VERSION = 1;
const MOST_KEYS = 8;

const chord = z.string().min(1).max(40);
const press = z
  .string()
  .refine((text) => parsePress(text) !== null, { error: "is not a mouse press like “Alt+LMB”" });
const presses = z.array(press).max(MOST_KEYS);
const role = z.string().max(40);

const editsSchema = z.strictObject({
  keys: z.record(z.string().max(80), z.array(chord).max(MOST_KEYS)),
  camera: z.strictObject({ orbit: presses, pan: presses, zoom: presses }).partial(),
  brush: z.strictObject({ radius: role, strength: role, invert: role, smooth: role, pick: role }).partial(),
});

const fileSchema = z.object({ preset: z.enum(KEYMAP_NAMES), edits: editsSchema });

interface ReadState {
  preset: KeymapName;
  edits: KeymapEdits;
}

export type ReadKeymap = { ok: true; state: ReadState } | { ok: false; reason: string };

/** A keymap as a JSON file. */
export const keymapFile = ({ preset, edits }: ReadState): string =>
  `${JSON.stringify({ sinew: "keymap", version: VERSION, preset, edits }, null, 2)}\n`;

/** Reads a keymap from JSON. For anything else, returns the reason why it cannot be read. */
export function readKeymap(text: string): ReadKeymap {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      ok: false,
      reason: "This is not a JSON file. Choose one that was exported from the Keys sheet.",
    };
  }
  const { version = VERSION } = (value ?? {}) as { version?: unknown };
  if (typeof version !== "number" || version > VERSION)
    return { ok: false, reason: "This keymap comes from a newer Sinew. Reload the page to update." };
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) return { ok: false, reason: complaint(parsed.error) };
  return { ok: true, state: parsed.data };
}

/** An error message for the first fault, with its place in the file. */
function complaint({ issues: [first] }: z.ZodError): string {
  const place = first.path.map(String).join(" › ");
  if (place === "")
    return "This JSON file holds no keymap. Choose one that was exported from the Keys sheet.";
  if (place === "preset") return `The file names no known preset. It can be ${KEYMAP_NAMES.join(", ")}.`;
  const moves = CAMERA_MOVES.join(", ");
  if (first.code === "unrecognized_keys")
    return `“${place}” has an unknown entry: ${first.keys.join(", ")}.${place === "edits › camera" ? ` It can have ${moves}.` : ""}`;
  return `“${place}” cannot be read: ${first.code === "custom" ? `it ${first.message}` : first.message.toLowerCase()}.`;
}
