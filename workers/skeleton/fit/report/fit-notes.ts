import { percentFigure } from "../../../model/reports/figures";
import type { BoneResidual, FitHelper, FitStage, NearnessReport } from "../../../model/reports/fit-report";
import { maxInfluences, type SparseWeights } from "../../../model/rig/sparse-weights";
import type { FitSettings } from "../../../model/skeleton/fit/fit-settings";

/** A skeleton follows the mesh if its error is below this, in percent of the diagonal. */
const FOLLOWS = 0.1;
/** A bone cannot follow if its error is at least this multiple of the mean, and this share of the total. */
const WORSE = 1.25;
const LEAST_SHARE = 0.05;
/** The most bones that get a sentence each. */
const LISTED = 4;

/** Sentences for the artist about where the skeleton cannot follow, and what may help. */
export function fitNotes(
  rmsePercent: number,
  bones: readonly BoneResidual[],
  helpers: readonly FitHelper[],
  nearness: NearnessReport | null,
  settings: FitSettings,
): string[] {
  return [
    ...nearNotes(nearness, settings),
    ...worstNotes(rmsePercent, bones, settings),
    ...lockNotes(rmsePercent, bones, settings),
    ...helperNotes(helpers, settings),
  ];
}

/** A sentence about the weights of the file, if they are better and have more influences than the fit may use. */
export function influenceNotes(
  weights: SparseWeights | null,
  stages: readonly FitStage[],
  rmsePercent: number,
  { solve, influences }: FitSettings,
): string[] {
  const imported = stages.find(({ step }) => step === "imported");
  const own = weights ? maxInfluences(weights) : 0;
  if (!imported || solve === "motion" || own <= influences || imported.rmsePercent >= rmsePercent) return [];
  return [
    `The weights of the file have up to ${own} influences and leave ${percentFigure(imported.rmsePercent)} % of the diagonal. ` +
      `This fit may use ${influences}: allow ${own} to keep such weights.`,
  ];
}

/** A sentence about joints that stayed because the motion does not tell where they are. */
export function looseNotes(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length - LISTED;
  const list = names.slice(0, LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const [have, they] =
    names.length === 1
      ? ["The joint of", "It stays where it was"]
      : ["The joints of", "They stay where they were"];
  return [`${have} ${list} could also lie elsewhere: the motion does not tell. ${they}.`];
}

/** Smaller shares of weights are not reported. */
const LEAST_FAR = 5e-4;

/** Sentences about weights far from their bones. */
function nearNotes(nearness: NearnessReport | null, { spreadCost }: FitSettings): string[] {
  if (!nearness || nearness.farBefore < LEAST_FAR) return [];
  const { costPercent, farBefore, farAfter } = nearness;
  const cost =
    costPercent < 0.05 ? "The error did not rise." : `The error rose by ${percentFigure(costPercent)} %.`;
  const gone = `${percentFigure(100 * (farBefore - farAfter))} % of all weights lay far from their bones and were moved near them. ${cost}`;
  if (farAfter < LEAST_FAR) return [gone];
  const left = `${percentFigure(100 * farAfter)} % of all weights lie far from their bones`;
  const why =
    spreadCost === null
      ? "no other bone is near."
      : `without them the error would rise by more than ${percentFigure(100 * spreadCost)} %.`;
  return [...(farAfter < farBefore ? [gone] : []), `${left}, since ${why}`];
}

/** The bones where the skeleton cannot follow, worst first. */
export function strainedBones(rmsePercent: number, bones: readonly BoneResidual[]): BoneResidual[] {
  if (rmsePercent < FOLLOWS) return [];
  return bones
    .filter((bone) => bone.rmsePercent > WORSE * rmsePercent && bone.share > LEAST_SHARE)
    .sort((a, b) => b.share - a.share);
}

function worstNotes(rmsePercent: number, bones: readonly BoneResidual[], settings: FitSettings): string[] {
  const strained = strainedBones(rmsePercent, bones).slice(0, LISTED);
  if (strained.length === 0) return [];
  const advice =
    settings.solve === "motion"
      ? "New weights may help."
      : "Add helper bones, or allow these bones to shift.";
  return [...strained.map(sentenceAbout), advice];
}

const sentenceAbout = ({ name, rmsePercent, worstFrame, worstPercent }: BoneResidual) =>
  `The mesh around ${name} moves as the skeleton cannot: ${percentFigure(rmsePercent)} % of the diagonal are left, ` +
  `${percentFigure(worstPercent)} % in frame ${worstFrame + 1}.`;

/** A sentence about the share of the error at bones whose motion is locked. */
function lockNotes(
  rmsePercent: number,
  bones: readonly BoneResidual[],
  { bones: own, solve }: FitSettings,
): string[] {
  if (rmsePercent < FOLLOWS || solve === "weights") return [];
  const locked = bones.filter(({ name }) => own[name]?.lockMotion);
  const share = locked.reduce((sum, bone) => sum + bone.share, 0);
  if (share < LEAST_SHARE) return [];
  return [`${Math.round(100 * share)} % of the squared error are at bones whose motion is locked.`];
}

function helperNotes(helpers: readonly FitHelper[], { helpers: asked }: FitSettings): string[] {
  if (helpers.length === asked) return [];
  if (helpers.length === 0)
    return [
      asked === 1
        ? "A helper bone would hardly lower the error."
        : `None of ${asked} helper bones would lower the error much.`,
    ];
  const [found, lower] = helpers.length === 1 ? ["1", "lowers"] : [`${helpers.length}`, "lower"];
  return [`Only ${found} of ${asked} helper bones ${lower} the error enough to stay.`];
}
