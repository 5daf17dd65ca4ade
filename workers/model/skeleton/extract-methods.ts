import { defaultsOf, type ParameterField } from "../solve/method-parameters/field";
import { LSSP_FIELDS } from "../solve/method-parameters/lssp";
import { AGUIAR_FIELDS } from "./extract-parameters/aguiar";
import { MULTI_PASS_FIELDS } from "./extract-parameters/multi-pass";
import { SCHAEFER_FIELDS } from "./extract-parameters/schaefer";
import type { ExtractSettings, SkeletonMethod } from "./extract-settings";

/** The texts and options of a method that finds a skeleton, in the studio and on the command line. */
export interface ExtractMethodInfo {
  label: string;
  /** A few words beside the label. */
  note: string;
  /** Authors and year. */
  paper: string;
  /** Whether it needs the bones of a rig, and keeps their number. */
  needsRig: boolean;
  /** Its own parameters, as fields. */
  fields: readonly ParameterField[];
}

export const EXTRACT_METHODS: Readonly<Record<SkeletonMethod, ExtractMethodInfo>> = {
  auto: { label: "Auto", note: "lowest error", paper: "Sinew", needsRig: false, fields: [] },
  "multi-pass": {
    label: "Multi-pass",
    note: "joints and bones in turn",
    paper: "Le & Deng 2014",
    needsRig: false,
    fields: MULTI_PASS_FIELDS,
  },
  schaefer: {
    label: "Edge collapse",
    note: "single pass, fast",
    paper: "Schaefer & Yuksel 2007",
    needsRig: false,
    fields: SCHAEFER_FIELDS,
  },
  aguiar: {
    label: "Curvature patches",
    note: "single pass",
    paper: "de Aguiar et al. 2008",
    needsRig: false,
    fields: AGUIAR_FIELDS,
  },
  hasler: {
    label: "LSSP",
    note: "single pass, slow",
    paper: "Hasler et al. 2010",
    needsRig: false,
    fields: LSSP_FIELDS,
  },
  connect: {
    label: "Connect bones",
    note: "parents and joints alone",
    paper: "Sinew",
    needsRig: true,
    fields: [],
  },
};

/** A method's own parameters: those of the settings, and defaults for the rest. */
export const parametersOf = <T>(
  method: SkeletonMethod,
  { parameters }: Pick<ExtractSettings, "parameters">,
): T => ({
  ...defaultsOf<T>(EXTRACT_METHODS[method].fields),
  ...parameters[method],
});
