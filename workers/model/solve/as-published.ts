import { METHODS, type SolveMethod } from "./methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "./solve-settings";

type Published = Partial<Pick<SolveSettings, "influences" | "restarts" | "correctRestPose">> & {
  parameters?: Readonly<Record<string, string | number | boolean>>;
};

/**
 * The papers' values for settings whose defaults differ in Sinew. The page of each method tells what its defaults gain.
 */
const PUBLISHED: Partial<Record<SolveMethod, Published>> = {
  ssdr: { restarts: 1, parameters: { moveTo: "vertex", several: true } },
  his: {
    influences: 0,
    correctRestPose: false,
    parameters: { lambda: "singular", simplex: "sqp", flatTolerance: 0.2 },
  },
  "ep-lbs": {
    influences: 0,
    correctRestPose: false,
    parameters: { count: "found", gradient: "finite" },
  },
  fsd: { parameters: { reduction: 0.1, growth: "gradients" } },
  lssp: { influences: 0, correctRestPose: false },
  sma: { correctRestPose: false, parameters: { orthogonality: 1 } },
};

/** Whether a method has a paper whose settings differ from the defaults. */
export const hasPublished = (method: SolveMethod): boolean => PUBLISHED[method] !== undefined;

/**
 * The settings for a method as published. Settings that the paper leaves open stay, and so do the number of bones and
 * the seed.
 */
export function asPublished(settings: SolveSettings): SolveSettings {
  const { method } = settings;
  const { parameters, ...others } = PUBLISHED[method] ?? {};
  const own = { ...settings.parameters[method], ...parameters };
  return {
    ...settings,
    ...others,
    initialiser: null,
    boneKind: METHODS[method].boneKinds[0],
    ...(parameters && { parameters: { ...settings.parameters, [method]: own } }),
  };
}

/** The settings that `asPublished` changes. */
export function publishedChange(settings: SolveSettings): Partial<SolveSettings> {
  const { parameters, influences, restarts, correctRestPose, initialiser, boneKind } = asPublished(settings);
  return { parameters, influences, restarts, correctRestPose, initialiser, boneKind };
}

/** The change to Sinew's own defaults of the method. */
export function ownDefaults({ method, parameters }: SolveSettings): Partial<SolveSettings> {
  const { [method]: _, ...others } = parameters;
  const { influences, boneKinds } = METHODS[method];
  const { restarts, correctRestPose } = SOLVE_DEFAULTS;
  const defaults = { influences, boneKind: boneKinds[0], restarts, correctRestPose };
  return { ...defaults, parameters: others, initialiser: null };
}

/** Whether a method runs as published. */
export function isAsPublished(settings: SolveSettings): boolean {
  const wanted = asPublished(settings);
  const mine = settings.parameters[settings.method] ?? {};
  const isSame = Object.entries(wanted.parameters[settings.method] ?? {}).every(
    ([name, value]) => mine[name] === value,
  );
  const { influences, restarts, correctRestPose, initialiser, boneKind } = wanted;
  return (
    isSame &&
    influences === settings.influences &&
    restarts === settings.restarts &&
    correctRestPose === settings.correctRestPose &&
    initialiser === settings.initialiser &&
    boneKind === settings.boneKind
  );
}
