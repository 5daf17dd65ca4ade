import { ENGINE_JOBS, type RunningJob } from "../document/session/jobs/jobs";
import type { Stores } from "../document/stores";

/** The facts that the title of the tab shows. */
interface TitleFacts {
  /** The name of the open project; null on the start page. */
  name: string | null;
  /** Whether it changed after it was saved to its file. */
  unsaved: boolean;
  running: readonly Pick<RunningJob, "progress">[];
}

/** "42 % · hound* · Sinew": the progress of the first running job, the project, and a star if it is not saved. */
export function pageTitleOf({ name, unsaved, running }: TitleFacts): string {
  const [first] = running;
  const done = first?.progress?.done ?? null;
  const parts = [
    first && (done === null ? "…" : `${Math.floor(100 * done)}\u00a0%`),
    name !== null && `${name}${unsaved ? "*" : ""}`,
    "Sinew",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Keeps the title of the tab up to date. */
export function followTitle(stores: Stores): void {
  const jobs = stores.of(ENGINE_JOBS);
  const write = () => {
    const title = pageTitleOf({
      name: stores.document.getState().sequence?.name ?? null,
      unsaved: stores.work.getState().inFile === "changed",
      running: jobs.getState().running,
    });
    if (document.title !== title) document.title = title;
  };
  jobs.subscribe(write);
  stores.work.subscribe(({ inFile }) => inFile, write);
  stores.document.subscribe(({ sequence }) => sequence, write);
}
