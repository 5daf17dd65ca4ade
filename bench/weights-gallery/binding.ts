/** As-rigid-as-possible weights of a model, one iteration at a time, with all their measures. */

import type { BoundModel } from "../../tools/samples/bound/bound-model";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MakeParallel } from "../../workers/kernels/parallel";
import type { HeldWeight } from "../../workers/model/reports/weight-report";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { bindableOf } from "../../workers/model/weights/bindable";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../workers/model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../workers/model/weights/weight-settings";
import { planArap } from "../../workers/weights/arap/arap-plan";
import { ArapWeights } from "../../workers/weights/arap/arap-weights";
import { precomputeBinding } from "../../workers/weights/binding/binding-precompute";
import { exemplarSet, unseenPoses } from "../../workers/weights/binding/exemplar-set";
import { influenceSupports } from "../../workers/weights/binding/influence-supports";
import { PhaseClock } from "../../workers/weights/binding/measure/phase-clock";
import type { Exemplars } from "../../workers/weights/exemplars";
import { rigOfWeights } from "../../workers/weights/rig-of-weights";
import { gatherWeights } from "../../workers/weights/simple/dense-weights";

/** One thread, because the models are small and the result must be the same on every machine. */
export const oneThread: MakeParallel = (bytes) => nodeParallel(bytes, 1);

/** Poses of all segments. */
export type Poses = Pick<Exemplars, "motions" | "bends">;

export class Binding {
  readonly model: BoundModel;
  readonly settings: WeightSettings;
  readonly edits: WeightEdits;
  private readonly solver: ArapWeights;

  private constructor(model: BoundModel, settings: WeightSettings, edits: WeightEdits, solver: ArapWeights) {
    this.model = model;
    this.edits = edits;
    this.settings = settings;
    this.solver = solver;
  }

  /** Heat weights, ready to iterate. */
  static async of(
    model: BoundModel,
    given: Partial<WeightSettings> = {},
    edits: WeightEdits = NO_WEIGHT_EDITS,
  ): Promise<Binding> {
    const settings = { ...WEIGHT_DEFAULTS, ...given };
    const { skeleton, sequence } = model;
    const { segments } = skeleton;
    const ground = await precomputeBinding(
      { ...bindableOf(sequence), wires: edits.wires },
      skeleton,
      settings,
      oneThread,
      new PhaseClock(),
      UNWATCHED,
    );
    const { mesh, closed, adjacency, tree, visible } = ground;
    const heat = gatherWeights(ground.first, influenceSupports(closed, ground.first, adjacency, tree, edits));
    const poses = exemplarSet(skeleton, settings, edits);
    const { tolerance: _, ...own } = settings;
    const plan = planArap({ mesh, heat, bones: segments.length, segments, visible, ...poses }, own);
    const solver = await ArapWeights.create(await oneThread(ArapWeights.bytes(plan, 1)), plan, UNWATCHED);
    await solver.edit(edits, UNWATCHED);
    return new Binding(model, settings, edits, solver);
  }

  async iterate(count: number): Promise<this> {
    await this.solver.iterate(count, UNWATCHED);
    return this;
  }

  /** V: mean squared strain around each vertex, over the exemplars or in other poses. */
  strain(poses: Poses = this.exemplars()): Promise<Float32Array> {
    return this.solver.strainPerVertex(UNWATCHED, poses);
  }

  /** Mean strain over the exemplars, as a share of the edges' length. */
  async meanStrain(): Promise<number> {
    return Math.sqrt(await this.solver.energy(UNWATCHED));
  }

  /**
   * The same in other poses. Trees of one skeleton are shifted to where the mesh has the least strain; with `asGiven`
   * they are not, and the result is the root of the area-weighted mean over the vertices.
   */
  async strainIn(poses: Poses, asGiven = false): Promise<number> {
    if (!asGiven) return Math.sqrt(await this.solver.heldOutEnergy(poses, UNWATCHED));
    const { masses } = this.solver.plan.ring;
    const squared = await this.strain(poses);
    return Math.sqrt(
      masses.reduce((sum, mass, i) => sum + mass * squared[i], 0) / masses.reduce((a, b) => a + b),
    );
  }

  /** The same in a hundred poses to which nothing was fitted. */
  async unseenStrain(): Promise<number> {
    const poses = unseenPoses(this.model.skeleton, this.settings.seed);
    return Math.sqrt(await this.solver.heldOutEnergy(poses, UNWATCHED));
  }

  /** The poses to which the weights are fitted. */
  exemplars(): Poses {
    const { motions, bends = [] } = this.solver.poses();
    return { motions: Float64Array.from(motions), bends: Float64Array.from(bends) };
  }

  async held(): Promise<HeldWeight[]> {
    return this.solver.heldWeights(await this.strain());
  }

  /** By segment: its mass over the mass of its heat weights. */
  massOfHeat(): number[] {
    const { mass, heat } = this.solver.boneMass();
    return [...mass].map((m, j) => m / heat[j]);
  }

  /** Weights of the segments. */
  weights() {
    return this.solver.weights();
  }

  /** The rig with these weights, at rest. */
  rig(): Rig {
    const { spineBones, influences } = this.settings;
    const options = { spineBones, influences };
    return rigOfWeights(this.model.skeleton, this.weights(), this.model.sequence.rest, options).rig;
  }
}
