import { defaultsOf, type ParameterField } from "../../solve/method-parameters/field";
import { LSSP_FIELDS } from "../../solve/method-parameters/lssp";
import type { ExtractSettings, SkeletonMethod } from "./extract-settings";
import { AGUIAR_FIELDS } from "./parameters/aguiar";
import { MULTI_PASS_FIELDS } from "./parameters/multi-pass";
import { SCHAEFER_FIELDS } from "./parameters/schaefer";

/** The texts and options of a method that finds a skeleton, in the studio and on the command line. */
interface ExtractMethodInfo {
  label: string;
  /** A few words beside the label. */
  note: string;
  /** One or two sentences: what it does. */
  about: string;
  /** Authors and year. */
  paper: string;
  /** Whether it needs the bones of a rig, and keeps them with their weights. */
  keepsBones: boolean;
  /** Its own parameters, as fields. */
  fields: readonly ParameterField[];
}

/** The methods in the order of lists. */
export const EXTRACT_METHODS: Readonly<Record<SkeletonMethod, ExtractMethodInfo>> = {
  auto: {
    label: "Auto",
    note: "lowest error",
    about:
      "Finds bones, tree, joints, weights and motion together, from several starts. It has the lowest error.",
    paper: "Sinew",
    keepsBones: false,
    fields: [],
  },
  "multi-pass": {
    label: "Multi-pass",
    note: "joints and bones in turn",
    about: "Starts with too many bones and prunes them, with joints and smooth weights (Le & Deng 2014).",
    paper: "Le & Deng 2014",
    keepsBones: false,
    fields: MULTI_PASS_FIELDS,
  },
  schaefer: {
    label: "Schaefer & Yuksel",
    note: "single pass, fast",
    about: "Merges faces that move alike, then finds joints (Schaefer & Yuksel 2007).",
    paper: "Schaefer & Yuksel 2007",
    keepsBones: false,
    fields: SCHAEFER_FIELDS,
  },
  aguiar: {
    label: "de Aguiar",
    note: "single pass",
    about: "Groups vertices whose distances stay, then finds joints (de Aguiar et al. 2008).",
    paper: "de Aguiar et al. 2008",
    keepsBones: false,
    fields: AGUIAR_FIELDS,
  },
  hasler: {
    label: "Hasler",
    note: "single pass, slow",
    about: "Groups vertices that move rigidly, then finds the hierarchy (Hasler et al. 2010).",
    paper: "Hasler et al. 2010",
    keepsBones: false,
    fields: LSSP_FIELDS,
  },
  connect: {
    label: "Connect",
    note: "the bones of a rig",
    about: "Keeps bones and weights as they are. Bones that share a joint become parent and child.",
    paper: "Sinew",
    keepsBones: true,
    fields: [],
  },
};

export const EXTRACT_METHOD_NAMES = Object.keys(EXTRACT_METHODS) as SkeletonMethod[];

/** A method's own parameters: from the settings, with defaults for missing ones. */
export const parametersOf = <T>(
  method: SkeletonMethod,
  { parameters }: Pick<ExtractSettings, "parameters">,
): T => ({
  ...defaultsOf<T>(EXTRACT_METHODS[method].fields),
  ...parameters[method],
});
