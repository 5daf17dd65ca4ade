import type { Progress } from "../../../workers/model/task";
import { ProgressBar } from "../../ui/feedback/ProgressBar";
import textCss from "../../ui/text/text.module.css";

interface MakingProgressProps {
  /** Name of the bar for screen readers. */
  label: string;
  progress: Progress | null;
  /** The words before there is any progress. */
  first?: string;
}

/** What is being made for a file, in words and as a bar. */
export function MakingProgress({ label, progress, first = "Starting…" }: MakingProgressProps) {
  return (
    <>
      <p className={textCss.secondary} role="status">
        {progress ? [progress.phase, progress.detail].filter(Boolean).join(", ") : first}
      </p>
      <ProgressBar label={label} done={progress?.done ?? null} />
    </>
  );
}
