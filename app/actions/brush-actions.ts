import { type BrushSettings, possibleRadius } from "../document/brush-settings";
import type { Stores } from "../document/stores";
import type { Action } from "./action";

/** A brush that keys change. */
interface BrushOf {
  /** Of the actions' ids: "paint". */
  prefix: string;
  /** What the brush is called: "map brush". */
  name: string;
  /** Where its switches are listed; left out where panels alone have them. */
  menu?: Action["menu"];
  get(stores: Stores): BrushSettings;
  set(stores: Stores, change: Partial<BrushSettings>): void;
  /** Why the brush cannot be set now, or null. */
  refusal(stores: Stores): string | null;
  /** The same for its eraser, where that differs. */
  eraserRefusal?(stores: Stores): string | null;
}

const FACTOR = 1.2;

/** What keys do to a brush: the same keys for all brushes. */
export function brushActions({ prefix, name, menu, get, set, refusal, eraserRefusal }: BrushOf): Action[] {
  const radius = (id: string, label: string, key: string, factor: number): Action => ({
    id: `${prefix}.${id}`,
    label: `${label} ${name}`,
    icon: "radius",
    keys: [key],
    refusal,
    perform: (studio) => set(studio, { radius: possibleRadius(get(studio).radius * factor) }),
  });
  return [
    radius("brush-smaller", "Smaller", "[", 1 / FACTOR),
    radius("brush-larger", "Larger", "]", FACTOR),
    {
      id: `${prefix}.erase`,
      label: name === "brush" ? "Erase" : `Erase with the ${name}`,
      icon: "erase",
      keys: ["E"],
      help: "Takes away what the brush puts there.",
      ...(menu && { menu }),
      refusal: eraserRefusal ?? refusal,
      checked: (stores) => get(stores).erase,
      perform: (studio) => set(studio, { erase: !get(studio).erase }),
    },
    {
      id: `${prefix}.mirror-x`,
      label: name === "brush" ? "Mirror strokes" : `Mirror strokes of the ${name}`,
      words: "symmetry symmetrise",
      icon: "sym",
      keys: ["X"],
      help: "Every stroke is made on both sides of the mesh, across X.",
      ...(menu && { menu }),
      refusal,
      checked: (stores) => get(stores).mirrorX,
      perform: (studio) => set(studio, { mirrorX: !get(studio).mirrorX }),
    },
  ];
}
