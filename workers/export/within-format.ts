import { SinewError } from "../model/errors";
import { EXPORT_FORMATS } from "../model/files/export-formats";
import type { ExportOptions } from "../model/files/export-options";
import type { Rig } from "../model/rig/rig";

/**
 * The options as far as their format can hold them: influences, shear, the correction.
 * @throws SinewError if the format holds fewer bones
 */
export function optionsWithin(options: ExportOptions, { bones }: Pick<Rig, "bones">): ExportOptions {
  const { title, holds } = EXPORT_FORMATS[options.format ?? "glb"];
  if (bones.length > holds.bones) {
    throw new SinewError({
      title: `${title} holds ${holds.bones} bones at most`,
      body: `The rig has ${bones.length}. Merge ${bones.length - holds.bones} of them, or choose another format.`,
    });
  }
  const asked = options.influences > 0 ? options.influences : bones.length;
  return {
    ...options,
    influences: Math.min(asked, holds.influences),
    shear: holds.shear ? options.shear : "nearest",
    correction: holds.morphs && options.correction !== false,
  };
}
