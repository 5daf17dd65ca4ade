import type { Task } from "../model/task";

/** The task with a place for partial results. */
export const withPartial = <Partial>(task: Task, partial: Partial): Task & { partial: Partial } => ({
  progress: (progress) => task.progress(progress),
  checkpoint: () => task.checkpoint(),
  get finishNow() {
    return task.finishNow;
  },
  get secondsPaused() {
    return task.secondsPaused;
  },
  ...(task.clock && { clock: task.clock }),
  partial,
});
