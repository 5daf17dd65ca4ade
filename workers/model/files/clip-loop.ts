/** Whether the ends of a clip meet, in the animation itself. */
export interface ClipLoop {
  /** Name of the clip. */
  clip: string;
  /** Its last frame repeats the first; leads to it, one frame later; or the clip is no loop. */
  kind: "repeats" | "leads" | "none";
  /** Largest distance of a vertex between the last pose and the first, in the sequence's unit. */
  gap: number;
  /** The same between the frames next to the ends: what one frame moves. */
  step: number;
  /** Whether the clip would loop if its travel were on a bone of its own. */
  butForTravel: boolean;
  /** Whether the file has it closed. */
  closed: boolean;
}

/** A sentence about a clip's ends. @param length writes a length of the sequence's unit. */
export function loopSentence(loop: ClipLoop, length: (distance: number) => string): string {
  const { clip, kind, gap, butForTravel, closed } = loop;
  const apart = `its last pose and its first are up to ${length(gap)} apart`;
  if (butForTravel)
    return `${clip} loops, but for its travel: ${apart}. Extract the root motion to close it.`;
  if (kind === "none") return `${clip} is no loop: ${apart}.`;
  const how = kind === "repeats" ? "its last frame repeats the first" : "its last frame leads to the first";
  if (gap === 0 && kind === "repeats") return `${clip} loops: ${how} exactly.`;
  const spread = "The difference is spread over the clip.";
  const end = closed ? (kind === "repeats" ? spread : "One frame is added.") : "";
  return `${clip} loops: ${how}, ${length(gap)} apart. ${end}`.trim();
}
