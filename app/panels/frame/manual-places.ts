/** The place of the manual about a panel, a section or a dialog: a page, or a heading of one. */

/** By workspace. */
const WORKSPACES: Record<string, string> = {
  solve: "guide/animation-to-glb",
  skeleton: "guide/editing-skeletons",
  paint: "guide/painting-weights",
  deform: "guide/comparing-deformers",
  reduce: "guide/reducing",
  compare: "guide/comparing-methods",
};

/** By the title of a panel, section or dialog, where its page is not the one of its workspace. */
const TITLES: Record<string, string> = {
  "Recent projects": "guide/projects#the-start-page",
  Bin: "guide/projects#the-start-page",
  "Open files": "reference/formats",
  Samples: "guide/first-rig",
  Correction: "algorithms/solving/eigenskin",
  Export: "reference/targets",
  Fit: "guide/onto-your-own-skeleton",
  Helpers: "guide/onto-your-own-skeleton",
  Limits: "guide/posing",
  Names: "guide/editing-skeletons",
  Optimisation: "guide/binding",
  Pose: "guide/posing",
  Poses: "guide/posing",
  Report: "reference/metrics",
  "More figures": "reference/metrics",
  "Slide by joint": "algorithms/deforming/direct-delta-mush",
  Surface: "guide/textures",
  Timeline: "guide/first-rig",
};

const START = "guide/projects#the-start-page";

/**
 * @param titles of the panel that asks and of all around it, the innermost first.
 * @param workspace the open one; null on the start page.
 */
export function placeInManual(titles: readonly string[], workspace: string | null): string {
  // "Versions of hound" and "Export hound" are about versions and exports.
  const known = titles.flatMap((title) => TITLES[title] ?? TITLES[title.split(" ")[0]] ?? []);
  return known[0] ?? (workspace === null ? START : (WORKSPACES[workspace] ?? "guide/first-rig"));
}

/** Every place that a panel may ask for. A test looks each of them up. */
export const ALL_PLACES: readonly string[] = [START, ...Object.values(WORKSPACES), ...Object.values(TITLES)];
