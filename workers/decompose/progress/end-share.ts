import type { SolveSettings } from "../../model/solve/solve-settings";

/** Measured times of the steps after the solve, relative to the time for reading the motion. */
const END = { rest: 0.6, influence: 0.1, connected: 0.4, mirrored: 4, otherFrames: 1, shape: 0.3 };

/** The time that the steps after a solve take, relative to the time for reading the motion. */
export function endShare(
  { method, connected, mirrored, holdOut, correction }: SolveSettings,
  influences: number,
): number {
  const each = END.rest + END.influence * influences;
  const patches = method === "auto" && connected ? END.connected : 0;
  return (
    each +
    patches +
    (mirrored ? END.mirrored : 0) +
    (holdOut > 0 ? END.otherFrames : 0) +
    END.shape * correction
  );
}
