import type { ParameterValue } from "../../solve/method-parameters/field";

/**
 * How a skeleton is found. `auto` is ours; the others are published: Le & Deng 2014, Schaefer & Yuksel 2007, de Aguiar
 * et al. 2008, Hasler et al. 2010. `connect` only finds parents and joints for the bones of an existing rig.
 */
export type SkeletonMethod = "auto" | "multi-pass" | "schaefer" | "aguiar" | "hasler" | "connect";

/** Settings of the extraction of a skeleton. */
export interface ExtractSettings {
  method: SkeletonMethod;
  /** B, the most bones. `connect` keeps the bones of its rig. */
  bones: number;
  /** K, the most influences of a vertex, 1 or more. */
  influences: number;
  /** Strict: bones keep their lengths and only turn below the roots. Soft: joints may open a little. */
  joints: "strict" | "soft";
  /**
   * µ, 0 or more: how strongly a joint is pulled to where the weights of its two bones meet. At 1e-4 joints lie
   * practically where the error is least.
   */
  pull: number;
  /**
   * For `auto`: whether to pull a joint harder if it would lie far from where the weights of its two bones meet. It is
   * only for the default pull. A pull that the artist sets is used for all joints as it is.
   */
  keepNear: boolean;
  /** Name of the root bone, or null for the one nearest the centre of the rest pose. */
  root: string | null;
  /**
   * For `auto`: whether bones are split where their surface bends but never moves, up to the number of bones. If not,
   * such places are only reported.
   */
  splitStill: boolean;
  /** For `auto`: whether further searches run to their end. If not, the work of a few minutes ends them. */
  thorough: boolean;
  /** Time limit in seconds, or null for the method's own amount of work. */
  seconds: number | null;
  /** Every n-th frame (n at least 2; 0 is none) is left out of the fit, and measured separately. */
  holdOut: number;
  seed: number;
  /** Parameters of single methods, by the names of their fields; missing ones have their default. */
  parameters: Partial<Record<SkeletonMethod, Readonly<Record<string, ParameterValue>>>>;
}

/** The settings of a pull that the artist has chosen in the studio, where the default is one of the values. */
export const chosenPull = (pull: number): Pick<ExtractSettings, "pull" | "keepNear"> => ({
  pull,
  keepNear: pull === EXTRACT_DEFAULTS.pull,
});

export const EXTRACT_DEFAULTS: ExtractSettings = {
  method: "auto",
  bones: 20,
  influences: 4,
  joints: "strict",
  pull: 1e-2,
  keepNear: true,
  root: null,
  splitStill: false,
  thorough: false,
  seconds: null,
  holdOut: 0,
  seed: 1,
  parameters: {},
};
