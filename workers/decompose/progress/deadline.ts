import type { Arena } from "../../kernels/arena";
import { type Progress, type Task, workSeconds } from "../../model/task";

/** Thrown at a checkpoint when time has run out. `attempt` catches it. */
class TimeUp extends Error {}

/** After this share of a scope, loops are told to finish, so that they can end cleanly. */
const SOFT = 0.85;
/** The largest share of a limit that is set aside for the steps after the solve. */
const MOST_RESERVED = 0.6;
/** Seconds for which work continues after the artist asks to keep the current rig. */
const GRACE = 0.2;

/** A stretch of work with an end. */
interface Scope {
  began: number;
  /** The end, in seconds of work since the start of the solve. Work is cut short then. */
  end: number;
  /** The end once there is a result to return. */
  later: number;
  /** Whether a checkpoint may cut it short. */
  isCut: boolean;
}

/**
 * The time that a solve may take, on a clock that stops during pauses. It replaces the task everywhere: `finishNow`
 * tells loops to finish, and inside `attempt` a checkpoint ends work that does not finish by itself. All work with
 * checkpoints therefore ends in time, whether the limit runs out or the artist asks to keep the current rig.
 */
export class Deadline implements Task {
  /** The requested seconds, or null. */
  readonly asked: number | null;
  private readonly task: Task;
  private readonly start: number;
  private readonly scopes: Scope[] = [];
  /** Seconds for the steps after the solve. */
  private reserved = 0;
  /** When the request to keep the current rig was first noticed. */
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

  /** Sets seconds aside for the steps after the solve. */
  reserve(seconds: number): void {
    this.reserved = Math.min(seconds, MOST_RESERVED * (this.asked ?? 0));
  }

  /** Seconds that remain for the current work; Infinity without a limit. */
  get left(): number {
    return this.end - this.seconds;
  }

  /** Whether the artist asked to keep the current rig. */
  get isKept(): boolean {
    if (this.task.finishNow) this.keptAt = Math.min(this.keptAt, this.seconds);
    return this.keptAt < Infinity;
  }

  /** What ended the solve if work was cut short, as the start of a sentence. */
  get why(): string {
    return this.isKept || this.asked === null ? "Keep this" : `The limit of ${this.asked} s`;
  }

  /** Whether work was cut short, or told to finish early, and did not reach its end later. */
  get wasCut(): boolean {
    return this.cut;
  }

  get finishNow(): boolean {
    const { began, end } = this.scope;
    const over = this.isKept || this.seconds > began + SOFT * (end - began);
    if (over) this.cut = true;
    return over;
  }

  /** Records that something was left out because there was no time. */
  noteCut(): void {
    this.cut = true;
  }

  /** Records that the work reached its end in time, even if parts were cut short on the way. */
  noteConverged(): void {
    this.cut = false;
  }

  /** Records that there is a result to return. Attempts that needed one by now may continue. */
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
   * Runs work that is cut short at the first checkpoint after its time. Frees its arena memory in that case.
   * @param share the share of the remaining time that the work may take.
   * @param untilFound the share of that within which the work must find something (`noteFound`).
   * @returns null if the work was cut short.
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

  /** Runs work that watches the time itself, between attempts that must not take longer than this. */
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

/** Runs `attempt` of a task that has a limit. A task without a limit runs all of the work. */
export function attempt<T>(
  task: Task,
  arena: Arena,
  share: number,
  work: () => Promise<T>,
): Promise<T | null> {
  return task instanceof Deadline ? task.attempt(arena, share, work) : work();
}
