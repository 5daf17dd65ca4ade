import type { SequenceMesh } from "../mesh/streamed-sequence";
import type { SolveReport } from "./solve-report";

/** The error of each clip over all its frames, if there are several. */
export function perClip(
  { clips }: Pick<SequenceMesh, "clips">,
  errorPerFrame: readonly number[],
): Pick<SolveReport, "errorPerClip"> {
  if (clips.length < 2) return {};
  const errorPerClip = clips.map(({ name, first, last }) => {
    const errors = errorPerFrame.slice(first, last + 1);
    return { name, eRms: Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length) };
  });
  return { errorPerClip };
}
