import type { SolvePartial, SolveResult, SolverClient } from "../../../../../workers/client";
import type { PathMember } from "../../../../../workers/model/reports/solve-path";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { keepingBones, respecting } from "../solve/continuation";
import { PATH } from "./path-state";

/** Seconds that sweeps may take. Reading the motion and measuring the rig come on top. */
const SECONDS = 0.6;
const [FEWEST, MOST] = [2, 20];
/** Time without a change after which the rig on screen is refined, ms. */
const REST_MS = 250;
/** The refined rig is taken if its error is at most this multiple of the former one. */
const NOT_WORSE = 1.0005;

/** Sweeps that fit into the time, as fast as those that found the rig. */
function sweepsFor({ report: { seconds, iterations } }: PathMember): number {
  if (iterations === 0 || seconds === 0) return FEWEST;
  return Math.max(FEWEST, Math.min(MOST, Math.floor((SECONDS * iterations) / seconds)));
}

/** Refines the rig that rests on screen by some sweeps of the solver. */
export class Refining {
  private readonly stores: Stores;
  private readonly client: SolverClient;
  private readonly done: (before: PathMember, found: SolveResult) => void;
  private readonly current = new CurrentJob<SolveResult, SolvePartial>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stores: Stores, client: SolverClient, done: (before: PathMember, found: SolveResult) => void) {
    this.stores = stores;
    this.client = client;
    this.done = done;
  }

  /** Refines a rig of the path, which is the document's, once it has rested for a moment. */
  startSoon(member: PathMember): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(member), REST_MS);
  }

  private start(member: PathMember): void {
    const { stores } = this;
    const { sequence, rig, settings, partial } = stores.document.getState();
    if (!sequence || rig !== member.rig || partial) return;
    const job = this.client.decompose({
      sequence,
      settings: { ...keepingBones(settings, rig), iterations: sweepsFor(member) },
      from: rig,
      foundBy: member.report.method,
      ...respecting(stores, rig),
    });
    this.show(true);
    this.current.follow(job, {
      done: (found) => {
        this.show(false);
        const fits = found.rig.bones.length === rig.bones.length;
        if (fits && found.report.eRms <= NOT_WORSE * member.report.eRms) this.done(member, found);
      },
      failed: (error) => {
        this.show(false);
        if (!isCancel(error)) reportError(stores, error, "Refining the rig");
      },
    });
  }

  /** Ends with the rig so far. */
  keep(): void {
    this.current.job?.keep();
  }

  cancel(): void {
    clearTimeout(this.timer);
    const job = this.current.release();
    if (job) this.show(false);
    job?.cancel();
  }

  private show(refining: boolean): void {
    this.stores.of(PATH).setState({ refining });
  }
}
