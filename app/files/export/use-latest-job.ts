import { useEffect, useState } from "react";
import type { Job } from "../../../workers/client";
import type { Progress } from "../../../workers/model/task";
import { isCancel } from "../../document/session/report-error";

/** Waits this long after a change before it starts. */
const DEBOUNCE_MS = 250;

/** The last result of a job that starts anew whenever its question changes. */
export interface LatestJob<T> {
  result: T | null;
  /** Whether `result` answers an earlier question. */
  busy: boolean;
  /** How far the running job is; null before it says so. */
  progress: Progress | null;
  error: unknown;
}

/** A job, or several that follow each other. */
type Started<T> = Pick<Job<T>, "result" | "cancel"> & Partial<Pick<Job<T>, "onProgress">>;

interface Answer<T> {
  /** The question that `result` or `error` answers, and what it was about. */
  question: string | null;
  about: readonly unknown[];
  result: T | null;
  error: unknown;
}

/**
 * Starts a job for each new question, and keeps the last result while the next is made.
 * @param question the options as text; null asks nothing
 * @param about what the question is about: a sequence, a rig. The same number of things each time
 */
export function useLatestJob<T>(
  question: string | null,
  about: readonly unknown[],
  start: () => Started<T>,
): LatestJob<T> {
  const [latest, setLatest] = useState<Answer<T>>({ question: null, about: [], result: null, error: null });
  const [progress, setProgress] = useState<Progress | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change whenever what `start` asks changes
  useEffect(() => {
    if (question === null) return;
    setLatest((before) => ({ ...before, error: null }));
    setProgress(null);
    let stop = () => {};
    const timer = setTimeout(() => {
      const job = start();
      let live = true;
      stop = () => {
        live = false;
        job.cancel();
      };
      job.onProgress?.((now) => live && setProgress(now));
      job.result.then(
        (result) => live && setLatest({ question, about, result, error: null }),
        (error) => live && !isCancel(error) && setLatest((before) => ({ ...before, question, about, error })),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [question, ...about]);
  const { result, error } = latest;
  const isAnswered = latest.question === question && about.every((thing, n) => thing === latest.about[n]);
  return { result, error, progress, busy: !isAnswered };
}
