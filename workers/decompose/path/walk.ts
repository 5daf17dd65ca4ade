import { howMany } from "../../model/reports/figures";
import type { PathEnd, PathMember } from "../../model/reports/solve-path";
import { type CurvePoint, kneeOf } from "../bone-count/knee";
import { effortFor } from "../bone-count/search-bones";
import { boneNames, motionFromSequence } from "../result/rig-assembly";
import { anchorCounts, otherCounts } from "./anchors";
import { matched } from "./match-bones";
import type { Members } from "./members";
import type { PathInput, PathTask } from "./path-input";
import { bonesAtStart, type Rung, restOf, slotsOf } from "./rung";
import { solvedAnew } from "./solved-anew";
import { grown, hasIslands, type PathContext, refined, type StepPlan, shrunk } from "./steps";
import { sharesMost } from "./weight-overlaps";

/** The first rig is replaced only if its error falls by this share. */
const MUCH_BETTER = 0.005;
/** Another rig is replaced if the minimised value falls by this share. */
const BETTER = 1e-4;
/** The first pass makes few sweeps, so that every count has a rig soon. */
const QUICK: StepPlan = { sweeps: 12, rest: "own" };
/** Sweeps of a step of the second pass: this share of a whole solve's, within limits. */
const SHARE_OF_SOLVE = 1 / 8;
/** A solve from nothing takes as much work as this many steps. */
const STEPS_OF_SOLVE = 1 / SHARE_OF_SOLVE;
const [FEWEST, MOST] = [12, 60];

/** A step along the path; null if there is none, or if the artist asked to finish. */
type Found = { rung: Rung; seconds: number; history: PathMember["report"]["history"] } | null;

/**
 * Walks a path from its first rig. The first pass takes one step up and one step down in turn, so that every count has
 * a rig soon. The second pass replaces rigs by better ones: solves of their own at a few counts, and steps from these
 * to the counts between them. The third solves at all other counts, so that no rig is worse than a solve of its own.
 * The last pass sees to it that no rig has a larger error than a smaller one.
 */
export class Walk {
  private readonly path: PathContext;
  private readonly members: Members;
  private readonly input: PathInput;
  private readonly task: PathTask;
  private readonly rungs = new Map<number, Rung>();
  private readonly changes = new Map<number, Pick<PathMember, "changed" | "from">>();
  private readonly errors = new Map<number, number>();
  private readonly first: number;
  private readonly plan: StepPlan;
  private reason: string | null = null;
  private worked = 0;
  private work = 0;

  constructor(path: PathContext, members: Members, input: PathInput, task: PathTask) {
    this.path = path;
    this.members = members;
    this.input = input;
    this.task = task;
    this.first = input.rig.bones.length;
    const { settings, problem } = path.context;
    const iterations = SHARE_OF_SOLVE * effortFor(settings, problem, this.first).iterations;
    this.plan = { sweeps: Math.round(Math.max(FEWEST, Math.min(MOST, iterations))), rest: "source" };
  }

  async run(): Promise<PathEnd> {
    const { path, first, task, input } = this;
    const { log, settings } = path.context;
    const began = log.seconds;
    // Without locks the first rig is a solve of its own already.
    const own = path.root.locks ? [first] : [];
    const anchors = [...own, ...anchorCounts(first, input.most)];
    const others = otherCounts(first, input.most, anchors);
    const whole = (anchors.length + others.length) * this.plan.sweeps * STEPS_OF_SOLVE;
    this.work = input.most * QUICK.sweeps + (2 * input.most - first) * this.plan.sweeps + whole;
    this.tell(first);
    const root = this.root();
    path.mayIsland = !settings.connected || (await hasIslands(path, root));
    if (await this.begin(root)) {
      await this.passOutwards();
      await this.passAnew(anchors);
      await this.passInwards();
      await this.passAnew(others);
      if (!task.finishNow) await this.passMonotone();
    }
    return { reason: this.reason, knee: this.knee(), seconds: log.seconds - began };
  }

  private get top(): number {
    return Math.max(...this.rungs.keys());
  }

  private async begin(root: Rung): Promise<boolean> {
    const found = await this.timed(() => refined(this.path, root, { sweeps: this.plan.sweeps, rest: "own" }));
    if (!found) return false;
    this.changes.set(this.first, { changed: null, from: null });
    this.errors.set(this.first, await this.members.errorOf(this.input.rig));
    await this.put(found);
    return true;
  }

  /** One step up and one step down in turn. */
  private async passOutwards(): Promise<void> {
    const { first } = this;
    const taken = new Set(this.input.rig.bones.map(({ name }) => name));
    const names = boneNames(this.input.most + taken.size).filter((name) => !taken.has(name));
    let [up, down] = [first, first];
    let [goesUp, goesDown] = [true, true];
    while (goesUp || goesDown) {
      goesUp &&= up < this.input.most && (await this.firstStepUp(up, names[up - first]));
      if (goesUp) up++;
      goesDown &&= await this.firstStepDown(down);
      if (goesDown) down--;
    }
  }

  private async firstStepUp(h: number, name: string): Promise<boolean> {
    const narrow = this.rungs.get(h)!;
    const found = await this.timed(() => grown(this.path, narrow, name, QUICK));
    if (!found) {
      const bones = howMany(h, "bone reproduces", "bones reproduce");
      if (!this.task.finishNow) this.reason = `${bones} the motion. Another one would move nothing.`;
      return false;
    }
    this.changes.set(h + 1, { changed: name, from: sharesMost(found.rung, h, narrow) });
    await this.put(found, QUICK.sweeps);
    return true;
  }

  private async firstStepDown(h: number): Promise<boolean> {
    const wide = this.rungs.get(h)!;
    let gone = -1;
    const found = await this.timed(async () => {
      const step = await shrunk(this.path, wide, QUICK);
      gone = step?.gone ?? -1;
      return step?.rung ?? null;
    });
    if (!found) return false;
    this.changes.set(h - 1, {
      changed: wide.bones[gone].bone.name,
      from: sharesMost(wide, gone, found.rung),
    });
    await this.put(found, QUICK.sweeps);
    return true;
  }

  /** Solves of their own at some counts. Locked things stay as they are in the first rung. */
  private async passAnew(counts: readonly number[]): Promise<void> {
    const first = this.rungs.get(this.first)!;
    for (const h of counts) {
      if (this.rungs.has(h)) await this.tryAt(h, STEPS_OF_SOLVE, () => solvedAnew(this.path, h, first));
    }
  }

  /** Steps from both sides to the counts between anchors. */
  private async passInwards(): Promise<void> {
    const { path, first, plan, rungs, top } = this;
    const least = Math.min(...rungs.keys());
    const down = (h: number) =>
      this.tryAt(h - 1, 1, async () => (await shrunk(path, rungs.get(h)!, plan))?.rung ?? null);
    const up = (h: number) => this.tryAt(h + 1, 1, () => grown(path, rungs.get(h)!, "", plan));
    for (let h = top; h > first + 1; h--) await down(h);
    for (let h = first; h < top - 1; h++) await up(h);
    for (let h = least; h < first - 1; h++) await up(h);
    for (let h = first; h > least; h--) await down(h);
  }

  /** Grows each rung again whose error is above that of fewer bones. */
  private async passMonotone(): Promise<void> {
    const { rungs, path } = this;
    for (let h = Math.min(...rungs.keys()); h < this.top; h++) {
      const narrow = rungs.get(h)!;
      if (rungs.get(h + 1)!.objective <= narrow.objective) continue;
      const plan: StepPlan = { ...this.plan, rest: "own" };
      await this.tryAt(h + 1, 1, () => grown(path, narrow, "", plan));
    }
  }

  /** Replaces the rung of a count if another one is better. Its bones get the names of those that they resemble. */
  private async tryAt(h: number, cost: number, make: () => Promise<Rung | null>): Promise<void> {
    if (this.task.finishNow) return;
    const had = this.rungs.get(h);
    const found = await this.timed(make);
    this.worked += cost * this.plan.sweeps;
    const isBetter = found && had && found.rung.objective < (1 - BETTER) * had.objective;
    if (isBetter) await this.put({ ...found, rung: matched(found.rung, had) });
    else this.tell(h);
  }

  /** Keeps a rung and shows its rig. The first rig stays unless this one is much better. */
  private async put(found: NonNullable<Found>, cost = 0): Promise<void> {
    const h = found.rung.bones.length;
    const member = await this.members.of({ ...found, ...this.changes.get(h)! });
    this.rungs.set(h, found.rung);
    this.worked += cost;
    const { eRms } = member.report;
    if (h !== this.first || eRms < (1 - MUCH_BETTER) * this.errors.get(h)!) {
      this.errors.set(h, eRms);
      await this.task.partial(member);
    }
    this.tell(h);
  }

  private knee(): number | null {
    const points: CurvePoint[] = [...this.errors].map(([bones, eRms]) => ({ bones, eRms }));
    if (points.length < 2) return null;
    points.sort((a, b) => a.bones - b.bones);
    return kneeOf({ points, end: this.reason ? "unseen" : "most", isRefined: true }, "").bones;
  }

  private tell(bones: number): void {
    const done = Math.min(1, this.worked / this.work);
    this.task.progress({ phase: "Solution path", done, detail: howMany(bones, "bone") });
  }

  /** Runs a step and notes its sweeps. Null if there is none, or if the artist asked to finish before its end. */
  private async timed(make: () => Promise<Rung | null>): Promise<Found> {
    const { log } = this.path.context;
    const [since, began] = [log.seconds, log.history.length];
    const rung = await make();
    if (!rung || this.task.finishNow) return null;
    const history = log.history.slice(began).map((each) => ({ ...each, seconds: each.seconds - since }));
    return { rung, history, seconds: log.seconds - since };
  }

  /** The first rig, in the fitted frames. */
  private root(): Rung {
    const { context, root } = this.path;
    const { rig, lockedVertices, lockedInfluences } = root;
    const limit = context.influencesOf(rig.bones.length);
    const { problem } = context;
    return {
      bones: bonesAtStart(this.input.rig, this.input.locks),
      motion: motionFromSequence(rig.motion, problem),
      ...slotsOf(rig, { limit, slots: Math.max(limit, lockedInfluences), lockedVertices }),
      rest: restOf(rig, problem),
      objective: Infinity,
    };
  }
}
