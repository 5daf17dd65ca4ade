import { SinewError } from "../model/errors";
import { EXPORT_FORMATS } from "../model/files/export-formats";
import type { ExportOptions } from "../model/files/export-options";
import type { Rig } from "../model/rig/rig";
import { ANGLES_SHARE } from "./bones/euler-tracks";

/**
 * The options as far as their format can hold them: influences, shear, the correction. Where rotations are angles, a part
 * of the tolerance for keys is kept for how they blend.
 * @throws SinewError if the format holds fewer bones
 */
export function optionsWithin(options: ExportOptions, { bones }: Pick<Rig, "bones">): ExportOptions {
  const { title, holds } = EXPORT_FORMATS[options.format ?? "glb"];
  const added = options.rootMotion === "extract" || options.rootMotion === "still" ? 1 : 0;
  const most = Math.min(holds.bones, options.mostBones ?? holds.bones) - added;
  if (bones.length > most) {
    throw new SinewError({
      title: `${most === holds.bones ? title : "The target"} holds ${most + added} bones at most`,
      body: `The rig has ${bones.length}${added > 0 ? " and a root" : ""}. Merge ${bones.length - most} of them: levels of detail with ${most} bones do that.`,
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
    // The writer does it, in the unit that was asked for.
    bakeSpace: options.bakeSpace && !holds.spaceInNumbers,
    shear: holds.shear ? options.shear : "nearest",
    correction: holds.morphs && options.correction !== false,
  };
}
