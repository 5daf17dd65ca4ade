import { useEffect, useRef, useState } from "react";
import type { Job, SolverClient } from "../../../../workers/client";
import type { BakeInput, BakeResult } from "../../../../workers/model/reports/deform-report";
import type { Progress } from "../../../../workers/model/task";
import { isCancel } from "../../../document/session/report-error";

/** A running bake, or the result of the last one. */
export interface Bake {
  result: BakeResult | null;
  progress: Progress | null;
  running: boolean;
  error: unknown;
  start(input: BakeInput): void;
  cancel(): void;
}

/** Runs bakes for a dialog. A new bake replaces the one before it. Closing the dialog cancels it. */
export function useBake(client: SolverClient): Bake {
  const job = useRef<Job<BakeResult> | null>(null);
  const [state, setState] = useState<Pick<Bake, "result" | "progress" | "error">>({
    result: null,
    progress: null,
    error: null,
  });
  const [running, setRunning] = useState(false);
  useEffect(() => () => job.current?.cancel(), []);

  const start = (input: BakeInput) => {
    const mine = client.bakeDeformer(input);
    job.current = mine;
    setRunning(true);
    setState({ result: null, progress: null, error: null });
    const isMine = () => job.current === mine;
    const end = (change: Partial<Bake>) => {
      if (!isMine()) return;
      job.current = null;
      setRunning(false);
      setState((before) => ({ ...before, progress: null, ...change }));
    };
    mine.onProgress((progress) => isMine() && setState((before) => ({ ...before, progress })));
    mine.result.then(
      (result) => end({ result }),
      (error) => end(isCancel(error) ? {} : { error }),
    );
  };
  const cancel = () => {
    job.current?.cancel();
    job.current = null;
    setRunning(false);
  };
  return { ...state, running, start, cancel };
}
