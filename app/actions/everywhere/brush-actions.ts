import { type BrushSettings, possibleRadius } from "../../document/brush-settings";
import type { Stores } from "../../document/stores";
import type { Action } from "../action";

/** A brush that has keys for its settings. */
interface BrushOf {
  /** The prefix of the actions' ids: "paint". */
  prefix: string;
  /** The name of the brush: "map brush". */
  name: string;
  /** The menu that lists its toggles. Left out if only panels show them. */
  menu?: Action["menu"];
  get(stores: Stores): BrushSettings;
  set(stores: Stores, change: Partial<BrushSettings>): void;
  /** Says why the brush cannot be set now, or null. */
  refusal(stores: Stores): string | null;
  /** Says why its eraser cannot be set now, if the reason differs. */
  eraserRefusal?(stores: Stores): string | null;
}

const FACTOR = 1.2;

/** The key actions of a brush. All brushes share the same keys. */
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
      help: "Erases instead of painting.",
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
      help: "Repeats every stroke on the other side. The Mirror section in Paint sets the plane.",
      ...(menu && { menu }),
      refusal,
      checked: (stores) => get(stores).mirrorX,
      perform: (studio) => set(studio, { mirrorX: !get(studio).mirrorX }),
    },
  ];
}
