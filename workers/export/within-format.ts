import { SinewError } from "../model/errors";
import { EXPORT_FORMATS, type ExportFormat } from "../model/files/export/export-formats";
import type { ExportOptions } from "../model/files/export/export-options";
import type { Rig } from "../model/rig/rig";
import { ANGLES_SHARE } from "./bones/euler-tracks";

/**
 * The options as far as their format can hold them: influences, bones, shear, the correction. If rotations are angles,
 * a part of the tolerance for keys is reserved for their blends.
 * @returns options whose `mostBones` is for the rig's own bones, without the root that the options add
 * @throws SinewError if no bone is left besides that root
 */
export function optionsWithin(options: ExportOptions, { bones }: Pick<Rig, "bones">): ExportOptions {
  const { holds }: ExportFormat = EXPORT_FORMATS[options.format ?? "glb"];
  const added = options.rootMotion === "extract" || options.rootMotion === "still" ? 1 : 0;
  const mostBones = Math.min(holds.bones, options.mostBones ?? holds.bones) - added;
  if (mostBones < 1) {
    throw new SinewError({
      title: "A file cannot have so few bones",
      body: `Allow at least ${added > 0 ? "two: one for the root that the file adds, and one that moves the mesh" : "one"}.`,
    });
  }
  const asked = options.influences > 0 ? options.influences : bones.length;
  return {
    ...options,
    influences: Math.min(asked, holds.influences),
    ...(options.keyTolerance !== undefined && {
      keyTolerance:
        holds.rotations === "angles" ? options.keyTolerance / (1 + ANGLES_SHARE) : options.keyTolerance,
    }),
    // The writer does it, in the unit of the options.
    bakeSpace: options.bakeSpace && !holds.spaceInNumbers,
    mostBones,
    shear: holds.shear || options.shear === "helpers" ? options.shear : "nearest",
    correction: holds.morphs && options.correction !== false,
    shapes: holds.morphs ? (options.shapes ?? "auto") : "none",
  };
}
