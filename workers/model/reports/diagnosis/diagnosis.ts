/** The content of a diagnosis that artists can share: an HTML page, which `diagnosis-html.ts` writes. */
export interface Diagnosis {
  /** The name of the sequence. */
  name: string;
  /** The version of Sinew. */
  version: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** Pictures as data URLs, in the order in which they are shown; each with its scale, if it has one. */
  pictures: { caption: string; url: string; scale?: ColourScale }[];
  /** Rows of name and value, in groups. */
  groups: { title: string; rows: [name: string, value: string][] }[];
  /** Sentences that qualify the figures. */
  remarks: string[];
  /** E_RMS of each frame, F; empty if nothing was measured. */
  errorPerFrame: readonly number[];
  /** The frames with the largest errors, the worst first, each with its picture or null. */
  worst: { frame: number; eRms: number; url: string | null }[];
  /** What the colours in the pictures of the worst frames mean. */
  scale?: ColourScale;
}

/** What the colours in a picture mean: a ramp of `#rrggbb`, and values at equal distances along it. */
export interface ColourScale {
  title: string;
  colours: readonly string[];
  values: readonly string[];
}

/** A diagnosis shows at most this many of the worst frames. */
const WORST = 3;

/**
 * The frames with the largest errors, the worst first.
 * @param fps for choosing at most one frame of each second, because its frames show much the same pose.
 */
export function worstFrames(
  errorPerFrame: readonly number[],
  fps: number,
): { frame: number; eRms: number }[] {
  const chosen: { frame: number; eRms: number }[] = [];
  const apart = Math.max(1, Math.min(Math.round(fps), Math.floor(errorPerFrame.length / (2 * WORST))));
  const byError = [...errorPerFrame.keys()].sort((a, b) => errorPerFrame[b] - errorPerFrame[a]);
  for (const frame of byError) {
    if (chosen.length === WORST) break;
    if (chosen.every((other) => Math.abs(other.frame - frame) >= apart)) {
      chosen.push({ frame, eRms: errorPerFrame[frame] });
    }
  }
  return chosen;
}
