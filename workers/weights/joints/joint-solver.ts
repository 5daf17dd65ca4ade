import type { Parallel } from "../../kernels/parallel";
import type { JointInput } from "../../model/reports/joint-report";
import type { Point, Segment } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import { type UnitPlacement, unitPlacement } from "../arap/pose-motions";
import { type RingWeights, ringWeights } from "../arap/system/ring-weights";
import { withWires } from "../binding/binding-precompute";
import { exemplarSet } from "../binding/exemplar-set";
import { segmentTree } from "../segment-tree";
import { type BonePieces, bonePieces, canBend, pieceWeights } from "./bone-pieces";
import { makeClusters } from "./clusters";
import { type JointForces, jointForces, takeRotations } from "./joint-energy";
import { jointGraph } from "./joint-graph";
import { type JointMoments, jointMoments, type WeightClusters } from "./joint-moments";
import { endsAt, type JointPoses, jointPoses, turnAxes } from "./joint-poses";
import { boundedStep, longestSteps, notFelt, restoring, restoringEnergy } from "./joint-step";
import { bestShifts, type JointSystem, jointSystem, reducedForces } from "./joint-system";
import { PoseAtJoints } from "./pose-at-joints";

/**
 * How often a step is halved if it raises the energy. That only happens with bends, because their positions follow the
 * joints.
 */
const HALVINGS = 4;
/** The most rounds in which trees find their places before joints move, and the change that ends these rounds. */
const SETTLING = 10;
const SETTLED = 1e-3;

/** Data that stay the same while joints move. Lengths are in halves of the box's diagonal. */
interface Setup {
  input: JointInput;
  rest: Segment[];
  points: Float64Array;
  placement: UnitPlacement;
  ring: RingWeights;
  clusters: WeightClusters;
  pieces: BonePieces;
  poses: JointPoses;
  /** Whether anything bends. If so, moments and derivatives change with the joints. */
  bending: boolean;
  pinned: boolean[];
  longest: Float64Array;
}

/** A place of the joints, with everything that was computed for it. */
interface Place {
  /** 3n. */
  moved: Float64Array;
  /** F·3m: shifts of the trees. */
  shifts: Float64Array;
  moments: JointMoments;
  forces: JointForces;
  objective: number;
}

export class JointSolver {
  private readonly parallel: Parallel;
  private readonly setup: Setup;
  private readonly at: PoseAtJoints;
  private readonly room: ReturnType<typeof takeRotations>;
  private system: JointSystem | null = null;
  private restoring: Float64Array = new Float64Array(0);
  private place!: Place;

  private constructor(parallel: Parallel, setup: Setup) {
    this.parallel = parallel;
    this.setup = setup;
    this.at = new PoseAtJoints(setup.poses, setup.pieces);
    this.room = takeRotations(parallel, setup.clusters.each);
  }

  static async create(parallel: Parallel, input: JointInput, task: Task): Promise<JointSolver> {
    const solver = new JointSolver(parallel, await prepare(parallel, input, task));
    const { poses } = solver.setup;
    const moved = new Float64Array(3 * poses.graph.count);
    solver.restoring = new Float64Array(9 * poses.graph.count);
    solver.place = await solver.look(
      moved,
      new Float64Array(3 * poses.count * poses.tree.componentCount),
      null,
      task,
    );
    if (poses.tree.componentCount > 1) await solver.settle(task);
    return solver;
  }

  /** Mean squared strain over the poses at the current joints, with one rotation per cluster. */
  get strain(): number {
    const { forces, moments } = this.place;
    const size = this.setup.poses.count * moments.size;
    return size > 0 ? Math.max(0, forces.energy / size) : 0;
  }

  /** The energy plus the resistance of joints, in halves of the box's diagonal. No step raises it. */
  get objective(): number {
    return this.place.objective;
  }

  /** Takes one step. Returns the largest displacement of a joint or tree, relative to the box's diagonal. */
  async step(task: Task): Promise<number> {
    const { poses, pinned, longest } = this.setup;
    const system = await this.systemHere(task);
    const forces = reducedForces(system, this.place.forces, poses.tree.componentCount);
    restoringEnergy(this.restoring, this.place.moved, forces);
    const loose = notFelt(system.matrix, pinned.length);
    const held = pinned.map((pin, k) => pin || loose[k]);
    return this.advance(system, boundedStep(system.matrix, this.restoring, forces, held, longest), task);
  }

  /**
   * Shifts only the trees. Random poses place each tree independently, so rotations in them say little about the
   * joints.
   */
  private async settle(task: Task): Promise<void> {
    const still = new Float64Array(this.place.moved.length);
    for (let n = 0; n < SETTLING; n++) {
      if ((await this.advance(await this.systemHere(task), still, task)) < SETTLED) return;
    }
  }

  private async systemHere(task: Task): Promise<JointSystem> {
    const { poses, rest, bending } = this.setup;
    if (this.system && !bending) return this.system;
    const ends = endsAt(rest, poses.graph, this.place.moved);
    const system = await jointSystem(poses, this.at, this.place.moments, ends, task);
    if (!this.system) this.restoring = restoring(rest, poses.graph, this.stiffness(), system.matrix);
    this.system = system;
    return system;
  }

  /** Moves the joints by the step and the trees to their best places, or by less if the energy would rise. */
  private async advance(system: JointSystem, step: Float64Array, task: Task): Promise<number> {
    const { place } = this;
    const trees = this.setup.poses.tree.componentCount;
    for (let halving = 0; halving <= HALVINGS; halving++) {
      const moved = place.moved.map((x, n) => x + step[n]);
      const way = bestShifts(system, place.forces, trees, step);
      const next = await this.look(moved, way.map((x, n) => x + place.shifts[n]), place.moments, task); // biome-ignore format: one call
      if (next.objective <= place.objective) {
        this.place = next;
        return Math.max(furthest(step), furthest(way)) / 2;
      }
      step = step.map((x) => x / 2);
    }
    // The axes still belong to the last attempt.
    this.place = await this.look(place.moved, place.shifts, place.moments, task);
    return 0;
  }

  /** n: the largest stiffness of the segments with heads at each joint. */
  private stiffness(): Float64Array {
    const { poses, input } = this.setup;
    const out = new Float64Array(poses.graph.count);
    input.stiffness.forEach((stiff, j) => {
      const joint = poses.graph.head[j];
      out[joint] = Math.max(out[joint], Number.isFinite(stiff) ? stiff : 0);
    });
    return out;
  }

  private async look(
    moved: Float64Array,
    shifts: Float64Array,
    known: JointMoments | null,
    task: Task,
  ): Promise<Place> {
    const { parallel, room, at, setup } = this;
    const { poses, rest, points, ring, pieces, clusters, input, bending } = setup;
    const ends = endsAt(rest, poses.graph, moved);
    turnAxes(poses, ends);
    let moments = known;
    if (!moments || bending) {
      const lines = rest.map((_, j): [number[], number[]] => [ends.heads[j], ends.tails[j]]);
      const weights = pieceWeights(pieces, points, lines, input.weights);
      moments = await jointMoments(points, ring, weights, pieces.count, clusters, task);
    }
    const forces = await jointForces(parallel, room, poses, at, moments, clusters, ends, shifts, task);
    const objective = forces.energy + restoringEnergy(this.restoring, moved);
    return { moved, shifts, moments, forces, objective };
  }

  /** Displacements of heads and tails from their first places, 3B each, in the mesh's lengths. */
  displacements(): { heads: Float64Array; tails: Float64Array } {
    const { poses, placement } = this.setup;
    const of = (joints: Uint32Array) => {
      const out = new Float64Array(3 * joints.length);
      joints.forEach((joint, j) => {
        for (let c = 0; c < 3; c++) out[3 * j + c] = this.place.moved[3 * joint + c] / placement.scale;
      });
      return out;
    };
    return { heads: of(poses.graph.head), tails: of(poses.graph.tail) };
  }
}

async function prepare(parallel: Parallel, input: JointInput, task: Task): Promise<Setup> {
  const { mesh, skeleton, settings } = input;
  const placement = unitPlacement(mesh.positions);
  const tree = segmentTree(skeleton);
  const found = exemplarSet(skeleton, settings, input.edits);
  const rest = skeleton.segments.map((segment) => ({
    ...segment,
    head: placedPoint(segment.head, placement),
    tail: placedPoint(segment.tail, placement),
  }));
  const graph = jointGraph({ version: 1, segments: rest });
  const poses = jointPoses(skeleton, tree, graph, found, placement.scale);
  const points = placedPoints(mesh.positions, placement);
  const ring = ringWeights(withWires(mesh, input.edits.wires));
  const clusters = await makeClusters(parallel, points, ring.masses, settings, poses.count, task);
  input.edits.importance?.forEach((counts, i) => {
    ring.masses[i] *= Math.max(0, counts);
  });
  const pinned = Array.from({ length: graph.count }, () => false);
  input.stiffness.forEach((stiff, j) => {
    if (stiff === Infinity) pinned[graph.head[j]] = true;
  });
  return {
    input,
    rest,
    points,
    placement,
    ring,
    clusters,
    pieces: bonePieces(rest, poses.bends),
    poses,
    bending: rest.some(canBend),
    pinned,
    longest: longestSteps(rest, graph),
  };
}

const placedPoint = (p: Point, { centre, scale }: UnitPlacement): Point => [
  scale * (p[0] - centre[0]),
  scale * (p[1] - centre[1]),
  scale * (p[2] - centre[2]),
];

function placedPoints(positions: Float32Array, { centre, scale }: UnitPlacement): Float64Array {
  const points = new Float64Array((4 * positions.length) / 3).fill(1);
  for (let n = 0; n < positions.length; n++) {
    points[4 * Math.floor(n / 3) + (n % 3)] = scale * (positions[n] - centre[n % 3]);
  }
  return points;
}

function furthest(step: Float64Array): number {
  let most = 0;
  for (let n = 0; n < step.length; n += 3)
    most = Math.max(most, Math.hypot(step[n], step[n + 1], step[n + 2]));
  return most;
}
