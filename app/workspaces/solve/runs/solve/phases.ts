/**
 * The phases of a solve, ordered by their latest start. A phase that runs again moves to the end, so that all phases
 * before the last one are done.
 */
export function withPhase(phases: readonly string[], phase: string): string[] {
  return phases.at(-1) === phase ? [...phases] : [...phases.filter((known) => known !== phase), phase];
}
