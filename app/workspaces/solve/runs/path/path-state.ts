import { createStore } from "zustand/vanilla";
import type { PathMember } from "../../../../../workers/model/reports/solve-path";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { Progress } from "../../../../../workers/model/task";
import { plural } from "../../../../common/format";
import { type Stores, storeKey } from "../../../../document/stores";

interface PathRun {
  progress: Progress | null;
  paused: boolean;
  /** Whether it started by itself, after a solve. */
  byItself: boolean;
}

/** The rigs of a solution path, and the work on it. */
export interface PathState {
  /** The finished rigs by their number of bones; empty without a path. */
  members: ReadonlyMap<number, PathMember>;
  /** Every rig that has been on the path, also those that a refined one has replaced. An undo may show them again. */
  rigs: ReadonlySet<Rig>;
  /** The largest requested count. */
  most: number;
  /** The work on the path; null when it has ended. */
  run: PathRun | null;
  /** The number of bones at the knee, once the path has ended. */
  knee: number | null;
  /** Why the path ends before the largest count, or null. */
  reason: string | null;
  /** The number of bones before the drag; null while nobody drags. */
  dragFrom: number | null;
  /** Whether the rig on screen is being refined. */
  refining: boolean;
}

export const NO_PATH: PathState = {
  members: new Map(),
  rigs: new Set(),
  most: 0,
  run: null,
  knee: null,
  reason: null,
  dragFrom: null,
  refining: false,
};

export const PATH = storeKey(() => createStore<PathState>()(() => NO_PATH));

/** Puts a rig on the path, in place of the one with as many bones. */
export function putMember(stores: Stores, member: PathMember): void {
  stores.of(PATH).setState(({ members, rigs }) => ({
    members: new Map(members).set(member.rig.bones.length, member),
    rigs: new Set(rigs).add(member.rig),
  }));
}

/** How far the work on a path is: every count has a rig soon, and most of the time then goes into better ones. */
export function pathWords({ run, members, most }: Pick<PathState, "run" | "members" | "most">): string {
  if (members.size < most) return `${members.size} of ${plural(most, "rig")}`;
  return `refining, ${Math.floor(100 * (run?.progress?.done ?? 0))} %`;
}

/** Whether the rig is one of the path's. After an edit by hand it is not. */
export const isOnPath = ({ rigs }: Pick<PathState, "rigs">, rig: Rig | null): boolean =>
  rig !== null && rigs.has(rig);

/** The error curve of the path, ascending by bones. */
export const curveOf = ({ members }: Pick<PathState, "members">): { bones: number; eRms: number }[] =>
  [...members].map(([bones, { report }]) => ({ bones, eRms: report.eRms })).sort((a, b) => a.bones - b.bones);

/** The fewest bones of the path that reach an E_RMS, or the count with the least error. */
export function fewestFor(state: Pick<PathState, "members">, eRms: number): number {
  const curve = curveOf(state);
  const reached = curve.find((point) => point.eRms <= eRms);
  return (reached ?? curve.reduce((best, point) => (point.eRms < best.eRms ? point : best))).bones;
}

/** A step along the path: the bone that a count has and the count before has not. */
export interface PathArrival {
  bones: number;
  name: string;
  colour: number;
  /** The bone that moved most of its vertices before, or null. */
  from: string | null;
  /** E_RMS before minus after. */
  gain: number;
}

/** The bones of the path in the order of their counts. Counts whose predecessor is missing are left out. */
export function arrivalsOf({ members }: Pick<PathState, "members">): PathArrival[] {
  return [...members]
    .sort(([a], [b]) => a - b)
    .flatMap(([bones, many]) => {
      const few = members.get(bones - 1);
      if (!few) return [];
      const had = new Set(few.rig.bones.map(({ name }) => name));
      const at = many.rig.bones.findIndex(({ name }) => !had.has(name));
      if (at < 0) return [];
      const { name, colour = at } = many.rig.bones[at];
      const from = many.changed === name ? many.from : few.from;
      return [{ bones, name, colour, from, gain: few.report.eRms - many.report.eRms }];
    });
}
