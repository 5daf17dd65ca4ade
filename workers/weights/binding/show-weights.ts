import type { BoundRig, HeldWeight, WeightReport, WeightsPartial } from "../../model/reports/weight-report";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import type { WeightEdits } from "../../model/weights/weight-edits";
import type { WeightSettings } from "../../model/weights/weight-settings";
import type { Exemplars } from "../exemplars";
import { withKept } from "../kept/kept-rows";
import type { Kept } from "../kept/kept-weights";
import { bonePoses, rigOfWeights } from "../rig-of-weights";
import { samePairs } from "./input/same-edits";
import type { LiveWeights } from "./live/live-weights";
import { massOfHeat } from "./measure/measure-weights";
import type { Course } from "./optimise";

/**
 * The least milliseconds between two strains in partial results. To compute strain, the mesh is posed in every
 * exemplar.
 */
const STRAIN_EVERY = 2000;

const samePins = (a: Pick<WeightEdits, "attach" | "neumann">, b: typeof a): boolean =>
  samePairs(a.attach, b.attach) && samePairs(a.neumann, b.neumann);

/**
 * The rig of weights over segments. Its rest pose is the mesh's own array, so it must not be transferred to another
 * thread.
 * @param kept fixed weights, which override the found ones.
 */
export function boundRig(
  skeleton: Skeleton,
  weights: SparseWeights,
  { positions }: Pick<Bindable, "positions">,
  settings: WeightSettings,
  kept: Kept | null = null,
): BoundRig {
  const bound = rigOfWeights(skeleton, weights, positions, settings);
  if (!kept) return bound;
  const { rig } = bound;
  return { ...bound, rig: { ...rig, weights: withKept(rig.weights, kept.bones, settings.influences) } };
}

const copyOf = ({ version, offsets, bones, values }: SparseWeights): SparseWeights => ({
  version,
  offsets: offsets.slice(),
  bones: bones.slice(),
  values: values.slice(),
});

/** The rig with a rest pose of its own, which may move to another thread. */
const withOwnRest = (rig: Rig): Rig => ({ ...rig, rest: rig.rest.slice() });

/** Makes partial results, which share no arrays with the search. Parts that rarely change are sent once. */
export class WeightsDisplay {
  private readonly live: LiveWeights;
  private readonly skeleton: Skeleton;
  private readonly settings: WeightSettings;
  private readonly report: (course: Course, held: HeldWeight[], task: Task) => Promise<WeightReport>;
  private drawn: Exemplars | null = null;
  private shifts: object | null = null;
  private pinned: Pick<WeightEdits, "attach" | "neumann"> | null = null;
  private heat: SparseWeights | null = null;
  private strain: Float32Array | null = null;
  private measured = -Infinity;

  constructor(
    live: LiveWeights,
    skeleton: Skeleton,
    settings: WeightSettings,
    report: WeightsDisplay["report"],
  ) {
    this.live = live;
    this.skeleton = skeleton;
    this.settings = settings;
    this.report = report;
  }

  /** @param spare set if there is time for strain and a report. */
  async partial(course: Course, spare: Task | null): Promise<WeightsPartial> {
    const { live, skeleton, settings } = this;
    const due = course.idle || performance.now() - this.measured >= STRAIN_EVERY;
    const measured = spare !== null && due;
    const strain = measured && course.iteration > 0 ? await this.measure(spare) : null;
    const pinned = !this.pinned || !samePins(this.pinned, live.pinned);
    const held = measured || (pinned && !live.behind) ? this.held() : null;
    const report = spare && held && course.idle ? await this.report(course, held, spare) : undefined;
    const posed = live.drawn !== this.drawn || (measured && live.shifts !== this.shifts);
    const weights = live.weights();
    const { mass, heat: heatMass } = live.mass();
    const { rig, segmentOfBone } = boundRig(skeleton, weights, live.mesh, settings, live.kept);
    const partial: WeightsPartial = {
      ...course,
      weights: copyOf(weights),
      strain: strain?.slice() ?? null,
      held,
      massOfHeat: massOfHeat(mass, heatMass),
      exemplars: posed ? bonePoses(skeleton, live.poses, settings.spineBones) : null,
      bound: { rig: withOwnRest(rig), segmentOfBone },
      report,
    };
    if (live.heat !== this.heat)
      partial.heat = withOwnRest(boundRig(skeleton, live.heat, live.mesh, settings).rig);
    if (posed) [this.drawn, this.shifts] = [live.drawn, live.shifts];
    this.heat = live.heat;
    return partial;
  }

  /**
   * Attachments and borders. There are thousands, and each needs the energy of its rings, so partial results rarely
   * include them.
   */
  private held(): HeldWeight[] {
    this.pinned = this.live.pinned;
    return this.live.held(this.strain ?? new Float32Array(this.live.mesh.positions.length / 3));
  }

  private async measure(task: Task): Promise<Float32Array> {
    this.strain = await this.live.strain(task);
    this.measured = performance.now();
    return this.strain;
  }
}
