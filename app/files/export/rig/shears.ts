import type { ShearPolicy } from "../../../../workers/model/files/export/export-options";

/** What becomes of a bone that shears, which a single node of a file cannot; in the words of the dialog. */
export const SHEAR_CHOICES: readonly { value: ShearPolicy; label: string; about: string }[] = [
  {
    value: "pairs",
    label: "Pairs of nodes",
    about:
      "Exact where an engine multiplies matrices: three.js, Babylon.js, PlayCanvas, Unity, Godot, Blender.",
  },
  {
    value: "nearest",
    label: "Nearest rotation and scale",
    about: "One node a bone, for engines that keep no scale above a bone, such as Unreal.",
  },
  {
    value: "helpers",
    label: "Rigid helpers",
    about: "A few rigid bones stand for each bone that shears. They take influences of every vertex.",
  },
];
