/** The page of the manual about each workspace. */
const WORKSPACES: Record<string, string> = {
  solve: "guide/animation-to-glb",
  skeleton: "guide/editing-skeletons",
  paint: "guide/painting-weights",
  deform: "guide/comparing-deformers",
  reduce: "guide/reducing",
  compare: "guide/comparing-methods",
};

/** The place for the title of a panel, section or dialog. Other titles have the page of their workspace. */
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
 * The place in the manual to open, a page or a heading.
 * @param titles titles of the panel that opens the manual and of the panels around it, innermost first.
 * @param workspace the open workspace; null on the start page.
 */
export function placeInManual(titles: readonly string[], workspace: string | null): string {
  // The first word of "Export hound" is the title.
  const known = titles.flatMap((title) => TITLES[title] ?? TITLES[title.split(" ")[0]] ?? []);
  return known[0] ?? (workspace === null ? START : (WORKSPACES[workspace] ?? "guide/first-rig"));
}

/** All places that panels can open. A test checks that each exists. */
export const ALL_PLACES: readonly string[] = [START, ...Object.values(WORKSPACES), ...Object.values(TITLES)];
