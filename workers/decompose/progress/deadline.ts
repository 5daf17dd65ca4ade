import type { Arena } from "../../kernels/arena";
import { type Progress, type Task, workSeconds } from "../../model/task";

/** Thrown at a checkpoint when time is up; `attempt` catches it. */
class TimeUp extends Error {}

/** The part of a scope after which loops are told to finish, so that what they began can end well. */
const SOFT = 0.85;
/** Of a limit, the most that is set aside for what comes after the solve. */
const MOST_RESERVED = 0.6;
/** Seconds that work goes on after the artist asked to keep what there is. */
const GRACE = 0.2;

/** A stretch of work that has to end in time. */
interface Scope {
  began: number;
  /** Seconds of work, from the beginning of the solve, at which it is cut short. */
  end: number;
  /** Where it ends once there is something to hand out. */
  later: number;
  /** Whether a checkpoint may cut it short. */
  isCut: boolean;
}

/**
 * The time that a solve may take, on a clock that stands still in pauses. It stands for the task wherever work is done:
 * `finishNow` tells loops to finish, and inside of `attempt` a checkpoint ends what does not finish by itself. So
 * whatever has checkpoints ends in time, whether a limit of seconds runs out or the artist asks to keep what there is.
 */
export class Deadline implements Task {
  /** Seconds that were asked for, or null. */
  readonly asked: number | null;
  private readonly task: Task;
  private readonly start: number;
  private readonly scopes: Scope[] = [];
  /** Seconds for what comes after the solve. */
  private reserved = 0;
  /** When the wish to keep what there is was first seen. */
  private keptAt = Infinity;
  private cut = false;

  constructor(task: Task, seconds: number | null) {
    this.task = task;
    this.asked = seconds;
    this.start = workSeconds(task);
  }

  /** Seconds of work since the solve began. */
  get seconds(): number {
    return workSeconds(this.task) - this.start;
  }

  /** Sets seconds aside for what comes after the solve. */
  reserve(seconds: number): void {
    this.reserved = Math.min(seconds, MOST_RESERVED * (this.asked ?? 0));
  }

  /** Seconds that are left for the work at hand; Infinity where there is no limit. */
  get left(): number {
    return this.end - this.seconds;
  }

  /** Whether the artist asked to keep what there is. */
  get isKept(): boolean {
    if (this.task.finishNow) this.keptAt = Math.min(this.keptAt, this.seconds);
    return this.keptAt < Infinity;
  }

  /** What ended the solve where work was cut short, as the beginning of a sentence. */
  get why(): string {
    return this.isKept || this.asked === null ? "Keep this" : `The limit of ${this.asked} s`;
  }

  /** Whether work was cut short, or told to finish before it was done, and did not come to its end later. */
  get wasCut(): boolean {
    return this.cut;
  }

  get finishNow(): boolean {
    const { began, end } = this.scope;
    const over = this.isKept || this.seconds > began + SOFT * (end - began);
    if (over) this.cut = true;
    return over;
  }

  /** Says that something was left out for want of time. */
  noteCut(): void {
    this.cut = true;
  }

  /** Says that the work came to its end with time left, whatever was cut short on the way. */
  noteConverged(): void {
    this.cut = false;
  }

  /** Says that there is something to hand out: attempts that were to have something by now may go on. */
  noteFound(): void {
    for (const scope of this.scopes) scope.end = scope.later;
  }

  progress(progress: Progress): void {
    this.task.progress(progress);
  }

  async checkpoint(): Promise<void> {
    await this.task.checkpoint();
    if (!this.scope.isCut) return;
    if (this.seconds < Math.min(this.end, this.isKept ? this.keptAt + GRACE : Infinity)) return;
    this.cut = true;
    throw new TimeUp();
  }

  /**
   * Does work that is cut short at the first checkpoint after its time, and frees what it took of the arena then.
   * @param share of the time that is left now.
   * @param untilFound of that, the part in which something has to be found (`noteFound`).
   * @returns null where it was cut short.
   */
  async attempt<T>(arena: Arena, share: number, work: () => Promise<T>, untilFound = 1): Promise<T | null> {
    const mark = arena.mark();
    try {
      return await this.scoped({ share, untilFound, isCut: true }, work);
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      arena.release(mark);
      return null;
    }
  }

  /** Does work that looks at the time itself, between attempts of which none takes longer than this. */
  within<T>(share: number, work: () => Promise<T>): Promise<T> {
    return this.scoped({ share, untilFound: 1, isCut: false }, work);
  }

  private async scoped<T>(
    { share, untilFound, isCut }: { share: number; untilFound: number; isCut: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    const depth = this.scopes.length;
    const began = this.seconds;
    const seconds = share * Math.max(0, this.left);
    this.scopes.push({ began, end: began + untilFound * seconds, later: began + seconds, isCut });
    try {
      return await work();
    } finally {
      this.scopes.length = depth;
    }
  }

  private get scope(): Scope {
    const end = this.asked === null ? Infinity : this.asked - this.reserved;
    return this.scopes.at(-1) ?? { began: 0, isCut: false, end, later: end };
  }

  private get end(): number {
    return this.scope.end;
  }
}

/** The same for work that is handed any task: one without a limit does all of it. */
export function attempt<T>(
  task: Task,
  arena: Arena,
  share: number,
  work: () => Promise<T>,
): Promise<T | null> {
  return task instanceof Deadline ? task.attempt(arena, share, work) : work();
}
