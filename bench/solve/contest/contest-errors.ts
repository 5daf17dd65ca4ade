import { readFileSync, writeFileSync } from "node:fs";
import type { createEngine } from "../../../workers/jobs/engine";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { SolveMethod } from "../../../workers/model/solve/methods";
import type { SolveSettings } from "../../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../../workers/model/task";

/** What a method reaches on a sequence. */
export interface Reached {
  /** E_RMS. */
  error: number;
  /** Of the processor, over all threads. */
  seconds: number;
  /** How often a bone turns inside out in a frame, which no file can hold. */
  reflected: number;
}

/**
 * Solves, and keeps the results of all methods but auto in a file, so that the contest repeats in a fraction of the
 * time after a change of auto. Delete the file after a change of another method.
 */
export class ContestErrors {
  private readonly engine: ReturnType<typeof createEngine>;
  private readonly file: string | null;
  private readonly known: Record<string, Reached>;

  constructor(engine: ReturnType<typeof createEngine>, file: string | null) {
    this.engine = engine;
    this.file = file;
    this.known = file ? readKnown(file) : {};
  }

  async of(
    method: SolveMethod,
    name: string,
    sequence: MeshSequence,
    settings: SolveSettings,
  ): Promise<Reached> {
    const { bones, boneKind, influences, seed, correctRestPose } = settings;
    const key = [method, name, bones, boneKind, influences, seed, correctRestPose].join(" | ");
    const known = this.known[key];
    // Older files do not say what reflects.
    if (method !== "auto" && known?.reflected !== undefined) return known;
    const reached = await this.solve(sequence, { ...settings, method });
    if (method !== "auto" && this.file) {
      this.known[key] = reached;
      // Another piece of the contest may have written meanwhile.
      writeFileSync(this.file, JSON.stringify({ ...readKnown(this.file), ...this.known }, null, 1));
    }
    return reached;
  }

  private async solve(sequence: MeshSequence, settings: SolveSettings): Promise<Reached> {
    const began = process.cpuUsage();
    const input = { sequence, settings, from: null, locks: null };
    const { rig, report } = await this.engine.run("decompose", input, UNWATCHED);
    const { user, system } = process.cpuUsage(began);
    return { error: report.eRms, seconds: (user + system) / 1e6, reflected: reflectedIn(rig.motion) };
  }
}

/** Counts the 3x4 matrices with a negative determinant. */
function reflectedIn(motion: ArrayLike<number>): number {
  let count = 0;
  for (let at = 0; at < motion.length; at += 12) {
    const [a, b, c, , d, e, f, , g, h, i] = Array.from({ length: 11 }, (_, n) => motion[at + n]);
    if (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0) count++;
  }
  return count;
}

function readKnown(file: string): Record<string, Reached> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw reason;
  }
}
