/** Whether the ends of a clip meet, measured on the animation itself. */
export interface ClipLoop {
  /** Name of the clip. */
  clip: string;
  /** The last frame repeats the first, or it leads to the first one frame later, or the clip does not loop. */
  kind: "repeats" | "leads" | "none";
  /** Largest distance of a vertex between the last pose and the first, in the sequence's unit. */
  gap: number;
  /** The same between neighbouring frames at the ends: how far vertices move in one frame. */
  step: number;
  /** Whether the clip would loop without its travel, with root motion on a bone of its own. */
  butForTravel: boolean;
  /** Whether the file has the clip with its loop closed. */
  closed: boolean;
}

/**
 * A sentence about a clip's ends.
 * @param length formats a length in the sequence's unit.
 */
export function loopSentence(loop: ClipLoop, length: (distance: number) => string): string {
  const { clip, kind, gap, butForTravel, closed } = loop;
  const apart = `its last pose and its first are up to ${length(gap)} apart`;
  if (butForTravel)
    return `${clip} loops apart from its travel: ${apart}. Extract the root motion to close it.`;
  if (kind === "none") return `${clip} does not loop: ${apart}.`;
  const how = kind === "repeats" ? "its last frame repeats the first" : "its last frame leads to the first";
  if (gap === 0 && kind === "repeats") return `${clip} loops: ${how} exactly.`;
  const spread = "The difference is spread over the clip.";
  const end = closed ? (kind === "repeats" ? spread : "One frame is added.") : "";
  return `${clip} loops: ${how}, ${length(gap)} apart. ${end}`.trim();
}
