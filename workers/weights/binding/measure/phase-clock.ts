import { type Task, UNWATCHED, workSeconds } from "../../../model/task";

/** Adds up the seconds of phases, in the order of their first occurrence. Pauses of the task are left out. */
export class PhaseClock {
  private readonly seconds = new Map<string, number>();
  private readonly task: Task;

  constructor(task: Task = UNWATCHED) {
    this.task = task;
  }

  async time<T>(phase: string, work: () => Promise<T>): Promise<T> {
    const begin = workSeconds(this.task);
    try {
      return await work();
    } finally {
      const before = this.seconds.get(phase) ?? 0;
      this.seconds.set(phase, before + workSeconds(this.task) - begin);
    }
  }

  entries(): [phase: string, seconds: number][] {
    return [...this.seconds];
  }
}
