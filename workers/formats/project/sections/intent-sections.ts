/** The artist's intent for a solve in a project. The header tells which maps exist, and sections hold them. */
import { z } from "zod";
import type { SolveIntent } from "../../../model/solve/solve-settings";
import { NO_INTENT } from "../../../model/solve/solve-settings";
import { packFloats, packIntegers } from "../byte-planes";

const NUMBERS = ["frames", "importance", "density"] as const;
const REGIONS = ["rigid", "together"] as const;
const flag = z.boolean().default(false);

/** Older files lack maps that were added later. */
export const intentSchema = z.object({
  frames: flag,
  importance: flag,
  density: flag,
  rigid: flag,
  together: flag,
});

export type IntentHeader = z.infer<typeof intentSchema>;

interface IntentSizes {
  vertices: number;
  frames: number;
}

const sizeOf = (name: keyof SolveIntent, { vertices, frames }: IntentSizes) =>
  name === "frames" ? frames : vertices;

/** Writes the maps that fit the mesh and its frames. Others are left out, so a file never contradicts itself. */
export function writeIntent(
  intent: SolveIntent,
  sizes: IntentSizes,
  add: (section: string, bytes: Uint8Array) => void,
): IntentHeader | null {
  const header: IntentHeader = {
    frames: false,
    importance: false,
    density: false,
    rigid: false,
    together: false,
  };
  for (const name of NUMBERS) {
    const values = intent[name];
    if (values?.length !== sizeOf(name, sizes)) continue;
    header[name] = true;
    add(`intent.${name}`, packFloats(values, 1));
  }
  for (const name of REGIONS) {
    const values = intent[name];
    if (values?.length !== sizeOf(name, sizes)) continue;
    header[name] = true;
    add(`intent.${name}`, packIntegers(values));
  }
  return Object.values(header).some(Boolean) ? header : null;
}

export function readIntent(
  header: IntentHeader,
  sizes: IntentSizes,
  floats: (section: string, count: number, stride: number) => Float32Array,
  integers: (section: string, count: number) => Uint32Array,
): SolveIntent {
  const intent = { ...NO_INTENT };
  for (const name of NUMBERS) {
    if (header[name])
      intent[name] = floats(`intent.${name}`, sizeOf(name, sizes), 1).map((x) => Math.max(0, x));
  }
  for (const name of REGIONS) {
    if (header[name]) intent[name] = Uint16Array.from(integers(`intent.${name}`, sizeOf(name, sizes)));
  }
  return intent;
}
