import type { ShapePolicy } from "../../../../workers/model/files/export/export-options";
import { isAnimated, type MeshShape } from "../../../../workers/model/mesh/shapes";

interface ShapeChoice {
  value: ShapePolicy;
  label: string;
  about: string;
}

const NONE: ShapeChoice = { value: "none", label: "Leave out", about: "The file has no morph targets." };

/** The choices if a clip of the source animates a shape. */
const ANIMATED: readonly ShapeChoice[] = [
  {
    value: "auto",
    label: "Automatic",
    about: "Clips play them, unless the bones already make their motion.",
  },
  {
    value: "play",
    label: "Play in clips",
    about: "Clips keep the source's weights. Use this for the source's own skeleton.",
  },
  {
    value: "still",
    label: "Keep at rest",
    about:
      "Clips do not move them. Use this if the bones already make their motion, or if the engine sets them.",
  },
  NONE,
];

/** The choices if no clip animates a shape. */
const STILL: readonly ShapeChoice[] = [
  { value: "auto", label: "Keep", about: "No clip of the source moves them. The engine may set them." },
  NONE,
];

/** The ways to export the morph targets of a source. */
export const shapeChoices = (shapes: readonly MeshShape[]): readonly ShapeChoice[] =>
  shapes.some(isAnimated) ? ANIMATED : STILL;
