import type { BoneKind } from "../rig/rig";
import { EP_LBS_FIELDS } from "./method-parameters/ep-lbs";
import type { ParameterField, ParameterNeed } from "./method-parameters/field";
import { FSD_FIELDS } from "./method-parameters/fsd";
import { HIS_FIELDS } from "./method-parameters/his";
import { LSSP_FIELDS } from "./method-parameters/lssp";
import { SMA_FIELDS } from "./method-parameters/sma";
import { SSDR_FIELDS } from "./method-parameters/ssdr";

export type SolveMethod = "auto" | "ssdr" | "his" | "ep-lbs" | "fsd" | "lssp" | "sma";

/** How the first bones are found. */
export type Initialiser =
  | "kmeans"
  | "farthest"
  | "lbg"
  | "flat"
  | "his"
  | "regions"
  | "mean-shift"
  | "spectral"
  | "curvature"
  | "edge-collapse"
  | "one-ring";

/**
 * Settings of a solve that only some methods use. `connected` includes `patchCost`; `local` includes `reach`,
 * `leastPatch` and `localCost`.
 */
export type SolveSwitch =
  | "smoothness"
  | "restarts"
  | "iterations"
  | "tolerance"
  | "patience"
  | "correctRestPose"
  | "connected"
  | "local";

/** The settings of methods that alternate between bones and weights. */
const BY_TURNS: readonly SolveSwitch[] = [
  "smoothness",
  "restarts",
  "iterations",
  "tolerance",
  "patience",
  "correctRestPose",
];

/** The texts and options of a method in the studio and on the command line. */
export interface MethodInfo {
  label: string;
  /** A few words beside the label. */
  note: string;
  /** Authors and year. */
  paper: string;
  /** Kinds of motion that its bones may have, its own first. */
  boneKinds: readonly BoneKind[];
  /** The method's default K; 0 is all. */
  influences: number;
  /** Its own initialiser; null if it has several, or does not start from one. */
  initialiser: Initialiser | null;
  /** Whether another initialiser can be chosen. */
  takesInitialiser: boolean;
  /** What an initialiser needs to have an effect; missing if it always has. */
  startNeeds?: ParameterNeed;
  /** The optional settings that it uses. */
  switches: readonly SolveSwitch[];
  /** Its own parameters, as fields. */
  fields: readonly ParameterField[];
}

export const METHODS: Readonly<Record<SolveMethod, MethodInfo>> = {
  auto: {
    label: "Auto",
    note: "lowest error",
    paper: "Sinew",
    boneKinds: ["rigid", "affine"],
    influences: 4,
    initialiser: null,
    takesInitialiser: true,
    switches: [...BY_TURNS, "connected", "local"],
    fields: [],
  },
  ssdr: {
    label: "SSDR",
    note: "bones in turn",
    paper: "Le & Deng 2012",
    boneKinds: ["rigid", "affine"],
    influences: 4,
    initialiser: "kmeans",
    takesInitialiser: true,
    switches: BY_TURNS,
    fields: SSDR_FIELDS,
  },
  his: {
    label: "HIS",
    note: "affine and dense",
    paper: "Liu, Tan, Deng & Gingold 2020",
    boneKinds: ["affine"],
    influences: 0,
    initialiser: null,
    takesInitialiser: false,
    switches: ["iterations", "tolerance", "patience", "correctRestPose"],
    fields: HIS_FIELDS,
  },
  "ep-lbs": {
    label: "EP-LBS",
    note: "all unknowns at once",
    paper: "Hopkins 2017",
    boneKinds: ["rigid"],
    influences: 0,
    initialiser: "one-ring",
    takesInitialiser: true,
    startNeeds: { parameter: "count", is: "asked" },
    switches: ["iterations", "correctRestPose"],
    fields: EP_LBS_FIELDS,
  },
  fsd: {
    label: "FSD",
    note: "flexible bones",
    paper: "Kavan, Sloan & O'Sullivan 2010",
    boneKinds: ["affine"],
    influences: 4,
    initialiser: "regions",
    takesInitialiser: true,
    switches: ["iterations", "tolerance", "patience", "correctRestPose"],
    fields: FSD_FIELDS,
  },
  lssp: {
    label: "LSSP",
    note: "spectral start",
    paper: "Hasler, Thormählen, Rosenhahn & Seidel 2010",
    boneKinds: ["rigid"],
    influences: 4,
    initialiser: "spectral",
    takesInitialiser: true,
    switches: ["iterations", "correctRestPose"],
    fields: LSSP_FIELDS,
  },
  sma: {
    label: "SMA",
    note: "mean shift, one pass",
    paper: "James & Twigg 2005",
    boneKinds: ["affine", "rigid"],
    influences: 4,
    initialiser: "mean-shift",
    takesInitialiser: true,
    switches: ["correctRestPose"],
    fields: SMA_FIELDS,
  },
};

export const INITIALISERS: Readonly<Record<Initialiser, { label: string; paper: string }>> = {
  kmeans: { label: "k-means", paper: "Le & Deng 2012" },
  farthest: { label: "Farthest error", paper: "Sinew" },
  lbg: { label: "Splitting", paper: "Linde, Buzo & Gray 1980" },
  flat: { label: "Purest vertices", paper: "after Liu et al. 2020" },
  his: { label: "Hyperspectral", paper: "Liu et al. 2020" },
  regions: { label: "Region growing", paper: "Kavan et al. 2010" },
  "mean-shift": { label: "Mean shift", paper: "James & Twigg 2005" },
  spectral: { label: "Spectral", paper: "Hasler et al. 2010" },
  curvature: { label: "Curvature patches", paper: "de Aguiar et al. 2008" },
  "edge-collapse": { label: "Edge collapse", paper: "Schaefer & Yuksel 2007" },
  "one-ring": { label: "One-ring motion", paper: "Hopkins 2017" },
};

/** The text between the name of a rig's method and the name of the method that it continued from. */
const FROM = ", from ";

/** The artist's name for a method, "Auto" or "Auto, from SMA". An unknown name stays unchanged. */
export const methodLabel = (name: string): string =>
  name
    .split(FROM)
    .map((each) => (Object.hasOwn(METHODS, each) ? METHODS[each as SolveMethod].label : each))
    .join(FROM);

/** The method that last changed a rig: "auto" in "auto, from sma". */
export const lastMethod = (name: string): string => name.split(FROM)[0];

/**
 * The name of a solve that continues from a rig. Only SSDR and auto can continue, so auto does it for all others.
 * @param found the name of the method that found the rig, or null if it is unknown.
 */
export function continuedMethod(method: SolveMethod, found: string | null): string {
  const last: SolveMethod = method === "ssdr" ? "ssdr" : "auto";
  const first = found?.split(FROM).at(-1) ?? last;
  return first === last ? last : last + FROM + first;
}
