import type { SequenceMesh } from "./streamed-sequence";

/** The textures that the viewport shows. */
export const SHOWN_SLOTS = ["baseColour", "normal", "emissive"] as const;

/** Whether a mesh has textures or colours to show. */
export const hasLooks = ({ materials, images = [], colours = [] }: SequenceMesh): boolean =>
  colours.length > 0 ||
  materials.some(({ textures = {} }) => SHOWN_SLOTS.some((slot) => images[textures[slot]?.image ?? -1]));
