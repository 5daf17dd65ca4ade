import type { ShapePolicy } from "../../../../workers/model/files/export/export-options";
import { isAnimated, type MeshShape } from "../../../../workers/model/mesh/shapes";

interface ShapeChoice {
  value: ShapePolicy;
  label: string;
  about: string;
}

const NONE: ShapeChoice = { value: "none", label: "Leave out", about: "The file has none of them." };

/** Shapes that clips of the source move. */
const ANIMATED: readonly ShapeChoice[] = [
  {
    value: "auto",
    label: "Automatic",
    about: "Clips play them if the bones do not have their motion. Otherwise they rest.",
  },
  {
    value: "play",
    label: "Play in clips",
    about: "Clips have the source's weights. Use this for the source's own skeleton.",
  },
  {
    value: "still",
    label: "Keep at rest",
    about:
      "Clips do not move them. Use this if the bones already make their motion, or if the engine sets them.",
  },
  NONE,
];

/** Shapes that no clip moves. */
const STILL: readonly ShapeChoice[] = [
  { value: "auto", label: "Keep", about: "No clip of the source moves them. The engine may set them." },
  NONE,
];

/** The ways to export the morph targets of a source. */
export const shapeChoices = (shapes: readonly MeshShape[]): readonly ShapeChoice[] =>
  shapes.some(isAnimated) ? ANIMATED : STILL;
