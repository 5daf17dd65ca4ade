import type { ShearPolicy } from "../../../../workers/model/files/export/export-options";

/** The ways to export a bone that shears, which a single node of a file cannot do. */
export const SHEAR_CHOICES: readonly { value: ShearPolicy; label: string; about: string }[] = [
  {
    value: "pairs",
    label: "Pairs of nodes",
    about:
      "Exact in engines that multiply matrices: three.js, Babylon.js, PlayCanvas, Unity, Godot, Blender.",
  },
  {
    value: "nearest",
    label: "Nearest rotation and scale",
    about: "One node per bone, for engines that ignore scale above a bone, such as Unreal.",
  },
  {
    value: "helpers",
    label: "Rigid helpers",
    about: "A few rigid bones replace each bone that shears. They use up influences of every vertex.",
  },
];
