import type { ExportOptions } from "../../../../workers/client";

/** What becomes of a bone that shears, which a single node of a file cannot. */
export type Shear = NonNullable<ExportOptions["shear"]>;

/** The treatments, in the words of the dialog. */
export const SHEARS: readonly { value: Shear; label: string; about: string }[] = [
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
];
