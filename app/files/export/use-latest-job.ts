import { useEffect, useState } from "react";
import type { Job } from "../../../workers/client";
import type { Progress } from "../../../workers/model/task";
import { isCancel } from "../../document/session/report-error";

/** The delay between a change and the start of the job. */
const DEBOUNCE_MS = 250;

/** The last result of a job that restarts whenever its question changes. */
export interface LatestJob<T> {
  result: T | null;
  /** Whether `result` answers an earlier question. */
  busy: boolean;
  /** The progress of the running job; null until it reports some. */
  progress: Progress | null;
  error: unknown;
}

/** A job, or several that follow each other. */
type Started<T> = Pick<Job<T>, "result" | "cancel"> & Partial<Pick<Job<T>, "onProgress">>;

interface Answer<T> {
  /** The question that `result` or `error` answers, and its subject. */
  question: string | null;
  about: readonly unknown[];
  result: T | null;
  error: unknown;
}

/**
 * Starts a job for each new question, and keeps the last result while the next is made.
 * @param question the options as text; null asks nothing
 * @param about the subject of the question: a sequence, a rig. Always the same number of items
 */
export function useLatestJob<T>(
  question: string | null,
  about: readonly unknown[],
  start: () => Started<T>,
): LatestJob<T> {
  const [latest, setLatest] = useState<Answer<T>>({ question: null, about: [], result: null, error: null });
  const [progress, setProgress] = useState<Progress | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change whenever the question of `start` changes
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
