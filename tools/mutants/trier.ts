/** A process that tries mutants, one after another; a new one takes over when it ends. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Outcome, Trial } from "./trial";

/**
 * If the wall-clock time of a run is this many times its processor seconds, it waits for something that never comes.
 */
const PATIENCE = 40;
/** Mutants per process; a fresh process starts with little memory. */
const TURNS = 60;

export class Trier {
  private readonly entry: string;
  private readonly flag: string;
  private readonly env: Record<string, string>;
  private child: ChildProcess | null = null;
  private turns = 0;

  /**
   * @param entry the script to start, which calls `serveTrials` when it finds the flag.
   * @param env variables of its environment in addition to this one's.
   */
  constructor(entry: string, flag: string, env: Record<string, string> = {}) {
    this.env = env;
    this.entry = entry;
    this.flag = flag;
  }

  private async start(): Promise<ChildProcess> {
    const child = fork(this.entry, [this.flag], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, ...this.env },
    });
    const [said] = await Promise.race([once(child, "message"), once(child, "exit")]);
    if (said !== "ready") throw new Error("The tests cannot be started: see the messages above.");
    this.turns = 0;
    return child;
  }

  async try(trial: Trial): Promise<Outcome> {
    if (++this.turns > TURNS) this.end();
    this.child ??= await this.start();
    const { child } = this;
    const timer = setTimeout(() => child.kill("SIGKILL"), 1000 * PATIENCE * trial.seconds);
    const answer = new Promise<Outcome | null>((resolve) => {
      child.once("message", (outcome) => resolve(outcome as Outcome));
      child.once("exit", () => resolve(null));
    });
    child.send(trial);
    const outcome = await answer;
    child.removeAllListeners();
    clearTimeout(timer);
    if (outcome === null || outcome.caughtBy === "no end") this.end();
    return outcome ?? { caughtBy: "the process ended", seconds: 0 };
  }

  end(): void {
    this.child?.kill("SIGKILL");
    this.child = null;
  }
}
