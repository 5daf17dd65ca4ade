import { useEffect, useRef, useState } from "react";
import type { CorrectionResult, Job } from "../../workers/client";
import type { Progress } from "../../workers/model/task";
import { setCorrection } from "../document/correction-commands";
import { useDocument } from "../document/document";
import { complain, isCancel } from "../shell/complain";
import { useStudio } from "../shell/studio";

/** Fits corrections to the rig of the document. One that the rig changed under is left aside. */
export function useCorrection() {
  const { client, history } = useStudio();
  const [progress, setProgress] = useState<Progress | null>(null);
  const job = useRef<Job<CorrectionResult> | null>(null);
  useEffect(() => () => job.current?.cancel(), []);

  async function start(rank: number): Promise<void> {
    const { sequence, rig } = useDocument.getState();
    if (!sequence || !rig) return;
    const mine = client.fitCorrection(sequence, rig, rank);
    job.current = mine;
    setProgress({ phase: "Correction", done: null, detail: "" });
    mine.onProgress((now) => job.current === mine && setProgress(now));
    try {
      const { rig: corrected, report } = await mine.result;
      if (useDocument.getState().rig === rig) history.run(setCorrection(corrected, report));
    } catch (error) {
      if (!isCancel(error)) complain(error, "The correction");
    } finally {
      if (job.current === mine) {
        job.current = null;
        setProgress(null);
      }
    }
  }

  return { progress, start, cancel: () => job.current?.cancel() };
}
