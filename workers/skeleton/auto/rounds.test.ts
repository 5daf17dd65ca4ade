import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { UNWATCHED } from "../../model/task";
import { StrictBench } from "../strict/strict-bench";
import { character } from "../testing/characters";
import { treeOfRig } from "../tree/skeleton-tree";
import { isSmall } from "./effort";
import { improveSkeleton, type Reached } from "./improve";
import { type Moving, movePatiently } from "./rounds";
import { sampleVertices } from "./start/sample-vertices";
import { swapEdges } from "./trees/swap-edges";
import { isLink, linksOfTree } from "./trees/tree-links";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
const PULL = 1e-2;

/** A sample of a larger mesh: a tail whose fifth bone has a wrong parent, to which its weights have settled. */
let sample: StrictBench;
let reached: Reached;
const { sequence, truth } = character("tail", 4, { frames: 8, sides: 18, rings: 14 });

beforeAll(async () => {
  const members = sampleVertices(sequence.rest, 600);
  const whole = await StrictBench.open(makeSerial, sequence, truth, 4, UNWATCHED, {
    sampled: members.length,
  });
  sample = whole.part(members);
  const bones = truth.bones.map((bone, j) => (j === 5 ? { ...bone, parent: 3 } : bone));
  const state = sample.stateOf(treeOfRig({ bones }), true);
  const error = await sample.fit(state, { steps: 10, pull: PULL }, UNWATCHED);
  const begun = { state, error, objective: Infinity };
  reached = await improveSkeleton(sample, begun, { iterations: 60, pull: PULL, tolerance: 0 }, UNWATCHED);
});
afterAll(() => sample.parallel.dispose());

describe("a sample of a mesh that is not small", () => {
  const moving: Moving = {
    pull: PULL,
    seed: 1,
    mirror: null,
    patient: false,
    mayGoOn: () => true,
    progress() {},
  };
  const isRight = ({ state }: Reached) => linksOfTree(state.tree).some((link) => isLink(link, 4, 5));

  it("is searched as patiently as a small mesh, if that is probably skinned", async () => {
    expect(isSmall(sequence)).toBe(false);
    const start = sample.save(reached.state);
    const quick = await swapEdges(sample, reached, moving, UNWATCHED);
    expect(isRight(quick.reached)).toBe(false);
    const state = await sample.restore(start, UNWATCHED);
    const found = await movePatiently(sample, { ...reached, state }, moving, UNWATCHED);
    expect(isRight(found)).toBe(true);
    expect(sample.percent(found.error)).toBeLessThan(0.5 * sample.percent(reached.error));
  });

  it("is probably skinned with a larger error too, if that is in few places", async () => {
    // Moves a tenth of the vertices away, so that all others are followed much better than these.
    const { errors } = sample.blend;
    const far = { ...reached, error: 0 };
    const kept = errors.slice();
    errors.forEach((_, i) => {
      errors[i] = i % 10 === 0 ? 1 : 1e-4;
      far.error += errors[i];
    });
    const size = (0.1 / sample.percent(far.error)) ** 2;
    const scaled = { ...far, error: size * far.error };
    errors.forEach((x, i) => {
      errors[i] = size * x;
    });
    let moves = 0;
    const progress = () => {
      moves++;
    };
    // It would begin to move bones.
    const stopped = { ...moving, mayGoOn: () => moves === 0, progress };
    const task = { ...UNWATCHED, progress };
    await movePatiently(sample, scaled, stopped, task);
    expect(moves).toBeGreaterThan(0);
    // An even error is that of flesh.
    moves = 0;
    errors.fill(scaled.error / errors.length);
    await movePatiently(sample, scaled, stopped, task);
    expect(moves).toBe(0);
    errors.set(kept);
  });
});
