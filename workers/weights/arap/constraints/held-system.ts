/**
 * The linear system with all that holds weights: automatic constraints, the artist's constraints, null Laplacians, and
 * the importance of vertices. If a call is stopped half-way, the next call completes it.
 */
import type { Task } from "../../../model/task";
import {
  NO_WEIGHT_EDITS,
  type VertexBoneValues,
  type WeightEdits,
} from "../../../model/weights/weight-edits";
import { type ArapMemory, fillEdges } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";
import { BoneStrengths } from "../bone-strengths";
import type { NullLaplacian } from "../system/laplacian-rows";
import type { WeightSystem } from "../system/weight-system";
import { addAllBelow, addAttachments, addNeumann, addPositivity } from "./automatic-constraints";
import { ConstraintSet, eachEntry, type Held } from "./constraint-set";

export class HeldSystem {
  readonly constraints: ConstraintSet;
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  private readonly system: WeightSystem;
  private readonly strengths: BoneStrengths;
  private smoothing: VertexBoneValues = NO_WEIGHT_EDITS.smooth;
  /** Vertices whose blocks are out of date, and motions that the system does not use yet. */
  private readonly behind = new Set<number>();
  private reposing: Float64Array | null = null;

  constructor(plan: ArapPlan, memory: ArapMemory, system: WeightSystem) {
    this.plan = plan;
    this.memory = memory;
    this.system = system;
    this.constraints = new ConstraintSet(plan);
    this.strengths = new BoneStrengths(plan, memory, system.heat);
    if (plan.settings.attach) addAttachments(plan, this.constraints);
    if (plan.settings.neumann) addNeumann(plan, this.constraints);
    this.smooth();
    this.add(everyVertex(plan));
  }

  private add(vertices: Iterable<number>): void {
    for (const i of vertices) this.behind.add(i);
  }

  /** Updates the system. */
  async settle(task: Task): Promise<void> {
    if (this.reposing) await this.system.repose(this.reposing, task);
    this.reposing = null;
    if (this.behind.size === 0) return;
    const holds = [...this.behind].map((i): [number, Held[]] => {
      this.memory.still[i] = this.constraints.isPainted(i) ? 1 : 0;
      return [i, this.constraints.at(i)];
    });
    await this.system.hold(holds, task);
    this.behind.clear();
  }

  /** Sets other motions of the pieces. Call `settle` afterwards. */
  repose(motions: Float64Array): void {
    this.reposing = motions;
    this.add(everyVertex(this.plan));
  }

  /** Holds local minima below 0 at 0. Call `settle` afterwards. */
  holdNegative(): void {
    this.add(addPositivity(this.plan, this.constraints, this.memory.weights));
  }

  /** Holds all weights below a bound at 0. Call `settle` afterwards. Returns whether there were any. */
  holdBelow(bound: number): boolean {
    const found = addAllBelow(this.plan, this.constraints, this.memory.weights, bound);
    this.add(found);
    return found.length > 0;
  }

  /** How strongly each bone is drawn to its heat weights, B, relative to μ. */
  get boneStrengths(): Float64Array {
    return this.strengths.values;
  }

  /** Copies the strengths of another system. Call `settle` afterwards. */
  strengthen(strengths: ArrayLike<number>): void {
    const changed = new Set(
      [...this.strengths.values.keys()].filter((j) => this.strengths.values[j] !== strengths[j]),
    );
    this.strengths.values.set(strengths);
    this.drawBones(changed);
  }

  /**
   * Draws fading bones more strongly to their heat weights. Call `settle` afterwards. Returns whether there were any.
   */
  keepBones(): boolean {
    const { changed, growing } = this.strengths.adapt();
    this.drawBones(changed);
    return growing;
  }

  /** Mixes the weights of faded bones with their heat weights. Returns whether any weight changed. */
  restoreBones(): boolean {
    return this.strengths.restore();
  }

  private drawBones(changed: Set<number>): void {
    if (changed.size === 0) return;
    this.system.strengthen(this.strengths.values);
    const { offsets, bones } = this.plan.input.heat;
    for (let i = 0; i < this.plan.vertexCount; i++) {
      if (bones.subarray(offsets[i], offsets[i + 1]).some((j) => changed.has(j))) this.behind.add(i);
    }
  }

  /** Replaces the artist's edits. Call `settle` afterwards. Returns whether anything changed. */
  edit(edits: WeightEdits): boolean {
    this.add(this.constraints.follow(this.plan, edits));
    const weighed = this.weigh(edits.importance);
    this.add(weighed);
    if (weighed.length > 0 || !sameValues(this.smoothing, edits.smooth)) {
      this.smoothing = edits.smooth;
      this.add(this.smooth());
    }
    return this.behind.size > 0;
  }

  /**
   * Sets the Laplacians of the harmonic term and of the artist, which are pulled to 0. Returns the affected vertices.
   */
  private smooth(): number[] {
    const { offsets } = this.plan.input.heat;
    const { harmonic } = this.plan.settings;
    const rows: NullLaplacian[] = [];
    for (let i = 0; i < this.plan.vertexCount && harmonic > 0; i++) {
      for (let entry = offsets[i]; entry < offsets[i + 1]; entry++) {
        rows.push({ vertex: i, entry, stiffness: harmonic });
      }
    }
    eachEntry(this.plan, this.smoothing, (vertex, entry, stiffness) => {
      if (stiffness > 0) rows.push({ vertex, entry, stiffness });
    });
    return this.system.smooth(rows);
  }

  /** Sets the importance of vertices. Returns the vertices whose rows of the system changed. */
  private weigh(importance: Float32Array | null): number[] {
    const { plan, memory } = this;
    const { ring } = plan;
    const changed = new Set<number>();
    for (let i = 0; i < plan.vertexCount; i++) {
      const counts = Math.max(0, importance ? importance[i] : 1);
      if (memory.importance[i] === counts) continue;
      memory.importance[i] = counts;
      changed.add(i);
      for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) changed.add(ring.neighbours[e]);
    }
    if (changed.size > 0) fillEdges(plan, memory);
    this.system.reassemble([...changed]);
    return [...changed];
  }
}

const everyVertex = ({ vertexCount }: ArapPlan) => Array.from({ length: vertexCount }, (_, i) => i);

function sameValues(a: VertexBoneValues, b: VertexBoneValues): boolean {
  if (a === b) return true;
  if (a.vertices.length !== b.vertices.length) return false;
  return a.values.every(
    (value, n) => value === b.values[n] && a.vertices[n] === b.vertices[n] && a.bones[n] === b.bones[n],
  );
}
