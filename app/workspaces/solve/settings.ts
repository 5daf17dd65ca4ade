import { EP_LBS_FIELDS } from "../../../workers/model/solve/method-parameters/ep-lbs";
import { FSD_FIELDS } from "../../../workers/model/solve/method-parameters/fsd";
import { HIS_FIELDS } from "../../../workers/model/solve/method-parameters/his";
import { LSSP_FIELDS } from "../../../workers/model/solve/method-parameters/lssp";
import { SMA_FIELDS } from "../../../workers/model/solve/method-parameters/sma";
import { SSDR_FIELDS } from "../../../workers/model/solve/method-parameters/ssdr";
import type { SettingName } from "../../actions/setting-actions";

const PARAMETERS = [EP_LBS_FIELDS, FSD_FIELDS, HIS_FIELDS, LSSP_FIELDS, SMA_FIELDS, SSDR_FIELDS].flat();

/** The settings that most methods have. The palette also lists the parameters of each method. */
const OWN: readonly SettingName[] = [
  { label: "Method" },
  { label: "Bones", words: "number count" },
  { label: "Error target", words: "goal tolerance" },
  { label: "Motion", words: "rigid affine bone kind" },
  { label: "Influences", words: "bones per vertex weights" },
  { label: "Smoothness", words: "lambda laplacian" },
  { label: "Start from", words: "initialiser clusters" },
  { label: "Seeded restarts" },
  { label: "Iterations" },
  { label: "Time limit", words: "seconds" },
  { label: "Tolerance", words: "converged stop" },
  { label: "Patience" },
  { label: "Seed", words: "random" },
  { label: "Hold out", words: "held-out frames validation" },
  { label: "Mirror left and right", words: "symmetry" },
  { label: "Patches", words: "connected islands local" },
  { label: "Patch cost limit", words: "connected islands local" },
  { label: "Keep near bones", words: "locality local weights" },
  { label: "Reach of bones", words: "locality local weights" },
  { label: "Smallest patch", words: "locality local weights" },
  { label: "Locality cost limit", words: "local weights error" },
  { label: "Correct at the end", words: "rest pose" },
  { label: "Correction shapes", words: "eigenskin corrective" },
  { label: "Path in the background", words: "solution path slider live number of bones" },
  { label: "Weight of the played range", words: "frames importance" },
];

const others = [...new Set(PARAMETERS.map(({ label }) => label))].filter(
  (label) => !OWN.some((own) => own.label === label),
);

export const SOLVE_SETTINGS: readonly SettingName[] = [
  ...OWN,
  ...others.map((label) => ({ label, words: "method parameter" })),
];
