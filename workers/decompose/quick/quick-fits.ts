import type { MakeParallel } from "../../kernels/parallel";
import type { Task } from "../../model/task";
import { checkInput } from "../input/check-input";
import { fitWarm } from "./fit-warm";
import type { QuickFit, QuickFitInput } from "./quick-fit-input";
import { WarmProblem } from "./warm-problem";

/** Milliseconds without a fit after which threads and memory are freed. */
const IDLE_MS = 60_000;

/**
 * Quick fits of rigs to changed settings. The problem of the last sequence, its memory and its threads stay ready, so
 * that the next fit only solves.
 */
export class QuickFits {
  private warm: WarmProblem | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends when the fits so far have ended: they share one arena. */
  private last: Promise<unknown> = Promise.resolve();

  /**
   * Equal input gives equal bits on any number of threads.
   * @throws SinewError if the input is invalid; CancelledError if the task is cancelled.
   */
  fit(input: QuickFitInput, makeParallel: MakeParallel, task: Task): Promise<QuickFit> {
    const mine = this.last.then(() => this.fitNext(input, makeParallel, task));
    this.last = mine.catch(() => {});
    return mine;
  }

  private async fitNext(input: QuickFitInput, makeParallel: MakeParallel, task: Task): Promise<QuickFit> {
    clearTimeout(this.timer);
    try {
      await task.checkpoint();
      return await fitWarm(await this.warmFor(input, makeParallel, task), input, task);
    } finally {
      this.timer = setTimeout(() => this.letGo(), IDLE_MS);
      // In Node the timer does not keep the process alive.
      (this.timer as { unref?: () => void }).unref?.();
    }
  }

  private async warmFor(input: QuickFitInput, makeParallel: MakeParallel, task: Task): Promise<WarmProblem> {
    if (this.warm?.fits(input)) return this.warm;
    this.letGo();
    const { sequence, rig, settings, locks, intent } = input;
    const asked = { ...settings, bones: rig.bones.length };
    checkInput({ sequence, settings: asked, from: rig, locks, ...(intent && { intent }) });
    this.warm = await WarmProblem.build(input, makeParallel, task);
    return this.warm;
  }

  private letGo(): void {
    this.warm?.dispose();
    this.warm = null;
  }
}
