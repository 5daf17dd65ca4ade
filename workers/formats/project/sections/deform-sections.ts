/** The deformers' settings and the test poses of a project. Numbers are in the header, arrays are sections. */
import { z } from "zod";
import type { DeformSettings, StrengthName } from "../../../model/deform";
import type { Pose } from "../../../model/rig/pose";
import { packFloats } from "../byte-planes";

const finite = z.number();
const STRENGTHS: readonly StrengthName[] = ["lambda", "kappa", "alpha"];

/** Arrays are in sections. The header tells which ones exist. */
export const deformSchema = z.object({
  bind: z.enum(["rig", "rigid", "nearest"]),
  scheme: z.enum(["implicit", "explicit"]),
  laplacian: z.enum(["cotangent", "uniform"]),
  iterations: z.int().min(0).max(200),
  lambda: finite.min(0),
  kappa: finite.min(0),
  alpha: finite.min(0).max(1),
  limbRadius: z.boolean(),
  joinReach: finite.min(0).max(1),
  hasSlide: z.boolean(),
  painted: z.object({ lambda: z.boolean(), kappa: z.boolean(), alpha: z.boolean() }),
});

export type DeformHeader = z.infer<typeof deformSchema>;

/** The sizes of the arrays. Arrays of other sizes are not written, so a file never contradicts itself. */
export interface DeformSizes {
  vertices: number;
  /** 0 without a rig. */
  bones: number;
}

type Add = (section: string, bytes: Uint8Array) => void;

export function writeDeform(
  deform: DeformSettings,
  { vertices, bones }: DeformSizes,
  add: Add,
): DeformHeader {
  const { slideOfBone, painted, ...numbers } = deform;
  const hasSlide = bones > 0 && slideOfBone?.length === bones;
  const flags = { lambda: false, kappa: false, alpha: false };
  if (hasSlide) add("slideOfBone", packFloats(slideOfBone, 1));
  for (const name of STRENGTHS) {
    const values = painted[name];
    if (values?.length !== vertices) continue;
    flags[name] = true;
    add(`painted.${name}`, packFloats(values, 1));
  }
  const { bind, scheme, laplacian, iterations, lambda, kappa, alpha, limbRadius, joinReach } = numbers;
  return {
    ...{ bind, scheme, laplacian, iterations, lambda, kappa, alpha, limbRadius, joinReach },
    hasSlide,
    painted: flags,
  };
}

/** @returns the names of the written poses. */
export function writePoses(poses: readonly Pose[], { bones }: DeformSizes, add: Add): string[] {
  const fitting = poses.filter(
    ({ rotations, translations }) =>
      bones > 0 && rotations.length === 4 * bones && translations.length === 3 * bones,
  );
  for (const { rotations, translations } of fitting) {
    add("poseRotations", packFloats(rotations, 4));
    add("poseTranslations", packFloats(translations, 3));
  }
  return fitting.map(({ name }) => name);
}

/** Reads `count` floats from the next section, and reports invalid numbers. */
type Take = (section: string, count: number, stride: number) => Float32Array;

export function readDeform(
  header: DeformHeader,
  { vertices, bones }: DeformSizes,
  take: Take,
): DeformSettings {
  const { hasSlide, painted, ...numbers } = header;
  const slideOfBone = hasSlide ? take("slideOfBone", bones, 1) : null;
  const maps: DeformSettings["painted"] = { lambda: null, kappa: null, alpha: null };
  for (const name of STRENGTHS) if (painted[name]) maps[name] = take(`painted.${name}`, vertices, 1);
  return { ...numbers, slideOfBone, painted: maps };
}

export function readPoses(names: readonly string[], { bones }: DeformSizes, take: Take): Pose[] {
  return names.map((name) => {
    const rotations = take("poseRotations", 4 * bones, 4);
    const translations = take("poseTranslations", 3 * bones, 3);
    return { name, rotations, translations };
  });
}
