import type { FitWork } from "../bench/fit-work";

/** The joints that a fit may move, and the places that they are pulled to. */
export class FreeJoints {
  /** µ, or null while all joints stay. */
  pull: number | null;
  /** Whether bones keep their rotations and openings, so that only joints move. */
  keepsTurns = false;
  /** 3B: the places that joints are pulled to, normalised. */
  readonly places: Float64Array;
  private readonly work: FitWork;
  /** 3B: the given joints, normalised. */
  private readonly given: Float64Array;
  /** Joints that stay where the artist put them. */
  private readonly putBack = new Set<number>();

  constructor(work: FitWork) {
    this.work = work;
    this.pull = work.settings.pull;
    this.given = work.state.tree.joints.slice();
    this.places = this.given.slice();
  }

  /** Whether joints may move. */
  get refines(): boolean {
    const { joints, solve } = this.work.settings;
    return joints === "refined" && solve === "both";
  }

  /** Flags of joints that may move at any time. */
  refined(): Uint8Array {
    const { parents } = this.work.state.tree;
    const may = (j: number) => this.refines && parents[j] >= 0 && !this.putBack.has(j);
    return this.work.rules.turns.map((turns, j) => (turns && may(j) ? 1 : 0));
  }

  /** Flags of joints that may move now. A bone that shifts as it likes has no fixed joint. */
  movable(): Uint8Array {
    const { shifts } = this.work.rules;
    const may = this.pull !== null;
    return this.refined().map((is, j) => (may && is && (this.keepsTurns || !shifts[j]) ? 1 : 0));
  }

  /** Joints that are not where the artist put them, with their distance from there, normalised. */
  moved(): Map<number, number> {
    const { joints } = this.work.state.tree;
    const moved = new Map<number, number>();
    this.refined().forEach((may, j) => {
      const away = Math.hypot(...[0, 1, 2].map((c) => joints[3 * j + c] - this.given[3 * j + c]));
      if (may && away > 0) moved.set(j, away);
    });
    return moved;
  }

  /** Lets only the joints in the list stay where the artist put them, and puts them there. */
  putOnly(which: readonly number[]): void {
    this.putBack.clear();
    for (const j of which) {
      this.putBack.add(j);
      this.work.state.tree.joints.set(this.given.subarray(3 * j, 3 * j + 3), 3 * j);
    }
  }

  /** Pulls joints to where they are now. */
  stayHere(): void {
    this.places.set(this.work.state.tree.joints);
  }
}
